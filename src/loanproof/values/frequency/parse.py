"""From a text to a frequency."""

from __future__ import annotations

from dataclasses import replace

from loanproof.core import Reason
from loanproof.values.frequency.find import find_frequencies
from loanproof.values.frequency.value import Frequency
from loanproof.values.frequency.words import ANY_TIME, CONDITIONS, DRAWN, Rhythm
from loanproof.values.reading import NO_CONTEXT, Context, Match, Read, Reading, Unreadable
from loanproof.values.text.phrases import denies, sentence_of
from loanproof.values.text.tokens import Tokens, tokenize


def parse_frequency(text: str, context: Context = NO_CONTEXT) -> Reading[Frequency]:
    """Read a text that names one frequency, with the condition of a springing test where there is one."""
    tokens = tokenize(text)
    if denies(tokens):
        return Unreadable(sentence_of(text, "says only what it is not"))
    condition = _condition(tokens)
    places = find_frequencies(tokens, context)
    if condition is not None:
        # "if on a Quarter Date more than …": a frequency inside the condition counts only if there is no other.
        places = tuple(one for one in places if not tokens.span(*condition).contains(one.span)) or places
    found = [place.reading for place in places]
    if not found and ANY_TIME.first_in(tokens) is not None:
        found = [Read(value=Frequency(rhythm=Rhythm.AT_ALL_TIMES))]
    rhythms = {tuple(one.rhythm for one in _candidates(reading)) for reading in found}
    if len(rhythms) > 1:
        rhythms -= {(Rhythm.AT_ALL_TIMES,)}  # "the Borrower shall at all times ensure" is not a frequency
        found = [one for one in found if tuple(each.rhythm for each in _candidates(one)) in rhythms]
    if len(rhythms) != 1:
        return Unreadable(sentence_of(text, "names several frequencies" if rhythms else "names no frequency"))
    words = None if condition is None else tokens.text(*condition)
    values = tuple(replace(one, condition=words) for one in _candidates(found[0]))
    return Match(candidates=values, end=len(tokens), reason=Reason.AMBIGUOUS_FREQUENCY).reading


def _candidates(reading: Reading[Frequency]) -> tuple[Frequency, ...]:
    match reading:
        case Unreadable():
            return ()
        case Read():
            return (reading.value,)
        case _:
            return reading.candidates


def _condition(tokens: Tokens) -> tuple[int, int] | None:
    """Return the words of a springing condition: from after ``if`` to the end of its part of the sentence."""
    opened = CONDITIONS.first_in(tokens)
    if opened is None:
        return None
    start = opened[2]
    end = next((at for at in range(start, len(tokens)) if tokens[at].text in (";", ")")), len(tokens))
    words = {token.lower for token in tokens.items[start:end]}
    return (start, end) if words & DRAWN else None
