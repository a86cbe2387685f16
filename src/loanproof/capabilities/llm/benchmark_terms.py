"""Benchmark comparison on a model: it finds the terms of the deal; code adds benchmark, gap and reference."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.benchmark_terms.comparing import compare_found
from loanproof.capabilities.baseline.benchmark_terms.deal_term import DealTerm
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.capabilities.llm.asking import Found, TermReader
from loanproof.capabilities.llm.asks import Ask, Status
from loanproof.capabilities.llm.confidence import LOW, Signal, confidence_of
from loanproof.capabilities.llm.findings import Fault, Problem
from loanproof.capabilities.llm.prompts import load_terms

if TYPE_CHECKING:
    from loanproof.benchmarks import Library
    from loanproof.capabilities.llm.calling import Caller
    from loanproof.capabilities.llm.checking import Claim
    from loanproof.capabilities.llm.evidence import Ranks
    from loanproof.capabilities.llm.guarding import CheckOutput
    from loanproof.capabilities.llm.reading import PaperReading
    from loanproof.outputs import JsonObject

_HITS = 3  # stretches from the search


class ModelComparison:
    """The benchmark comparison of one document by a model."""

    def __init__(self, reading: PaperReading, caller: Caller, check: CheckOutput, library: Library | None) -> None:
        """Take the document, the caller of the model, the guard, and the benchmarks."""
        self._reading = reading
        self._caller = caller
        self._check = check
        self._library = library
        self._by_rules = {one.term: one for one in reading.deal_terms}
        self._asks = tuple(Ask(key=term, about=one.about) for term, one in load_terms().benchmarks.items())
        self.problems: list[Problem] = []

    def output(self) -> JsonObject:
        """Return the output object; for a term that could not be asked, it has what the rules find, at LOW."""
        reading = self._reading
        reader = TermReader(reading, self._caller, {one.key: self._evidence(one.key) for one in self._asks})
        found = reader.first(self._asks)
        output, reasons = self._write(found)
        found.problems += [one for one in reasons.values() if one not in found.problems]
        if reasons or found.failed:
            reader.again(self._asks, found, {**found.failed, **reasons})
            output, reasons = self._write(found)
        self.problems += [*found.problems, *(one for one in reasons.values() if one not in found.problems)]
        return output

    def _evidence(self, term: str) -> Ranks:
        """Return the stretches for a term: those of the rules, in turn with those that a search finds."""
        own = self._by_rules.get(term)
        hits = [(one,) for one in self._reading.search(load_terms().benchmarks[term].search, _HITS)]
        first = [own.evidence[:2]] if own is not None else []
        return tuple(one for pair in zip_longest(first, hits) for one in pair if one)

    def _write(self, found: Found) -> tuple[JsonObject, dict[str, Problem]]:
        """Return the output for what was found, and the guard's objections by term."""
        told = dict(self._told(found))
        asked = {one.key for one in self._asks}
        # The model is not asked for these: the governing law, and terms that no benchmark compares with.
        rest = [one for one in self._reading.deal_terms if one.term not in asked]
        output = compare_found(
            [*(term for term, _ in told.values()), *rest], self._reading.paper, self._reading.renderer,
            jurisdiction=self._reading.jurisdiction, library=self._library,
        )  # fmt: skip
        for one in output["comparisons"]:
            signal = next((signal for term, signal in told.values() if _is_of(one, term)), None)
            if signal is not None:
                one["confidence"] = min(one["confidence"], confidence_of(signal))
        return output, self._hold(output)

    def _told(self, found: Found) -> Iterator[tuple[str, tuple[DealTerm, Signal]]]:
        """Yield the terms that the model states, and those of the rules for which it could not be asked."""
        for ask in self._asks:
            claim, own = found.claims.get(ask.key), self._by_rules.get(ask.key)
            why = found.failed.get(ask.key)
            if claim is not None and claim.status is Status.STATED:
                yield ask.key, self._stated(ask.key, claim, own)
            elif why is not None and why.fault in (Fault.OVER_BUDGET, Fault.NO_REPLY) and own is not None:
                yield ask.key, (own, Signal.NOT_REACHED)

    def _stated(self, term: str, claim: Claim, own: DealTerm | None) -> tuple[DealTerm, Signal]:
        """Return a term as the model states it, with its signal; the rules' own term if both say the same."""
        paper = self._reading.paper
        value = " ".join(claim.spans[0].of(paper.text).split())
        if own is not None and own.value is not None and _says_same(value, own.value):
            return own, Signal.AGREED  # the rules may know why no benchmark compares with it
        evidence = tuple(dict.fromkeys(quote_around(paper, one) for one in claim.spans))
        found = DealTerm(term=term, value=value, evidence=evidence)
        return found, Signal.ALONE if own is None else Signal.OPPOSED

    def _hold(self, output: JsonObject) -> dict[str, Problem]:
        """Lower the confidence of terms the guard objects to, and return the objections to those that were asked."""
        held: dict[str, Problem] = {}
        by_term = {one["term"]: one for one in output["comparisons"]}
        for doubt in self._check(output):
            answer = by_term.get(doubt.item)
            if answer is not None:
                answer["confidence"] = min(answer["confidence"], LOW)
                if doubt.item in load_terms().benchmarks:
                    held[doubt.item] = Problem(fault=Fault.GUARDED, term=doubt.item, sentence=doubt.sentence)
        return held


def _is_of(written: JsonObject, term: DealTerm) -> bool:
    """Return whether a comparison in the output is about a term of the deal."""
    is_named = written["term"] == term.term or term.term.startswith(written["term"])
    return bool(is_named and written.get("deal_value") == term.value)


def _says_same(one: str, other: str) -> bool:
    """Return whether one of two values contains the other."""
    first, second = f" {' '.join(one.lower().split())} ", f" {' '.join(other.lower().split())} "
    return first in second or second in first
