"""What people read: HTML with inline SVG plots, a certificate, Markdown, JUnit, CSV, JSON, and run comparison.

Everything here reads a run case by case, and nothing that a model or a document said is ever taken for markup.
"""

from loanproof.reports.chain import ChainLink, evidence_chain, result_digest, write_json
from loanproof.reports.comparison import (
    SIGNIFICANT,
    CapabilityChange,
    Comparison,
    FieldChange,
    compare_runs,
)
from loanproof.reports.comparison_file import comparison_json
from loanproof.reports.csv_table import COLUMNS, write_csv
from loanproof.reports.fpml import load_mapping, render_export_fpml
from loanproof.reports.gate_names import CAPABILITY_WORDS, gate_name
from loanproof.reports.html import render_certificate, render_html
from loanproof.reports.junit import write_junit
from loanproof.reports.label_changes import LabelChange, fold_changes
from loanproof.reports.markdown import render_markdown
from loanproof.reports.mistakes import Mistake, Mistakes, find_mistakes, value_words
from loanproof.reports.page_pictures import DrawPage, PagePicture
from loanproof.reports.review_export import render_export_csv, render_export_json
from loanproof.reports.structured import write_structured
from loanproof.reports.subject import ReportSubject, make_subject
from loanproof.reports.trends import FieldTrend, Trend, trend_of
from loanproof.reports.verdict_words import (
    DIAGNOSTICS,
    asked_words,
    bound_words,
    counted,
    failure_sentence,
    gates_in_scope,
    is_left_out,
    remedy_sentence,
    rules_words,
    system_words,
    verdict_sentences,
    verdict_word,
    write_figure,
    write_limit,
)

__all__ = [
    "CAPABILITY_WORDS",
    "COLUMNS",
    "DIAGNOSTICS",
    "SIGNIFICANT",
    "CapabilityChange",
    "ChainLink",
    "Comparison",
    "DrawPage",
    "FieldChange",
    "FieldTrend",
    "LabelChange",
    "Mistake",
    "Mistakes",
    "PagePicture",
    "ReportSubject",
    "Trend",
    "asked_words",
    "bound_words",
    "compare_runs",
    "comparison_json",
    "counted",
    "evidence_chain",
    "failure_sentence",
    "find_mistakes",
    "fold_changes",
    "gate_name",
    "gates_in_scope",
    "is_left_out",
    "load_mapping",
    "make_subject",
    "remedy_sentence",
    "render_certificate",
    "render_export_csv",
    "render_export_fpml",
    "render_export_json",
    "render_html",
    "render_markdown",
    "result_digest",
    "rules_words",
    "system_words",
    "trend_of",
    "value_words",
    "verdict_sentences",
    "verdict_word",
    "write_csv",
    "write_figure",
    "write_json",
    "write_junit",
    "write_limit",
    "write_structured",
]
