"""What was wrong in a run: the items that are not right, worst first, with equal answers of several repeats as one."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count, groupby
from typing import TYPE_CHECKING

from loanproof.core import counted, one_line, plain_name
from loanproof.documents import words_of_section
from loanproof.outputs import FindingCode
from loanproof.reports.labels import label_of, look_of
from loanproof.reports.structured import write_differing, write_structured

if TYPE_CHECKING:
    from loanproof.core import Capability
    from loanproof.runs import ResultCase, ResultEvidence, ResultFinding, ResultItem

MOST_MISTAKES = 5
NOTHING = "(nothing)"
_LONGEST_PLACE = 160
_HAS_NOTHING = ": The output has no "  # as told of a whole output without its main key


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """An item that is not right, in all repeats with the same answer.

    Attributes:
        item: The item as the first of these repeats has it.
        question: What was asked, in a question case.
        repeats: The repeats with this mistake.
        asked: How often the case was answered in total.
    """

    case_id: str
    capability: Capability
    item: ResultItem
    repeats: tuple[int, ...]
    asked: int
    question: str | None = None

    @property
    def name(self) -> str:
        """The item for display; an answer is identified by its question."""
        return self.question or item_name(self.item)

    @property
    def expected(self) -> str:
        """What the document says, according to the case; for a structured value only the parts that differ."""
        return self._values[0]

    @property
    def given(self) -> str:
        """What the system said."""
        return self._values[1]

    @property
    def _values(self) -> tuple[str, str]:
        expected, given = self.item.expected_raw, self.item.output_raw
        if given is None and self.item.extra:  # the output has it, and without a value of its own
            return value_words(expected), plain_name(self.item.item)
        if expected is None or given is None:
            return value_words(expected), value_words(given)
        return write_differing(expected, given)

    @property
    def is_cited_wrong(self) -> bool:
        """Whether the value is right and only its citation is wrong."""
        return label_of(self.item.value_label).is_right

    @property
    def note(self) -> str | None:
        """What sets a given value apart that reads like the expected one; ``None`` if it reads otherwise."""
        if self.is_cited_wrong:
            return "the value is right, its citation is not"
        return "reads the same, another part of it differs" if self.expected == self.given else None

    @property
    def cited(self) -> str | None:
        """Where the answer's first citation leads, or what it wrongly names; ``None`` without a citation."""
        return next((place for place in map(_place, self.item.evidence) if place), None)

    @property
    def why(self) -> str | None:
        """The sentence on what decided."""
        return self.item.reasons[0].message if self.item.reasons else None

    @property
    def outcome(self) -> str:
        """The label, and how often it occurred: ``hallucination in 1 of 3 answers``."""
        words = look_of(self.item.label).words
        return words if self.asked == 1 else f"{words} in {len(self.repeats)} of {self.asked} answers"


class Mistakes:
    """The worst mistakes, added one by one, and how many there were in total."""

    def __init__(self, most: int = MOST_MISTAKES) -> None:
        self.total = 0
        self._most = most
        self._held: list[tuple[tuple[int, float, int], Mistake]] = []
        self._order = count()
        self._unread, self._first_unread = 0, ""

    @property
    def worst(self) -> list[Mistake]:
        """The worst by label, then by weight, then by order."""
        return [mistake for _, mistake in sorted(self._held, key=lambda one: one[0], reverse=True)]

    def note(self, case: ResultCase) -> None:
        """Count a case whose output could not be read: it is told as such, not only as silence on every item."""
        why = next((one.message for one in case.findings if one.item is None and _says_unread(one)), None)
        if why is not None:
            self._unread += 1
            self._first_unread = self._first_unread or f"{case.case_id}: {why}"

    @property
    def unread(self) -> str | None:
        """A sentence on the outputs that could not be read, which count as silent; ``None`` if there are none."""
        if not self._unread:
            return None
        return f"{counted(self._unread, 'output')} could not be read and so count as silent; {self._first_unread}"

    def add(self, mistake: Mistake) -> None:
        """Count a mistake, and keep it while it is among the worst."""
        self.total += 1
        # the last number is unique, so two mistakes are never compared
        key = (label_of(mistake.item.label).rank, mistake.item.weight, -next(self._order))
        keep = heapq.heappush if len(self._held) < self._most else heapq.heappushpop
        keep(self._held, (key, mistake))


def find_mistakes(cases: Iterable[ResultCase]) -> Mistakes:
    """Return the worst mistakes of a run; unanswered cases are not listed here."""
    found = Mistakes()
    for _, repeats in groupby(_noted(cases, found), key=lambda case: case.case_id):
        for mistake in fold_repeats(repeats):
            found.add(mistake)
    return found


def _noted(cases: Iterable[ResultCase], found: Mistakes) -> Iterator[ResultCase]:
    for case in cases:
        found.note(case)
        yield case


def _says_unread(finding: ResultFinding) -> bool:
    """Whether a finding is that an output is no object, or has nothing of what was asked for."""
    if finding.code == FindingCode.MISSING_KEY:
        return _HAS_NOTHING in finding.message
    return finding.code in {FindingCode.NOT_ONE_OBJECT, FindingCode.TOO_DEEP, FindingCode.TEXT_TOO_LONG}


def fold_repeats(repeats: Iterable[ResultCase]) -> Iterator[Mistake]:
    """Yield what is not right in the repeats of one case, each distinct answer once."""
    held: dict[tuple[object, ...], tuple[ResultCase, ResultItem, list[int]]] = {}
    asked = 0
    for case in repeats:
        if not case.answered:
            continue
        asked += 1
        for item in case.items:
            if not label_of(item.label).is_right:
                held.setdefault(answer_key(item), (case, item, []))[2].append(case.repeat)
    for case, item, numbers in held.values():
        yield Mistake(
            case_id=case.case_id,
            capability=case.capability,
            item=item,
            repeats=tuple(numbers),
            asked=asked,
            question=case.question,
        )


def item_name(item: ResultItem) -> str:
    """Return an item for display, with its tranche if it is one of a tranche."""
    name = plain_name(item.item) if item.tranche is None else f"{plain_name(item.item)}, {item.tranche}"
    return f"{name} (not expected)" if item.extra else name


def value_words(raw: str | None) -> str:
    """Return a value of a case or an output for display."""
    return NOTHING if raw is None else write_structured(raw)


def answer_key(item: ResultItem) -> tuple[object, ...]:
    """Return the key by which two repeats are the same answer with the same fault."""
    codes = tuple(reason.code for reason in item.reasons)
    return item.item, item.tranche, item.extra, item.label, item.output_raw, codes


def _place(evidence: ResultEvidence) -> str | None:
    """Return where the quote was found: ``page 4, section 2.1, deal.pdf``; if it was not, what was cited."""
    cited = evidence.cited
    if evidence.page is None and evidence.section is None:
        number = f"section {cited.section}" if (cited.section or "")[:1].isdigit() else cited.section
        named = _joined(f"page {cited.page}" if cited.page else None, number, evidence.document)
        return f"{named}; the quote is not there" if named else None
    section = words_of_section(evidence.section) if evidence.section else None
    page = None if evidence.shown_page is None else f"page {evidence.shown_page}"
    return _joined(page, section, evidence.document)


def _joined(*parts: str | None) -> str | None:
    return one_line(", ".join(part for part in parts if part), _LONGEST_PLACE) or None
