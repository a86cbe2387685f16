"""The numbered headings of one scope: parts, articles and clauses, with their ids, ranks and titles."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from loanproof.documents.model import SectionKind
from loanproof.documents.sections.headings import LEAST_WEIGHT, Candidate, Form
from loanproof.documents.sections.lines import BLANKS
from loanproof.documents.sections.numbering import (
    Numbered,
    Steps,
    begins_at_one,
    choose_sequence,
    goes_on,
    letter_steps_of,
    steps_of,
)
from loanproof.documents.sections.scopes import part_label
from loanproof.documents.sections.section_tree import NUMBER, PART, TOP, Node
from loanproof.documents.sections.titles import is_title, title_of
from loanproof.values import roman_value

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from loanproof.documents.sections.contents_pages import Contents
    from loanproof.documents.sections.lines import Line
    from loanproof.documents.sections.scopes import Scope

GROUP = "group."
"""The mark of a group of clauses that counts apart from them."""
_BESIDE = NUMBER + 5
"""The rank of clauses with a letter beside plain ones: behind the last plain one they may be a list in it."""
_LETTER = re.compile(r"[A-Z](?![A-Z])")
_CONFIRMED = 3
_SHORTEST_RUN = 3
_LONE_NUMBER = 5  # the weight that a single numbered line needs


class Reader(NamedTuple):
    """What is known about the whole document while its scopes are read."""

    text: str
    lines: Sequence[Line]
    contents: Contents
    is_letter: bool

    def title_of(self, candidate: Candidate) -> str | None:
        """Return the title after the label of a candidate."""
        return title_of(self.text, self.lines, candidate)


def find_skeleton(reader: Reader, scope: Scope, candidates: Sequence[Candidate]) -> dict[int, Node]:
    """Return the numbered headings that the sequence confirms, by their start.

    Articles, or else sections with one whole number, or else Roman numerals group the clauses below them; the clauses
    may continue counting from one group to the next, as in English agreements, or restart in each. Numbers that begin
    with a letter are the clauses if there are more of them than of others, and else may stand beside them. If nothing
    else is numbered, titles after ``(1)`` are the clauses.
    """
    likely = [one for one in candidates if one.weight >= LEAST_WEIGHT]
    parts = [one for one in likely if one.form is Form.PART] if scope.heading is not None and not scope.plain else []
    fresh = [span.end for span in reader.contents.spans] + [part.start for part in parts]
    groups = _choose(reader, [one for one in likely if one.form is Form.ARTICLE], fresh)
    below = {Form.NUMBER, Form.SECTION} if groups else {Form.NUMBER}
    groups = groups or _choose(reader, [one for one in likely if one.form is Form.SECTION], fresh)
    groups = groups or _run_of(reader, scope, [one for one in likely if _is_numeral(reader, one)], fresh)
    fresh += [group.candidate.start for group in groups]
    numbers = _choose(reader, [one for one in likely if one.form in below], fresh)
    if len(numbers) == 1 and numbers[0].candidate.weight < _LONE_NUMBER:
        numbers = ()
    lettered = _lettered_run(reader, likely, fresh)
    if len(lettered) > len(groups) + len(numbers):
        groups, numbers = (), lettered
    beside = _lettered_beside(reader, scope, likely, numbers) if numbers and numbers is not lettered else ()
    if not groups and not numbers:
        numbers = _run_of(reader, scope, [one for one in likely if _is_titled_item(reader, one)], fresh)
    return _nodes(_Namer(reader, scope, apart=_count_apart(groups, numbers)), parts, groups, numbers, beside)


def _lettered_run(reader: Reader, candidates: Sequence[Candidate], fresh: Sequence[int]) -> tuple[Numbered, ...]:
    """Return the clauses whose numbers begin with a letter: ``E. INTEREST``, ``E.1``; at least three have a figure.

    ``I.1`` is among them, which else is a Roman one.
    """
    read = filter(None, (_as_lettered(reader, one) for one in candidates))
    chosen = _choose(reader, list(read), fresh, steps_by=letter_steps_of)
    figures = sum(one.candidate.form is Form.LETTERED for one in chosen)
    return chosen if figures >= _SHORTEST_RUN else ()


def _lettered_beside(
    reader: Reader, scope: Scope, candidates: Sequence[Candidate], numbers: Sequence[Numbered]
) -> tuple[Numbered, ...]:
    """Return clauses that count by a letter and a figure before or behind the others: special conditions S1, S2, S3.

    A list inside a clause, the rows of a table and references have no point behind the figure, or do not begin at one.
    """
    first, last = numbers[0].candidate.start, numbers[-1].candidate.start
    found: dict[str, list[Candidate]] = {}
    for one in candidates:
        is_pointed = one.form is Form.LETTERED and reader.text[one.after - 1] in ".)"
        if scope.plain and is_pointed and not first < one.start < last:
            found.setdefault(one.label[0], []).append(one)
    runs = (_choose(reader, counted, (), steps_by=_steps_behind_letter) for counted in found.values())
    return tuple(one for run in runs if _begins_and_goes_on(run, _behind_letter) for one in run)


def _behind_letter(label: str) -> str:
    return label[1:].lstrip(".")


def _steps_behind_letter(label: str) -> Steps | None:
    return steps_of(_behind_letter(label))


def _begins_and_goes_on(run: Sequence[Numbered], counted: Callable[[str], str] = str) -> bool:
    """Return whether a sequence is long enough, begins at one and never restarts."""
    is_run = len(run) >= _SHORTEST_RUN and begins_at_one(counted(run[0].candidate.label))
    return is_run and not any(one.begins for one in run[1:])


def _as_lettered(reader: Reader, candidate: Candidate) -> Candidate | None:
    """Return a candidate as a number that begins with a letter, or as the heading of some; nothing for others."""
    if candidate.form is Form.LETTERED:
        return candidate
    written = reader.text[candidate.start : candidate.after].rstrip(".)")
    if candidate.form is Form.NUMBER and _LETTER.match(written):
        return candidate._replace(form=Form.LETTERED, label=written)
    is_letter = candidate.form is Form.ITEM and len(written) == 1 and written.isupper()
    return candidate if is_letter and is_title(reader.title_of(candidate) or "a b") else None


def _run_of(
    reader: Reader, scope: Scope, candidates: Sequence[Candidate], fresh: Sequence[int]
) -> tuple[Numbered, ...]:
    """Return a sequence in a style that lists use too, if it is an agreement's: starting at one and long enough."""
    chosen = _choose(reader, candidates, fresh) if scope.plain else ()
    return chosen if _begins_and_goes_on(chosen) else ()


