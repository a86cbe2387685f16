"""Which clauses a model is shown for covenants, how its replies are read, and what of them passes the checks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from loanproof.capabilities.baseline.covenants.found import CovenantClass
from loanproof.capabilities.baseline.covenants.provisions import Provisions
from loanproof.capabilities.baseline.fields.quoting import shorten
from loanproof.capabilities.llm.asking import mark_of
from loanproof.capabilities.llm.calling import Caller, Prompt
from loanproof.capabilities.llm.checking import check_ends, locate
from loanproof.capabilities.llm.findings import Fault, Problem, shown
from loanproof.capabilities.llm.prompts import document_block, fill
from loanproof.capabilities.llm.replies import Entry, read_lists
from loanproof.capabilities.llm.schemas import IDS, TEXT, list_of, one_of, record, with_ids
from loanproof.core import Span

if TYPE_CHECKING:
    from loanproof.capabilities.llm.reading import PaperReading
    from loanproof.capabilities.llm.shown import ShownClause

OPERATORS = ("<=", "<", ">=", ">", "=")
FREQUENCIES = (
    "monthly", "quarterly", "semi_annual", "annual", "weekly", "at_all_times", "on_utilisation", "on_incurrence",
    "on_payment_date", "not_stated", "none",
)  # fmt: skip
KINDS = ("cross_payment_default", "cross_default", "cross_acceleration")
_MAX_CLAUSE_LENGTH = 360  # characters of a provision, enough to see what it requires
_LEAD = 90  # characters of the words before an item that are shown with it
_ORDER = tuple(CovenantClass)


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """An entry whose clause, checksum and words were found."""

    clause: ShownClause
    entry: Entry
    place: Span | None

    @property
    def subject(self) -> tuple[Span, Span | str]:
        """What it is about: its clause, and there the place of its level or, without one, its type."""
        return self.clause.span, self.place or self.entry.get("type", "")


@dataclass(slots=True)
class Passed:
    """What passed in one or several calls, and why the rest did not.

    Attributes:
        lists: The entries that passed, by the name of their list.
        failed: The problem of an entry that did not pass, by the clause that it names.
        unread: The problem of the last reply about a clause, if a list was missing from it: nobody knows what it says.
        problems: All problems.
    """

    lists: dict[str, list[Checked]] = field(default_factory=dict)
    failed: dict[str, Problem] = field(default_factory=dict)
    unread: dict[str, Problem] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        """Whether everything that was asked got an answer that can be used."""
        return all(one.fault is Fault.EXTRA_KEY for one in self.problems)

    def take(self, part: str, told: Sequence[Checked]) -> None:
        """Add the entries of a reply; what is said again about a clause replaces what was said of it before."""
        again = {one.subject for one in told}
        self.lists[part] = [*(one for one in self.lists.get(part, ()) if one.subject not in again), *told]

    def reasons(self) -> dict[str, Problem]:
        """Return why clauses are asked about again; the problem of a whole reply is told once."""
        whole = next(iter(self.unread.values()), None)
        return self.failed | ({} if whole is None else {"all": whole})


def covenant_spans(reading: PaperReading) -> tuple[dict[Span, str], int]:
    """Return the stretches that may state covenants, with the words they continue, and how many come from the rules.

    Those that the rules take for covenants come first, the financial ones before the others.
    """
    text = reading.paper.text
    known = sorted(reading.covenants, key=lambda one: (_ORDER.index(one.kind), one.evidence[0].start))
    spans = {_cut(reading, one.evidence[0]): "" for one in known}
    for one in Provisions(reading.paper).all:
        lead = " ".join(" ".join(span.of(text).split()) for span in one.lead)[-_LEAD:]
        own = [span for span in spans if one.body.overlaps(span)]
        for span in own:
            spans[span] = "; ".join(part for part in (*one.titles[:1], lead) if part)
        if not own and len(one.body) > 1:
            spans[_cut(reading, one.body)] = "; ".join(part for part in (*one.titles[:1], lead) if part)
    return spans, len(known)


def _cut(reading: PaperReading, span: Span) -> Span:
    """Return a provision, shortened if it is long."""
    if len(span) <= _MAX_CLAUSE_LENGTH:
        return span
    return shorten(
        reading.paper,
        Span(span.start, span.start + _MAX_CLAUSE_LENGTH),
        Span(span.start, span.start + _MAX_CLAUSE_LENGTH // 2),
    )


def covenants_schema(ids: Sequence[str]) -> dict[str, Any]:
    """Return the schema of a reply about covenants."""
    entry = record(
        ids=IDS,
        ends=TEXT,
        name=TEXT,
        type=one_of(CovenantClass),
        threshold=TEXT,
        operator=one_of(("", *OPERATORS)),
        frequency=one_of(FREQUENCIES),
    )
    return with_ids(record(covenants=list_of(entry)), ids)


def flags_schema(ids: Sequence[str]) -> dict[str, Any]:
    """Return the schema of a reply about grace periods and cross default."""
    grace = record(ids=IDS, ends=TEXT, value=TEXT)
    cross = record(ids=IDS, ends=TEXT, value=TEXT, kind=one_of(KINDS))
    return with_ids(record(grace_periods=list_of(grace), cross_default=list_of(cross)), ids)


class ClauseReader:
    """Asks what clauses state, and keeps the answers that pass the checks."""

    def __init__(self, reading: PaperReading, caller: Caller) -> None:
        """Take the document and the caller of the model."""
        self._reading = reading
        self._caller = caller

    def prompt(self, name: str, clauses: Sequence[ShownClause], reasons: Mapping[str, Problem] | None = None) -> Prompt:
        """Return a prompt about clauses, with the reasons if they are asked about again."""
        mark = mark_of(self._reading.paper)
        user = [document_block(clauses, mark)]
        if reasons:
            lines = "\n".join(f"- {key}: {one.sentence}" for key, one in reasons.items())
            user.append(fill("again", {"reasons": lines}))
        ids = [one.id for one in clauses]
        schema = covenants_schema(ids) if name == "covenants" else flags_schema(ids)
        return Prompt(system=fill(name, {"mark": mark}), user="\n".join(user), schema=schema)

    def ask(
        self, name: str, clauses: Sequence[ShownClause], passed: Passed, reasons: Mapping[str, Problem] | None = None
    ) -> bool:
        """Ask about clauses, record in ``passed`` what passes, and return whether the model replied."""
        prompt = self.prompt(name, clauses, reasons)
        called = self._caller.call(prompt)
        if isinstance(called, Problem):
            passed.problems.append(called)
            return False
        reply = read_lists(called.text, prompt.schema, cut_off=called.is_cut_off)
        passed.problems += reply.problems
        by_id = {one.id: one for one in clauses}
        # What an earlier reply said about these clauses, or failed to say, no longer counts.
        for key in by_id:
            passed.failed.pop(key, None)
            passed.unread.pop(key, None)
        for part, entries in reply.lists.items():
            checked = list(self._checked(entries, by_id))
            wrong = [one for one in checked if isinstance(one, Problem)]
            passed.failed |= {one.term: one for one in wrong}
            passed.problems += wrong
            passed.take(part, [one for one in checked if isinstance(one, Checked)])
        if len(reply.lists) < len(prompt.schema["properties"]):
            passed.unread |= dict.fromkeys(by_id, reply.problems[-1])
        return True

    def _checked(self, entries: Sequence[Entry], by_id: Mapping[str, ShownClause]) -> Iterator[Checked | Problem]:
        """Yield each entry that passes the checks, or the problem with it."""
        for entry in entries:
            named = [by_id[one] for one in dict.fromkeys(entry["ids"])]
            term = named[0].id if named else ""
            wrong = check_ends(entry["ends"], named, term)
            words = entry.get("threshold", entry.get("value", ""))
            place = locate(words, named, self._reading.paper) if words.strip() else None
            if wrong is None and words.strip() and place is None:
                sentence = f"The words {shown(words)} are not in the clause {term}."
                wrong = Problem(fault=Fault.NOT_IN_CLAUSE, term=term, sentence=sentence)
            if wrong is None and self._reading.is_addressed(place or named[0].span):
                sentence = "The clause speaks to its reader and states no term."
                wrong = Problem(fault=Fault.ADDRESSED, term=term, sentence=sentence)
            yield wrong or Checked(clause=named[0], entry=entry, place=place)
