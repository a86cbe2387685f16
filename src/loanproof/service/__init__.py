"""What commands, pages and programs call: start a run, resume it, rescore it, score recorded outputs.

:class:`RunService` does all of these with one engine, into a store that the caller opens; if nothing is to be kept,
into a temporary one. Progress is reported as events.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.scoring import Guard, GuardedItem, GuardFault, GuardReport, guard_output
    from loanproof.service.analysis_process import Desk, Processing
    from loanproof.service.analyzing import Analysis, analysis_data, analyze_document, analyze_file
    from loanproof.service.asking import AnsweredQuestion, ask_file
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
    from loanproof.service.processing import Processor
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
    from loanproof.service.target_analysis import NamedTarget, TargetAnalysis, analyze_by_target
    from loanproof.service.uploads import ExportNote, Upload, UploadFolder, UploadState, id_of

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

# Imported on first use, so that a command loads only what it needs: all of them together take seconds.
_NAMES = {
    "loanproof.scoring": ("Guard", "GuardedItem", "GuardFault", "GuardReport", "guard_output"),
    "loanproof.service.analysis_process": ("Desk", "Processing"),
    "loanproof.service.analyzing": ("Analysis", "analysis_data", "analyze_document", "analyze_file"),
    "loanproof.service.asking": ("AnsweredQuestion", "ask_file"),
    "loanproof.service.background": ("Background",),
    "loanproof.service.browsing": ("ComparedRuns", "ExaminedRun", "ListedRun", "RunCatalog"),
    "loanproof.service.document_register": ("DocumentRegister", "DocumentStatus", "Stage"),
    "loanproof.service.drafting": ("draft_case",),
    "loanproof.service.events": (
        "AnswersTakenOver",
        "Event",
        "Phase",
        "PhaseBegan",
        "PhaseEnded",
        "Progress",
        "RunBegan",
        "Watch",
        "watch_nothing",
    ),
    "loanproof.service.exporting": ("checked_log", "export_document", "passport_files"),
    "loanproof.service.finding": ("FoundWords", "Picked", "Search", "cite_picked", "find_words"),
    "loanproof.service.guarding": ("guard_file",),
    "loanproof.service.item_views": ("ItemSources", "ItemViewer", "QuotePlace", "QuoteRole"),
    "loanproof.service.library": ("Library", "Located"),
    "loanproof.service.page_views": ("Line", "PageView", "Rectangle", "view_page"),
    "loanproof.service.preparing": ("estimate_request",),
    "loanproof.service.processing": ("Processor",),
    "loanproof.service.proving": ("Verified", "verify_passport"),
    "loanproof.service.requests": ("JudgeRequest", "RecordedRequest", "RunRequest"),
    "loanproof.service.review_queue": (
        "Neighbours",
        "ReviewQueue",
        "holder_of",
        "is_held_by",
        "is_waiting",
        "waits_for_approval",
    ),
    "loanproof.service.review_views": ("ItemDocument", "ReviewViewer"),
    "loanproof.service.reviewing": ("Queued", "ReviewService", "Said", "utc_now"),
    "loanproof.service.running": ("FinishedRun", "RunService"),
    "loanproof.service.single_answers": ("score_output",),
    "loanproof.service.sources": ("Excerpt", "Sources", "open_sources"),
    "loanproof.service.target_analysis": ("NamedTarget", "TargetAnalysis", "analyze_by_target"),
    "loanproof.service.uploads": ("ExportNote", "Upload", "UploadFolder", "UploadState", "id_of"),
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names}


def __getattr__(name: str) -> object:
    """Return a name of a module that is imported on first use."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
