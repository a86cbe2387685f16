"""Reference rate: what the interest clause adds the margin to, with the periods that the borrower may choose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Definition, Paper, Role
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.families import is_labelled
from loanproof.capabilities.baseline.fields.paying_off import ELSEWHERE
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.capabilities.baseline.fields.rates_written import base_name, words_are_rate
from loanproof.capabilities.baseline.fields.scoping import tranche_at
from loanproof.core import FieldId, Span
from loanproof.values import PERCENTAGE_KIND, REFERENCE_RATE_KIND, Read

if TYPE_CHECKING:
    from loanproof.values import Found, ReferenceRates, Written

RATE = FieldId("reference_rate")
_PRICES_LOAN = re.compile(
    r"\b(?:plus|margin|applicable\s+rate|spread|above|over|aggregate|sum|per\s+annum|annual\s+(?:interest\s+)?rate)\b",
    re.IGNORECASE,
)
_COUNT = (
    r"(?:one|two|three|four|six|seven|nine|twelve|first|second|third|sixth|ninth|twelfth|1|2|3|4|6|7|9|12)"
    r"(?:\s*\([0-9]{1,2}\))?"
)
_PERIODS = re.compile(
    rf"\b{_COUNT}(?:[\s-]+(?:calendar\s+)?(?:weeks?|months?))?"
    rf"(?:(?:\s*,\s*(?:or\s+|and\s+)?|\s+or\s+|\s+and\s+){_COUNT}(?:[\s-]+(?:calendar\s+)?(?:weeks?|months?))?){{0,7}}",
    re.IGNORECASE,
)
_PERIOD = re.compile(rf"(?P<count>{_COUNT})(?:[\s-]+(?:calendar\s+)?(?P<unit>week|month)s?)?", re.IGNORECASE)
_NUMBERS = {
    "one": 1, "first": 1, "two": 2, "second": 2, "three": 3, "third": 3, "four": 4, "six": 6, "sixth": 6, "seven": 7,
    "nine": 9, "ninth": 9, "twelve": 12, "twelfth": 12,
}  # fmt: skip
_BASE_FAMILIES = frozenset({"base", "Federal Funds Rate"})  # the second choice of US agreements
# Terms that mean a reference rate.
_RATE_TERM = re.compile(r"\b(?:rate|benchmark|rfr|index|ibor|base|average|bid)(?:\Z|\s+or\b)", re.IGNORECASE)
# Terms that mean the interest or, in Islamic finance, the profit.
_INTEREST_TERM = re.compile(
    r"\b(?:profit|interest|profit\s+rate|interest\s+rate|rate\s+of\s+interest)\Z", re.IGNORECASE
)
_MAX_DEPTH = 3  # terms from the interest clause to the rate that they stand for
_MAX_DISTANCE = 240  # characters of a definition in which it says which rate it means
_IN_ARREARS = re.compile(r"\bin\s+arrears?\b", re.IGNORECASE)
_ARREARS_METHOD = "compounded in arrears"
_COMPOUNDED = re.compile(r"\bcompound\w*\b", re.IGNORECASE)
_SPEAKS_OF_PERIODS = re.compile(r"\binterest\s+periods?\s+(?:is|are|shall|will|has|have|may)\b", re.IGNORECASE)
_TIMING = re.compile(r"\bcompound\w*\s+(?:\w+\s+){0,3}?(?P<when>in\s+(?:arrears?|advance))\b", re.IGNORECASE)
_FOR_PERIOD = re.compile(
    r"\b(?:for|of)\s+(?:a\s+(?:period|term|tenor)\s+of\s+)?(?P<period>(?:one|two|three|six|twelve|1|2|3|6|12)[\s-]months?)\b(?!\s*(?:plus|or|and)\b)",
    re.IGNORECASE,
)
_OF_PERIODS = re.compile(r"\s+for\s+(?:an?\s+)?(?:interest\s+)?(?:periods?|terms?|tenors?)\s+of\s+", re.IGNORECASE)
_MAX_PERIODS = 80  # characters
_MAX_RATE = 30  # highest plausible interest rate, in per cent a year
# Words before the fixed rate of a loan.
_BEARS_INTEREST = re.compile(
    r"\b(?:bears?|accrues?|interest|fixed)\b[^.;]{0,120}\b(?:at|of|equal\s+to|is|rate)\b[^.;%]{0,60}\Z|\bfixed\b[^.;]{0,60}\Z",
    re.IGNORECASE,
)
# Words before a rate that make it default interest, a cap or an addition.
_OTHER_RATE = re.compile(
    r"\b(?:default|overdue|late|past\s+due|plus|additional|maximum|exceed|excess|unpaid|adjust\w+|fluctuat\w+)\b",
    re.IGNORECASE,
)
# Sections with these roles state other rates.
_OTHER_RATE_ROLES = frozenset({Role.RATE_FALLBACK, Role.DEFAULT_INTEREST, Role.COSTS})
_OTHER_ROLES = _OTHER_RATE_ROLES | ELSEWHERE | {Role.DEFINITIONS}
_ADDS = re.compile(r"\b(?:plus|above|over|aggregate|sum\s+of|in\s+excess\s+of|exceeds)\b|\+", re.IGNORECASE)
_OVERDUE = re.compile(r"\b(?:default|overdue|late|unpaid|not\s+paid)\b", re.IGNORECASE)
_Placed = tuple["Found[ReferenceRates]", RouteName, int]


def reference_rate(paper: Paper) -> Iterator[Candidate]:
    """Yield the rates that interest clauses price loans with; a base rate only if there is no other.

    If no clause names a rate, any sentence counts that adds points to one. A fixed rate is tried last.
    """
    found = list(_priced(paper)) or list(_anywhere(paper))
    if not found:
        yield from _fixed(paper)
    of_tranche: dict[str | None, list[_Placed]] = {}
    for one in found:
        for label in _tranches(paper, one[0]):
            of_tranche.setdefault(label, []).append(one)
    listed = list(_interest_periods(paper))
    # A tranche that only has a base rate is left out if another rate applies to all tranches.
    is_main_for_all = any(not _is_base(one[0]) for one in of_tranche.get(None, ()))
    for label, own in of_tranche.items():
        of_all = _chosen(paper, listed, label)
        main = [one for one in own if not _is_base(one[0])]
        for mention, route, weight in main or ([] if is_main_for_all else own):
            periods = _periods_after(paper, mention) or of_all
            yield replace(_candidate(paper, mention, route, weight, periods), tranche=label)


def _tranches(paper: Paper, mention: Found[ReferenceRates]) -> list[str | None]:
    """Return the labels of the tranches that a rate prices: those its sentence names, else that of its place."""
    named = paper.tranches.named_in(paper.passages.sentence_at(mention.span.start))
    return [one.label for one in named] or [tranche_at(paper, mention.span.start)]


def _anywhere(paper: Paper) -> Iterator[_Placed]:
    """Yield the rates to which any sentence adds points, for documents whose interest clauses name none."""
    for mention in paper.mentions.of(REFERENCE_RATE_KIND):
        at = mention.span.start
        sentence = paper.passages.sentence_at(at)
        is_priced = next(paper.inside(PERCENTAGE_KIND, sentence), None) is not None
        words = sentence.of(paper.text)
        is_added = is_priced and _ADDS.search(words) and not _OVERDUE.search(words)
        if is_added and not paper.is_attached(at) and not paper.roles.is_only(at, _OTHER_ROLES):
            yield mention, RouteName.SENTENCE, 5


def _fixed(paper: Paper) -> Iterator[Candidate]:
    """Yield the fixed rate that an interest clause, a definition or a label states."""
    places = [(span, RouteName.SECTION) for span in paper.roles.spans(Role.INTEREST)]
    places += [(one.span, RouteName.DEFINITION) for one in paper.definitions.all if words_are_rate(one.words)]
    places += [(one.whole, RouteName.FRONT) for one in paper.labelled if is_labelled(one, RATE)]
    for span, route in places:
        for found in paper.inside(PERCENTAGE_KIND, span):
            sentence = paper.passages.sentence_at(found.span.start)
            before = paper.text[max(sentence.start, found.span.start - 200) : found.span.start]
            is_late = Role.DEFAULT_INTEREST in paper.roles.above(found.span.start) or _OTHER_RATE.search(before)
            is_high = found.candidates[0].figure > _MAX_RATE
            if paper.is_attached(found.span.start) or is_late or is_high or not _BEARS_INTEREST.search(before):
                continue
            behind = paper.text[found.span.end : found.span.end + 20]
            rate = f"Fixed, {' '.join(found.span.of(paper.text).split())}"
            rate = f"{rate} per annum" if "annum" in f"{before[-60:]}{behind}" else rate
            yield Candidate(
                field=RATE, route=route, key=f"fixed {found.candidates[0].bps}", value=rate,
                evidence=(quote_around(paper, found.span),), weight=20,
            )  # fmt: skip
            break


def _priced(paper: Paper) -> Iterator[_Placed]:
    """Yield the rates in interest clauses and definitions, those that their terms stand for, and those after labels."""
    rates = [one.body for one in paper.definitions.all if words_are_rate(one.words)]
    for mention in paper.mentions.of(REFERENCE_RATE_KIND):
        at = mention.span.start
        roles = paper.roles.above(at)
        if paper.is_attached(at) or paper.roles.is_only(at, _OTHER_RATE_ROLES):
            continue
        sentence = paper.passages.sentence_at(at)
        if Role.INTEREST in roles and _PRICES_LOAN.search(sentence.of(paper.text)):
            yield mention, RouteName.SECTION, 30
        elif any(one.start <= at < one.end for one in rates) and _PRICES_LOAN.search(sentence.of(paper.text)):
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
        *(one.body for one in paper.definitions.all if _INTEREST_TERM.search(one.term)),
    ]
    for span in spans:
        for sentence in paper.passages.sentences_in(Span(span.start, min(span.end, span.start + 6000))):
            if not _PRICES_LOAN.search(sentence.of(paper.text)) or paper.roles.is_only(
                sentence.start, _OTHER_RATE_ROLES
            ):
                continue
            for definition in paper.definitions.used_in(sentence):
                mention = None if base_name(definition.term) else _rate_of_term(paper, definition, _MAX_DEPTH)
                if mention is not None:
                    yield mention, RouteName.SECTION, 25


def _rate_of_term(paper: Paper, definition: Definition, depth: int) -> Found[ReferenceRates] | None:
    """Return the rate that a term stands for: one at the start of its definition, or that of a term used there."""
    if not _RATE_TERM.search(definition.term):
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


_Periods = tuple[str, Span, int]


def _chosen(paper: Paper, listed: Sequence[_Periods], tranche: str | None) -> tuple[str, Span] | None:
    """Return the longest readable list of periods: for this tranche, else for no tranche, else of all lists."""
    of = [(tranche_at(paper, one[1].start), one) for one in listed]
    some = [one for label, one in of if label == tranche] or [one for label, one in of if label is None]
    best = max(some or listed, key=lambda one: one[2], default=None)
    return None if best is None or not best[0] else best[:2]


def _periods_after(paper: Paper, mention: Found[ReferenceRates]) -> tuple[str, Span] | None:
    """Return the periods right after a rate: *Term CORRA for a period of one or three months*."""
    said = _OF_PERIODS.match(paper.text, mention.span.end)
    found = None if said is None else next(_period_lists(paper, Span(said.end(), said.end() + _MAX_PERIODS)), None)
    is_next = found is not None and said is not None and found[1].start == said.end()
    return found[:2] if found is not None and is_next and found[0] else None


def _interest_periods(paper: Paper) -> Iterator[_Periods]:
    """Yield the interest periods that the document offers."""
    places = [
        one.body
        for one in paper.definitions.all
        if " ".join(one.words) in ("interest period", "interest periods", "term")
    ]
    places += paper.roles.spans(Role.INTEREST_PERIODS)
    for span in paper.roles.spans(Role.INTEREST):
        places += [one for one in paper.passages.sentences_in(span) if _SPEAKS_OF_PERIODS.search(one.of(paper.text))]
    yield from (one for place in places for one in _period_lists(paper, place))


def _period_lists(paper: Paper, place: Span) -> Iterator[_Periods]:
    """Yield each list of periods in a passage: as written if that can be read, else in figures, with its length."""
    for match in _PERIODS.finditer(paper.text, place.start, min(place.end, place.start + 4000)):
        periods = _in_figures(match[0])
        if periods is None:
            continue
        words = " ".join(match[0].split())
        is_read = isinstance(REFERENCE_RATE_KIND.read({"family": "LIBOR", "tenor": words}, paper.context), Read)
        plain = words if is_read and not re.search(r"first|second|third|sixth", words) else _joined(periods)
        if not is_read and any(unit == "week" for _, unit in periods):
            plain = ""  # its quote could not support a value that is not read as it is written
        yield plain, Span(*match.span()), len(periods)


def _in_figures(words: str) -> list[tuple[int, str]] | None:
    """Return a list of periods as counts and units; a unit after the last of several applies to all of them."""
    found: list[tuple[int, str]] = []
    unit = ""
    for match in reversed(list(_PERIOD.finditer(words))):
        unit = (match["unit"] or unit).lower()
        count = match["count"].partition("(")[0].strip().lower()
        found.append((_NUMBERS.get(count) or int(count), unit))
    return found[::-1] if found and all(one for _, one in found) else None


def _joined(periods: list[tuple[int, str]]) -> str:
    """Return periods as text: *1 month, 3 months or 6 months*."""
    texts = [f"{count} {unit}{'' if count == 1 else 's'}" for count, unit in dict.fromkeys(periods)]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"


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
