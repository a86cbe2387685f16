"""Fees and prices that no form has, each under the name that the document gives it: ``exit fee``, ``Release Price``."""

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
_LONGEST_NAME = 3  # words
_SMALL = frozenset({"of", "in", "on", "for"})
_NO_FEES = frozenset({Role.COVENANTS, Role.CONDITIONS, Role.REPRESENTATIONS, Role.AMENDMENTS, Role.EVENTS_OF_DEFAULT})
_LABEL = re.compile(r"[ \t]*:[ \t]+\S")  # particulars put the fee behind its name
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
        name = _name(match["name"], match["head"], words)
        if name is None or name in seen or paper.is_attached(start) or paper.roles.above(start) & _NO_FEES:
            continue
        sentence = paper.passages.sentence_at(start)
        said = _said(paper, sentence, match.end(), words)
        if said is None or said in told:
            continue
        told.add(said)
        seen.add(name)
        yield DealTerm(term=name, value=_only_figure(paper, said), evidence=(said,), holds=True)


def _name(written: str, head: str, words: FeeWords) -> str | None:
    """Return the name of a fee from the words before its head, or nothing where they are none of a fee without a form.

    Small words inside a name in capitals belong to it: ``End of Loan Fee``.
    """
    name: list[str] = []
    before = written.split()
    while before and (before[-1].lower() not in words.no_name or _is_inside(before, name)):
        name.insert(0, before.pop())
    lower = [one.lower() for one in name]
    is_named = head.lower() == "fee" or all(one.istitle() for one in name)
    if not lower or not is_named or len(lower) > _LONGEST_NAME or set(lower) & set(words.other_terms):
        return None
    return "_".join([_Z.sub("is", one).replace("-", "_") for one in lower] + [head.lower()])


def _is_inside(before: list[str], name: list[str]) -> bool:
    is_small = before[-1] in _SMALL and bool(name) and name[0].istitle()
    return is_small and len(before) > 1 and before[-2].istitle()


def _said(paper: Paper, sentence: Span, end: int, words: FeeWords) -> Span | None:
    """Return the sentence that says what is paid: that of the name itself, or the one below its heading."""
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
