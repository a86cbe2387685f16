"""Human review: the queue, decisions with their history in a hash-chained log, and what may be exported.

Pure: no file, clock or database. ``store`` persists it, ``service`` connects it to documents and people.
"""

from loanproof.reviews.agreement import AnnotatorAgreement, Difference, compare_annotations
from loanproof.reviews.audit import (
    GENESIS,
    CheckedLog,
    Entry,
    Erasure,
    Head,
    check_log,
    entry_of_erasure,
    entry_of_intake,
    entry_of_step,
    stub_of,
)
from loanproof.reviews.blind import is_same_value, reads_as
from loanproof.reviews.changes import Change, change_of
from loanproof.reviews.disclosure import is_hidden, shown_trigger, write_shown
from loanproof.reviews.export_plan import Acceptance, ExportedField, ExportPlan, LeftOut, plan_export
from loanproof.reviews.exports import Export, Exported
from loanproof.reviews.intakes import Intake, IntakeField, intake_id_of, is_in_share, item_of, queue_items
from loanproof.reviews.items import (
    BrokenRule,
    Decision,
    DecisionKind,
    Lock,
    Mode,
    Plain,
    ReviewItem,
    ScoredPlace,
    State,
    Trigger,
)
from loanproof.reviews.label_items import WHOLE_CASE, run_items
from loanproof.reviews.overrides import overrides_of
from loanproof.reviews.passports import (
    AROUND,
    Evidence,
    PassportKey,
    PassportSigner,
    QuotedPassage,
    is_signed_by,
    parse_passport,
    parse_places,
    render_passport,
    write_passport,
)
from loanproof.reviews.policy import ReviewPolicy, load_policy
from loanproof.reviews.ports import ReviewStore
from loanproof.reviews.records import (
    parse_citation,
    parse_intake,
    parse_item,
    plain_value,
    write_citation,
    write_decision,
    write_intake,
    write_item,
)
from loanproof.reviews.sentinels import MissRate, is_missed, miss_rate, wrong_values
from loanproof.reviews.standing import StandingDecisions
from loanproof.reviews.steps import Proposal, Step, approve, comment, decide, reopen, take
from loanproof.reviews.transitions import TRANSITIONS, Action, next_state

__all__ = [
    "AROUND",
    "GENESIS",
    "TRANSITIONS",
    "WHOLE_CASE",
    "Acceptance",
    "Action",
    "AnnotatorAgreement",
    "BrokenRule",
    "Change",
    "CheckedLog",
    "Decision",
    "DecisionKind",
    "Difference",
    "Entry",
    "Erasure",
    "Evidence",
    "Export",
    "ExportPlan",
    "Exported",
    "ExportedField",
    "Head",
    "Intake",
    "IntakeField",
    "LeftOut",
    "Lock",
    "MissRate",
    "Mode",
    "PassportKey",
    "PassportSigner",
    "Plain",
    "Proposal",
    "QuotedPassage",
    "ReviewItem",
    "ReviewPolicy",
    "ReviewStore",
    "ScoredPlace",
    "StandingDecisions",
    "State",
    "Step",
    "Trigger",
    "approve",
    "change_of",
    "check_log",
    "comment",
    "compare_annotations",
    "decide",
    "entry_of_erasure",
    "entry_of_intake",
    "entry_of_step",
    "intake_id_of",
    "is_hidden",
    "is_in_share",
    "is_missed",
    "is_same_value",
    "is_signed_by",
    "item_of",
    "load_policy",
    "miss_rate",
    "next_state",
    "overrides_of",
    "parse_citation",
    "parse_intake",
    "parse_item",
    "parse_passport",
    "parse_places",
    "plain_value",
    "plan_export",
    "queue_items",
    "reads_as",
    "render_passport",
    "reopen",
    "run_items",
    "shown_trigger",
    "stub_of",
    "take",
    "write_citation",
    "write_decision",
    "write_intake",
    "write_item",
    "write_passport",
    "write_shown",
    "wrong_values",
]
