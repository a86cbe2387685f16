"""Numbers of clauses, items, schedules and parts, and the section by which a reader would cite each block."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from tools.corpus.markup import Block, DraftError, Kind

_REFERENCE = re.compile(r"\{@([a-z0-9-]+)\}")
_ROMANS = tuple(
    (int(worth), sign)
    for worth, sign in (
        pair.split(":") for pair in "1000:m 900:cm 500:d 400:cd 100:c 90:xc 50:l 40:xl 10:x 9:ix 5:v 4:iv 1:i".split()
    )
)


class Scheme(StrEnum):
    """How clauses are numbered: ``Clause 2.1(a)``, ``Section 2.05(b)(ii)``, ``paragraph 3(a)``, or by headings only."""

    CLAUSES = "clauses"
    SECTIONS = "sections"
    PARAGRAPHS = "paragraphs"
    HEADINGS = "headings"


class Region(StrEnum):
    """A part of the document; only what is in the body and in schedules has numbers of clauses."""

    COVER = "cover"
    CONTENTS = "contents"
    PARTIES = "parties"
    RECITALS = "recitals"
    BODY = "body"
    SCHEDULE = "schedule"
    SIGNATURES = "signatures"


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbered:
    """A block with its marker, and the section that a reader would cite for it; a blank one is outside any section."""

    block: Block
    region: Region
    marker: str = ""
    section: str = ""


SCHEDULES = {"schedule": "Schedule", "exhibit": "Exhibit", "annex": "Annex", "appendix": "Appendix"}
"""The directives that begin a schedule or the like, and what each is called."""


def roman(number: int) -> str:
    """Return a number in small Roman figures."""
    figures = ""
    for worth, sign in _ROMANS:
        while number >= worth:
            figures, number = figures + sign, number - worth
    return figures


def letters(number: int) -> str:
    """Return a number as ``a`` to ``z``, then ``aa``, ``bb``, as agreements count."""
    return chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)


_ITEMS = (letters, roman, lambda number: letters(number).upper(), str)


class _Counter:
    """The state of the count: one walk through the blocks."""

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme
        self.region = Region.BODY
        self.clause = self.subclause = 0
        self.items = [0, 0, 0, 0]
        self.schedules: dict[str, int] = {}
        self.prefix = ""
        self.bound_in = ""
        self.part = 0
        self.heading = ""
        self.in_definition = False

    def number(self, block: Block) -> Numbered:
        marker = ""
        if block.kind is Kind.DIRECTIVE:
            marker = self._directive(block)
        elif block.kind in _COUNTED:
            marker = self._clause(block)
        elif block.kind is Kind.ITEM:
            marker = self._item(block.depth)
        elif block.kind is Kind.TITLE:
            self.items = [0, 0, 0, 0]
            self.heading = block.text if self.scheme is Scheme.HEADINGS else self.heading
        elif block.kind is Kind.DEFINITION:
            self.items, self.in_definition = [0, 0, 0, 0], True
        elif block.kind in {Kind.PARAGRAPH, Kind.QUOTED}:
            self.items = [0, 0, 0, 0]
        section = self._section()
        return Numbered(block=block, region=self.region, marker=marker, section=section and self.bound_in + section)

    def _directive(self, block: Block) -> str:
        name = block.name
        if name in SCHEDULES:
            count = self.schedules[name] = self.schedules.get(name, 0) + 1
            shown = {"exhibit": letters(count).upper(), "annex": roman(count).upper()}.get(name, str(count))
            self.region, self.prefix, self.part = Region.SCHEDULE, f"{SCHEDULES[name]} {shown}", 0
        elif name == "part":
            self.part += 1
            self._restart()
            return f"Part {roman(self.part).upper()}"
        elif name in set(Region):
            if name == Region.COVER:
                self._begin_paper()
            self.region = Region(name)
        else:
            return ""
        self._restart()
        return self.prefix if self.region is Region.SCHEDULE else ""

    def _begin_paper(self) -> None:
        """Count schedules from one again; a paper bound into a schedule of another is cited by that schedule too."""
        self.bound_in = f"{self.prefix}, " if self.region is Region.SCHEDULE else ""
        self.schedules = {}

    def _restart(self) -> None:
        if self.region is not Region.BODY:
            self.clause = self.subclause = 0
        self.items, self.in_definition, self.heading = [0, 0, 0, 0], False, ""

    def _clause(self, block: Block) -> str:
        self.items, self.in_definition = [0, 0, 0, 0], False
        in_clause = self.region is Region.BODY and self.scheme in {Scheme.CLAUSES, Scheme.SECTIONS}
        if block.kind is Kind.CLAUSE or (block.kind is Kind.NUMBERED and not in_clause):
            self.clause, self.subclause = self.clause + 1, 0
            if self.scheme is Scheme.SECTIONS and self.region is Region.BODY:
                return f"ARTICLE {roman(self.clause).upper()}"
            return f"{self.clause}."
        self.subclause += 1
        return f"Section {self._number()}" if self.scheme is Scheme.SECTIONS else self._number()

    def _number(self) -> str:
        if not self.subclause:
            return str(self.clause)
        if self.scheme is Scheme.SECTIONS and self.region is Region.BODY:
            return f"{self.clause}.{self.subclause:02}"
        return f"{self.clause}.{self.subclause}"

    def _item(self, depth: int) -> str:
        self.items[depth - 1] += 1
        self.items[depth:] = [0] * (len(self.items) - depth)
        number = self.items[depth - 1]
        if depth == 1 and self.region is Region.PARTIES:
            return f"({number})"
        if depth == 1 and self.region is Region.RECITALS:
            return f"({letters(number).upper()})"
        return f"({_ITEMS[depth - 1](number)})"

    def path(self) -> str:
        """Return the number of the place with its items: ``2.1(a)(ii)``; items of a definition are no part of it."""
        items = (
            ""
            if self.in_definition
            else "".join(f"({_ITEMS[at](number)})" for at, number in enumerate(self.items) if number)
        )
        return self._number() + items if self.clause else items

    def _section(self) -> str:
        if self.region is Region.SCHEDULE:
            part = f", Part {roman(self.part).upper()}" if self.part else ""
            return f"{self.prefix}{part}" + (f", paragraph {self.path()}" if self.clause else "")
        if self.region is not Region.BODY:
            return {Region.COVER: "Cover", Region.PARTIES: "Parties", Region.RECITALS: "Recitals"}.get(self.region, "")
        if self.scheme is Scheme.HEADINGS or not self.clause:
            return self.heading
        word = {Scheme.CLAUSES: "Clause", Scheme.SECTIONS: "Section"}.get(self.scheme, "paragraph")
        if self.scheme is Scheme.SECTIONS and not self.subclause:
            return f"Article {roman(self.clause).upper()}"
        return f"{word} {self.path()}"


_COUNTED = frozenset({Kind.CLAUSE, Kind.SUBCLAUSE, Kind.NUMBERED})


def number_blocks(blocks: Iterable[Block], scheme: Scheme) -> tuple[Numbered, ...]:
    """Return the blocks with their numbers, and references to labels filled in."""
    counter = _Counter(scheme)
    numbered: list[Numbered] = []
    labels: dict[str, str] = {}
    for block in blocks:
        one = counter.number(block)
        numbered.append(one)
        if block.label:
            labels[block.label] = counter.prefix if block.kind is Kind.DIRECTIVE else counter.path()
    return tuple(_with_references(numbered, labels))


def _with_references(numbered: Iterable[Numbered], labels: dict[str, str]) -> Iterator[Numbered]:
    def number_of(found: re.Match[str]) -> str:
        if found[1] not in labels:
            raise DraftError(f"{found[0]} refers to no label.")
        return labels[found[1]]

    def filled(text: str) -> str:
        return _REFERENCE.sub(number_of, text)

    for one in numbered:
        block = one.block
        rows = tuple(tuple(map(filled, row)) for row in block.rows)
        yield Numbered(
            block=Block(
                kind=block.kind,
                text=filled(block.text),
                depth=block.depth,
                name=block.name,
                label=block.label,
                rows=rows,
                row_marks=block.row_marks,
            ),
            region=one.region,
            marker=one.marker,
            section=one.section,
        )
