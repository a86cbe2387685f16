"""Fees and prices that no form has, each under the name that the document gives it: *exit fee*, *Release Price*."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.benchmark_terms.deal_term import DealTerm
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.core import PhrasePattern, SingleWords, Span, WordTable
from loanproof.values import MONEY_KIND, PERCENTAGE_KIND

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper

_NAME = re.compile(
    r"(?<![’'\w])(?P<name>(?:[A-Za-z][A-Za-z-]*(?:[ \t]+|[ \t]*\n(?!\s*\n)[ \t]*)){1,4})"
    r"(?P<head>(?i:fee)|Price|Premium|Charge|Royalty)\b(?!\s+[Ll]etters?\b)"
)
_MAX_NAME_WORDS = 3
_SMALL_WORDS = frozenset({"of", "in", "on", "for"})  # may be inside a name
# Sections with these roles only mention fees.
_OTHER_ROLES = frozenset(
    {Role.COVENANTS, Role.CONDITIONS, Role.REPRESENTATIONS, Role.AMENDMENTS, Role.EVENTS_OF_DEFAULT}
)
_LABEL = re.compile(r"[ \t]*:[ \t]+\S")  # a term sheet puts the fee after its name
_AMERICAN_SPELLING = re.compile(r"(?<=[a-z])iz(?=ation\b|ed\b|ing\b)")  # *utilization* and *utilisation* are one name


class FeeWords(WordTable):
    """Words for payment, words that are not part of a fee's name, and fees that are terms of their own."""

    paid: PhrasePattern
    no_name: SingleWords
    other_terms: SingleWords


def fee_terms(paper: Paper, words: FeeWords) -> Iterator[DealTerm]:
    """Yield each fee that a document names and describes, once."""
    seen: set[str] = set()
    told: set[Span] = set()  # the clause on a waiver fee may also call it an administrative fee
    for match in _NAME.finditer(paper.text):
        start = match.start()
        name = _name(match["name"], match["head"], words)
        if name is None or name in seen or paper.is_attached(start) or paper.roles.above(start) & _OTHER_ROLES:
            continue
        sentence = paper.passages.sentence_at(start)
        said = _said(paper, sentence, match.end(), words)
        if said is None or said in told:
            continue
        told.add(said)
        seen.add(name)
        yield DealTerm(term=name, value=_only_figure(paper, said), evidence=(said,), holds=True)


def _name(written: str, head: str, words: FeeWords) -> str | None:
    """Return the name of a fee from the words before its head noun, or None if they do not name one.

    Small words inside a capitalised name belong to it: *End of Loan Fee*.
    """
    name: list[str] = []
    before = written.split()
    while before and (before[-1].lower() not in words.no_name or _is_inside(before, name)):
        name.insert(0, before.pop())
    lower = [one.lower() for one in name]
    is_named = head.lower() == "fee" or all(one.istitle() for one in name)
    if not lower or not is_named or len(lower) > _MAX_NAME_WORDS or set(lower) & set(words.other_terms):
        return None
    return "_".join([_AMERICAN_SPELLING.sub("is", one).replace("-", "_") for one in lower] + [head.lower()])


def _is_inside(before: list[str], name: list[str]) -> bool:
    """Return whether the last word is a small one between capitalised words of a name."""
    is_small = before[-1] in _SMALL_WORDS and bool(name) and name[0].istitle()
    return is_small and len(before) > 1 and before[-2].istitle()


def _said(paper: Paper, sentence: Span, end: int, words: FeeWords) -> Span | None:
    """Return the quote that says what is paid: around the name itself, or of a sentence below its heading."""
    if words.paid.search(sentence.of(paper.text)) or _LABEL.match(paper.text, end):
        return quote_around(paper, _to_figure(paper, sentence, end))
    section = paper.document.section_at(sentence.start)
    if section is None or section.title is None or not section.title.lower().rstrip(".").endswith(("fee", "fees")):
        return None
    if Role.DEFINITIONS in paper.roles.above(sentence.start):
        return None
    below = next((one for one in paper.passages.sentences_in(Span(sentence.end, section.span.end))
                  if words.paid.search(one.of(paper.text))), None)  # fmt: skip
    return None if below is None else quote_around(paper, below)


def _to_figure(paper: Paper, sentence: Span, end: int) -> Span:
    """Return the span from the end of a fee's name to its first figure, which the quote must contain."""
    rest = Span(min(end, sentence.end), sentence.end)
    start = max(sentence.start, end - 1)
    return Span(start, min((one.end for one in _figures(paper, rest)), default=end))


def _only_figure(paper: Paper, span: Span) -> str | None:
    """Return the only amount or rate in a span; None if there is none, or several."""
    figures = _figures(paper, span)
    return " ".join(figures[0].of(paper.text).split()) if len(figures) == 1 else None


def _figures(paper: Paper, span: Span) -> list[Span]:
    """Return the spans of the amounts and rates in a span."""
    amounts, rates = paper.inside(MONEY_KIND, span), paper.inside(PERCENTAGE_KIND, span)
    return [*(one.span for one in amounts), *(one.span for one in rates)]
