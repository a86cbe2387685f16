"""The thought that a comparison belongs to: which words of a sentence may rule it, and the condition that it is in."""

from __future__ import annotations

from collections.abc import Iterator

from loanproof.statements.comparing import Comparing, comparisons_in
from loanproof.statements.place import Place
from loanproof.statements.turning_words import CONDITIONS, DUTIES, FACTUAL, FRESH
from loanproof.values import TokenKind

_ENDS = FRESH | CONDITIONS | {"and", "unless"}
_JOINED = 3  # tokens from an "and" to the value that it joins
_RELATIVE = frozenset({"that", "which", "who"})
_OWNING = frozenset({"whose", "holding", "representing"})


def governing(place: Place, comparing: Comparing) -> Iterator[int]:
    """Yield the tokens of the thought that may rule a comparison: none in brackets or of a clause behind ``which``."""
    start, end = thought_of(place, comparing)
    first, after = min(comparing.start, place.first), max(comparing.end, place.after)
    # what somebody owns is not ruled by what is before it: no release without the consent of Lenders whose share is …
    start = next((at for at in range(first - 1, start, -1) if place.word(at) in _OWNING), start)
    depth = closed = 0
    for at in range(start, first):
        depth += place.word(at) == "("
        if place.word(at) in _RELATIVE and _aside_end(place, at, first) < first:
            closed = _aside_end(place, at, first)  # "Subsidiaries that are not Guarantors shall not exceed"
        if not depth and at >= closed:
            yield at
        depth -= place.word(at) == ")" and depth > 0
    if depth:  # the comparison is in brackets itself
        yield from range(start, first)
    yield from range(first, after)
    closed = after
    for at in range(after, end):
        if place.word(at) == "(" or place.word(at) in _RELATIVE:
            closed = max(closed, _aside_end(place, at, end), _described_end(place, at, end))
        if at >= closed:
            yield at


def in_condition(place: Place, comparing: Comparing) -> bool:
    """Return whether a comparison is in a condition: no comma parts it from the ``if`` or ``when`` before it."""
    return place.word(_condition_of(place, min(comparing.start, place.first))) in CONDITIONS


def thought_of(place: Place, comparing: Comparing) -> tuple[int, int]:
    """Return the stretch in which a comparison is ruled: back to a ``but``, and on to the end of its own statement."""
    first, after = min(comparing.start, place.first), max(comparing.end, place.after)
    start = next((at + 1 for at in range(first - 1, place.start - 1, -1) if _is_fresh(place, at)), place.start)
    if place.word(start) in CONDITIONS:  # a condition that a comma ends is a thought of its own
        start = _behind_condition(place, start, first)
    elif in_condition(place, comparing) and _compares_before(place, condition := _condition_of(place, first)):
        start = max(start, condition)  # "below 1.05x is not permitted, once availability is less than 10%"
    # behind a comma it goes on only where the comparison was a condition: "if it exceeds 3:1, no dividend may be paid"
    is_condition = any(place.word(at) in CONDITIONS for at in range(start, first))
    goes_on = is_condition and not _compares_behind_comma(place, after)
    ends = _ENDS if goes_on else _ENDS | {","}
    is_end = (
        at
        for at in range(after, place.end)
        if (place.word(at) in ends and not _joins_next(place, at)) or _is_fresh(place, at)
    )
    return start, next(is_end, place.end)


def _aside_end(place: Place, at: int, end: int) -> int:
    """Return where an aside ends: brackets at their last, ``that was not spent`` behind its verb."""
    if place.word(at) == "(":
        return next((one + 1 for one in range(at, end) if place.word(one) == ")"), end)
    verb = at + 1
    return verb + 3 if place.word(verb) in FACTUAL and place.word(verb + 1) == "not" else at


def _described_end(place: Place, at: int, end: int) -> int:
    """Return where a clause ends behind a thing: ``that insurance does not cover``."""
    is_clause = place.word(at) in _RELATIVE and place.word(at + 1) not in FACTUAL | DUTIES
    return (
        next((one for one in range(at, end) if place.word(one) in (",", "and", "is", "are")), end) if is_clause else at
    )


def _behind_condition(place: Place, start: int, first: int) -> int:
    """Return where a condition ends: at the last comma before the duty that it leads to, else at the last of all.

    The duty may have commas of its own: ``if …, it shall not permit the ratio, on any day, to be below 1.05:1``.
    """
    commas = [at for at in range(start, first) if place.word(at) == ","]
    duty = next((at for at in range(first - 1, start, -1) if place.word(at) in DUTIES), first)
    before = [at for at in commas if at < duty] or commas
    return before[-1] + 1 if before else start


def _condition_of(place: Place, first: int) -> int:
    """Return the word that begins the condition in which a comparison is, or nothing but the start of all."""
    for at in range(first - 1, place.start - 1, -1):
        if place.word(at) in CONDITIONS:
            return at
        if place.word(at) in (",", ":"):
            break
    return place.start


def _compares_before(place: Place, condition: int) -> bool:
    """Return whether what is before a condition compares a level of its own, which its negations then rule."""
    joint = next((at for at in range(condition - 1, place.start - 1, -1) if place.word(at) == "and"), place.start)
    # "no Event of Default occurs under this Clause if …": the Clause is not a level
    levels = (
        one for one in comparisons_in(place) if not one.sort.in_time and (not one.sort.is_close or _leads(place, one))
    )
    return any(joint <= one.start < condition for one in levels)


def _leads(place: Place, one: Comparing) -> bool:
    """Return whether a figure follows a word that compares: ``under 1.10 to 1.00``."""
    first, following = place.tokens[one.end], place.tokens[one.end + 1]
    is_money = following.kind is TokenKind.NUMBER and (first.kind is TokenKind.SIGN or first.text.isupper())
    return first.kind is TokenKind.NUMBER or is_money


def _compares_behind_comma(place: Place, after: int) -> bool:
    """Return whether what follows from a condition compares a level of its own, which its negations then rule."""
    comma = next((at for at in range(after, place.end) if place.word(at) == ","), place.end)
    return any(one.start > comma and not one.sort.in_time for one in comparisons_in(place))


def _joins_next(place: Place, at: int) -> bool:
    """Return whether an ``and`` joins the next value: ``above the greater of USD 5 and 10% is prohibited``."""
    return place.word(at) == "and" and at < place.behind < place.end and place.behind - at <= _JOINED


def _is_fresh(place: Place, at: int) -> bool:
    """Return whether a new thought begins behind a token: ``but``, or ``, and``; ``while`` alone is ``as long as``."""
    return place.word(at) in FRESH or (place.word(at) in ("and", "while") and place.word(at - 1) == ",")
