"""``NAME.truth.yaml``: what a person saw in a document, which overrides what the reader found."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path, PurePosixPath

from pydantic import Field

from loanproof.core import (
    FileError,
    FileModel,
    Flag,
    FormatError,
    InputError,
    Problem,
    Span,
    Whole,
    digest_data,
    load_yaml,
    open_regular,
    validate_yaml,
)
from loanproof.documents.model import Legibility, TextSource
from loanproof.documents.reading.folios import fold_line
from loanproof.documents.reading.page_text import PageText, Reading, tidy
from loanproof.documents.reading.plain_text import decode_text
from loanproof.documents.reading.running_matter import PageMatter
from loanproof.values import DateOrder, NumberLocale

SUFFIX = ".truth.yaml"
_MAX_PAGE_BYTES = 5_000_000


class DateOrderSaid(StrEnum):
    """The order of figures in dates, or that a person looked and could not say."""

    DMY = "DMY"
    MDY = "MDY"
    YMD = "YMD"
    UNKNOWN = "unknown"


class TruthSection(FileModel):
    """One section of the document, and the first and last page it is on."""

    id: str = Field(min_length=1)
    pages: tuple[Whole, Whole] | None = None


class TruthPage(FileModel):
    """What a person saw on one page. Omitted items are as the reader finds them."""

    index: Whole = Field(ge=1)
    label: str | None = None
    printed: str | None = None
    legibility: Legibility | None = None
    text_file: str | None = None
    header: str | None = None
    footer: str | None = None


class Truth(FileModel):
    """The whole file."""

    paged: Flag | None = None
    number_locale: NumberLocale | None = None
    date_order: DateOrderSaid | None = None
    sections_complete: Flag = False
    sections: tuple[TruthSection, ...] = ()
    pages: tuple[TruthPage, ...] = ()

    @property
    def order_of_dates(self) -> DateOrder | None:
        """The order of figures in dates; ``None`` if it was not given or could not be determined."""
        if self.date_order is None or self.date_order is DateOrderSaid.UNKNOWN:
            return None
        return DateOrder(self.date_order.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class TruthFile:
    """A truth file with the page texts that it names. ``digest`` changes if any of them does."""

    file: str
    truth: Truth
    page_texts: dict[int, str]
    page_lines: dict[int, int]
    digest: str


def load_truth(document: Path) -> TruthFile | None:
    """Return the truth file of a document: ``deal.pdf.truth.yaml``, else ``deal.truth.yaml``, else ``None``."""
    for name in (document.name, document.stem):
        path = document.with_name(name + SUFFIX)
        if path.is_file():
            return _load(path)
    return None


def truth_digest(document: Path) -> str | None:
    """Return a digest of a document's truth file including page texts, even if it has errors."""
    try:
        truth = load_truth(document)
    except InputError as error:
        return digest_data([str(problem) for problem in error.problems])
    return None if truth is None else truth.digest


def apply_truth(reading: Reading, given: TruthFile) -> Reading:
    """Return the pages as a person saw them: labels, legibility and, if there is a text file, the text."""
    pages = list(reading.pages)
    for page in given.truth.pages:
        if page.index > len(pages):
            problem = f"page {page.index} is described, but the document has {len(pages)}."
            raise FormatError(problem, file=given.file, line=given.page_lines[page.index])
        pages[page.index - 1] = _seen(pages[page.index - 1], page, given.page_texts.get(page.index))
    paged = reading.paged if given.truth.paged is None else given.truth.paged
    return replace(reading, pages=tuple(pages), paged=paged)


def apply_to_matter(matter: PageMatter, text: str, page: TruthPage) -> PageMatter:
    """Return the running matter of a page as a person saw it.

    A given header replaces what was found in the upper half of the lines, a footer in the lower half; an empty one says
    that there is none.
    """
    lines = _lines(text)
    half = (len(lines) + 1) // 2
    running = set(matter.running)
    for said, part in ((page.header, lines[:half]), (page.footer, lines[half:])):
        if said is not None:
            wanted = {fold_line(line) for line in said.split("\n")}
            running -= set(part)
            running |= {span for span in part if fold_line(span.of(text)) in wanted}
    matter = matter if page.printed is None else PageMatter(printed=page.printed)
    return replace(matter, running=tuple(sorted(running, key=lambda span: (span.start, span.end))))


def _seen(page: PageText, said: TruthPage, text: str | None) -> PageText:
    if text is not None:
        page = PageText(text=text, label=page.label, source=TextSource.TRUTH)
    return replace(
        page,
        label=page.label if said.label is None else said.label,
        legibility=page.legibility if said.legibility is None else said.legibility,
    )


def _lines(text: str) -> list[Span]:
    """Return the lines of a text that are not blank."""
    spans: list[Span] = []
    at = 0
    for line in text.split("\n"):
        if line.strip():
            spans.append(Span(at, at + len(line)))
        at += len(line) + 1
    return spans


def _load(path: Path) -> TruthFile:
    source = load_yaml(path)
    truth = validate_yaml(Truth, source)
    texts: dict[int, str] = {}
    lines: dict[int, int] = {}
    problems: list[Problem] = []
    for at, page in enumerate(truth.pages):
        line = source.line_of(("pages", at))
        if page.index in lines:
            problems.append(Problem(message=f"page {page.index} is described twice.", file=str(path), line=line))
        lines[page.index] = line
        if page.text_file is None:
            continue
        try:
            texts[page.index] = _page_text(path.parent, page.text_file)
        except FileError as error:
            problems.append(replace(error.problem, file=str(path), line=source.line_of(("pages", at, "text_file"))))
    if problems:
        raise FormatError.of(problems)
    digest = digest_data([truth.model_dump(mode="json"), {str(index): text for index, text in texts.items()}])
    return TruthFile(file=str(path), truth=truth, page_texts=texts, page_lines=lines, digest=digest)


def _page_text(folder: Path, name: str) -> str:
    """Return the text of one page from a file next to the truth file; a path that leads elsewhere is refused."""
    parts = PurePosixPath(name.replace("\\", "/"))
    if parts.is_absolute() or ".." in parts.parts or ":" in name:
        raise FileError(f"text_file {name!r} leads out of the folder.", hint="Put the file beside this one.")
    try:
        with open_regular(folder.joinpath(*parts.parts)) as stream:
            content = stream.read(_MAX_PAGE_BYTES + 1)
    except FileError as error:
        raise FileError(f"text_file {name!r}: {error.problem.message}", hint=error.problem.hint) from error
    except OSError as error:
        raise FileError(f"text_file {name!r} cannot be read: {error.strerror}.") from error
    if len(content) > _MAX_PAGE_BYTES:
        raise FileError(f"text_file {name!r} is larger than {_MAX_PAGE_BYTES:,} bytes.", hint="It holds one page.")
    return tidy(decode_text(content)[0])
