"""How two parties compare."""

from __future__ import annotations

from loanproof.core import Reason
from loanproof.values.party.around_names import BEGIN_MANY_NAMES, TELL_MEMBERS_APART
from loanproof.values.party.legal_forms import lacks_form, same_form
from loanproof.values.party.spelling import same_spelling
from loanproof.values.party.value import Party
from loanproof.values.reading import EQUAL, Comparison, different, partial
from loanproof.values.text.romans import roman_value


def compare_parties(expected: Party, given: Party) -> Comparison:
    """Compare two parties: the same entity, one that is not fully identified, or another."""
    if same_spelling(expected.words, given.words):
        if same_form(expected.form, given.form):
            return EQUAL
        if lacks_form(expected.form, given.form):
            return partial(Reason.SUFFIX_MISSING, "the legal form is left out")
        return different(detail="another legal form")
    if same_spelling(expected.full, given.words) or same_spelling(expected.words, given.full):
        return partial(Reason.SUFFIX_MISSING, "the legal form is left out")
    for one, others in ((given, expected.former), (expected, given.former)):
        if any(_may_be(one, other) for other in others):
            return partial(Reason.FORMER_NAME, "a former name")
    if _is_truncated(expected, given):
        return partial(Reason.NAME_TRUNCATED, "a part of the name does not tell who is meant")
    return different()


def _may_be(one: Party, other: Party) -> bool:
    return same_spelling(one.words, other.words) and (
        same_form(one.form, other.form) or lacks_form(one.form, other.form)
    )


def _is_truncated(expected: Party, given: Party) -> bool:
    """Return whether ``given`` is the distinctive beginning of ``expected``, spacing aside: ``JP Morgan``."""
    # The last word may look like a legal form but belong to the longer name: Meridian Trust Bank, N.A.
    is_inside = expected.words[: len(given.full)] == given.full
    words = given.full if is_inside else given.words
    beginning = "".join(words)
    if (given.form and not is_inside) or len(beginning) < 3 or all(word in BEGIN_MANY_NAMES for word in words):
        return False
    length, rest = 0, list(expected.words)
    while rest and length < len(beginning):
        length += len(rest.pop(0))
    if not rest or not "".join(expected.words).startswith(beginning) or length != len(beginning):
        return False
    return not any(
        word in TELL_MEMBERS_APART or word in expected.bracketed or word.isdigit() or roman_value(word) for word in rest
    )
