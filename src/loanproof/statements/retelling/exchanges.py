"""Finds words that an answer exchanges while it repeats its source nearly word for word.

Such a sentence is compared with its source like a quote (C-16). Small words such as *may* and *must* are compared by
their classes. Any other new word counts only if the documents use it elsewhere: a word that they do not contain is
taken for a synonym.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from loanproof.core import Reason, SingleWords, Words, WordTable, load_words
from loanproof.statements.contradiction import Contradiction
from loanproof.statements.retelling.exclusions import classed_phrases
from loanproof.statements.texts.text import ARTICLES
from loanproof.statements.vocabulary.acts import key_of
from loanproof.statements.vocabulary.negations import DENYING, NOBODY
from loanproof.statements.vocabulary.role_names import role_at
from loanproof.values import CARDINALS, COMPARING_WORDS, Money, TokenKind, are_akin, content_words_in, fold_word

if TYPE_CHECKING:
    from loanproof.statements.texts.text import StatedText
    from loanproof.values import Part


class _Exchanges(WordTable):
    small: dict[str, dict[str, Words]]
    same: dict[str, Words]
    pointing: SingleWords


_WORDS = load_words(__package__, "exchanges", _Exchanges)
_SMALL = classed_phrases(_WORDS.small)
_POINTING = frozenset(map(key_of, _WORDS.pointing))
_DUTY, _CONDITION = "duty", "condition"
_NOBODY = NOBODY | {"never"}
_TURNING = DENYING | COMPARING_WORDS | {"least", "most", "later"}
_MIN_SHARED_WORDS = 4  # content words that the two texts must share
_MIN_NEIGHBOURS = 3  # unchanged words needed right before and after a change, in total
_MAX_CHANGE = 2, 3  # words of a change, in the answer and in the source
_MAX_SOURCE_WORDS = 2  # words of the source that one content word may replace
_MOVE_REACH = 6  # tokens of the source in which a new word may just have moved
_MAX_ITEMS = 400  # words and values of a text that are compared


def _senses() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for sense, words in _WORDS.same.items():
        for word in words:
            found.setdefault(key_of(word), set()).add(sense)
    return {key: frozenset(senses) for key, senses in found.items()}


_SENSES = _senses()


class _Item(NamedTuple):
    """A word or value of a text: its key, the classes of a small word, where it is, and whether it has content."""

    key: str
    kinds: tuple[tuple[str, str], ...]
    start: int
    end: int
    is_telling: bool


class _Change(NamedTuple):
    """The words of the answer that replace words of the source."""

    ours: Sequence[_Item]
    theirs: Sequence[_Item]
    answer: StatedText
    quote: StatedText


def exchanged_words(
    answer: StatedText, quotes: Sequence[StatedText], knows: Callable[[str], bool]
) -> Iterator[Contradiction]:
    """Yield a contradiction for the first word that an answer exchanges.

    Args:
        answer: The answer.
        quotes: Its sources.
        knows: Returns whether the documents contain a word.
    """
    for said in answer.thoughts_of(_items(answer)[:_MAX_ITEMS]):
        for quote in quotes:
            found = list(_changes(said, answer, quote))
            is_denied = any(one.key in _NOBODY for one in said)
            differing = [_differs(change, is_denied=is_denied) for change, _, _ in found]
            is_turned_once = sum(differing) == 1 and _denies_alike(said, quote)
            for (change, shown, known_shown), is_different in zip(found, differing, strict=True):
                if (is_turned_once and is_different) or _is_exchanged(change, knows):
                    source, given = quote.tokens.text(*known_shown), answer.tokens.text(*shown)
                    yield Contradiction(Reason.DIFFERENT, source, given)
                    return


def _changes(
    said: Sequence[_Item], answer: StatedText, quote: StatedText
) -> Iterator[tuple[_Change, tuple[int, int], tuple[int, int]]]:
    """Yield the small changes between unchanged neighbours, if most of a thought is the same as in the quote.

    Each comes with the token ranges to show, in the answer and in the quote.
    """
    known = _items(quote)[:_MAX_ITEMS]
    matcher = SequenceMatcher(None, [one.key for one in said], [one.key for one in known], autojunk=False)
    blocks = matcher.get_matching_blocks()
    shared = sum(said[block.a + step].is_telling for block in blocks for step in range(block.size))
    if shared < _MIN_SHARED_WORDS or 3 * shared < 2 * sum(one.is_telling for one in said):
        return
    for one, two in pairwise(blocks):
        ours, theirs = said[one.a + one.size : two.a], known[one.b + one.size : two.b]
        is_inside = one.size and two.size and one.size + two.size >= _MIN_NEIGHBOURS
        if is_inside and 0 < len(ours) <= _MAX_CHANGE[0] and 0 < len(theirs) <= _MAX_CHANGE[1]:
            shown = said[one.a + one.size - 1].start, said[two.a].end
            yield _Change(ours, theirs, answer, quote), shown, (known[one.b + one.size - 1].start, known[two.b].end)


def _differs(change: _Change, *, is_denied: bool) -> bool:
    """Return whether a small word replaces another one of its class.

    With ``no`` or ``never``, *may* and *shall* mean the same. ``Unless a Default`` means ``provided that no Default``.
    """
    theirs: dict[str, set[str]] = {}
    for name, member in (kind for one in change.theirs for kind in one.kinds):
        theirs.setdefault(name, set()).add(member)
    kinds = [kind for one in change.ours for kind in one.kinds]
    is_turned_over = _denies(change.ours) != _denies(change.theirs)
    same = {_DUTY} if is_denied else set()
    same |= {_CONDITION} if is_turned_over else set()
    return any(name in theirs and name not in same and member not in theirs[name] for name, member in kinds)


def _denies(items: Sequence[_Item]) -> bool:
    return any(one.key in _TURNING for one in items)


def _denies_alike(said: Sequence[_Item], quote: StatedText) -> bool:
    """Return whether a thought adds no denial or comparison to its source: two changes together may mean the same."""
    known = {one.key for one in _items(quote)}
    return not any(one.key in _TURNING and one.key not in known for one in said)


def _is_exchanged(change: _Change, knows: Callable[[str], bool]) -> bool:
    """Return whether one content word replaces another: a different party, or a different word of the documents."""
    new, old = ([one for one in items if one.is_telling] for items in (change.ours, change.theirs))
    if len(new) != 1 or len(old) != 1 or len(change.ours) > 1 or len(change.theirs) > _MAX_SOURCE_WORDS:
        return False
    tokens, others = change.answer.tokens, change.quote.tokens
    role, other = role_at(tokens, new[0].start), role_at(others, old[0].start)
    if role is not None and other is not None:
        return not role[0] & other[0]
    if _is_same(new[0].key, old[0].key, tokens[new[0].start].lower, others[old[0].start].lower):
        return False
    word = tokens[new[0].start].lower
    places = [one.start for one in _items(change.quote) if one.key == new[0].key]
    is_named = old[0].key in _POINTING and any(start < old[0].start for start in places)  # "if the effect accelerates"
    is_moved = is_named or any(abs(start - old[0].start) <= _MOVE_REACH for start in places)
    is_parted = any(tokens[at].kind is TokenKind.SIGN for at in (new[0].start - 1, new[0].end))
    return not (is_moved or is_parted or word in CARDINALS) and knows(word)


def _is_same(key: str, other_key: str, word: str, other: str) -> bool:
    is_one_sense = bool(_SENSES.get(key, frozenset()) & _SENSES.get(other_key, frozenset()))
    return key == other_key or is_one_sense or are_akin(fold_word(word), fold_word(other))


def _items(text: StatedText) -> list[_Item]:
    """Return the words and values of a text; cached, because a quote is compared with many answers."""
    return text.tokens.cached(_items, lambda: list(_read(text)))


def _value_key(part: Part[Any]) -> str:
    """Return the key of a value: an amount in words has the same key as the amount in figures."""
    first = part.candidates[0]
    return f"{first.amount.normalize()} {first.currency}" if isinstance(first, Money) else part.written.lower()


def _read(text: StatedText) -> Iterator[_Item]:
    """Yield the values, small words of a class and other words of a text, without punctuation and articles."""
    tokens, at = text.tokens, 0
    values = {text.position(value.span.start): value for value in text.values}
    while at < len(tokens):
        token, start = tokens[at], at
        matched = _SMALL.match(tokens, at)
        if at in values:
            at = max(at + 1, text.position(values[at].span.end))
            part = values[start].part
            yield _Item(f"{part.kind.name} {_value_key(part)}", (), start, at, is_telling=True)
        elif matched is not None:
            at = matched[1]
            yield _Item(tokens.text(start, at).lower(), matched[0], start, at, is_telling=False)
        else:
            at += 1
            if token.kind is not TokenKind.SIGN and token.lower not in ARTICLES:
                is_telling = bool(content_words_in(tokens, start, at))
                yield _Item(key_of(token.lower) if is_telling else token.lower, (), start, at, is_telling)
