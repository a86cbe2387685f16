"""The process in which one uploaded document is analysed and queued: its input, and what it reports."""

from __future__ import annotations

from contextlib import closing, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TypeAlias

from loanproof.core import Capability, LoanproofError, Signer
from loanproof.documents import Recognising, watch_recognition
from loanproof.reviews import ReviewPolicy
from loanproof.service.analyzing import analyze_file
from loanproof.service.reviewing import ReviewService
from loanproof.store import open_reviews

SOURCE = "analyze:baseline"


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """Where and how an uploaded document is queued.

    Attributes:
        policy: The settings under which it is reviewed.
        standard: The contract whose fields are looked for.
    """

    store_url: str
    signer: Signer
    policy: ReviewPolicy
    standard: str
    cache_folder: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Processing:
    """The progress of an analysis: a sentence, and pages if pages are counted."""

    sentence: str
    done: int | None = None
    total: int | None = None

    @property
    def told(self) -> str:
        """The sentence, and the current page."""
        return f"{self.sentence} Page {self.done} of {self.total}." if self.total else self.sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Processed:
    """The outcome of the analysis: notes for people, or why there is none."""

    notes: tuple[str, ...] = ()
    problem: str | None = None


News: TypeAlias = Processing | Processed
READING = Processing(sentence="It is being read, and its terms are looked for.")
BROKE = "Loanproof itself failed while it read the document; nothing of it was queued."


def analyse(path: Path, by: str, desk: Desk, told: Connection) -> None:
    """Analyse and queue a document, reporting progress and outcome; nothing is raised."""

    def tell(news: News) -> None:
        with suppress(OSError):  # the listener has gone
            told.send(news)

    def on_page(news: Recognising) -> None:
        tell(Processing(sentence="Its image pages are being recognised.", done=news.done, total=news.total))

    try:
        with watch_recognition(on_page):
            tell(Processed(notes=_queue(path, by, desk)))
    except LoanproofError as error:
        tell(Processed(problem=_sentence(error)))
    except Exception as error:  # the trace may contain text of the document, so only the error type is kept
        tell(Processed(problem=f"{BROKE} ({type(error).__name__})"))


def _queue(path: Path, by: str, desk: Desk) -> tuple[str, ...]:
    found = analyze_file(path, capability=Capability.EXTRACTION, standard=desk.standard, cache_folder=desk.cache_folder)
    with closing(open_reviews(desk.store_url, signer=desk.signer)) as store:
        service = ReviewService(store, cache_folder=desk.cache_folder)
        service.queue(found.guard, path, source=SOURCE, by=by, policy=desk.policy, standard=found.standard)
    return found.notes


def _sentence(error: LoanproofError) -> str:
    """Return what is wrong without the file's path, which must not be disclosed."""
    problem = error.problem
    message = problem.message[:1].upper() + problem.message[1:]
    return message if problem.hint is None else f"{message} {problem.hint}"
