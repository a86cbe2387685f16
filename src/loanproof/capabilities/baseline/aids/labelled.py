"""Labelled lines: ``Borrower: NAME``, ``Margin  3.15 per cent.``, ``Facility Amount`` above its sum.

Particulars, details pages, facility letters and bank forms put a term on a line after its label. A colon, a tab, a wide
gap or the end of the line separates the two; a single blank does so only if several labels are close together, as in a
table whose lines were lost. A clause whose whole heading is a label counts too. A label that is not listed still counts
if it is among other labels and has their form; its own words show which field it names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids.facility_columns import FACILITY_NAME, FacilityCell, facility_cells
from loanproof.core import FieldId, Span, SpanSet, Words, WordTable, load_words
from loanproof.documents import SectionKind

if TYPE_CHECKING:
    from loanproof.documents import Document

_MAX_VALUE_LENGTH = 600  # characters of a value
_NEAR = 500  # characters from a label to the next one of the same table
_INDENT = 8  # blanks before a line that continues the value above it
_MIN_LABELS_OF_TABLE = 3  # different labels that make up a table
_WITHOUT_LABELS = (SectionKind.CONTENTS, SectionKind.SIGNATURE, SectionKind.DEFINITION)
_RUNNING_TEXT = (SectionKind.CLAUSE, SectionKind.ARTICLE, SectionKind.RECITAL)
_ANY_LABEL = re.compile(
    r"^[ \t]*(?:(?:(?i:item)[ ])?\(?[0-9a-zA-Z]{1,4}[.)][ \t]*|(?i:item|section|no\.?)[ ][0-9]{1,2}[ \t]+)?"
    r"(?P<label>[A-Z][A-Za-z’'/&-]{1,24}(?:,?[ ][A-Za-z’'/&()-]{1,24}){0,6}"
    r"(?:(?:(?<=Facility)|(?<=Tranche)|(?<=Loan))[ ][0-9]{1,2}\b)?)"
    r"(?P<gap>[ \t]*[:|\t][-–]?[ \t]*|[ \t]{3,}|[ \t]+[–—][ \t]+)(?=\S)",
    re.MULTILINE,
)
_OF_FACILITY = re.compile(rf"[ ](?:on|of|for|under)[ ](?:the[ ])?(?:{FACILITY_NAME.pattern})\Z", re.IGNORECASE)
_NAMED_ALONE = re.compile(rf"(?:{FACILITY_NAME.pattern})(?=[ \t]*[:|\t])")
_NEXT_NUMBER = re.compile(r"\s*\n\s*\(?[0-9a-zA-Z]{1,4}[.)]\s*\Z")
_VALUE = re.compile(r"[A-Z0-9£$€¥“\"(]")


class _Labels(WordTable):
    """The labels of each field, and those of other terms in the same forms."""

    labels: dict[str, Words]
    others: Words


_WORDS = load_words(__package__, "labels", _Labels)
LABELS = _WORDS.labels
"""The listed labels of each field."""
_FIELDS: dict[str, list[FieldId]] = {one: [] for one in _WORDS.others}
for _field, _phrases in _WORDS.labels.items():
    for _phrase in _phrases:
        _FIELDS.setdefault(_phrase, []).append(FieldId(_field))
_ANY_LISTED = "|".join(re.escape(one).replace(r"\ ", r"\s") for one in sorted(_FIELDS, key=len, reverse=True))
_LINE = re.compile(
    rf"^[ \t]*(?:(?:item\s)?\(?[0-9a-z]{{1,3}}[.):][ \t]*"
    r"|(?:item|section|no\.?)[ ][0-9]{1,2}[ \t]+|[0-9]{1,2}(?:[ \t]{2,}|\t))?"
    rf"\[?(?P<label>{_ANY_LISTED})\]?(?:[ ]\((?![0-9ivx]{{1,3}}\))[^()\n]{{1,30}}\))?"
    r"(?P<gap>[ \t]*[:\t][ \t]*|[ \t]{2,}|[ \t]*[–—][ \t]+|[ \t]*\n[ \t]*|[ \t]+(?=\S))",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """One labelled line: the fields that its label is listed for, the label, and its value.

    ``unlisted`` holds the words of a label that is not in any list. ``is_cell`` says that the value is one of several
    cells behind the label, one for each facility.
    """

    fields: tuple[FieldId, ...]
    label: Span
    value: Span
    is_in_table: bool
    unlisted: str = ""
    is_cell: bool = False

    @property
    def whole(self) -> Span:
        """The label with its value, or the value alone if other columns are between the two."""
        return self.value if self.is_cell else Span(self.label.start, self.value.end)


@dataclass(frozen=True, slots=True)
class _Line:
    label: str
    start: int
    value_start: int
    is_parted: bool


def find_labelled(document: Document) -> tuple[Labelled, ...]:
    """Return the labelled lines of a document, in order; clauses that are headed by a label come last."""
    cells = list(facility_cells(document.text))
    rows = SpanSet(Span(one.label.start, one.value.end) for one in cells)
    lines = sorted((one for one in _all_lines(document) if _may_hold(document, one)), key=lambda one: one.start)
    in_table = [_is_in_table(lines, at) for at in range(len(lines))]
    kept = [
        (line, found)
        for line, found in zip(lines, in_table, strict=True)
        if (found or (line.is_parted and line.label in _FIELDS)) and not rows.overlaps(Span(line.start, line.start + 1))
    ]
    starts = [line.start for line, _ in kept]
    return (
        *(
            Labelled(
                fields=tuple(_FIELDS.get(line.label, ())),
                unlisted="" if line.label in _FIELDS else line.label,
                label=Span(line.start, line.value_start),
                value=_value(document, line.value_start, starts[at + 1] if at + 1 < len(starts) else None),
                is_in_table=found,
            )
            for at, (line, found) in enumerate(kept)
            if _FIELDS.get(line.label, True)
        ),
        *(_of_cell(document, one) for one in cells),
        *_headed(document),
    )


def _of_cell(document: Document, cell: FacilityCell) -> Labelled:
    """Return the labelled term of one facility in a table with a column for each."""
    label = " ".join(cell.label.of(document.text).lower().split()).strip(" :")
    return Labelled(
        fields=tuple(_FIELDS.get(label, ())), unlisted="" if label in _FIELDS else label, label=cell.label,
        value=cell.value, is_in_table=True, is_cell=True,
    )  # fmt: skip


def _all_lines(document: Document) -> Iterator[_Line]:
    """Yield the lines with a listed label, then those that only have the form of a labelled line."""
    listed = list(_lines(document))
    yield from listed
    starts = {one.start for one in listed}
    for match in _ANY_LABEL.finditer(document.text):
        if match.start("label") not in starts and not _goes_on(document.text, match):
            label = _OF_FACILITY.sub("", " ".join(match["label"].split())).lower()
            yield _Line(label, match.start("label"), match.end(), is_parted=True)


def _goes_on(text: str, match: re.Match[str]) -> bool:
    """Return whether an indented line begins with a facility, so that it continues the value of the label above."""
    is_below = match.start("label") - match.start() >= _INDENT
    return is_below and FACILITY_NAME.match(text, match.start("label")) is not None


def _lines(document: Document) -> Iterator[_Line]:
    """Yield the lines that begin with a listed label."""
    for match in _LINE.finditer(document.text):
        gap = match["gap"]
        is_parted = gap.strip() != "" or "\t" in gap or (len(gap) > 1 and "\n" not in gap)
        if not match["label"][:1].isupper() or not (is_parted or _VALUE.match(document.text, match.end())):
            continue
        if _goes_on(document.text, match) or (
            not is_parted and _NAMED_ALONE.match(document.text, match.start("label"))
        ):
            continue  # *Facility 1* is the name of one of several, and no label with a value that begins with 1
        label = " ".join(match["label"].lower().split())
        yield _Line(label, match.start("label"), match.end(), is_parted)


def _may_hold(document: Document, line: _Line) -> bool:
    """Return whether a line may be a labelled one; in a clause, something must separate the label from its value."""
    section = document.section_at(line.start)
    if section is None:
        return True
    return section.kind not in _WITHOUT_LABELS and (line.is_parted or section.kind not in _RUNNING_TEXT)


def _is_in_table(lines: list[_Line], at: int) -> bool:
    """Return whether enough different labels are close to a line, each near the next."""
    seen = {lines[at].label}
    for step in (-1, 1):
        last, position = at, at + step
        while 0 <= position < len(lines) and abs(lines[position].start - lines[last].start) <= _NEAR:
            seen.add(lines[position].label)
            last, position = position, position + step
    return len(seen) >= _MIN_LABELS_OF_TABLE


def _value(document: Document, start: int, limit: int | None) -> Span:
    """Return the value that begins at a place: up to the next label, a blank line, or the longest length of a value."""
    end = min(start + _MAX_VALUE_LENGTH, len(document.text), limit if limit is not None else len(document.text))
    blank = re.compile(r"\n[ \t]*\n").search(document.text, start + 1, end)
    end = end if blank is None else blank.start()
    words = document.text[start:end]
    # The text before the next label ends with the number of that label.
    number = _NEXT_NUMBER.search(words)
    return Span(start, start + (number.start() if number is not None and limit == end else len(words.rstrip())))


def _headed(document: Document) -> Iterator[Labelled]:
    """Yield the clauses whose whole heading is a label: ``3. Facility Amount``."""
    for one in document.sections:
        title = " ".join((one.title or "").lower().split()).strip(" .:")
        if one.kind in _WITHOUT_LABELS or title not in _FIELDS or not _FIELDS[title]:
            continue
        at = document.text.find(one.title or "", one.span.start, one.span.end)
        start = (at if at >= 0 else one.span.start) + len(one.title or "")
        end = min(one.span.end, start + _MAX_VALUE_LENGTH)
        if end > start:
            yield Labelled(
                fields=tuple(_FIELDS[title]), label=Span(one.span.start, start), value=Span(start, end),
                is_in_table=False,
            )  # fmt: skip
