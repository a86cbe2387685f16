"""What commands, pages and programs call: start a run, resume it, rescore it, score recorded outputs.

:class:`RunService` does all of these with one engine, into a store that the caller opens; if nothing is to be kept,
into a temporary one. Progress is reported as events.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from loanproof.scoring import Guard, GuardedItem, GuardFault, GuardReport, guard_output
from loanproof.service.background import Background
from loanproof.service.browsing import ComparedRuns, ExaminedRun, ListedRun, RunCatalog
from loanproof.service.document_register import DocumentRegister, DocumentStatus, Stage
from loanproof.service.drafting import draft_case
from loanproof.service.events import (
    AnswersTakenOver,
    Event,
    Phase,
    PhaseBegan,
    PhaseEnded,
    Progress,
    RunBegan,
    Watch,
    watch_nothing,
)
from loanproof.service.exporting import checked_log, export_document, passport_files
from loanproof.service.finding import FoundWords, Picked, Search, cite_picked, find_words
from loanproof.service.guarding import guard_file
from loanproof.service.item_views import ItemSources, ItemViewer, QuotePlace, QuoteRole
from loanproof.service.library import Library, Located
from loanproof.service.page_views import Line, PageView, Rectangle, view_page
from loanproof.service.preparing import estimate_request
from loanproof.service.proving import Verified, verify_passport
from loanproof.service.requests import JudgeRequest, RecordedRequest, RunRequest
from loanproof.service.review_queue import (
    Neighbours,
    ReviewQueue,
    holder_of,
    is_held_by,
    is_waiting,
    waits_for_approval,
)
from loanproof.service.review_views import ItemDocument, ReviewViewer
from loanproof.service.reviewing import Queued, ReviewService, Said, utc_now
from loanproof.service.running import FinishedRun, RunService
from loanproof.service.single_answers import score_output
from loanproof.service.sources import Excerpt, Sources, open_sources
from loanproof.service.uploads import ExportNote, Upload, UploadFolder, UploadState, id_of

if TYPE_CHECKING:
    from loanproof.service.analysis_process import Desk, Processing
    from loanproof.service.analyzing import Analysis, analysis_data, analyze_document, analyze_file
    from loanproof.service.asking import AnsweredQuestion, ask_file
    from loanproof.service.processing import Processor
    from loanproof.service.target_analysis import NamedTarget, TargetAnalysis, analyze_by_target

__all__ = [
    "Analysis",
    "AnsweredQuestion",
    "AnswersTakenOver",
    "Background",
    "ComparedRuns",
    "Desk",
    "DocumentRegister",
    "DocumentStatus",
    "Event",
    "ExaminedRun",
    "Excerpt",
    "ExportNote",
    "FinishedRun",
    "FoundWords",
    "Guard",
    "GuardFault",
    "GuardReport",
    "GuardedItem",
    "ItemDocument",
    "ItemSources",
    "ItemViewer",
    "JudgeRequest",
    "Library",
    "Line",
    "ListedRun",
    "Located",
    "NamedTarget",
    "Neighbours",
    "PageView",
    "Phase",
    "PhaseBegan",
    "PhaseEnded",
    "Picked",
    "Processing",
    "Processor",
    "Progress",
    "Queued",
    "QuotePlace",
    "QuoteRole",
    "RecordedRequest",
    "Rectangle",
    "ReviewQueue",
    "ReviewService",
    "ReviewViewer",
    "RunBegan",
    "RunCatalog",
    "RunRequest",
    "RunService",
    "Said",
    "Search",
    "Sources",
    "Stage",
    "TargetAnalysis",
    "Upload",
    "UploadFolder",
    "UploadState",
    "Verified",
    "Watch",
    "analysis_data",
    "analyze_by_target",
    "analyze_document",
    "analyze_file",
    "ask_file",
    "checked_log",
    "cite_picked",
    "draft_case",
    "estimate_request",
    "export_document",
    "find_words",
    "guard_file",
    "guard_output",
    "holder_of",
    "id_of",
    "is_held_by",
    "is_waiting",
    "open_sources",
    "passport_files",
    "score_output",
    "utc_now",
    "verify_passport",
    "view_page",
    "waits_for_approval",
    "watch_nothing",
]

# Imported on first use: they bring the built-in systems, whose words take as long to load as all the rest.
_HOMES = {
    "Analysis": "analyzing",
    "AnsweredQuestion": "asking",
    "Desk": "analysis_process",
    "NamedTarget": "target_analysis",
    "Processing": "analysis_process",
    "Processor": "processing",
    "TargetAnalysis": "target_analysis",
    "analysis_data": "analyzing",
    "analyze_by_target": "target_analysis",
    "analyze_document": "analyzing",
    "analyze_file": "analyzing",
    "ask_file": "asking",
}


def __getattr__(name: str) -> object:
    """Return a name of a module that is imported on first use."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
