"""Fees that no form has a value for, each under the name that the document gives it: ``waiver fee``, ``exit fee``."""

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

_NAME = re.compile(r"(?<![’'\w])(?P<name>(?:[A-Za-z][A-Za-z-]*[ \t\n]+){1,4})fee\b(?!\s+letters?\b)", re.IGNORECASE)
_LONGEST_NAME = 3  # words
_NO_FEES = frozenset({Role.COVENANTS, Role.CONDITIONS, Role.REPRESENTATIONS, Role.AMENDMENTS, Role.EVENTS_OF_DEFAULT})
_Z = re.compile(r"(?<=[a-z])iz(?=ation\b|ed\b|ing\b)")


class FeeWords(WordTable):
    """What says that a fee is paid, what is no name of a fee, and which fees are terms of their own."""

    paid: PhrasePattern
    no_name: SingleWords
    other_terms: SingleWords


def fee_terms(paper: Paper, words: FeeWords) -> Iterator[DealTerm]:
    """Yield each fee that a document names and says something of, once."""
    seen: set[str] = set()
    told: set[Span] = set()  # the clause of a waiver fee may call it an administrative fee
    for match in _NAME.finditer(paper.text):
        start = match.start()
        name = _name(match["name"], words)
        if name is None or name in seen or paper.is_attached(start) or paper.roles.above(start) & _NO_FEES:
            continue
        sentence = paper.passages.sentence_at(start)
        said = _said(paper, sentence, match.end(), words)
        if said is None or said in told:
            continue
        told.add(said)
        seen.add(name)
        yield DealTerm(term=name, value=_only_figure(paper, said), evidence=(said,), holds=True)


def _name(written: str, words: FeeWords) -> str | None:
    """Return the name of a fee from the words before it, or nothing where they are none of a fee without a form."""
    name: list[str] = []
    for word in reversed(written.lower().split()):
        if word in words.no_name:
            break
        name.insert(0, word)
    if not name or len(name) > _LONGEST_NAME or set(name) & set(words.other_terms):
        return None
    return "_".join([_Z.sub("is", one).replace("-", "_") for one in name] + ["fee"])


def _said(paper: Paper, sentence: Span, end: int, words: FeeWords) -> Span | None:
    """Return the sentence that says what is paid: that of the name itself, or the one below its heading."""
    if words.paid.search(sentence.of(paper.text)):
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
    """Return the stretch from the name of a fee to its figure, all of which is quoted."""
    rest = Span(min(end, sentence.end), sentence.end)
    start = max(sentence.start, end - 1)
    return Span(start, min((one.end for one in _figures(paper, rest)), default=end))


def _only_figure(paper: Paper, span: Span) -> str | None:
    """Return the one amount or rate of a stretch; where it has several the quote speaks for itself."""
    figures = _figures(paper, span)
    return " ".join(figures[0].of(paper.text).split()) if len(figures) == 1 else None


def _figures(paper: Paper, span: Span) -> list[Span]:
    amounts, rates = paper.inside(MONEY_KIND, span), paper.inside(PERCENTAGE_KIND, span)
    return [*(one.span for one in amounts), *(one.span for one in rates)]
