"""Terms of the libraries that build on other parts of the baseline: defaults, rates and repayment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.benchmark_terms.conventions import local_currency
from loanproof.capabilities.baseline.benchmark_terms.deal_term import DealTerm
from loanproof.capabilities.baseline.covenants.defaults import cross_default, grace_periods
from loanproof.capabilities.baseline.fields.clauses import mac_clause
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.core import PhrasePattern, Span, WordTable, load_words
from loanproof.values import DURATION_KIND, PERCENTAGE_KIND, REFERENCE_RATE_KIND

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper


class _LoanWords(WordTable):
    """The word lists of ``loan_terms.words.yaml``, which explains each of them."""

    term_loan_b: PhrasePattern
    at_once: PhrasePattern
    in_parts: PhrasePattern
    of_principal: PhrasePattern
    each_quarter: PhrasePattern
    each_year: PhrasePattern
    financial_covenants: PhrasePattern
    broken: PhrasePattern
    cured: PhrasePattern
    other_matters: PhrasePattern
    added: PhrasePattern
    left_out: PhrasePattern


_WORDS = load_words(__package__, "loan_terms", _LoanWords)
_MONTHS = {"one": 1, "three": 3, "six": 6, "twelve": 12, "1": 1, "3": 3, "6": 6, "12": 12}
# The period after a spread: *for an Interest Period of one month*.
_FOR_MONTHS = re.compile(
    r"(?:\s*\([^)]{0,40}\))?[^.;%]{0,90}?\b(?P<count>one|three|six|twelve|1|3|6|12)[-\s]+months?\b", re.IGNORECASE
)
_ADVERSE_CHANGE = re.compile(r"\bmaterial(?:ly)?\s+adverse(?:ly)?\s+\w+", re.IGNORECASE)
_EXACT = re.compile(r"\b0\.\d{4,}")  # a spread that was calculated from past rates has four decimals or more
_QUARTERS = 4  # quarters of a year
# Sections with these roles state the rates that price the loans.
_RATE_ROLES = frozenset({Role.DEFINITIONS, Role.INTEREST, Role.PRICING})


def loan_terms(paper: Paper) -> Iterator[DealTerm]:
    """Yield the terms, each at most once."""
    readers = (_cross_default, _adverse_change, _covenant_grace, _term_sofr, _local_rate, _amortisation)
    for reader in readers:
        found = next(reader(paper), None)
        if found is not None:
            yield found
    yield from _fallback_spreads(paper)


def _cross_default(paper: Paper) -> Iterator[DealTerm]:
    """Yield the cross default, if the deal has one."""
    found = cross_default(paper)
    if found is None:
        return
    evidence = tuple(quote_around(paper, span) for span in found.spans[:3])
    yield DealTerm(term="cross_default", value=found.kind.replace("_", " "), evidence=evidence, holds=True)


def _adverse_change(paper: Paper) -> Iterator[DealTerm]:
    """Yield a change that is itself an event of default, not one that is represented or a condition."""
    for one in mac_clause(paper):
        span = one.evidence[0]
        roles = paper.roles.above(span.start)
        is_other = _WORDS.other_matters.search(span.of(paper.text))
        if Role.EVENTS_OF_DEFAULT in roles and not roles & {Role.REPRESENTATIONS, Role.CONDITIONS} and not is_other:
            value = _ADVERSE_CHANGE.search(span.of(paper.text))
            words = "material adverse change" if value is None else " ".join(value[0].split())
            yield DealTerm(term="mac_event_of_default", value=words, evidence=(span,), holds=True)


def _covenant_grace(paper: Paper) -> Iterator[DealTerm]:
    """Yield the time in which a breach of a financial covenant may be remedied, or that there is none."""
    yield from _cure_periods(paper)
    for section in paper.document.sections:
        roles = paper.roles.above(section.span.start)
        if Role.EVENTS_OF_DEFAULT not in roles or paper.is_attached(section.span.start):
            continue
        for piece in paper.passages.pieces_in(section.span):
            words = piece.of(paper.text)
            named = _WORDS.financial_covenants.search(words)
            if not _WORDS.broken.search(words) or not (named or _refers_to_ratios(paper, piece)):
                continue
            before = words[: named.start()] if named else words
            if _WORDS.left_out.search(before):
                continue  # the grace in such a clause is for other obligations
            grace = next(paper.inside(DURATION_KIND, piece), None)
            value = None if grace is None else " ".join(grace.span.of(paper.text).split())
            is_cured = grace is None and _WORDS.cured.search(words)
            yield DealTerm(
                term="financial_covenant_grace", value=value, evidence=(quote_around(paper, piece),),
                holds=grace is not None,
                reason="a breach may be cured in a way of its own, which is no grace period" if is_cured else None,
            )  # fmt: skip


def _cure_periods(paper: Paper) -> Iterator[DealTerm]:
    """Yield the time that the clauses on financial covenants themselves give to remedy a breach."""
    for one in grace_periods(paper):
        found = next(paper.inside(DURATION_KIND, one.span), None)
        if one.is_cure and found is not None:
            value = " ".join(found.span.of(paper.text).split())
            shown = quote_around(paper, found.span)
            yield DealTerm(term="financial_covenant_grace", value=value, evidence=(shown,), holds=True)


def _refers_to_ratios(paper: Paper, piece: Span) -> bool:
    """Return whether a piece refers to a section on financial covenants."""
    referred = list(paper.referred(piece))
    return any(Role.FINANCIAL_COVENANTS in paper.roles.above(one.span.start) for one in referred)


def _term_sofr(paper: Paper) -> Iterator[DealTerm]:
    """Yield the places where Term SOFR prices the loans."""
    for found in paper.mentions.of(REFERENCE_RATE_KIND):
        is_term = any(rate.canonical.startswith("SOFR term") for value in found.candidates for rate in value.rates)
        at = found.span.start
        if is_term and not paper.is_attached(at) and _prices(paper, at):
            yield DealTerm(term="term_sofr_scope", value=None, evidence=(quote_around(paper, found.span),), holds=True)


def _local_rate(paper: Paper) -> Iterator[DealTerm]:
    """Yield the rates of a local market that price the loans."""
    for found in paper.mentions.of(REFERENCE_RATE_KIND):
        words = " ".join(found.span.of(paper.text).split())
        at = found.span.start
        if local_currency(words) and not paper.is_attached(at) and _prices(paper, at):
            yield DealTerm(term="local_reference_rate", value=words, evidence=(quote_around(paper, found.span),))


def _prices(paper: Paper, at: int) -> bool:
    """Return whether a rate prices loans: by its section, or because its sentence adds something to it."""
    sentence = paper.passages.sentence_at(at)
    is_added = next(paper.inside(PERCENTAGE_KIND, sentence), None) and _WORDS.added.search(sentence.of(paper.text))
    return bool(paper.roles.above(at) & _RATE_ROLES) or bool(is_added)


def _amortisation(paper: Paper) -> Iterator[DealTerm]:
    """Yield how a term loan B is repaid: the part of it that falls due each year, or all of it at once."""
    is_b = _WORDS.term_loan_b.search(paper.text) is not None
    for found in paper.mentions.of(PERCENTAGE_KIND):
        sentence = paper.passages.sentence_at(found.span.start)
        words = sentence.of(paper.text)
        if Role.REPAYMENT not in paper.roles.above(found.span.start) or paper.is_attached(found.span.start):
            continue
        behind = paper.text[found.span.end : min(sentence.end, found.span.end + 60)]
        yearly = _each_year(found.candidates[0].figure, words)
        # A loan that repays 1% a year is taken for a term loan B, whatever it is called.
        if _WORDS.of_principal.search(behind) and yearly is not None and (is_b or yearly == 1):
            yield DealTerm(
                term="tlb_amortisation", value=" ".join(found.span.of(paper.text).split()),
                evidence=(quote_around(paper, found.span),), counts_as=f"{yearly.normalize():f}% per annum",
            )  # fmt: skip
    for match in _WORDS.term_loan_b.finditer(paper.text):
        sentence = paper.passages.sentence_at(match.start())
        words = sentence.of(paper.text)
        is_repaid = Role.REPAYMENT in paper.roles.above(match.start()) and not paper.is_attached(match.start())
        if is_repaid and (_WORDS.at_once.search(words) or _WORDS.in_parts.search(words)):
            holds = _WORDS.in_parts.search(words) is None
            value = "in one amount" if holds else "instalments"
            span = quote_around(paper, Span(*match.span()))
            yield DealTerm(term="tlb_amortisation", value=value, evidence=(span,), holds=holds)


def _each_year(figure: Decimal, words: str) -> Decimal | None:
    """Return a repaid share per year; None if the words state no period."""
    if _WORDS.each_quarter.search(words):
        return figure * _QUARTERS
    return figure if _WORDS.each_year.search(words) else None


def _fallback_spreads(paper: Paper) -> Iterator[DealTerm]:
    """Yield the spread for each period of a replacement rate; its many decimals give it away."""
    seen: set[int] = set()
    for found in paper.mentions.of(PERCENTAGE_KIND):
        behind = _FOR_MONTHS.match(paper.text, found.span.end)
        is_exact = _EXACT.search(found.span.of(paper.text)) is not None
        if not is_exact or behind is None or paper.is_attached(found.span.start):
            continue
        months = _MONTHS[behind["count"].lower()]
        if months not in seen:
            seen.add(months)
            text = " ".join(found.span.of(paper.text).split())
            shown = quote_around(paper, Span(found.span.start, behind.end()))
            yield DealTerm(term=f"fallback_spread_{months}m", value=text, evidence=(shown,))
