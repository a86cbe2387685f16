"""Finds a consent that an answer requires although its source does without it, or the reverse.

``without the consent of the Borrower`` and ``no consent of the Borrower is needed`` leave a party out. ``needs the
Borrower's consent`` and ``no release without the consent of the Lenders`` do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Reason, SingleWords, Words, WordTable, load_words
from loanproof.statements.contradiction import Contradiction
from loanproof.statements.vocabulary.negations import negations_in
from loanproof.statements.vocabulary.role_names import role_at
from loanproof.values import Phrases

if TYPE_CHECKING:
    from loanproof.statements.statement import Names
    from loanproof.statements.texts.text import StatedText
    from loanproof.values import Tokens


class _Consents(WordTable):
    nouns: SingleWords
    verbs: SingleWords
    needing: Words
    between: SingleWords
    other_case: SingleWords
    groups: SingleWords
    permitting: SingleWords


_WORDS = load_words(__package__, "consents", _Consents)
_NOUNS, _VERBS, _BETWEEN = (frozenset(words) for words in (_WORDS.nouns, _WORDS.verbs, _WORDS.between))
_OTHER_CASE, _GROUPS = frozenset(_WORDS.other_case), frozenset(_WORDS.groups)
_NEEDING = Phrases.of([(True, _WORDS.needing)])
_DUTIES = frozenset({"must", "to"})
_PERMITTING = frozenset(_WORDS.permitting)
_BEHIND = frozenset({"of", "from", "by"})
_MARKS, _SEMICOLON = frozenset(",;:()"), frozenset(";")
_REACH = 7  # tokens between a party and its consent


class _Consent(NamedTuple):
    """A consent: who gives it, which group of them, whether it is needed, and the words that say so."""

    names: Names
    groups: frozenset[str]
    is_needed: bool
    is_open: bool
    shown: str

    def is_same(self, other: _Consent) -> bool:
        """Return whether both are the consent of the same party; the Majority Lenders are not all Lenders."""
        return bool(self.names & other.names) and self.groups == other.groups


def turned_consents(answer: StatedText, quotes: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield a contradiction for the first consent that is needed by one of answer and source and not by the other."""
    known = [one for quote in quotes for one in _consents(quote)]
    said = _consents(answer) if known else []
    for one in said:
        others = [other for other in known if one.is_same(other)]
        own = [two for two in said if one.is_same(two)]
        is_sure = not any(two.is_open or two.is_needed is not one.is_needed for two in own)
        if others and is_sure and all(other.is_needed is not one.is_needed and not other.is_open for other in others):
            yield Contradiction(Reason.DIFFERENT, others[0].shown, one.shown)
            return


def permits(tokens: Tokens, start: int, end: int) -> bool:
    """Return whether some tokens say that something is permitted: ``may``, ``is entitled to``."""
    return any(tokens[at].lower in _PERMITTING for at in range(start, end))


def _consents(text: StatedText) -> list[_Consent]:
    """Return the consents of a text; cached, because a quote is compared with many answers."""
    return text.tokens.cached(_consents, lambda: list(_read(text)))


def _read(text: StatedText) -> Iterator[_Consent]:
    tokens = text.tokens
    for at in (at for word in sorted(_NOUNS | _VERBS) for at in tokens.places.get(word, ())):
        start, end = text.between_marks(at, at, _MARKS)
        is_verb = tokens[at].lower in _VERBS and tokens[at - 1].lower in _DUTIES
        party = _subject(tokens, start, at) if is_verb else _holder(tokens, start, at, end)
        is_needed = _is_needed(tokens, start, at, end, is_verb=is_verb)
        if party is None or is_needed is None:
            continue
        names, groups = party
        is_open = any(_is_other_case(tokens, one) for one in range(*text.between_marks(at, at, _SEMICOLON)))
        yield _Consent(names, groups, is_needed, is_open, tokens.text(start, end))


def _is_other_case(tokens: Tokens, at: int) -> bool:
    return tokens[at].lower in _OTHER_CASE and not tokens.words(at, "only", "with")


def _holder(tokens: Tokens, start: int, at: int, end: int) -> tuple[Names, frozenset[str]] | None:
    """Return who gives the consent at a token: ``the Borrower's prior consent``, ``consent of the Lenders``."""
    if tokens[at + 1].lower in _BEHIND:
        for one in range(at + 2, min(at + _REACH, end)):
            if (role := role_at(tokens, one)) is not None:
                return role[0], _groups_between(tokens, at, role[1])
            if tokens[one].lower not in _BETWEEN | _GROUPS:
                return None
    for one in range(at - 1, max(start, at - _REACH) - 1, -1):
        role = role_at(tokens, one)
        if role is not None:
            return (
                (role[0], _groups_between(tokens, max(start, one - 2), role[1]))
                if tokens[role[1]].text == "'"
                else None
            )
        if tokens[one].lower not in _BETWEEN:
            return None
    return None


def _subject(tokens: Tokens, start: int, at: int) -> tuple[Names, frozenset[str]] | None:
    """Return the party before a verb: ``no Lender has to consent``."""
    for one in range(at - 1, max(start, at - _REACH) - 1, -1):
        role = role_at(tokens, one)
        if role is not None:
            return role[0], _groups_between(tokens, max(start, one - 2), role[1])
    return None


def _groups_between(tokens: Tokens, start: int, end: int) -> frozenset[str]:
    return _GROUPS.intersection(tokens[at].lower for at in range(start, end))


def _is_needed(tokens: Tokens, start: int, at: int, end: int, *, is_verb: bool) -> bool | None:
    """Return whether a consent is needed; None if its clause does not say so.

    What may be done without a consent needs none. A list that something forbids ("reduce the rate without the consent
    of each Lender") says neither.
    """
    back = at - 1
    while back >= start and (tokens[back].lower in _BETWEEN or role_at(tokens, back) is not None):
        back -= 1
    is_without = tokens[back].lower == "without" if back >= start else False
    others = sum(1 for one in negations_in(tokens, start, end) if one != back)
    if others > 1:
        return None
    if is_without:
        return True if others else False if permits(tokens, start, end) else None
    if is_verb or any(_NEEDING.match(tokens, one) for one in range(start, end)):
        return not others
    return None
