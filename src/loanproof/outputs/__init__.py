"""What a system under test answered: models, lenient parsing, findings. Defects are data, never exceptions.

:func:`parse_output` reads one answer, :func:`load_outputs` a file of recorded ones.
"""

from loanproof.outputs.bmt import BenchmarkOutput, ComparisonOutput, GapOutput, JurisdictionOutput
from loanproof.outputs.confidence import Confidence
from loanproof.outputs.covenants import (
    CarveOutOutput,
    CovenantOutput,
    CrossDefaultOutput,
    FlagsOutput,
    GracePeriodOutput,
    Period,
    ThresholdStep,
    WaiverOutput,
)
from loanproof.outputs.fields import FieldOutput, FieldStatus, TrancheOutput, fold_label
from loanproof.outputs.findings import Finding, FindingCode, quote_for_message
from loanproof.outputs.json_text import JsonObject, NotJson, Pairs, decode_json
from loanproof.outputs.output import (
    BmtOutput,
    CovenantsOutput,
    DocumentKind,
    ExtractionOutput,
    Output,
    QaOutput,
    TaskOutput,
)
from loanproof.outputs.parsing import parse_output, told_capability
from loanproof.outputs.places import (
    ConditionalDate,
    ConflictingValue,
    Derivation,
    EffectiveDate,
    StatedDate,
    UnclearDate,
)
from loanproof.outputs.plain_data import Value
from loanproof.outputs.readable import is_unread
from loanproof.outputs.records import (
    MAX_MEASURE,
    RecordedOutput,
    RecordedOutputs,
    RunInfo,
    Telemetry,
    index_outputs,
    load_outputs,
    parse_record,
)
from loanproof.outputs.schema import output_schema

__all__ = [
    "MAX_MEASURE",
    "BenchmarkOutput",
    "BmtOutput",
    "CarveOutOutput",
    "ComparisonOutput",
    "ConditionalDate",
    "Confidence",
    "ConflictingValue",
    "CovenantOutput",
    "CovenantsOutput",
    "CrossDefaultOutput",
    "Derivation",
    "DocumentKind",
    "EffectiveDate",
    "ExtractionOutput",
    "FieldOutput",
    "FieldStatus",
    "Finding",
    "FindingCode",
    "FlagsOutput",
    "GapOutput",
    "GracePeriodOutput",
    "JsonObject",
    "JurisdictionOutput",
    "NotJson",
    "Output",
    "Pairs",
    "Period",
    "QaOutput",
    "RecordedOutput",
    "RecordedOutputs",
    "RunInfo",
    "StatedDate",
    "TaskOutput",
    "Telemetry",
    "ThresholdStep",
    "TrancheOutput",
    "UnclearDate",
    "Value",
    "WaiverOutput",
    "decode_json",
    "fold_label",
    "index_outputs",
    "is_unread",
    "load_outputs",
    "output_schema",
    "parse_output",
    "parse_record",
    "quote_for_message",
    "told_capability",
]
