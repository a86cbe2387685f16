"""The documents behind an explanation: what is around a quote, found anew in the file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from loanproof.cli.cache_folder import cache_folder
from loanproof.core import FileError, Span
from loanproof.documents import Cache, QuoteSearcher, load_document, page_boxes, page_image
from loanproof.provenance import quote_rules_of
from loanproof.reports import PagePicture
from loanproof.standards import load_contract

if TYPE_CHECKING:
    from collections.abc import Callable

    from loanproof.documents import Document
    from loanproof.runs import ResultEvidence, ResultHead
    from loanproof.standards import CitationClass, EvalStandard, Ruling

_AROUND = 160  # characters of the document shown before and after a quote
_LONGEST_OPENING = 400  # characters of a cited place that does not hold the quote
_SECTION_WORDS = ("clause", "section", "§")
_LONGEST = 900  # characters of the quote itself
_PICTURE_WIDTH = 900  # pixels: small print of a contract can still be read


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """A stretch of a document: what is before the marked text, the marked text, and what is after."""

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
        self._searchers: dict[str, QuoteSearcher] = {}

    def ruling(self, ruling_id: str) -> Ruling | None:
        """Return a ruling of the contract by its id, if it has one."""
        return next((ruling for ruling in self._standard.rulings if ruling.id == ruling_id), None)

    def citation_class(self, name: str) -> CitationClass | None:
        """Return what a class of citations means by the contract, if it has it."""
        return self._standard.contract.provenance.citation_classes.get(name)

    def excerpt(self, evidence: ResultEvidence) -> Excerpt | None:
        """Return the source around a quote; the stored snippet without the document, ``None`` where neither is known.

        The quote is searched anew, so what is marked is what is in the file now.
        """
        document = self._document(evidence.document)
        if document is None or not evidence.cited.quote:
            return Excerpt(before="", marked=evidence.snippet, after="") if evidence.snippet else None
        found = self._found(document, evidence)
        return None if found is None else _cut(found[0].with_words().text, found[1])

    def draw_page(self, evidence: ResultEvidence) -> PagePicture | None:
        """Return the page on which a quote was found, with its words marked; only a PDF has pages that can be drawn."""
        document = self._document(evidence.document)
        if document is None or self._folder is None or not document.name.lower().endswith(".pdf"):
            return None
        found = self._found(document, evidence)
        if found is None:
            return None
        searched, span = found
        path, number = self._folder / "documents" / document.name, searched.page_at(span.start).number
        return PagePicture(
            document=document.name,
            page_number=number,
            png=page_image(path, searched, number, width=_PICTURE_WIDTH),
            boxes=page_boxes(path, searched, span),
        )

    def _found(self, document: Document, evidence: ResultEvidence) -> tuple[Document, Span] | None:
        """Return where the quote of a citation is, and the document as it was searched."""
        if not evidence.cited.quote:
            return None
        searcher = self._searcher(document)
        found = searcher.search(evidence.cited.quote, page=evidence.page, section=evidence.section)
        if found.span is None:
            return None
        return document.recognised() if found.is_recognised else document, found.span

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

    def _searcher(self, document: Document) -> QuoteSearcher:
        """Return the searcher of a document; its index is built once, however many quotes are asked for."""
        return self._searchers.setdefault(document.digest, QuoteSearcher(document, quote_rules_of(self._standard)))

    def _document(self, name: str | None) -> Document | None:
        if self._folder is None or not name:
            return None
        path = self._folder / "documents" / name
        return self._load(path) if path.is_file() else None


def open_sources(head: ResultHead, suite: Path | None, *, must_exist: bool = False) -> Sources:
    """Open the documents of the suite that was named, or of the one that was scored if it is still there."""
    folder = suite or (Path(head.run.suite) if head.run.suite else None)
    if folder is not None and folder.name == "suite.yaml":
        folder = folder.parent
    return Sources(folder, load_contract(head.run.standard), must_exist=must_exist or suite is not None)


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
