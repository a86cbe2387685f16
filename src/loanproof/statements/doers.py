"""Who does what, by grammar alone: ``the Borrower shall deliver``, ``delivered by the Borrower``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Reason
from loanproof.statements.comparison import Contradiction
from loanproof.statements.roles import role_at
from loanproof.values import fold_word

if TYPE_CHECKING:
    from loanproof.statements.statement import Names
    from loanproof.statements.text import StatedText
    from loanproof.values import Tokens

_MODALS = frozenset({"shall", "must", "may", "will", "can", "should"})
_BEFORE_VERBS = frozenset({"not", "also", "only", "then", "have", "has", "to", "needs", "need"})
_PASSIVE = frozenset({"be", "been", "being"})
_BEING = frozenset({"is", "are"})
# what tells of the other case, in which somebody else may act
_OTHER_CASE = frozenset({"unless", "otherwise", "else"})
_NOTHING = frozenset({"nothing", "no", "none"})
_BEFORE_ROLES = frozenset({"the", "a", "an", "each", "any", "that", "all"})
_IRREGULAR = {"paid": "pay", "given": "give", "told": "tell", "made": "make", "borne": "bear", "sent": "send"}
_STEM = 5  # letters
_REACH = 40  # tokens from a modal verb to its verb, over what stands between commas
_LEAST = 3  # letters of a verb


def exchanged_doers(answer: StatedText, quotes: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield the first role that an answer lets do what another does in its source, and it alone."""
    known = [one for quote in quotes for one in _doers(quote, needs_modal=True)]
    said = _doers(answer, needs_modal=False) if known else ()
    told = [(one, [other for other in known if other.verb == one.verb]) for one in said]
    right = {one.verb for one, others in told if any(one.names & other.names for other in others)}
    for one, others in told:
        if others and one.verb not in right and not one.is_other_case:
            yield Contradiction(Reason.SUBJECT_EXCHANGED, others[0].shown, one.shown)
            return


class _Doer(NamedTuple):
    """A verb, the roles that may be its subject, the words that say so, and whether they may tell of the other case."""

    verb: str
    names: Names
    shown: str
    is_other_case: bool


def _doers(text: StatedText, *, needs_modal: bool) -> Iterator[_Doer]:
    """Yield who does what in a text; with ``needs_modal`` only what somebody must, may or will do."""
    tokens, at = text.tokens, 0
    while at < len(tokens):
        role = role_at(tokens, at)
        if role is None:
            at += 1
            continue
        names, end = role
        modal = _behind_brackets(tokens, end)
        is_modal = tokens[modal].lower in _MODALS
        if is_modal or not needs_modal:
            verb = _verb(tokens, modal + 1 if is_modal else end)
            if verb is not None:
                yield _Doer(_stem(tokens[verb].lower), names, tokens.text(at, verb + 1), _is_other_case(text, at))
        participle = _participle(tokens, at)
        if participle is not None:
            yield _Doer(_stem(tokens[participle].lower), names, tokens.text(participle, end), _is_other_case(text, at))
        at = end


def _participle(tokens: Tokens, at: int) -> int | None:
    """Return the participle before ``by the Borrower``, whose role begins at a place; nothing where there is none."""
    by = at - 1 - (tokens[at - 1].lower in _BEFORE_ROLES)
    if by < 1 or tokens[by].lower != "by":
        return None
    word = tokens[by - 1].lower
    return by - 1 if word.endswith("ed") or word in _IRREGULAR else None


def _stem(verb: str) -> str:
    return fold_word(_IRREGULAR.get(verb, verb))[:_STEM]


def _is_other_case(text: StatedText, at: int) -> bool:
    return any(text.tokens[one].lower in _OTHER_CASE for one in range(*text.sentence_of(at)))


def _behind_brackets(tokens: Tokens, at: int) -> int:
    if tokens[at].text != "(":
        return at
    return next((end + 1 for end in range(at, min(at + _REACH, len(tokens))) if tokens[end].text == ")"), at)


def _verb(tokens: Tokens, at: int) -> int | None:
    """Return the verb from a place on; nothing where it is passive or far. What commas enclose is passed over."""
    end = min(at + _REACH, len(tokens))
    while at < end:
        word = tokens[at].lower
        if word in _PASSIVE or (word in _BEING and tokens[at + 1].lower != "to"):
            return None
        if tokens[at].text == ",":
            at = next((comma + 1 for comma in range(at + 1, end) if tokens[comma].text == ","), end)
        elif word in _BEING or word in _BEFORE_VERBS or word.endswith("ly"):
            at += 1
        else:
            is_verb = word.isalpha() and len(word) >= _LEAST and tokens[at + 1].lower not in _NOTHING
            return at if is_verb else None
    return None
