"""Suites and cases: models, and loading with errors that name file and line.

:func:`load_suite` reads a folder; each case comes with the line of every part of it.
"""

from loanproof.cases.bmt import BmtExpected, ExpectedGap, ExpectedJurisdiction, ExpectedTerm, GapBasis, TermFinding
from loanproof.cases.bundled_suites import SPLITS, Split, bundled_suite, demo_documents, make_demo
from loanproof.cases.case import (
    BmtCase,
    Case,
    CovenantsCase,
    DocumentCase,
    ExtractionCase,
    QaCase,
    TaskCase,
    case_models,
)
from loanproof.cases.citations import KeyPath, list_citations
from loanproof.cases.covenants import (
    CovenantClass,
    CovenantFrequency,
    CovenantsExpected,
    CrossDefaultKind,
    DayUnit,
    ExpectedCarveOut,
    ExpectedCovenant,
    ExpectedCrossDefault,
    ExpectedFlags,
    ExpectedGracePeriod,
    ExpectedStep,
    ExpectedWaiver,
)
from loanproof.cases.extraction import (
    AnyField,
    Conflict,
    Derivable,
    ExpectedAmendment,
    ExpectedField,
    ExpectedFields,
    ExpectedTranche,
    ExtractionExpected,
    FieldState,
)
from loanproof.cases.finding import CaseFinder
from loanproof.cases.lineage import Stage, WithLineage, end_of, in_force, list_lineages
from loanproof.cases.linting.checking import check_suite, lint_suite
from loanproof.cases.linting.library import LintMemory
from loanproof.cases.linting.report import Lint, LintProblem, Severity
from loanproof.cases.loading import (
    DOCUMENT_SUFFIXES,
    Survey,
    check_new_cases,
    load_suite,
    save_cases,
    suite_folder,
    survey_suite,
)
from loanproof.cases.new_suite import make_suite
from loanproof.cases.qa import AnyOf, QaExpected
from loanproof.cases.rules import is_inside
from loanproof.cases.schema import case_schema, suite_schema
from loanproof.cases.sheets import SheetRow, cases_of, load_sheet, rows_of, save_sheet
from loanproof.cases.structured import (
    CommitmentFeeValue,
    ConditionValue,
    FeeBasis,
    MarginValue,
    MoneyValue,
    ReferenceRateValue,
    RepaymentValue,
    TenorValue,
)
from loanproof.cases.suite import (
    DOCUMENTS_FOLDER,
    SUITE_FILE,
    GateSet,
    LocatedCase,
    Suite,
    SuiteFile,
    count_undecided,
)
from loanproof.cases.twins import Twin, list_twins
from loanproof.cases.written import ConditionalEffectiveDate, EffectiveDate, ExpectedCitation, confirmed_quotes

__all__ = [
    "DOCUMENTS_FOLDER",
    "DOCUMENT_SUFFIXES",
    "SPLITS",
    "SUITE_FILE",
    "AnyField",
    "AnyOf",
    "BmtCase",
    "BmtExpected",
    "Case",
    "CaseFinder",
    "CommitmentFeeValue",
    "ConditionValue",
    "ConditionalEffectiveDate",
    "Conflict",
    "CovenantClass",
    "CovenantFrequency",
    "CovenantsCase",
    "CovenantsExpected",
    "CrossDefaultKind",
    "DayUnit",
    "Derivable",
    "DocumentCase",
    "EffectiveDate",
    "ExpectedAmendment",
    "ExpectedCarveOut",
    "ExpectedCitation",
    "ExpectedCovenant",
    "ExpectedCrossDefault",
    "ExpectedField",
    "ExpectedFields",
    "ExpectedFlags",
    "ExpectedGap",
    "ExpectedGracePeriod",
    "ExpectedJurisdiction",
    "ExpectedStep",
    "ExpectedTerm",
    "ExpectedTranche",
    "ExpectedWaiver",
    "ExtractionCase",
    "ExtractionExpected",
    "FeeBasis",
    "FieldState",
    "GapBasis",
    "GateSet",
    "KeyPath",
    "Lint",
    "LintMemory",
    "LintProblem",
    "LocatedCase",
    "MarginValue",
    "MoneyValue",
    "QaCase",
    "QaExpected",
    "ReferenceRateValue",
    "RepaymentValue",
    "Severity",
    "SheetRow",
    "Split",
    "Stage",
    "Suite",
    "SuiteFile",
    "Survey",
    "TaskCase",
    "TenorValue",
    "TermFinding",
    "Twin",
    "WithLineage",
    "bundled_suite",
    "case_models",
    "case_schema",
    "cases_of",
    "check_new_cases",
    "check_suite",
    "confirmed_quotes",
    "count_undecided",
    "demo_documents",
    "end_of",
    "in_force",
    "is_inside",
    "lint_suite",
    "list_citations",
    "list_lineages",
    "list_twins",
    "load_sheet",
    "load_suite",
    "make_demo",
    "make_suite",
    "rows_of",
    "save_cases",
    "save_sheet",
    "suite_folder",
    "suite_schema",
    "survey_suite",
]
