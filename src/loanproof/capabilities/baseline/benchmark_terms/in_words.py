"""Compares what a deal says with what a benchmark says in words, and finds only what the words of both show.

A benchmark may have a provision, deny it, ask something of its clause, or leave it to the parties. The deal has the
provision or says that it has none. A convention may name a day count or a rate for the currency of the deal.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from loanproof.benchmarks import Entry, Quantity, Unit, only_quantity
from loanproof.capabilities.baseline.benchmark_terms.conventions import convention_for, local_currency
from loanproof.capabilities.baseline.benchmark_terms.figures import (
    CONFORMS,
    DEVIATES,
    NOT_COMPARABLE,
    Finding,
    gap_in_unit,
)
from loanproof.capabilities.baseline.benchmark_terms.market import currency_of
from loanproof.core import PhrasePattern, WordTable, load_words
from loanproof.values import LAW_KIND, REFERENCE_RATE_KIND, candidates_of

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.benchmark_terms.deal_term import DealTerm

_DAYS = re.compile(r"\b36[05]\b")
_ZERO = re.compile(r"\bzero\b", re.IGNORECASE)


class _Ask(WordTable):
    """Something that a benchmark may ask of a clause."""

    name: str
    benchmark: PhrasePattern
    deal: PhrasePattern
    lacking: Literal["stricter", "less strict"]


class _Thing(WordTable):
    """The name of a provision, whether having it is stricter, and what a benchmark may ask of its clause."""

    name: str
    having: Literal["stricter", "less strict"]
    asks: tuple[_Ask, ...] = ()


class _InWords(WordTable):
    """The word lists of ``in_words.words.yaml``, which explains each of them."""

    denies: PhrasePattern
    terms: dict[str, _Thing]


_WORDS = load_words(__package__, "in_words", _InWords)


def compare_words(term: DealTerm, entry: Entry, paper: Paper) -> Finding:
    """Compare what a deal says about a term with an entry in words."""
    value = term.value or ""
    thing = _WORDS.terms.get(term.term)
    if term.term == "governing_law_clause" and _codes(value) & {code for law in entry.laws for code in _codes(law)}:
        return Finding(finding=CONFORMS, gap={"text": "none"})
    if term.term == "day_count" and _DAYS.search(value):
        return _of_currency(value, entry, currency_of(paper), agrees=lambda said: _DAYS.findall(value)[0] in said)
    if term.term == "local_reference_rate":
        families = _families(value)
        return _of_currency(value, entry, local_currency(value), agrees=lambda said: bool(families & _families(said)))
    if term.term == "benchmark_floor" and _ZERO.search(entry.value_text):
        return _compared_with_zero(value, paper)
    if thing is None or term.holds is None:
        return _limited(f"{entry.publication} leaves it to the parties or states it in words only")
    return _held(term, thing, entry, paper)


def _held(term: DealTerm, thing: _Thing, entry: Entry, paper: Paper) -> Finding:
    """Compare a provision that the deal has, or says it has not, with what the benchmark says about it."""
    is_denied = _WORDS.denies.search(entry.value_text) is not None
    if term.holds and is_denied:
        text = f"The deal is {thing.having} than the benchmark: the deal has {thing.name}, the benchmark has none."
        return Finding(finding=DEVIATES, gap={"text": text})
    if not term.holds and not is_denied:
        other = "less strict" if thing.having == "stricter" else "stricter"
        text = f"The deal is {other} than the benchmark: the deal lacks {thing.name}."
        return Finding(finding=DEVIATES, gap={"text": text})
    clause = " ".join(span.of(paper.text) for span in term.evidence)
    for ask in thing.asks if term.holds else ():
        if ask.benchmark.search(entry.value_text) and not ask.deal.search(clause):
            text = f"The deal is {ask.lacking} than the benchmark: the deal lacks {ask.name}."
            return Finding(finding=DEVIATES, gap={"text": text})
    has = "has" if term.holds else "has not"
    return Finding(
        finding=CONFORMS, gap={"text": "none"}, note=f"The deal {has} {thing.name}, as {entry.publication} has it."
    )


def _of_currency(value: str, entry: Entry, currency: str | None, *, agrees: Callable[[str], bool]) -> Finding:
    """Compare a value with what a convention states for a currency."""
    stated = convention_for(entry.value_text, currency)
    if stated is None:
        return _limited(f"{entry.publication} has no convention for the currency")
    if agrees(stated):
        return Finding(finding=CONFORMS, gap={"text": "none"}, value=stated)
    return Finding(finding=DEVIATES, gap={"text": f"{value} instead of {stated}"}, value=stated)


def _compared_with_zero(value: str, paper: Paper) -> Finding:
    """Compare a floor with a benchmark that speaks of a floor of zero."""
    found = only_quantity(value, paper.context)
    if len(found) != 1:
        return _limited("the floor is no single rate")
    zero = Quantity(low=found[0].low * 0, high=found[0].low * 0, unit=Unit.BPS, step=found[0].step)
    finding = DEVIATES if found[0].low else CONFORMS
    return Finding(finding=finding, gap=gap_in_unit(found[0].low, zero))


def _limited(why: str) -> Finding:
    """Return the finding that a comparison is limited, with the reason."""
    return Finding(finding=NOT_COMPARABLE, note=f"The comparison is limited: {why}.")


def _codes(law: str) -> frozenset[str]:
    """Return the codes of the laws that a text names."""
    return frozenset(code for one in candidates_of(LAW_KIND.read(law)) for code in one.codes)


def _families(text: str) -> frozenset[str]:
    """Return the families of the reference rates that a text names before *for*."""
    read = candidates_of(REFERENCE_RATE_KIND.read(text.split(" for ")[0]))
    return frozenset(rate.family.value for one in read for rate in one.rates)
