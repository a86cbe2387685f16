"""The lenders who decide for all: the share that a definition, or the sentence that names them, gives them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.benchmark_terms.deal_term import DealTerm
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.core import PhrasePattern, Span, WordTable, load_words
from loanproof.values import PERCENTAGE_KIND

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper


class _Votes(WordTable):
    """The word lists of ``votes.words.yaml``, which explains each of them."""

    deciding: PhrasePattern
    deciders: PhrasePattern
    lenders: PhrasePattern
    hold: PhrasePattern
    held: PhrasePattern
    whole: PhrasePattern
    more_than: PhrasePattern
    in_words: PhrasePattern


_WORDS = load_words(__package__, "votes", _Votes)
_DECIDING = rf"(?:{_WORDS.deciding.pattern})\s+(?:\w+\s+)?(?:{_WORDS.deciders.pattern})"
_MAJORITY = re.compile(rf"{_DECIDING}\Z", re.IGNORECASE)
_DEFINES = re.compile(
    rf"(?:[“\"]{_DECIDING}[”\"]|^[ \t]*(?:[\w.()]{{1,6}}[ \t]+)?{_DECIDING})"
    r"(?:\s+(?:means?|shall\s+mean|is|are)\b|\s*:|[ \t]{3,})",
    re.IGNORECASE | re.MULTILINE,
)
_NAMED_IN_BRACKET = re.compile(rf"\((?:[^()]{{0,40}}[“\"]|the\s+)?{_DECIDING}[”\"]?\)", re.IGNORECASE)
_MENTIONED = re.compile(rf"{_DECIDING}|\bmajority\s+of\s+(?:the\s+)?(?:{_WORDS.deciders.pattern})", re.IGNORECASE)
_FRACTION = re.compile(r"\b(?:two[-\s]thirds|three[-\s](?:quarters|fourths)|one[-\s]half)\b", re.IGNORECASE)
# A description of these lenders: *Lenders whose Commitments aggregate more than …*.
_DESCRIBED = re.compile(
    rf"(?:{_WORDS.lenders.pattern})[^.;]{{0,80}}(?:{_WORDS.hold.pattern})"
    rf"(?:[^.;]|\.(?=\d)){{0,120}}(?:{_WORDS.held.pattern})",
    re.IGNORECASE,
)
_MAX_QUOTE = 420  # characters of a definition that is quoted from its beginning
# What the share is a share of: *of the Total Commitments*.
_OF_WHAT = re.compile(
    rf"\s+of\s+(?:the\s+|all\s+)?(?:[A-Za-z]+\s+){{0,6}}?(?:{_WORDS.whole.pattern})"
    r"(?:\s+(?:of|and)\s+(?:the\s+)?(?:[a-z]+\s+)?(?:Commitments|Loans))?"
)
_WHOLE_NUMBER = re.compile(r"\b\d{1,2}\s+\Z")  # the whole number before a fraction
_NUMBER_WORD = f"(?:{_WORDS.in_words.pattern})"
# A share in words, which a figure in brackets repeats.
_STATED_TWICE = re.compile(
    rf"{_NUMBER_WORD}(?:[\s-]+{_NUMBER_WORD}){{0,6}}\s+per\s?cent\.?\s+\((?P<figure>[0-9][^()]{{0,12}}%)\)",
    re.IGNORECASE,
)


def vote_terms(paper: Paper) -> Iterator[DealTerm]:
    """Yield the share of the lenders who decide."""
    for span in _definitions(paper):
        for share in _shares(paper, span):
            start = _with_whole_number(paper.text, share.start)
            before = _WORDS.more_than.search(paper.text, max(span.start, start - 30), start)
            behind = _OF_WHAT.match(paper.text, share.end, min(span.end, share.end + 90))
            end = share.end if behind is None else behind.end()
            whole = Span(start if before is None else before.start(), end)
            shown = Span(span.start, end) if end - span.start < _MAX_QUOTE else quote_around(paper, whole)
            # "sixty-six and two-thirds percent (66-2/3%)" states one figure twice.
            value = _STATED_TWICE.sub(r"\g<figure>", " ".join(whole.of(paper.text).split()))
            yield DealTerm(term="majority_lenders", value=value, evidence=(shown,))
            return


def _with_whole_number(text: str, start: int) -> int:
    """Return where *66 2/3* begins, if only its fraction was read."""
    before = _WHOLE_NUMBER.search(text, max(0, start - 6), start)
    return before.start() if before is not None and "/" in text[start : start + 4] else start


def _shares(paper: Paper, span: Span) -> Iterator[Span]:
    """Yield the shares in a definition: those in figures, then fractions in words."""
    yield from (found.span for found in paper.inside(PERCENTAGE_KIND, span))
    yield from (Span(*match.span()) for match in _FRACTION.finditer(paper.text, span.start, span.end))


def _definitions(paper: Paper) -> Iterator[Span]:
    """Yield the definitions of these lenders, including some that the clause tree does not have."""
    yield from (one.span for one in paper.definitions.all if _MAJORITY.search(" ".join(one.words)))
    yield from (one.span for one in paper.definitions.all if _DESCRIBED.search(one.body.of(paper.text)[:300]))
    for match in _DEFINES.finditer(paper.text):
        yield Span(match.start(), paper.passages.sentence_at(match.end()).end)
    for match in _NAMED_IN_BRACKET.finditer(paper.text):
        yield Span(paper.passages.sentence_at(match.start()).start, match.end())
    for match in _MENTIONED.finditer(paper.text):
        sentence = paper.passages.sentence_at(match.start())
        if _DESCRIBED.search(sentence.of(paper.text)) and not paper.is_attached(match.start()):
            yield sentence
