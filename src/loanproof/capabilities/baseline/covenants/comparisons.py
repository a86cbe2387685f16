"""The comparison that a covenant requires: *shall not permit it to be greater than 3.00* requires at most 3.00.

Only a denial of the duty itself turns a comparison round, not one beside it: *no later than 30 June*, *whether or not*,
a condition, a bracket, an earlier sentence, or a duty that another *and* joins.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

from loanproof.core import PhrasePattern, Span, WordTable, load_words

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.covenants.provisions import Provision


class _Comparisons(WordTable):
    """Lists of words and phrases; each is explained in ``comparisons.words.yaml``."""

    barred: PhrasePattern
    requires: PhrasePattern
    denies_nothing: PhrasePattern
    asides: PhrasePattern
    duties: PhrasePattern


_WORDS = load_words(__package__, "comparisons", _Comparisons)
_TURNED = {">": "<=", "<": ">="}
_BRACKET = re.compile(r"\([^()]*\)")
_ASIDE = re.compile(rf"(?:\A[\W\d]*|[,:]\s+)(?:{_WORDS.asides.pattern})[^,;:]*,", re.IGNORECASE)
_EARLIER_DUTY = re.compile(
    rf"\A.*(?:{_WORDS.duties.pattern}).*\b(?:and|but)\s+"
    rf"(?=(?:(?!{_WORDS.asides.pattern})\w+\s+){{0,6}}(?:{_WORDS.duties.pattern}))",
    re.IGNORECASE | re.DOTALL,
)


def required_operator(operator: str, paper: Paper, provision: Provision, end: int) -> str:
    """Return the comparison that is required, for a comparison as written before a position.

    A strict comparison is turned round if its duty is denied, or if no words before it require anything.
    """
    turned = _TURNED.get(operator)
    spans = (*provision.lead[-2:], Span(provision.body.start, end))
    sentences = [one.of(paper.text) for span in spans for one in paper.passages.sentences_in(span)]
    if turned is None or not sentences:
        return operator
    is_denied = _WORDS.barred.search(_duty(sentences)) is not None
    return turned if is_denied or not any(map(_WORDS.requires.search, sentences)) else operator


def _duty(sentences: list[str]) -> str:
    """Return the duty at the end of some sentences, with the lines that lead to it and without what is said beside."""
    before = list(takewhile(lambda one: not one.endswith("."), reversed(sentences[:-1])))
    words = " ".join((*reversed(before), sentences[-1]))
    words = _ASIDE.sub(", ", _BRACKET.sub(" ", _WORDS.denies_nothing.sub(" ", words)))
    return _EARLIER_DUTY.sub("", words)
