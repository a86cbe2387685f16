"""What commands, pages and programs call: start a run, resume it, score it again, score recorded outputs.

:class:`RunService` does each of them on one engine path, into a store that the caller opens; where nothing is to be
kept, into one that is gone when it is closed. What happens meanwhile is told as events.
"""

from loanproof.scoring import Guard, GuardedItem, GuardFault, GuardReport, guard_output
from loanproof.service.analyzing import Analysis, analysis_data, analyze_document, analyze_file
from loanproof.service.asking import AnsweredQuestion, ask_file
from loanproof.service.background import Background
from loanproof.service.browsing import ComparedRuns, ExaminedRun, ListedRun, RunCatalog
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
from loanproof.service.exporting import checked_log, export_document
from loanproof.service.finding import FoundWords, Search, find_words
from loanproof.service.guarding import guard_file
from loanproof.service.item_views import ItemSources, ItemViewer, QuotePlace, QuoteRole
from loanproof.service.library import Library, Located
from loanproof.service.page_views import Line, PageView, Rectangle, view_page
from loanproof.service.preparing import estimate_request
from loanproof.service.proving import Verified, verify_passport
from loanproof.service.requests import JudgeRequest, RecordedRequest, RunRequest
from loanproof.service.reviewing import Queued, ReviewService, Said
from loanproof.service.running import FinishedRun, RunService
from loanproof.service.single_answers import score_output
from loanproof.service.sources import Excerpt, Sources, open_sources
from loanproof.service.target_analysis import NamedTarget, TargetAnalysis, analyze_by_target

__all__ = [
    "Analysis",
    "AnsweredQuestion",
    "AnswersTakenOver",
    "Background",
    "ComparedRuns",
    "Event",
    "ExaminedRun",
    "Excerpt",
    "FinishedRun",
    "FoundWords",
    "Guard",
    "GuardFault",
    "GuardReport",
    "GuardedItem",
    "ItemSources",
    "ItemViewer",
    "JudgeRequest",
    "Library",
    "Line",
    "ListedRun",
    "Located",
    "NamedTarget",
    "PageView",
    "Phase",
    "PhaseBegan",
    "PhaseEnded",
    "Progress",
    "Queued",
    "QuotePlace",
    "QuoteRole",
    "RecordedRequest",
    "Rectangle",
    "ReviewService",
    "RunBegan",
    "RunCatalog",
    "RunRequest",
    "RunService",
    "Said",
    "Search",
    "Sources",
    "TargetAnalysis",
    "Verified",
    "Watch",
    "analysis_data",
    "analyze_by_target",
    "analyze_document",
    "analyze_file",
    "ask_file",
    "checked_log",
    "draft_case",
    "estimate_request",
    "export_document",
    "find_words",
    "guard_file",
    "guard_output",
    "open_sources",
    "score_output",
    "verify_passport",
    "view_page",
    "watch_nothing",
]
