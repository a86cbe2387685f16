"""Words and small tools that every layer shares: errors, ids, digests, spans, files with line numbers, word tables.

``core`` imports no other layer.
"""

from loanproof.core.days import is_iso_day
from loanproof.core.digests import (
    canonical_json,
    digest_bytes,
    digest_data,
    digest_file,
    digest_if_readable,
    plain_decimal,
)
from loanproof.core.errors import (
    MOST_SHOWN,
    FileError,
    FormatError,
    InputError,
    LoanproofError,
    NotRead,
    OutsideError,
    PartMissing,
    Problem,
    RecordChanged,
    Refused,
    StandardRefused,
    StoreFailed,
    UsageError,
    show_problems,
)
from loanproof.core.failures import DELIBERATE, OUR_FAULT, FailedPart, Failure, describe_error
from loanproof.core.file_models import (
    NOT_BUILT,
    UNCLEAR,
    UNSHOWN,
    Day,
    DayOrUnclear,
    Exact,
    FileModel,
    Flag,
    Whole,
    validate_yaml,
)
from loanproof.core.ids import StandardRef, is_field_id, is_id
from loanproof.core.package_hash import code_hash, hash_files
from loanproof.core.people import fold_name, same_person
from loanproof.core.plain_names import counted, place_words, plain_name
from loanproof.core.reasons import Reason
from loanproof.core.regular_files import open_regular
from loanproof.core.signing import Proof, Signer
from loanproof.core.spans import Span, SpanSet
from loanproof.core.visible import clip, make_visible, one_line
from loanproof.core.vocabulary import Capability, Citation, FieldId
from loanproof.core.whole_files import part_of, put_in_place
from loanproof.core.word_files import (
    SingleWords,
    WordFault,
    Words,
    WordTable,
    lexicon_hash,
    load_words,
    repeated_phrases,
    unknown_phrases,
)
from loanproof.core.word_patterns import GapPattern, PhrasePattern, compile_phrases
from loanproof.core.yaml_text import Data, YamlText, load_yaml, parse_yaml

__all__ = [
    "DELIBERATE",
    "MOST_SHOWN",
    "NOT_BUILT",
    "OUR_FAULT",
    "UNCLEAR",
    "UNSHOWN",
    "Capability",
    "Citation",
    "Data",
    "Day",
    "DayOrUnclear",
    "Exact",
    "FailedPart",
    "Failure",
    "FieldId",
    "FileError",
    "FileModel",
    "Flag",
    "FormatError",
    "GapPattern",
    "InputError",
    "LoanproofError",
    "NotRead",
    "OutsideError",
    "PartMissing",
    "PhrasePattern",
    "Problem",
    "Proof",
    "Reason",
    "RecordChanged",
    "Refused",
    "Signer",
    "SingleWords",
    "Span",
    "SpanSet",
    "StandardRef",
    "StandardRefused",
    "StoreFailed",
    "UsageError",
    "Whole",
    "WordFault",
    "WordTable",
    "Words",
    "YamlText",
    "canonical_json",
    "clip",
    "code_hash",
    "compile_phrases",
    "counted",
    "describe_error",
    "digest_bytes",
    "digest_data",
    "digest_file",
    "digest_if_readable",
    "fold_name",
    "hash_files",
    "is_field_id",
    "is_id",
    "is_iso_day",
    "lexicon_hash",
    "load_words",
    "load_yaml",
    "make_visible",
    "one_line",
    "open_regular",
    "parse_yaml",
    "part_of",
    "place_words",
    "plain_decimal",
    "plain_name",
    "put_in_place",
    "repeated_phrases",
    "same_person",
    "show_problems",
    "unknown_phrases",
    "validate_yaml",
]
