"""Finds the roles that a text names, with the preposition before each; those set aside; those offered as a choice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from loanproof.statements.statement import Names, Said
from loanproof.statements.texts.place import Place
from loanproof.statements.vocabulary.role_names import BEFORE_ROLES, PREPOSITIONS, SETTING_ASIDE, role_at

if TYPE_CHECKING:
    from loanproof.core import Span
    from loanproof.statements.texts.text import StatedText


class Mention(NamedTuple):
    """A role in a text: who it may be and its words, the preposition before it, and the tokens it covers."""

    said: Said[Names]
    preposition: str
    start: int
    end: int


DETERMINERS = BEFORE_ROLES - {"all", "such"}
"""Words before a role that say nothing of which of the roles it is."""
ACCOUNTS = frozenset({"account", "benefit", "behalf"})
"""Nouns that say for whom somebody takes: ``for the account of each Lender``."""
OWNER = "'s"
"""Stands in the place of a preposition if the role owns what follows: ``that Lender's Available Commitment``."""
_EXCLUDED = "not"
_BESIDE_OR = frozenset({",", "alternatively", "else", "even"})
# Which of the Lenders: all of them, or a majority.
_GROUPS = {
    **dict.fromkeys(("all", "each", "every"), "all"),
    **dict.fromkeys(("majority", "required", "requisite"), "majority"),
}
_FAVOURS = frozenset({"favour", "favor"})
_NEAR = 3  # tokens between two roles that are offered


def mentions_in(place: Place) -> list[Mention]:
    """Return the roles in the stretch about a value; the result is cached."""
    return place.tokens.cached((mentions_in, place.start, place.end), lambda: list(_read(place)))


def _read(place: Place) -> Iterator[Mention]:
    """Yield the roles in the stretch about a value; the preposition is ``not`` if excluded, and ``'s`` for an owner."""
    at = place.start
    aside = -1  # where the last excluded role ends
    while at < place.end:
        matched = role_at(place.tokens, at)
        if matched is None:
            at += 1
            continue
        names, end = matched
        back = at - 1
        while back >= place.start and (place.word(back) in DETERMINERS or place.tokens[back].text.istitle()):
            back -= 1  # skip "the Intercreditor" in "to the Intercreditor Agent"
        preposition = place.word(back) if back >= place.start and place.word(back) in PREPOSITIONS else ""
        setting = back if not preposition else back - 1
        is_joined = setting == aside and place.word(setting) in ("or", "nor")
        if is_joined or place.word(setting) in SETTING_ASIDE:
            preposition = _EXCLUDED  # "the New Lender, not the Existing Lender or the Borrower, pays"
            aside = end
        elif place.tokens[end].text == "'":  # "that Lender's Available Commitment" is not a Lender who acts
            preposition = OWNER
        elif preposition == "of" and place.word(back - 1) in ACCOUNTS:
            preposition = place.word(back - 1)
        elif preposition == "of" and place.word(back - 1) in _FAVOURS:
            preposition = "to"
        yield Mention(Said(means=names, words=place.tokens.text(at, end)), preposition, at, end)
        at = end


def is_set_aside(text: StatedText, span: Span) -> bool:
    """Return whether a text excludes a role: ``to the Lenders and not to the Agent``, ``neither the Parent nor …``."""
    first = text.position(span.start)
    before = first - 1 - (text.tokens[first - 1].lower in DETERMINERS)
    before -= text.tokens[before].lower in PREPOSITIONS
    return text.tokens[before].lower in SETTING_ASIDE


def roles_offered(place: Place) -> tuple[tuple[int, int], ...]:
    """Return the token ranges of other roles that an ``or`` joins to a role: ``the Borrower or the Agent``.

    All Lenders and the Majority Lenders are different roles here.
    """
    own = _role_from(place, place.first)
    if own is None or own[1] != place.after:
        return ()
    behind, before = place.after + 1, place.first - 1
    while place.word(behind) in _BESIDE_OR or place.word(behind) in PREPOSITIONS:
        behind += 1
    while before > place.start and (place.word(before) in _BESIDE_OR or place.word(before) in DETERMINERS):
        before -= 1
    found: list[tuple[int, int]] = []
    if place.word(place.after) == "or" and (matched := _role_from(place, behind)) is not None:
        found.append((behind, matched[1]))
    if place.word(before) == "or":
        for start in range(before - 1, max(place.start, before - _NEAR) - 1, -1):
            matched = role_at(place.tokens, start)
            found += [(start, before)] if matched is not None and matched[1] == before else []
    return tuple(one for one in found if _is_other(place, one, (place.first, place.after)))


def _role_from(place: Place, at: int) -> tuple[Names, int] | None:
    """Return the role from a position on, behind an article or a word such as ``all``."""
    while place.word(at) in DETERMINERS or (place.word(at) in _GROUPS and role_at(place.tokens, at) is None):
        at += 1
    return role_at(place.tokens, at)


def _is_other(place: Place, one: tuple[int, int], own: tuple[int, int]) -> bool:
    """Return whether two roles are different ones: not the same party, or another group of the same parties."""
    names = [(_role_from(place, start) or (frozenset(), 0))[0] for start, _ in (one, own)]
    groups = [
        {_GROUPS[place.word(at)] for at in range(*stretch) if place.word(at) in _GROUPS} for stretch in (one, own)
    ]
    return not names[0] & names[1] or (all(groups) and not groups[0] & groups[1])
