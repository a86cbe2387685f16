"""The two contracts and their rulings as versioned, hash-locked data, and the way to load them.

Standards are data, never code. Every protected leaf is compared with a lock when a standard is loaded; a changed one is
refused until a new version is published.
"""

from loanproof.standards.citation_classes import CitationClass
from loanproof.standards.contract import Contract, Field, Threshold
from loanproof.standards.folders import ENVIRONMENT, find_folder, list_folders
from loanproof.standards.known_fields import (
    BORROWER,
    CLAUSES,
    COMMITMENT_FEE,
    CURRENCY,
    FACILITY_AMOUNT,
    FACILITY_TYPE,
    MARGIN,
    MATURITY_DATE,
    TENOR,
)
from loanproof.standards.leaves import Difference, compare_parts
from loanproof.standards.loading import (
    OUR_CONTRACT,
    OUR_RUBRIC,
    Inspection,
    inspect_standard,
    load_base,
    load_contract,
    load_recorded,
    load_rubric,
    load_standard,
    read_standard,
)
from loanproof.standards.parameters import Parameters
from loanproof.standards.publishing import publish_standard, write_lock
from loanproof.standards.rubric import Rubric
from loanproof.standards.rubric_parameters import RubricParameters
from loanproof.standards.rulings import Ruling
from loanproof.standards.standard import EvalStandard, RubricStandard, Standard, protected_differences
from loanproof.standards.vocabulary import (
    ConfidenceLevel,
    Hitl,
    Label,
    Limit,
    LimitOperator,
    MandatedForm,
    ValueKind,
)

__all__ = [
    "BORROWER",
    "CLAUSES",
    "COMMITMENT_FEE",
    "CURRENCY",
    "ENVIRONMENT",
    "FACILITY_AMOUNT",
    "FACILITY_TYPE",
    "MARGIN",
    "MATURITY_DATE",
    "OUR_CONTRACT",
    "OUR_RUBRIC",
    "TENOR",
    "CitationClass",
    "ConfidenceLevel",
    "Contract",
    "Difference",
    "EvalStandard",
    "Field",
    "Hitl",
    "Inspection",
    "Label",
    "Limit",
    "LimitOperator",
    "MandatedForm",
    "Parameters",
    "Rubric",
    "RubricParameters",
    "RubricStandard",
    "Ruling",
    "Standard",
    "Threshold",
    "ValueKind",
    "compare_parts",
    "find_folder",
    "inspect_standard",
    "list_folders",
    "load_base",
    "load_contract",
    "load_recorded",
    "load_rubric",
    "load_standard",
    "protected_differences",
    "publish_standard",
    "read_standard",
    "write_lock",
]
