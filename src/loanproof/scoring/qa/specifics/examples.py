"""Finds the values that an answer only supposes, in an example worked out from the clause.

*Prepaying USD 5,000,000 in the third year, for example, costs USD 25,000* does not say that anybody prepays that sum.
What is supposed needs no source, what follows from it and the cited passages is worked out, and the rest of the
example is an assertion like any other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.scoring.qa.specifics.words import WORDS
from loanproof.values import Phrases

if TYPE_CHECKING:
    from loanproof.statements import StatedText, StatedValue

_EXAMPLES = Phrases.of([(None, WORDS.examples)])
_SUPPOSING, _GOVERNING, _RESULTING = (
    frozenset(words) for words in (WORDS.supposing, WORDS.governing_supposed, WORDS.resulting)
)
_DRAWING = frozenset({"so", "thus", "hence", "therefore", "accordingly"})
_OPENING = _DRAWING | {"for", "with", "at", "on"}
_ARTICLES = frozenset({"a", "an", "one"})
_CONDITIONAL = frozenset({"would", "were"})
_ENDS = frozenset({*",;:(|", "and"})


def supposed_in(answer: StatedText) -> tuple[StatedValue, ...]:
    """Return the values that an answer supposes: those behind an *if*, *with* or *of* in a sentence with an example."""
    found: list[StatedValue] = []
    behind = 0  # the value before
    for value in answer.values:
        at = answer.position(value.span.start)
        start, end = answer.sentence_of(at)
        words = _words_before(answer, max(start, behind), at)
        behind = answer.position(value.span.end)
        if _is_conditional(answer, start, end) and not _SUPPOSING.isdisjoint(words):
            found.append(value)
        elif _is_example(answer, start, end) and _RESULTING.isdisjoint(words):
            is_first = not found or found[-1].span.start < answer.tokens[start].start
            if is_first or not (_SUPPOSING | _GOVERNING).isdisjoint(words):
                found.append(value)
    return tuple(found)


def _is_conditional(answer: StatedText, start: int, end: int) -> bool:
    """Return whether a sentence says what would be, or gives an example."""
    is_unreal = any(answer.tokens[at].lower in _CONDITIONAL for at in range(start, end))
    return is_unreal or _is_example(answer, start, end)


def _is_example(answer: StatedText, start: int, end: int) -> bool:
    """Return whether a sentence says that it gives an example, or speaks of *a* case: *so a claim of USD 900,000*."""
    words = [answer.tokens[at].lower for at in range(start, end)]
    is_of_a_case = any(
        word in _OPENING and words[at + 1] in _ARTICLES and (at == 0 or words[at - 1] in _ENDS)
        for at, word in enumerate(words[:-1])
    )
    return is_of_a_case or any(True for _ in _EXAMPLES.each_in(answer.tokens, start, end))


def _words_before(answer: StatedText, first: int, at: int) -> list[str]:
    """Return the words of its clause before a value, back to the value before it."""
    first = next((one + 1 for one in range(at - 1, first - 1, -1) if answer.tokens[one].lower in _ENDS), first)
    words = [answer.tokens[one].lower for one in range(first, at)]
    return words[1:] if words[1:2] and words[0] in _DRAWING and words[1] in _ARTICLES else words  # "so a claim of"
