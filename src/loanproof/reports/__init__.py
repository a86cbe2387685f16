"""Reports for people: HTML with inline SVG plots, a certificate, Markdown, JUnit, CSV, JSON, and run comparison.

Everything here reads a run case by case, and text from a model or a document is never treated as markup.
"""

from loanproof.reports.chain import ChainLink, evidence_chain, result_digest, write_json
from loanproof.reports.comparison import (
    SIGNIFICANT,
    CapabilityChange,
    FieldChange,
    RunComparison,
    compare_runs,
)
from loanproof.reports.comparison_file import comparison_json
from loanproof.reports.costs import Cost, cost_of, cost_sentence
from loanproof.reports.csv_table import COLUMNS, write_csv
from loanproof.reports.fpml import load_mapping, render_export_fpml
from loanproof.reports.gate_names import CAPABILITY_WORDS, gate_name, reason_words
from loanproof.reports.html import label_class, render_certificate, render_html, style_sheet
from loanproof.reports.junit import write_junit
from loanproof.reports.label_changes import LabelChange, fold_changes
from loanproof.reports.labels import LabelLook, look_of
from loanproof.reports.markdown import render_markdown
from loanproof.reports.mistakes import Mistake, Mistakes, find_mistakes, item_name, value_words
from loanproof.reports.page_pictures import DrawPage, PagePicture
from loanproof.reports.review_export import render_export_csv, render_export_json
from loanproof.reports.review_words import plain_words, why_asked
from loanproof.reports.structured import write_structured
from loanproof.reports.subject import ReportSubject, make_subject
from loanproof.reports.trends import FieldTrend, Trend, trend_of
from loanproof.reports.verdict_words import (
    DIAGNOSTICS,
    STORE_FIRST,
    asked_words,
    bound_example,
    bound_words,
    change_words,
    failure_sentence,
    gates_in_scope,
    is_left_out,
    measured_words,
    moment_words,
    moved_words,
    next_step,
    remedy_sentence,
    rules_words,
    system_words,
    verdict_notes,
    verdict_sentences,
    verdict_word,
    why_failed,
    write_figure,
    write_limit,
    write_value,
)

__all__ = [
    "CAPABILITY_WORDS",
    "COLUMNS",
    "DIAGNOSTICS",
    "SIGNIFICANT",
    "STORE_FIRST",
    "CapabilityChange",
    "ChainLink",
    "Cost",
    "DrawPage",
    "FieldChange",
    "FieldTrend",
    "LabelChange",
    "LabelLook",
    "Mistake",
    "Mistakes",
    "PagePicture",
    "ReportSubject",
    "RunComparison",
    "Trend",
    "asked_words",
    "bound_example",
    "bound_words",
    "change_words",
    "compare_runs",
    "comparison_json",
    "cost_of",
    "cost_sentence",
    "evidence_chain",
    "failure_sentence",
    "find_mistakes",
    "fold_changes",
    "gate_name",
    "gates_in_scope",
    "is_left_out",
    "item_name",
    "label_class",
    "load_mapping",
    "look_of",
    "make_subject",
    "measured_words",
    "moment_words",
    "moved_words",
    "next_step",
    "plain_words",
    "reason_words",
    "remedy_sentence",
    "render_certificate",
    "render_export_csv",
    "render_export_fpml",
    "render_export_json",
    "render_html",
    "render_markdown",
    "result_digest",
    "rules_words",
    "style_sheet",
    "system_words",
    "trend_of",
    "value_words",
    "verdict_notes",
    "verdict_sentences",
    "verdict_word",
    "why_asked",
    "why_failed",
    "write_csv",
    "write_figure",
    "write_json",
    "write_junit",
    "write_limit",
    "write_structured",
    "write_value",
]
