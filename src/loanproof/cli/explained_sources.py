"""The documents behind an explanation: what stands around a quote, found anew in the file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from loanproof.cli.cache_folder import cache_folder
from loanproof.core import FileError, Span
from loanproof.documents import Cache, QuoteSearcher, load_document
from loanproof.provenance import quote_rules_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from loanproof.documents import Document
    from loanproof.runs import ResultEvidence
    from loanproof.standards import CitationClass, EvalStandard, Ruling

_AROUND = 160  # characters of the document shown before and after a quote
_LONGEST_OPENING = 400  # characters of a cited place that does not hold the quote
_SECTION_WORDS = ("clause", "section", "§")
_LONGEST = 900  # characters of the quote itself


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """A stretch of a document: what stands before the marked text, the marked text, and what stands after."""

    before: str
    marked: str
    after: str


class Sources:
    """The documents of a suite, if it is at hand, and the rulings of the contract."""

    def __init__(self, folder: Path | None, standard: EvalStandard, *, must_exist: bool) -> None:
        if must_exist and (folder is None or not (folder / "suite.yaml").is_file()):
            raise FileError("there is no suite here.", file=folder, hint="Name the folder that holds suite.yaml.")
        self._folder = folder
        self._standard = standard
        kept = Cache(cache_folder() / "documents")
        self._load: Callable[[Path], Document] = cache(partial(load_document, cache=kept))

    def ruling(self, ruling_id: str) -> Ruling | None:
        """Return a ruling of the contract by its id, if it has one."""
        return next((ruling for ruling in self._standard.rulings if ruling.id == ruling_id), None)

    def citation_class(self, name: str) -> CitationClass | None:
        """Return what a class of citations means by the contract, if it has it."""
        return self._standard.contract.provenance.citation_classes.get(name)

    def excerpt(self, evidence: ResultEvidence) -> Excerpt | None:
        """Return the source around a quote; the stored snippet without the document, ``None`` where neither is known.

        The quote is searched anew, so what is marked is what stands in the file now.
        """
        document = self._document(evidence.document)
        if document is None or not evidence.cited.quote:
            return Excerpt(before="", marked=evidence.snippet, after="") if evidence.snippet else None
        searcher = QuoteSearcher(document, quote_rules_of(self._standard))
        found = searcher.search(evidence.cited.quote, page=evidence.page, section=evidence.section)
        searched = document.recognised() if found.is_recognised else document
        return None if found.span is None else _cut(searched.with_words().text, found.span)

    def opening(self, evidence: ResultEvidence) -> str | None:
        """Return how the cited section begins, or the cited page where there is no such section."""
        document = self._document(evidence.document)
        if document is None:
            return None
        document = document.recognised()
        wanted = (evidence.cited.section or "").casefold().strip()
        for word in _SECTION_WORDS:
            wanted = wanted.removeprefix(word).strip()
        spans = [section.span for section in document.sections if section.id == wanted]
        spans += [page.span for page in document.pages if str(page.number) == (evidence.cited.page or "").strip()]
        if not spans:
            return None
        text = " ".join(spans[0].of(document.text)[: 2 * _LONGEST_OPENING].split())
        return text if len(text) <= _LONGEST_OPENING else text[:_LONGEST_OPENING].rpartition(" ")[0] + " …"

    def _document(self, name: str | None) -> Document | None:
        if self._folder is None or not name:
            return None
        path = self._folder / "documents" / name
        return self._load(path) if path.is_file() else None


def _cut(text: str, span: Span) -> Excerpt:
    """Return a span with some of the text around it, cut at blanks, each run of white space as one blank."""
    start, end = max(span.start - _AROUND, 0), min(span.end + _AROUND, len(text))
    before, after = text[start : span.start], text[span.end : end]
    if start:
        before = "… " + before.partition(" ")[2]
    if end < len(text):
        after = after.rpartition(" ")[0] + " …"
    marked = _folded(span.of(text))
    if len(marked) > _LONGEST:
        marked = f"{marked[: _LONGEST // 2]} … {marked[-_LONGEST // 2 :]}"
    return Excerpt(before=_folded(before).lstrip(), marked=marked.strip(), after=_folded(after).rstrip())


def _folded(text: str) -> str:
    """Return a text with each run of white space as one blank, those at its ends included."""
    middle = " ".join(text.split())
    if not middle:
        return " "
    return (" " if text[:1].isspace() else "") + middle + (" " if text[-1:].isspace() else "")
