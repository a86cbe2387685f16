"""Named rates that an answer adds to a value: the documents must give the figure under that name (C-33).

``Term SOFR plus a credit spread adjustment of 0.10 %`` invents the adjustment even if 0.10 % is the rate of a fee.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from loanproof.core import Reason, Span, Words, WordTable, load_words
from loanproof.scoring.checks import Check
from loanproof.scoring.wording import quoted
from loanproof.values import PERCENTAGE_KIND, tokenize

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loanproof.scoring.extraction.context import AnswersContext
    from loanproof.values import Found, Mentions, Part, Percentage


class _Rate(WordTable):
    answers: Words
    documents: Words


class _Rates(WordTable):
    adjustment: _Rate
    floor: _Rate
    cap: _Rate


def _any_of(phrases: tuple[str, ...]) -> re.Pattern[str]:
    written = "|".join(r"\s{1,4}".join(map(re.escape, one.split())) for one in phrases)
    return re.compile(rf"(?<!\w)(?:{written})(?!\w)", re.IGNORECASE)


_WORDS = load_words(__package__, "named_rates", _Rates)
_NAMES = [(_any_of(one.answers), _any_of(one.documents)) for one in (_WORDS.adjustment, _WORDS.floor, _WORDS.cap)]
_ENDS_IN_RATE = re.compile(r"(?:%|\bcent\.?|\bpercent|\bbps|\bp\.a\.|\bannum)\s{0,4}$", re.IGNORECASE)
_MAX_GAP = 40  # characters between a rate and its name in an answer
_REACH = 400  # characters around a rate in its paragraph of a document


def check_named_rates(text: str, context: AnswersContext) -> Iterator[Check]:
    """Yield a check for each rate that a text calls an adjustment, a floor or a cap and the documents do not.

    A rate of zero may always be stated.
    """
    for found in PERCENTAGE_KIND.find(tokenize(text), context.notation):
        for name, meant in _NAMES:
            named = _name_near(name, text, found)
            if named is None or any(not one.bps for one in found.candidates) or _is_given(found, meant, context):
                continue
            # A name that the documents use with another figure makes the value wrong, not invented.
            is_named = any(meant.search(source.whole_text) for source in context.documents)
            presence = context.parameters.presence
            said = quoted(" ".join(text[named.start : named.end].split()))
            message = f"The output also says {said}, which does not appear in the documents."
            code = Reason.WRONG_VALUE_PRESENT if is_named else Reason.VALUE_NOT_IN_DOCUMENT
            if is_named:
                message = f"The output also says {said}; the documents do not give that figure by that name."
            yield Check(presence.elsewhere if is_named else presence.nowhere, code, message, ruling="C-33")


def _name_near(name: re.Pattern[str], text: str, found: Found[Percentage]) -> Span | None:
    """Return the span of a rate with its name before or after it, or None if the name is not near.

    If another figure is between the two, the name belongs to that figure.
    """
    before = list(name.finditer(text, max(0, found.span.start - _MAX_GAP), found.span.start))
    if (
        before
        and not re.search(r"[0-9]", text[before[-1].end() : found.span.start])
        and not _follows_rate(text, before[-1])
    ):
        return Span(before[-1].start(), found.span.end)
    behind = name.search(text, found.span.end, found.span.end + _MAX_GAP)
    opens_aside = behind is not None and "(" in text[found.span.end : behind.start()]  # not "2.25% p.a. (floor 0%)"
    if behind is not None and not opens_aside and not re.search(r"[0-9,;]", text[found.span.end : behind.start()]):
        return Span(found.span.start, behind.end())
    return None


def _follows_rate(text: str, name: re.Match[str]) -> bool:
    """Return whether a name belongs to the rate right before it: ``0.10% CSA, 0.50% floor``."""
    return _ENDS_IN_RATE.search(text, max(0, name.start() - _MAX_GAP), name.start()) is not None


def _is_given(found: Found[Percentage], meant: re.Pattern[str], context: AnswersContext) -> bool:
    part = PERCENTAGE_KIND.part(*found.candidates)
    return any(_is_given_in(source.mentions, part, meant, context) for source in context.documents)


def _is_given_in(mentions: Mentions, part: Part[Any], meant: re.Pattern[str], context: AnswersContext) -> bool:
    """Return whether a document has the rate and its name near each other in one paragraph."""
    for span in mentions.appears(part, context.standard.presence):
        start, end = max(0, span.start - _REACH), span.end + _REACH
        first = mentions.text.rfind("\n\n", start, span.start)
        last = mentions.text.find("\n\n", span.end, end)
        if meant.search(mentions.text, start if first < 0 else first, end if last < 0 else last):
            return True
    return False
