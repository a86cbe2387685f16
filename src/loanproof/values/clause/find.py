"""The words that make a passage evidence for a clause: a material adverse change, or a ban on creating security."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import groupby

from loanproof.core import PhrasePattern, Span, WordTable, load_words
from loanproof.values.clause.value import Clause
from loanproof.values.reading import NO_CONTEXT, Context, Found, Read
from loanproof.values.text.passages import sentences
from loanproof.values.text.tokens import Tokens

_ADVERSE = re.compile(
    r"\bmaterial(?:ly)?(?:\sand)?\sadverse(?:ly)?\b|\badverse\s(?:material\s)?(?:change|effect)\b|\b(?:MAC|MAE)\b"
    r"|\bmaterial(?:ly)?\s(?:deteriorat\w{1,5}|worsen\w{0,3})\b|\b(?:deteriorat\w{1,5}|worsen\w{0,3})\smaterially\b"
    r"|\b(?:financial|operational|operating)\s(?:conditions?|position|standing|situation)\s"
    r"(?:\w{1,12}\s){0,2}(?:deteriorat\w{1,5}|worsen\w{0,3})\b",
    re.IGNORECASE,
)
_SECURITY = (
    "security lien liens encumbrance encumbrances mortgage mortgages charge charges pledge pledges "
    "hypothecation hypothecations encumber".split()
)
_PROHIBITION = re.compile(
    r"\b(?:shall|may|will|must|can|to|does|do|would|should)\snot\b|\b(?:not|nor|never)\b"
    r"|\b(?:procure|ensure)\sthat\sno\b|\b(?:no|none\sof)\s(?:[a-z]+\s){1,4}(?:shall|may|will|must)\b"
    r"|\bneither\b|\brefrain\b|\bprohibit(?:s|ed)?\b|\bwithout\b",
    re.IGNORECASE,
)
_FORBIDDING = re.compile(
    r"\b(?:not|nor|never|neither|refrain|(?:no|none\sof)\s(?:[a-z]+\s){1,4}(?:shall|may|will|must))\b", re.IGNORECASE
)


class _Clauses(WordTable):
    worsening: PhrasePattern
    at_risk: PhrasePattern
    reported: PhrasePattern
    others: PhrasePattern


_WORDS = load_words(__package__, "clauses", _Clauses)

_LONGEST_HEADING = 8  # words, including the item's mark: (a) Liens, Etc
_LEAD = 200  # characters before the colon in which to look for the ban


def find_clauses(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[Clause], ...]:
    """Find the words of every clause in running text.

    Security counts only in a sentence that forbids something, or as an item of a list that such a sentence opens. The
    heading "Negative pledge" alone forbids nothing.
    """
    del context
    folded = tokens.folded
    adverse = (
        Found(span=folded.span_of(*span), reading=Read(value=Clause.MATERIAL_ADVERSE_CHANGE))
        for span in sorted({*(match.span() for match in _ADVERSE.finditer(folded.text)), *_worsened(folded.text)})
    )
    barred = (Found(span=tokens.span(at, at + 1), reading=Read(value=Clause.NEGATIVE_PLEDGE)) for at in _barred(tokens))
    return tuple(sorted((*adverse, *barred), key=lambda one: one.span))


def _barred(tokens: Tokens) -> Iterator[int]:
    """Yield the words for security in the sentences that forbid something."""
    text = tokens.folded.text
    places = sorted([*(at for word in _SECURITY for at in tokens.places.get(word, ())), *_secured_debts(tokens)])
    spans = tuple(sentences(text)) if places else ()
    for sentence, group in groupby(places, lambda at: bisect_right(spans, tokens[at].start, key=_start) - 1):
        if _PROHIBITION.search(spans[sentence].of(text)) or (sentence and _opens(spans[sentence - 1].of(text))):
            yield from group


def _opens(sentence: str) -> bool:
    """Return whether a sentence forbids a list and ends with it or with its first heading: ``not: Liens.``."""
    lead, colon, heading = sentence.rpartition(":")
    return bool(colon) and len(heading.split()) <= _LONGEST_HEADING and _FORBIDDING.search(lead[-_LEAD:]) is not None


def _worsened(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the debtor's position worsens so that the debt is at risk, in words other than "material adverse"."""
    found = list(_WORDS.worsening.finditer(text))
    spans = tuple(sentences(text)) if found else ()
    for match in found:
        sentence = spans[bisect_right(spans, match.start(), key=_start) - 1].of(text)
        spoken_of_others = _WORDS.reported.search(sentence) or _WORDS.others.search(sentence)
        if _WORDS.at_risk.search(sentence) and not spoken_of_others:
            yield match.span()


def _secured_debts(tokens: Tokens) -> Iterator[int]:
    """Yield where debt is called secured: a ban on ``Secured Debt`` is a ban on securing it."""
    return (at for at in tokens.places.get("secured", ()) if tokens[at + 1].lower in ("debt", "indebtedness"))


def _start(span: Span) -> int:
    return span.start