def _is_numeral(reader: Reader, candidate: Candidate) -> bool:
    """Return whether a line begins with a Roman numeral, a point and a title: ``II. THE LOAN``."""
    written = candidate.form is Form.ITEM and candidate.label.isupper() and reader.text[candidate.start] != "("
    return written and roman_value(candidate.label) is not None and is_title(reader.title_of(candidate) or "a b")


def _is_titled_item(reader: Reader, candidate: Candidate) -> bool:
    """Return whether a line is ``(1) TITLE.`` followed by a sentence; a party in a list has none."""
    if candidate.form is not Form.ITEM or not candidate.label.isdigit():
        return False
    title = reader.title_of(candidate) or ""
    line = reader.lines[candidate.line]
    behind = reader.text[candidate.after : line.end].lstrip(BLANKS)[len(title) : len(title) + 1]
    return bool(title) and is_title(title) and (behind in (".", ":") or (title.isupper() and not behind))


def _count_apart(groups: Sequence[Numbered], numbers: Sequence[Numbered]) -> bool:
    """Whether ``SECTION 2`` is not clause 2: the clauses have whole numbers too, and continue across the groups."""
    whole = [one for one in numbers if len(one.steps) == 1]
    counts_on = not any(one.begins for one in whole[1:])
    return bool(groups) and len(whole) > len(groups) and counts_on and begins_at_one(whole[0].candidate.label)


