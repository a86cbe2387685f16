"""Fixed rates: the rate that a loan bears if no reference rate prices it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.families import is_labelled
from loanproof.capabilities.baseline.fields.quoting import quote_around
from loanproof.capabilities.baseline.fields.rates_written import words_are_rate
from loanproof.core import FieldId, PhrasePattern, WordTable, load_words
from loanproof.values import PERCENTAGE_KIND

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper


class _Words(WordTable):
    """Words before a rate that is not the fixed rate of a loan."""

    other_rates: PhrasePattern


RATE = FieldId("reference_rate")
_WORDS = load_words(__package__, "fixed_rate", _Words)
_MAX_RATE = 30  # highest plausible interest rate, in per cent a year
# Words before the fixed rate of a loan.
_BEARS_INTEREST = re.compile(
    r"\b(?:bears?|accrues?|interest|fixed)\b[^.;]{0,120}\b(?:at|of|equal\s+to|is|rate)\b[^.;%]{0,60}\Z"
    r"|\bfixed\b[^.;]{0,60}\Z",
    re.IGNORECASE,
)


def fixed_rate(paper: Paper) -> Iterator[Candidate]:
    """Yield the fixed rate that an interest clause, a definition or a label states."""
    places = [(span, RouteName.SECTION) for span in paper.roles.spans(Role.INTEREST)]
    places += [(one.span, RouteName.DEFINITION) for one in paper.definitions.all if words_are_rate(one.words)]
    places += [(one.whole, RouteName.FRONT) for one in paper.labelled if is_labelled(one, RATE)]
    for span, route in places:
        for found in paper.inside(PERCENTAGE_KIND, span):
            sentence = paper.passages.sentence_at(found.span.start)
            before = paper.text[max(sentence.start, found.span.start - 200) : found.span.start]
            is_late = Role.DEFAULT_INTEREST in paper.roles.above(found.span.start) or _WORDS.other_rates.search(before)
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
