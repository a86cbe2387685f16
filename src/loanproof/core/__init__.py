"""Words and small tools that every layer shares: errors, ids, digests, spans, files with line numbers.

``core`` knows no other layer.
"""

from loanproof.core.digests import canonical_json, digest_bytes, digest_data, plain_decimal
from loanproof.core.errors import (
    FileError,
    FormatError,
    InputError,
    LoanproofError,
    OutsideError,
    PartMissing,
    Problem,
    StandardRefused,
    StoreFailed,
    UsageError,
)
from loanproof.core.file_models import Exact, FileModel, Flag, Whole, validate_yaml
from loanproof.core.ids import StandardRef, is_id
from loanproof.core.reasons import Reason
from loanproof.core.regular_files import open_regular
from loanproof.core.spans import Span
from loanproof.core.vocabulary import Capability, Citation, FieldName
from loanproof.core.yaml_text import Data, YamlText, load_yaml, parse_yaml

__all__ = [
    "Capability",
    "Citation",
    "Data",
    "Exact",
    "FieldName",
    "FileError",
    "FileModel",
    "Flag",
    "FormatError",
    "InputError",
    "LoanproofError",
    "OutsideError",
    "PartMissing",
    "Problem",
    "Reason",
    "Span",
    "StandardRef",
    "StandardRefused",
    "StoreFailed",
    "UsageError",
    "Whole",
    "YamlText",
    "canonical_json",
    "digest_bytes",
    "digest_data",
    "is_id",
    "load_yaml",
    "open_regular",
    "parse_yaml",
    "plain_decimal",
    "validate_yaml",
]
