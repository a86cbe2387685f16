"""Reference rate: what the interest clause adds the margin to, with the periods that the borrower may choose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Definition, Paper, Role
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.families import is_labelled
from loanproof.capabilities.baseline.fields.fixed_rate import RATE, fixed_rate
from loanproof.capabilities.baseline.fields.index_terms import added_to, named_rates
from loanproof.capabilities.baseline.fields.interest_periods import chosen_periods, interest_periods, periods_after
from loanproof.capabilities.baseline.fields.paying_off import ELSEWHERE
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.capabilities.baseline.fields.rates_written import base_name, words_are_rate
from loanproof.capabilities.baseline.fields.scoping import tranche_at
from loanproof.core import PhrasePattern, Span, WordTable, load_words
from loanproof.values import PERCENTAGE_KIND, REFERENCE_RATE_KIND

if TYPE_CHECKING:
    from loanproof.values import Found, ReferenceRates, Written


class _Words(WordTable):
    """Words of interest clauses around the rate that the margin is added to."""

    prices_loan: PhrasePattern
    rate_terms: PhrasePattern
    interest_terms: PhrasePattern
    adds: PhrasePattern
    overdue: PhrasePattern


_WORDS = load_words(__package__, "reference_rate", _Words)
_BASE_FAMILIES = frozenset({"base", "Federal Funds Rate"})  # the second choice of US agreements
_MAX_DEPTH = 3  # terms from the interest clause to the rate that they stand for
_MAX_DISTANCE = 240  # characters of a definition in which it says which rate it means
_IN_ARREARS = re.compile(r"\bin\s+arrears?\b", re.IGNORECASE)
_ARREARS_METHOD = "compounded in arrears"
_COMPOUNDED = re.compile(r"\bcompound\w*\b", re.IGNORECASE)
_TIMING = re.compile(r"\bcompound\w*\s+(?:\w+\s+){0,3}?(?P<when>in\s+(?:arrears?|advance))\b", re.IGNORECASE)
_FOR_PERIOD = re.compile(
    r"\b(?:for|of)\s+(?:a\s+(?:period|term|tenor)\s+of\s+)?"
    r"(?P<period>(?:one|two|three|six|twelve|1|2|3|6|12)[\s-]months?)\b(?!\s*(?:plus|or|and)\b)",
    re.IGNORECASE,
)
_PERIOD_BEHIND = re.compile(
    r"\s+for\s+(?:a\s+(?:period|term|tenor)\s+of\s+)?"
    r"(?:one|two|three|six|twelve|1|2|3|6|12)[\s-]months?\b(?!\s+(?:or|and)\b)",
    re.IGNORECASE,
)
# Sections with these roles state other rates.
_OTHER_RATE_ROLES = frozenset({Role.RATE_FALLBACK, Role.DEFAULT_INTEREST, Role.COSTS})
_OTHER_ROLES = _OTHER_RATE_ROLES | ELSEWHERE | {Role.DEFINITIONS}
_ADDS = re.compile(rf"{_WORDS.adds.pattern}|\+", re.IGNORECASE)
_Placed = tuple["Found[ReferenceRates]", RouteName, int]


def reference_rate(paper: Paper) -> Iterator[Candidate]:
    """Yield the rates that interest clauses price loans with; a base rate only if there is no other.

    If no clause names a rate, any sentence counts that adds points to one. A fixed rate is tried last.
    """
    found = list(_priced(paper)) or list(_anywhere(paper))
    if not found:
        yield from fixed_rate(paper)
    of_tranche: dict[str | None, list[_Placed]] = {}
    for one in found:
        for label in _tranches(paper, one[0]):
            of_tranche.setdefault(label, []).append(one)
    listed = list(interest_periods(paper))
    # A tranche that only has a base rate is left out if another rate applies to all tranches.
    is_main_for_all = any(not _is_base(one[0]) for one in of_tranche.get(None, ()))
    for label, own in of_tranche.items():
        of_all = chosen_periods(paper, listed, label)
        main = [one for one in own if not _is_base(one[0])]
        for mention, route, weight in main or ([] if is_main_for_all else own):
            periods = periods_after(paper, mention) or of_all
            yield replace(_candidate(paper, mention, route, weight, periods), tranche=label)


def _tranches(paper: Paper, mention: Found[ReferenceRates]) -> list[str | None]:
    """Return the labels of the tranches that a rate prices: those its sentence names, else that of its place."""
    at = mention.span.start
    cell = next((label for span, label in paper.facility_cells if span.start <= at < span.end), None)
    named = () if cell else paper.tranches.named_in(paper.passages.sentence_at(at))
    return [one.label for one in named] or [tranche_at(paper, mention.span.start)]


def _anywhere(paper: Paper) -> Iterator[_Placed]:
    """Yield the rates to which any sentence adds points, for documents whose interest clauses name none."""
    for mention in paper.mentions.of(REFERENCE_RATE_KIND):
        at = mention.span.start
        sentence = paper.passages.sentence_at(at)
        is_priced = next(paper.inside(PERCENTAGE_KIND, sentence), None) is not None
        words = sentence.of(paper.text)
        is_added = is_priced and _ADDS.search(words) and not _WORDS.overdue.search(words)
        if is_added and not paper.is_attached(at) and not paper.roles.is_only(at, _OTHER_ROLES):
            yield mention, RouteName.SENTENCE, 5


def _priced(paper: Paper) -> Iterator[_Placed]:
    """Yield the rates in interest clauses and definitions, those that their terms stand for, and those after labels."""
    for rate, name in named_rates(paper):
        if next(added_to(paper, name), None) is not None:
            yield rate, RouteName.SECTION, 30
    rates = [one.body for one in paper.definitions.all if words_are_rate(one.words)]
    for mention in paper.mentions.of(REFERENCE_RATE_KIND):
        at = mention.span.start
        roles = paper.roles.above(at)
        if paper.is_attached(at) or paper.roles.is_only(at, _OTHER_RATE_ROLES):
            continue
        sentence = paper.passages.sentence_at(at)
        if Role.INTEREST in roles and _WORDS.prices_loan.search(sentence.of(paper.text)):
            yield mention, RouteName.SECTION, 30
        elif any(one.start <= at < one.end for one in rates) and _WORDS.prices_loan.search(sentence.of(paper.text)):
            yield mention, RouteName.DEFINITION, 30
        elif Role.DEFINITIONS in roles and _is_defined(paper, mention):
            yield mention, RouteName.DEFINITION, 10
    yield from _by_term(paper)
    for line in paper.labelled:
        if is_labelled(line, RATE) and not paper.is_attached(line.label.start):
            yield from ((one, RouteName.FRONT, 25) for one in [*paper.inside(REFERENCE_RATE_KIND, line.value)][:1])


def _by_term(paper: Paper) -> Iterator[_Placed]:
    """Yield the rate of a term that the interest clause uses: *Benchmark* may be defined as Term SOFR."""
    spans = [
        *paper.roles.spans(Role.INTEREST),
        *(one.body for one in paper.definitions.all if _WORDS.interest_terms.search(one.term)),
    ]
    for span in spans:
        for sentence in paper.passages.sentences_in(Span(span.start, min(span.end, span.start + 6000))):
            if not _WORDS.prices_loan.search(sentence.of(paper.text)) or paper.roles.is_only(
                sentence.start, _OTHER_RATE_ROLES
            ):
                continue
            for definition in paper.definitions.used_in(sentence):
                mention = None if base_name(definition.term) else _rate_of_term(paper, definition, _MAX_DEPTH)
                if mention is not None:
                    yield mention, RouteName.SECTION, 25


def _rate_of_term(paper: Paper, definition: Definition, depth: int) -> Found[ReferenceRates] | None:
    """Return the rate that a term stands for: one at the start of its definition, or that of a term used there."""
    if not _WORDS.rate_terms.search(definition.term):
        return None
    first = Span(definition.span.start, min(definition.body.end, definition.body.start + _MAX_DISTANCE))
    mention = next(paper.inside(REFERENCE_RATE_KIND, first), None)
    if mention is not None or depth == 0:
        return mention
    deeper = (_rate_of_term(paper, one, depth - 1) for one in paper.definitions.uses(definition))
    return next((one for one in deeper if one is not None), None)


def _is_defined(paper: Paper, mention: Found[ReferenceRates]) -> bool:
    """Return whether a mention is itself the term of a definition."""
    section = paper.document.section_at(mention.span.start)
    return section is not None and 0 <= mention.span.start - section.span.start <= 2 and "#" in section.id


def _is_base(mention: Found[ReferenceRates]) -> bool:
    """Return whether a mention names nothing but base rates."""
    return all(rate.family.value in _BASE_FAMILIES for rate in mention.candidates[0].rates)


def _candidate(
    paper: Paper, mention: Found[ReferenceRates], route: RouteName, weight: int, periods: tuple[str, Span] | None
) -> Candidate:
    """Return the candidate for a mention, with the method and the periods that the document states elsewhere."""
    evidence = [quote_around(paper, mention.span)]
    fuller = _fuller(paper, mention)
    if fuller is not None:
        mention = fuller
        evidence.insert(0, quote_around(paper, fuller.span))
    family = " ".join(mention.span.of(paper.text).split())
    rates = mention.candidates[0].rates
    value: Written = family
    weight += 3 * _detail_count(mention)
    if len(rates) == 1 and not _is_base(mention):
        details = _details(paper, mention)
        parts = {key: text for key, (text, _) in details.items()}
        if rates[0].tenor is None and "tenor" not in parts and periods is not None:
            details["tenor"] = periods
            parts["tenor"] = periods[0]
        if parts.get("method") == _ARREARS_METHOD and "tenor" in parts:
            name = family if _COMPOUNDED.search(family) else f"{family} compounded"
            value = f"{name} in arrears, {parts['tenor']}"
            evidence += [quote_around(paper, span) for _, span in details.values()]
        elif rates[0].timing is not None and "tenor" in parts:
            value = f"{family}, {parts['tenor']}"
            evidence += [quote_around(paper, span) for _, span in details.values()]
        elif parts:
            value = {"family": family, **parts}
            evidence += [quote_around(paper, span) for _, span in details.values()]
        elif rates[0].tenor is None and (behind := _PERIOD_BEHIND.match(paper.text, mention.span.end)):
            value = f"{family} {' '.join(behind[0].split())}"
    key = ", ".join(dict.fromkeys(one.family.value for one in rates))
    return Candidate(field=RATE, route=route, key=key, value=value, evidence=tuple(evidence), weight=weight)


def _detail_count(mention: Found[ReferenceRates]) -> int:
    """Return how many details a mention gives besides the family: style, timing and tenor."""
    rate = mention.candidates[0].rates[0]
    return sum(one is not None for one in (rate.style, rate.timing, rate.tenor))


def _fuller(paper: Paper, mention: Found[ReferenceRates]) -> Found[ReferenceRates] | None:
    """Return the mention of the same rate in its own definition, if that gives more details."""
    definition = paper.definitions.named(mention.span.of(paper.text)) or paper.definitions.around(mention.span)
    if definition is None:
        return None
    family = mention.candidates[0].rates[0].family
    first = Span(definition.body.start, min(definition.body.start + 300, definition.span.end))
    found = [one for one in paper.inside(REFERENCE_RATE_KIND, first) if one.candidates[0].rates[0].family is family]
    best = max(found, key=_detail_count, default=None)
    return best if best is not None and _detail_count(best) > _detail_count(mention) else None


def _details(paper: Paper, mention: Found[ReferenceRates]) -> dict[str, tuple[str, Span]]:
    """Return method and tenor, with their places, if the document states them and the mention does not."""
    rate = mention.candidates[0].rates[0]
    definition = paper.definitions.named(mention.span.of(paper.text)) or paper.definitions.around(mention.span)
    if definition is None:
        return {}
    first = paper.passages.sentence_at(definition.body.start)
    reach = Span(definition.body.start, min(max(first.end, definition.body.start), definition.span.end))
    details: dict[str, tuple[str, Span]] = {}
    timing = _TIMING.search(paper.text, reach.start, reach.end)
    if timing is not None and rate.timing is None:
        details["method"] = (f"compounded {timing['when'].lower()}".replace("  ", " "), Span(*timing.span()))
    elif rate.timing is None and rate.style is None:
        details.update(_compounded(paper))
    tenor = _FOR_PERIOD.search(paper.text, reach.start, reach.end)
    if tenor is not None and rate.tenor is None:
        words = " ".join(tenor["period"].replace("-", " ").split())
        details["tenor"] = (
            words if words.endswith("s") or words.startswith("one") else f"{words}s",
            Span(*tenor.span()),
        )
    return details


def _compounded(paper: Paper) -> dict[str, tuple[str, Span]]:
    """Return the method if the interest clause, or a term that it uses, says *compounded … in arrears*."""
    for span in paper.roles.spans(Role.INTEREST):
        opening = Span(span.start, min(span.end, span.start + 3000))
        used = (one.span for one in paper.definitions.used_in(opening) if _COMPOUNDED.search(one.term))
        for place in (*paper.passages.sentences_in(opening), *used):
            words = place.of(paper.text)
            found = _IN_ARREARS.search(words)
            if found is not None and _COMPOUNDED.search(words):
                return {"method": (_ARREARS_METHOD, Span(place.start, place.start + found.end()))}
    return {}
