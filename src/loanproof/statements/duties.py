"""Whether something may be done, must be done, must not be done or need not be done, by the words before its verb."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Reason, SingleWords, Words, WordTable, load_words
from loanproof.statements.acts import key_of
from loanproof.statements.comparison import Contradiction
from loanproof.values import COMPARING_WORDS, Phrases, TokenKind

if TYPE_CHECKING:
    from loanproof.statements.text import StatedText
    from loanproof.values import Tokens


class _Duties(WordTable):
    may: Words
    must: Words
    may_not: Words
    need_not: Words
    idle: SingleWords


_WORDS = load_words(__package__, "duties", _Duties)
_MODALS = Phrases.of(
    [("may", _WORDS.may), ("must", _WORDS.must), ("may_not", _WORDS.may_not), ("need_not", _WORDS.need_not)]
)
_IDLE = frozenset(_WORDS.idle)
_EXCLUDING = {
    "may": {"must", "may_not"},
    "must": {"may", "may_not", "need_not"},
    "may_not": {"may", "must"},
    "need_not": {"must"},
}
_OF_NOBODY = {"may": "may_not", "must": "need_not", "may_not": "may", "need_not": "must"}
# what tells of the other case, in which something else holds
_OTHER_CASE = frozenset("unless otherwise else only except without until before if other than neither nor".split())
_COMPARED = frozenset("later earlier more less least most fewer longer shorter".split())
_NOBODY = frozenset({"no", "neither", "nobody", "none", "nor"})
_MARKS = frozenset(",;:()")
_REACH = 40  # tokens from a modal to its verb, over what stands between commas


class _Duty(NamedTuple):
    """What is said of a verb: which of the four, the verb, and where."""

    modality: str
    verb: str
    start: int
    end: int
    is_open: bool


def changed_duties(answer: StatedText, quotes: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield the first thing of which an answer says that it must be done where its source says that it may, or so."""
    known = [(one, quote) for quote in quotes for one in _duties(quote)]
    said = _duties(answer)
    for one in said:
        others = [(other, quote) for other, quote in known if other.verb == one.verb]
        own = {two.modality for two in said if two.verb == one.verb}
        if not others or any(other.modality in own for other, _ in others):
            continue
        if one.is_open and one.modality != "must":
            continue
        if all(one.modality in _EXCLUDING[other.modality] for other, _ in others):
            other, quote = others[0]
            source, given = quote.tokens.text(other.start, other.end), answer.tokens.text(one.start, one.end)
            yield Contradiction(Reason.DIFFERENT, source, given)
            return


def _duties(text: StatedText) -> list[_Duty]:
    return text.tokens.cached(_duties, lambda: list(_read(text)))


def _read(text: StatedText) -> Iterator[_Duty]:
    tokens, at = text.tokens, 0
    while at < len(tokens):
        matched = _MODALS.match(tokens, at)
        is_month = tokens[at].text == "May" and tokens[at - 1].kind is TokenKind.NUMBER
        if matched is None or is_month:
            at += 1
            continue
        start, last = text.sentence_of(at)
        opens = _clause_start(tokens, start, at)
        before = {tokens[one].lower for one in range(opens, at)}
        modality, end = _of_nobody(tokens, at, *matched) if before & _NOBODY else matched
        verb = _verb(tokens, end, min(last, end + _REACH))
        closes = next((one for one in range(end, last) if tokens[one].text in _MARKS), last)
        compares = any(tokens[one].lower in COMPARING_WORDS | _COMPARED for one in range(opens, closes))
        if verb is not None and "not" not in before and not compares:  # "this does not show that it is bound to issue"
            is_open = any(tokens[one].lower in _OTHER_CASE for one in range(start, last))
            yield _Duty(modality, key_of(tokens[verb].lower), at, verb + 1, is_open)
        at = end


def _of_nobody(tokens: Tokens, at: int, modality: str, end: int) -> tuple[str, int]:
    """Return what a modal says behind ``no Lender``, and where it ends: ``shall be obligated to`` is one modal."""
    inner = _MODALS.match(tokens, end)
    is_plain = inner is None and end == at + 1  # "no Lender shall provide"
    said = "may_not" if modality == "must" and is_plain else _OF_NOBODY[modality]
    return said, end if inner is None else inner[1]


def _clause_start(tokens: Tokens, start: int, at: int) -> int:
    """Return where the clause of a token begins: behind the last mark before it."""
    return next((one + 1 for one in range(at - 1, start - 1, -1) if tokens[one].text in _MARKS), start)


def _verb(tokens: Tokens, at: int, end: int) -> int | None:
    """Return the verb behind a modal; what commas enclose and adverbs are passed over."""
    while at < end:
        word = tokens[at].lower
        if tokens[at].text == ",":
            at = next((comma + 1 for comma in range(at + 1, end) if tokens[comma].text == ","), end)
        elif word in ("be", "have", "been", "not", "also", "then", "only", "so") or word.endswith("ly"):
            at += 1
        elif tokens[at].kind is not TokenKind.WORD or word in _IDLE or len(word) < 3:
            return None
        else:
            return at
    return None