def _choose(
    reader: Reader,
    candidates: Sequence[Candidate],
    fresh: Sequence[int],
    steps_by: Callable[[str], Steps | None] = steps_of,
) -> tuple[Numbered, ...]:
    bonus = [
        _CONFIRMED * reader.contents.confirms(candidate.label, reader.title_of(candidate) or "")
        for candidate in candidates
    ]
    chosen = choose_sequence(candidates, bonus=bonus, free_restarts=fresh, steps_by=steps_by)
    before = (None, *chosen)
    # within a line any other number than the very next one is only referred to
    return tuple(
        one
        for one, last in zip(chosen, before, strict=False)
        if not _runs_on(reader, one) or (last is not None and goes_on(one.steps, last.steps))
    )


def _runs_on(reader: Reader, numbered: Numbered) -> bool:
    """Return whether a section begins within a line, behind the last sentence of another."""
    return numbered.candidate.start > reader.lines[numbered.candidate.line].start


class _Namer:
    """Gives each numbered heading its id: below its part in an attachment, as a paragraph in a letter, else plain."""

    def __init__(self, reader: Reader, scope: Scope, *, apart: bool) -> None:
        self._reader = reader
        self._apart = apart  # groups and clauses count separately, so a group needs its own mark
        self._scope = scope
        self._prefix = "" if scope.plain else f"{scope.id}/para."
        self._group = ""
        self._groups = 0
        self._restarted = False  # the numbers restarted below a later group, so they count inside it

    def part(self, candidate: Candidate) -> Node:
        id_ = f"{self._scope.id}/pt.{part_label(candidate.label)}"
        self._prefix = f"{id_}/para."
        return Node(candidate.start, PART, id_, SectionKind.PART, self._reader.title_of(candidate))

    def group(self, candidate: Candidate) -> Node:
        self._groups += 1
        self._restarted = False
        label = part_label(candidate.label)
        if self._apart:
            return Node(candidate.start, TOP, GROUP + label, SectionKind.PART, self._reader.title_of(candidate))
        self._group = self._prefix + label
        kind = SectionKind.CLAUSE if candidate.form is Form.SECTION else SectionKind.ARTICLE
        return Node(candidate.start, TOP, self._group, kind, self._reader.title_of(candidate))

    def beside(self, numbered: Numbered) -> Node:
        candidate = numbered.candidate
        title = self._reader.title_of(candidate)
        return Node(candidate.start, _BESIDE + len(numbered.steps), candidate.label, SectionKind.CLAUSE, title)

    def number(self, numbered: Numbered) -> Node:
        candidate, depth = numbered.candidate, len(numbered.steps)
        if numbered.begins:
            self._restarted = depth == 1 and self._groups > 1 and not self._apart
        as_paragraph = self._reader.is_letter and candidate.form is Form.NUMBER
        prefix = f"{self._group}." if self._restarted else self._prefix or ("para." if as_paragraph else "")
        title = self._reader.title_of(candidate)
        return Node(candidate.start, NUMBER + depth, prefix + candidate.label, SectionKind.CLAUSE, title)


def _nodes(
    namer: _Namer,
    parts: Sequence[Candidate],
    groups: Sequence[Numbered],
    numbers: Sequence[Numbered],
    beside: Sequence[Numbered],
) -> dict[int, Node]:
    """Name the headings in order."""
    naming: list[tuple[int, Callable[[], Node]]] = [
        *((part.start, partial(namer.part, part)) for part in parts),
        *((group.candidate.start, partial(namer.group, group.candidate)) for group in groups),
        *((number.candidate.start, partial(namer.number, number)) for number in numbers),
        *((number.candidate.start, partial(namer.beside, number)) for number in beside),
    ]
    return {start: name() for start, name in sorted(naming, key=lambda one: one[0])}
