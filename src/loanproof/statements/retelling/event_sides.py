"""Finds events that an answer puts on the wrong side: ``after the first drawdown`` if its source says ``before`` it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Reason, SingleWords, Words, WordTable, load_words
from loanproof.statements.contradiction import Contradiction
from loanproof.statements.vocabulary.acts import key_of
from loanproof.statements.vocabulary.negations import DENYING
from loanproof.statements.vocabulary.role_names import role_at
from loanproof.values import Phrases, TokenKind, content_words_in

if TYPE_CHECKING:
    from loanproof.statements.texts.text import StatedText


class _Sides(WordTable):
    before: Words
    after: Words
    until: Words
    from_: Words
    during: Words
    periods: SingleWords
    edges: SingleWords
    idle: SingleWords
    ends: SingleWords


_WORDS = load_words(__package__, "event_sides", _Sides)
_DURING = "during"
_SIDES = Phrases.of(
    [
        ("before", _WORDS.before),
        ("after", _WORDS.after),
        ("until", _WORDS.until),
        ("from", _WORDS.from_),
        (_DURING, _WORDS.during),
    ]
)
_CONTRARY_SIDES = {
    "before": {"after", _DURING},
    "after": {"before", _DURING},
    "until": {"from"},
    "from": {"until"},
    _DURING: {"before", "after"},
}
_PERIODS, _EDGES = frozenset(map(key_of, _WORDS.periods)), frozenset(map(key_of, _WORDS.edges))
_ENDS = frozenset({*_WORDS.ends, *",;:.()"})
_IDLE = frozenset(_WORDS.idle)
_ANNIVERSARY = key_of("anniversary")  # before the first anniversary of a day is still after that day
_POINTING = frozenset({"it", "that", "then", "this"})
_NOTHING = frozenset({"no", "none", "nothing", "without", "free", "nil"})
_CLAUSE_MARKS = frozenset({",", ";", ":"})
_MAX_EVENT_WORDS = 3  # content words that name an event
_MAX_EVENT_TOKENS = 7  # tokens in which they must occur
_DENIAL_REACH = 2  # tokens between a denial and the side


class _Side(NamedTuple):
    """A side of an event, the content words of the event, and where both are.

    ``is_denied``: the side itself is, right before it; ``is_of_nothing``: its clause says that there is nothing.
    """

    side: str
    event: frozenset[str]
    start: int
    end: int
    is_denied: bool
    is_of_nothing: bool

    @property
    def is_whole_period(self) -> bool:
        """Whether the event is a period as a whole, not its beginning or end."""
        return bool(self.event & _PERIODS) and not self.event & _EDGES


def turned_sides(answer: StatedText, quotes: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield a contradiction for the first event that the answer has on one side and its source only on the other.

    Dates and numbers of days are not events here: the words that compare them have their own readers.
    """
    known = [(one, quote) for quote in quotes for one in _sides(quote)]
    said = _sides(answer) if known else []
    for one in said:
        most = max((len(other.event & one.event) for other, _ in known), default=0)
        others = [(other, quote) for other, quote in known if most and len(other.event & one.event) == most]
        others = [(other, quote) for other, quote in others if _ANNIVERSARY not in one.event ^ other.event]
        if one.is_denied or not others or any(not _is_contrary(one, other) for other, _ in others):
            continue
        if any(one.is_of_nothing is not other.is_of_nothing for other, _ in others):
            continue  # what is due before it is not due after it
        if any(_is_contrary(one, two) and two.event & one.event for two in said):
            continue  # the answer describes both sides
        other, quote = others[0]
        source, given = quote.tokens.text(other.start, other.end), answer.tokens.text(one.start, one.end)
        yield Contradiction(Reason.DIFFERENT, source, given)
        return


def _is_contrary(one: _Side, other: _Side) -> bool:
    """Return whether two sides of one event exclude each other; ``during`` counts only for a period as a whole."""
    if _DURING in (one.side, other.side) and not (one.is_whole_period and other.is_whole_period):
        return False
    return other.side in _CONTRARY_SIDES[one.side] and not other.is_denied


def _sides(text: StatedText) -> list[_Side]:
    """Return the sides of events in a text; cached, because a quote is compared with many answers."""
    return text.tokens.cached(_sides, lambda: list(_read(text)))


def _read(text: StatedText) -> Iterator[_Side]:
    values = frozenset(text.position(value.span.start) for value in text.values)
    last: tuple[int, frozenset[str]] = -1, frozenset()
    for at in range(len(text.tokens)):
        matched = _SIDES.match(text.tokens, at)
        if matched is not None and not _is_from_party(text, *matched):
            end, event = _event(text, matched[1], values)
            sentence = text.sentence_of(at)[0]
            if not event and text.tokens[matched[1]].lower in _POINTING and last[0] >= sentence:
                end, event = matched[1] + 1, last[1]  # "before the Closing Date, or after it"
            last = (at, event) if event else last
            is_denied = any(text.tokens[one].lower in DENYING for one in range(max(0, at - _DENIAL_REACH), at))
            if event:
                yield _Side(matched[0], event, at, end, is_denied, _is_of_nothing(text, at))


def _is_of_nothing(text: StatedText, at: int) -> bool:
    """Return whether the clause of a token says that there is nothing: ``no fee``, ``without any premium``."""
    start, end = text.between_marks(at, at + 1, _CLAUSE_MARKS)
    return any(text.tokens[one].lower in _NOTHING for one in range(start, end))


def _is_from_party(text: StatedText, side: str, at: int) -> bool:
    """Return whether ``from`` or ``for`` leads to a party, not to an event: ``a fee from the assigning Lender``."""
    named = range(at, min(at + _MAX_EVENT_WORDS + 1, len(text.tokens)))
    return side in ("from", _DURING) and any(role_at(text.tokens, one) is not None for one in named)


def _event(text: StatedText, at: int, values: frozenset[int]) -> tuple[int, frozenset[str]]:
    """Return where the event that begins at a token ends, and its content words."""
    tokens, last = text.tokens, min(len(text.tokens), at + _MAX_EVENT_TOKENS)
    words: list[str] = []
    while at < last and len(words) < _MAX_EVENT_WORDS and at not in values and tokens[at].lower not in _ENDS:
        if tokens[at].kind is TokenKind.NUMBER:  # a time of day is not an event
            return at, frozenset()
        is_telling = tokens[at].kind is TokenKind.WORD and tokens[at].lower not in _IDLE
        if is_telling and content_words_in(tokens, at, at + 1):
            words.append(key_of(tokens[at].lower))
        at += 1
    return at, frozenset(words)
