"""Finds the thought that a comparison belongs to: the words of its sentence that may affect it, and its condition."""

from __future__ import annotations

from collections.abc import Iterator

from loanproof.statements.bounds.comparators import Comparing, comparisons_in
from loanproof.statements.texts.place import Place
from loanproof.statements.vocabulary.reversing import CONDITIONS, DUTIES, FACTUAL, FRESH
from loanproof.values import TokenKind

_ENDS = FRESH | CONDITIONS | {"and", "unless"}
_JOINT_REACH = 3  # tokens between an "and" and the value that it joins
_RELATIVE = frozenset({"that", "which", "who"})
_OWNING = frozenset({"whose", "holding", "representing"})
# After a comma these continue a condition or describe something in it: "if the ratio, as the Agent shall compute it, …"
_CONTINUING = CONDITIONS | _RELATIVE | {"and", "or", "as"}


def governing(place: Place, comparing: Comparing) -> Iterator[int]:
    """Yield the tokens that may affect a comparison: its thought without brackets and clauses after ``which``."""
    start, end = thought_of(place, comparing)
    first, after = min(comparing.start, place.first), max(comparing.end, place.after)
    # "no release without the consent of Lenders whose share is …": the words before "whose" do not affect the share
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
    """Return whether a comparison is in a condition.

    It is if it follows ``if`` or ``when`` without a comma in between, or if its stretch begins with such a word, unless
    a comma and the duty that the condition leads to come before it.
    """
    return place.word(_condition_of(place, min(comparing.start, place.first))) in CONDITIONS


def thought_of(place: Place, comparing: Comparing) -> tuple[int, int]:
    """Return the stretch that may affect a comparison: back to a ``but``, and on to the end of its own statement."""
    first, after = min(comparing.start, place.first), max(comparing.end, place.after)
    start = next((at + 1 for at in range(first - 1, place.start - 1, -1) if _ends_thought(place, at)), place.start)
    if place.word(start) in CONDITIONS:  # a condition that ends with a comma is a thought of its own
        start = _end_of_condition(place, start, first)
    elif in_condition(place, comparing) and _compares_before(place, condition := _condition_of(place, first)):
        start = max(start, condition)  # "below 1.05x is not permitted, once availability is less than 10%"
    # it continues after a comma only if the comparison is the condition: "if it exceeds 3:1, no dividend may be paid"
    is_condition = any(place.word(at) in CONDITIONS for at in range(start, first))
    goes_on = is_condition and not _compares_behind_comma(place, after)
    ends = _ENDS if goes_on else _ENDS | {","}
    is_end = (
        at
        for at in range(after, place.end)
        if (place.word(at) in ends and not _joins_next(place, at)) or _ends_thought(place, at)
    )
    return start, next(is_end, place.end)


def _aside_end(place: Place, at: int, end: int) -> int:
    """Return where an aside ends: a bracket where it closes, and ``that was not spent`` after its verb."""
    if place.word(at) == "(":
        return next((one + 1 for one in range(at, end) if place.word(one) == ")"), end)
    verb = at + 1
    return verb + 3 if place.word(verb) in FACTUAL and place.word(verb + 1) == "not" else at


def _described_end(place: Place, at: int, end: int) -> int:
    """Return where a clause that describes a thing ends: ``that insurance does not cover``."""
    is_clause = place.word(at) in _RELATIVE and place.word(at + 1) not in FACTUAL | DUTIES
    return (
        next((one for one in range(at, end) if place.word(one) in (",", "and", "is", "are")), end) if is_clause else at
    )


def _end_of_condition(place: Place, start: int, first: int) -> int:
    """Return where a condition ends: after the last comma before the duty it leads to, otherwise after the last comma.

    The duty may contain commas too: ``if …, it shall not permit the ratio, on any day, to be below 1.05:1``.
    """
    commas = [at for at in range(start, first) if place.word(at) == ","]
    duty = next((at for at in range(first - 1, start, -1) if place.word(at) in DUTIES), first)
    before = [at for at in commas if at < duty] or commas
    return before[-1] + 1 if before else start


def _condition_of(place: Place, first: int) -> int:
    """Return the position of the word that begins a comparison's condition, or else the start of the stretch."""
    for at in range(first - 1, place.start - 1, -1):
        if place.word(at) in CONDITIONS:
            return at
        if place.word(at) in (",", ":"):
            break
    return _end_of_condition(place, place.start, first) if _leads_to_duty(place, first) else place.start


def _leads_to_duty(place: Place, first: int) -> bool:
    """Return whether a comma and a duty follow an opening condition: ``if a Loan is drawn, it shall ensure …``."""
    duty = next((at for at in range(first - 1, place.start, -1) if place.word(at) in DUTIES), place.start)
    comma = next((at for at in range(duty - 1, place.start, -1) if place.word(at) == ","), None)
    return comma is not None and place.word(comma + 1) not in _CONTINUING


def _compares_before(place: Place, condition: int) -> bool:
    """Return whether the words before a condition compare a level of their own, to which their negations then apply."""
    joint = next((at for at in range(condition - 1, place.start - 1, -1) if place.word(at) == "and"), place.start)
    # "no Event of Default occurs under this Clause if …": the Clause is not a level
    levels = (
        one
        for one in comparisons_in(place)
        if not one.sort.in_time and (not one.sort.is_close or _precedes_figure(place, one))
    )
    return any(joint <= one.start < condition for one in levels)


def _precedes_figure(place: Place, one: Comparing) -> bool:
    """Return whether a figure follows a comparing word: ``under 1.10 to 1.00``."""
    first, following = place.tokens[one.end], place.tokens[one.end + 1]
    is_money = following.kind is TokenKind.NUMBER and (first.kind is TokenKind.SIGN or first.text.isupper())
    return first.kind is TokenKind.NUMBER or is_money


def _compares_behind_comma(place: Place, after: int) -> bool:
    """Return whether the words after a condition compare a level of their own, to which their negations then apply."""
    comma = next((at for at in range(after, place.end) if place.word(at) == ","), place.end)
    return any(one.start > comma and not one.sort.in_time for one in comparisons_in(place))


def _joins_next(place: Place, at: int) -> bool:
    """Return whether an ``and`` only joins the next value: ``above the greater of USD 5 and 10% is prohibited``."""
    return place.word(at) == "and" and at < place.behind < place.end and place.behind - at <= _JOINT_REACH


def _ends_thought(place: Place, at: int) -> bool:
    """Return whether a new thought begins after a token: after ``but`` or ``, and``; a bare ``while`` means *if*."""
    return place.word(at) in FRESH or (place.word(at) in ("and", "while") and place.word(at - 1) == ",")
