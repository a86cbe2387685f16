"""Asks a model for terms in batches, and once more for those that failed; every answer is checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from loanproof.capabilities.llm.asks import Ask, Shape, Status
from loanproof.capabilities.llm.budget import AIM
from loanproof.capabilities.llm.calling import Caller, Prompt
from loanproof.capabilities.llm.checking import Claim, check_claim
from loanproof.capabilities.llm.findings import Fault, Problem
from loanproof.capabilities.llm.prompts import document_block, fill
from loanproof.capabilities.llm.replies import read_lists
from loanproof.capabilities.llm.schemas import answers_schema

if TYPE_CHECKING:
    from loanproof.capabilities.baseline import Paper
    from loanproof.capabilities.llm.evidence import Ranks
    from loanproof.capabilities.llm.reading import PaperReading
    from loanproof.capabilities.llm.shown import ShownClause
    from loanproof.core import Span

_BATCH = 20  # terms whose answers fit in one reply
_RANKS_BEFORE_ABSENT = 2  # ranks of clauses that must have been shown before a term counts as absent
_OUTPUT = 36  # tokens reserved for the answer to one term
_LINE = 10  # characters that a shown clause adds on top of its line
_STATUSES = {
    Status.STATED: "stated if a clause states it",
    Status.ABSENT: "absent if none does",
    Status.DERIVED: "derived if tenor follows from two dates: value is both, the earlier first",
    Status.CHANGED: "changed if this paper changes it",
    Status.UNCHANGED: "unchanged if it does not",
}
_ORIGINAL = 'original: the words that were in force before, if a clause gives them, else ""\n'


@dataclass(slots=True)
class Found:
    """What happened to the terms: the claims that passed, the problem of each other term, and all problems."""

    claims: dict[str, Claim] = field(default_factory=dict)
    failed: dict[str, Problem] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


class TermReader:
    """Asks for the terms of one paper."""

    def __init__(self, reading: PaperReading, caller: Caller, evidence: Mapping[str, Ranks]) -> None:
        """Take the document, the caller, and for each term the stretches to show, rank by rank."""
        self._reading = reading
        self._paper = reading.paper
        self._caller = caller
        self._evidence = evidence
        self._shown: set[Span] = set()

    def first(self, asks: Sequence[Ask]) -> Found:
        """Ask for all terms, batch by batch."""
        found = Found()
        for at in range(0, len(asks), _BATCH):
            self._ask(asks[at : at + _BATCH], found, {})
        return found

    def again(self, asks: Sequence[Ask], found: Found, reasons: Mapping[str, Problem]) -> None:
        """Ask once more for the terms that failed, with the reasons, and for those that may only seem absent."""
        wanted = [one for one in asks if one.key in reasons or self._is_open(one, found)][:_BATCH]
        if wanted:
            self._ask(wanted, found, reasons)

    def _is_open(self, ask: Ask, found: Found) -> bool:
        """Return whether an important term is said to be absent although one of its best clauses was not shown."""
        claim = found.claims.get(ask.key)
        is_absent = claim is not None and claim.status is Status.ABSENT
        best = [span for rank in self._evidence[ask.key][:_RANKS_BEFORE_ABSENT] for span in rank]
        return is_absent and ask.is_weighty and not all(any(one.contains(span) for one in self._shown) for span in best)

    def _ask(self, asks: Sequence[Ask], found: Found, reasons: Mapping[str, Problem]) -> None:
        """Ask for some terms in one call, and record what became of each."""
        clauses = self._choose(asks, reasons)
        asks = self._reached(asks, clauses, found)
        if not asks:
            return
        called = self._caller.call(self._prompt(asks, clauses, reasons))
        if isinstance(called, Problem):
            found.problems.append(called)
            for ask in asks:
                found.failed.setdefault(ask.key, called)
            return
        self._shown |= {one.span for one in clauses}
        schema = answers_schema(asks, [one.id for one in clauses])
        reply = read_lists(called.text, schema, cut_off=called.is_cut_off)
        by_id = {one.id: one for one in clauses}
        checked: dict[str, Claim | Problem] = {}
        for entry in reply.lists.get("answers", ()):
            ask = next(one for one in asks if one.key == entry["term"])
            if ask.key in checked:
                sentence = "The reply answers it twice; only the first counts."
                reply.problems.append(Problem(fault=Fault.TERM_TWICE, term=ask.key, sentence=sentence))
                continue
            checked[ask.key] = self._heeded(check_claim(entry, ask, by_id, self._paper))
        found.problems += reply.problems
        self._take(asks, checked, reply.problems, found)

    def _reached(self, asks: Sequence[Ask], clauses: Sequence[ShownClause], found: Found) -> list[Ask]:
        """Return the terms for which a clause is shown; for the others, nobody could say that they are absent."""
        reached: list[Ask] = []
        for ask in asks:
            spans = [span for rank in self._evidence[ask.key] for span in rank]
            if any(clause.span.overlaps(span) for clause in clauses for span in spans):
                reached.append(ask)
            elif ask.key not in found.claims:
                sentence = "No clause for it fits into the budget." if spans else "The document has no text to show."
                problem = Problem(fault=Fault.OVER_BUDGET, term=ask.key, sentence=sentence)
                found.failed.setdefault(ask.key, problem)
                found.problems.append(problem)
        return reached

    def _heeded(self, claim: Claim | Problem) -> Claim | Problem:
        """Return a claim, or a problem if its words are in a sentence that addresses the reader and states no term."""
        if isinstance(claim, Problem):
            return claim
        spans = claim.spans or tuple(one.span for one in claim.clauses if claim.choice)
        if not any(self._reading.is_addressed(one) for one in spans):
            return claim
        sentence = "The clause speaks to its reader and states no term."
        return Problem(fault=Fault.ADDRESSED, term=claim.term, sentence=sentence)

    def _take(
        self, asks: Sequence[Ask], checked: Mapping[str, Claim | Problem], told: Sequence[Problem], found: Found
    ) -> None:
        """Record the claim or the problem of each term that was asked."""
        for ask in asks:
            result = checked.get(ask.key) or _why_missing(ask.key, told)
            if isinstance(result, Problem):
                found.failed[ask.key] = result
                found.problems.append(result)
                found.claims.pop(ask.key, None)
            else:
                found.claims[ask.key] = result
                found.failed.pop(ask.key, None)

    def _choose(self, asks: Sequence[Ask], reasons: Mapping[str, Problem]) -> tuple[ShownClause, ...]:
        """Return the clauses to show: the best for each term, then more as long as the sample stays within its aim."""
        bare, is_again = self._prompt(asks, (), reasons).characters, bool(reasons)
        meter = self._caller.meter
        aim = meter.room(AIM - _OUTPUT * len(asks), bare)
        most = meter.room(10 * AIM, bare)
        # The model names the items of a list one by one, so each is shown even if another clause contains it.
        items = {span for one in asks if one.shape is Shape.ITEMS for rank in self._evidence[one.key] for span in rank}
        chosen: dict[Span, int] = {}
        for rank, span in self._ranked(asks, is_again=is_again):
            size = len(self._reading.desk.show([span])[0].line) + _LINE  # its id also appears in the schema
            taken = sum(chosen.values())
            is_held = span not in items and any(one.contains(span) for one in chosen)
            if is_held or taken + size > (most if rank == 0 or is_again else aim):
                continue
            inner = {one for one in chosen if span.contains(one) and one not in items}
            chosen = {one: value for one, value in chosen.items() if one not in inner} | {span: size}
        return self._reading.desk.show(one for one in chosen if one not in self._torn(asks, chosen))

    def _torn(self, asks: Sequence[Ask], chosen: Mapping[Span, int]) -> set[Span]:
        """Return the items of lists that do not fit completely: half a list does not show what the list contains."""
        lists = [rank for one in asks if one.shape is Shape.ITEMS for rank in self._evidence[one.key][:1]]
        return {span for one in lists if any(span not in chosen for span in one) for span in one}

    def _ranked(self, asks: Sequence[Ask], *, is_again: bool) -> Iterator[tuple[int, Span]]:
        """Yield stretches rank by rank; within a rank, long lists of items come last."""
        ordered = sorted(asks, key=lambda one: one.shape is Shape.ITEMS)
        ranks = max((len(self._evidence[one.key]) for one in ordered), default=0)
        for rank in range(min(ranks, 3) if is_again else ranks):
            for ask in ordered:
                for span in self._evidence[ask.key][rank : rank + 1]:
                    yield from ((rank, one) for one in span)

    def _prompt(self, asks: Sequence[Ask], clauses: Sequence[ShownClause], reasons: Mapping[str, Problem]) -> Prompt:
        """Return the prompt that asks for some terms and shows some clauses."""
        mark = mark_of(self._paper)
        statuses = list(dict.fromkeys(status for ask in asks for status in ask.statuses))
        more = _ORIGINAL if Status.CHANGED in statuses else ""
        told = ", ".join(_STATUSES[one] for one in statuses)
        system = fill("values", {"mark": mark, "more": more, "statuses": told})
        terms = [f"- {one.key}: {one.about}{_given(one)}" for one in asks]
        user = [document_block(clauses, mark), "TERMS", *terms]
        if reasons:
            lines = [f"- {one.key}: {reasons[one.key].sentence}" for one in asks if one.key in reasons]
            user.append(fill("again", {"reasons": "\n".join(lines)}))
        return Prompt(system=system, user="\n".join(user), schema=answers_schema(asks, [one.id for one in clauses]))


def _given(ask: Ask) -> str:
    return f" ({'|'.join(ask.choices)})" if ask.choices else ""


def mark_of(paper: Paper) -> str:
    """Return the mark before and after a document: part of its own digest, which its text cannot contain."""
    return paper.document.digest.rpartition(":")[2][:6]


def _why_missing(key: str, told: Sequence[Problem]) -> Problem:
    """Return the problem of a term that the reply does not answer, as specific as possible."""
    own = next((one for one in told if one.term == key and one.fault is not Fault.EXTRA_KEY), None)
    whole = next((one for one in told if one.fault in (Fault.NOT_JSON, Fault.CUT_OFF)), None)
    return own or whole or Problem(fault=Fault.TERM_MISSING, term=key, sentence="The reply does not answer it.")
