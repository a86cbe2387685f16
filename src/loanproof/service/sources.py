"""The documents of a suite behind a result: where a quote is, its surroundings, and its page."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from loanproof.cases import DOCUMENT_SUFFIXES, DOCUMENTS_FOLDER, SUITE_FILE, is_inside
from loanproof.core import FileError, Span
from loanproof.documents import is_drawable, page_boxes, page_image
from loanproof.reports import PagePicture
from loanproof.standards import load_contract

if TYPE_CHECKING:
    from loanproof.documents import Document
    from loanproof.runs import ResultEvidence, ResultHead
    from loanproof.service.library import Library, Located
    from loanproof.standards import CitationClass, EvalStandard, Ruling

_AROUND = 160  # characters of the document shown before and after a quote
_LONGEST_OPENING = 400  # characters of a cited place that does not contain the quote
_SECTION_WORDS = ("clause", "section", "§")
_LONGEST = 900  # characters of the quote itself
_PICTURE_WIDTH = 900  # pixels: the small print of a contract is still readable


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """A passage of a document: the text before the mark, the marked text, and the text after it."""

    before: str
    marked: str
    after: str


class Sources:
    """The documents of a suite, if available, and the rulings of the contract."""

    def __init__(
        self, folder: Path | None, standard: EvalStandard, library: Library, *, must_exist: bool = False
    ) -> None:
        if must_exist and (folder is None or not (folder / SUITE_FILE).is_file()):
            raise FileError("there is no suite here.", file=folder, hint="Name the folder that holds suite.yaml.")
        self._folder = folder
        self._standard = standard
        self._library = library

    @property
    def standard(self) -> EvalStandard:
        """The contract that the result was scored by."""
        return self._standard

    def ruling(self, ruling_id: str) -> Ruling | None:
        """Return a ruling of the contract by its id, if it has one."""
        return next((ruling for ruling in self._standard.rulings if ruling.id == ruling_id), None)

    def citation_class(self, name: str) -> CitationClass | None:
        """Return what a citation class means under the contract, if it exists."""
        return self._standard.contract.provenance.citation_classes.get(name)

    def excerpt(self, evidence: ResultEvidence) -> Excerpt | None:
        """Return the source around a quote; without the document its stored snippet, else ``None``.

        The quote is searched for again, so the mark shows what is in the file now.
        """
        if self.path_of(evidence.document) is None or not evidence.cited.quote:
            return Excerpt(before="", marked=evidence.snippet, after="") if evidence.snippet else None
        found = self.locate(evidence)
        return None if found is None else _cut(found.document.with_words().text, found.span)

    def draw_page(self, evidence: ResultEvidence) -> PagePicture | None:
        """Return the page of a quote with its words marked; only a PDF has pages that can be drawn."""
        path, found = self.path_of(evidence.document), self.locate(evidence)
        if path is None or found is None or not is_drawable(found.document):
            return None
        return PagePicture(
            document=found.document.name,
            page_number=found.page_number,
            png=page_image(path, found.document, found.page_number, width=_PICTURE_WIDTH),
            boxes=page_boxes(path, found.document, found.span),
        )

    def locate(self, evidence: ResultEvidence) -> Located | None:
        """Return where the quote of a citation is now."""
        path, quote = self.path_of(evidence.document), evidence.cited.quote
        if path is None:
            return None
        return self._library.locate(path, self._standard, quote, page=evidence.page, section=evidence.section)

    def opening(self, evidence: ResultEvidence) -> str | None:
        """Return the beginning of the cited section, or of the cited page if there is no such section."""
        document = self.document(evidence.document)
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

    def document(self, name: str | None) -> Document | None:
        """Return a document of the suite by its name, or ``None``."""
        path = self.path_of(name)
        return None if path is None else self._library.document(path)

    def path_of(self, name: str | None) -> Path | None:
        """Return the path of a document; a name may come from a model, so it must not lead out of the folder."""
        if self._folder is None or not name or not is_inside(name):
            return None
        folder = (self._folder / DOCUMENTS_FOLDER).resolve()
        try:
            path = (folder / name).resolve()
            is_document = path.is_relative_to(folder) and path.suffix.lower() in DOCUMENT_SUFFIXES and path.is_file()
        except (OSError, ValueError):  # too long for a file name, or with an invalid character
            return None
        return path if is_document else None


def open_sources(head: ResultHead, suite: Path | None, library: Library, *, must_exist: bool = False) -> Sources:
    """Open the documents of the named suite, or of the scored one if it is still there."""
    folder = suite or (Path(head.run.suite) if head.run.suite else None)
    if folder is not None and folder.name == SUITE_FILE:
        folder = folder.parent
    standard = load_contract(head.run.standard)
    return Sources(folder, standard, library, must_exist=must_exist or suite is not None)


def _cut(text: str, span: Span) -> Excerpt:
    """Return a span with some surrounding text, cut at blanks, with white space collapsed."""
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
    """Return a text with white space collapsed, including at its ends."""
    middle = " ".join(text.split())
    if not middle:
        return " "
    return (" " if text[:1].isspace() else "") + middle + (" " if text[-1:].isspace() else "")
