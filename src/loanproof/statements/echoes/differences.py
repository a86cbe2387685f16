"""What an answer puts between two words of its source, where it says again what that says, in the place of what.

An answer is aligned with its source by values and telling words, sentence by sentence. Between two neighbours that
follow each other in both, the words of a class must be the same: ``180 days after receipt`` against ``180 days before
receipt``. What compares or denies has readers of its own, for a text may turn both halves of a rule round and say the
same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from enum import Enum
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Reason
from loanproof.statements.comparison import Contradiction
from loanproof.statements.echoes.words import COMPARING, DENYING, Word, words_of
from loanproof.statements.roles import PREPOSITIONS, roles_between
from loanproof.statements.text import ARTICLES
from loanproof.values import Relation

if TYPE_CHECKING:
    from loanproof.statements.text import StatedText

_LEAST = 2  # words that an echo has
_LEAST_AT_END = 4  # those it has where only one neighbour is the same
_MOST = 400  # words of a text that are aligned
_LOOSE = 2, 2  # telling words between two neighbours, of the answer and of the source
_Members = dict[str, set[str]]  # the members of each class
_JOINT, _CONDITION, _LIMIT = "joint", "condition", "limit"
_BEFORE_NAMES = ARTICLES | {"all", "any", "each", "such", "that", "no"}
_NEAR = 8  # words before an echo that may deny what it says
_OF_NEXT = frozenset({"rhythm", "form"})  # classes whose words belong to the word before them: "Financial Year"


class _Edge(Enum):
    """Where a gap is: between two neighbours, before the first of them, or behind the last."""

    INSIDE = 0
    BEFORE = 1
    BEHIND = 2


class _Gap(NamedTuple):
    """What stands between two neighbours, or beside one, in the answer and in the source; and where that is shown."""

    edge: _Edge
    said: Sequence[Word]
    known: Sequence[Word]
    shown: tuple[int, int]
    known_shown: tuple[int, int]


def changed_echoes(answer: StatedText, quotes: Sequence[StatedText], asked: StatedText) -> Iterator[Contradiction]:
    """Yield the first words of an answer that stand where its source has others of the same class."""
    thoughts = [one for one in _thoughts(answer) if any(not word.is_telling or word.is_name for word in one)]
    for quote in quotes:
        known = words_of(quote)[:_MOST]
        for said in thoughts:
            pairs = _aligned(said, known)
            if len(pairs) < _LEAST:
                continue
            gaps = list(_gaps(said, known, pairs))
            if _is_turned_outside(said, known, pairs):
                continue  # a rule may be told from its other end
            turned = [gap for gap in gaps if _is_turned(gap)]
            if turned:
                is_whole = len(turned) == 1 and _is_whole(said, known, pairs) and all(map(_compares_alike, gaps))
                changed = (gap for gap in turned if is_whole and _is_bare(gap))
            else:
                allowed = [asked, *(other for other in quotes if other is not quote)]
                changed = (gap for gap in gaps if _is_changed(gap, len(pairs), answer, quote, allowed))
            for gap in changed:
                source, given = quote.tokens.text(*gap.known_shown), answer.tokens.text(*gap.shown)
                yield Contradiction(Reason.DIFFERENT, source, given)
                return


def _thoughts(text: StatedText) -> Iterator[list[Word]]:
    """Yield the words of each sentence, or part of one up to a semicolon."""
    ends = {end for _, end in text.sentences}
    found: list[Word] = []
    last = 0
    for word in words_of(text)[:_MOST]:
        if any(at in ends or text.tokens[at].text == ";" for at in range(last, word.start + 1)) and found:
            yield found
            found = []
        found.append(word)
        last = word.end
    if found:
        yield found


def _aligned(said: Sequence[Word], known: Sequence[Word]) -> list[tuple[int, int]]:
    """Return which telling word of an answer is which of its source, in the order of both."""
    own = [at for at, word in enumerate(said) if word.is_telling]
    others = [at for at, word in enumerate(known) if word.is_telling]
    values = [known[at] for at in others if known[at].value is not None]
    matcher = SequenceMatcher(
        None, [_key(said[at], values) for at in own], [_key(known[at], values) for at in others], autojunk=False
    )
    blocks = matcher.get_matching_blocks()
    return [(own[one.a + step], others[one.b + step]) for one in blocks for step in range(one.size)]


def _key(word: Word, values: Sequence[Word]) -> str | int:
    """Return what two words must share to be one: a stem, or a value."""
    if word.value is None:
        return word.stem
    part = word.value.part
    for number, other in enumerate(values):
        if other.value is not None and other.value.part.compare(part).relation is not Relation.DIFFERENT:
            return number
    return part.written


def _gaps(said: Sequence[Word], known: Sequence[Word], pairs: Sequence[tuple[int, int]]) -> Iterator[_Gap]:
    """Yield what stands between each two neighbours, and the words of classes right before and behind them all."""
    first, last = pairs[0], pairs[-1]
    own, other = _before(said, first[0]), _before(known, first[1])
    yield _gap(_Edge.BEFORE, said[own : first[0] + 1], known[other : first[1] + 1], 0, 1)
    for one, two in pairwise(pairs):
        yield _gap(_Edge.INSIDE, said[one[0] : two[0] + 1], known[one[1] : two[1] + 1], 1, 1)
    own, other = _behind(said, last[0]), _behind(known, last[1])
    yield _gap(_Edge.BEHIND, said[last[0] : own], known[last[1] : other], 1, 0)


def _gap(edge: _Edge, said: Sequence[Word], known: Sequence[Word], before: int, behind: int) -> _Gap:
    """Return the gap of two stretches, each with its neighbours, of which some are before and some behind it."""
    return _Gap(
        edge,
        said[before : len(said) - behind],
        known[before : len(known) - behind],
        (said[0].start, said[-1].end),
        (known[0].start, known[-1].end),
    )


def _denials(words: Sequence[Word]) -> int:
    return sum(word.denies for word in words)


def _is_narrow(gap: _Gap) -> bool:
    return sum(word.is_telling for word in gap.known) <= _LOOSE[1]


def _is_turned(gap: _Gap) -> bool:
    """Return whether one text denies once more than the other; words that an answer leaves out deny nothing."""
    denials = _denials(gap.said) - (_denials(gap.known) if _is_narrow(gap) else 0)
    return gap.edge is _Edge.INSIDE and denials % 2 == 1


def _is_turned_outside(said: Sequence[Word], known: Sequence[Word], pairs: Sequence[tuple[int, int]]) -> bool:
    """Return whether an answer denies before an echo or behind it what the source does not deny near it."""
    first, last = pairs[0], pairs[-1]
    before = _denials(said[: first[0]]), _denials(known[max(0, first[1] - _NEAR) : first[1]])
    behind = _denials(said[last[0] :]), _denials(known[last[1] : last[1] + _NEAR])
    return any(own and (own - other) % 2 for own, other in (before, behind))


def _compares_alike(gap: _Gap) -> bool:
    said, known = _members(gap.said), _members(gap.known)
    return all(said.get(name) == known.get(name) for name in (COMPARING, _LIMIT))


def _is_bare(gap: _Gap) -> bool:
    """Return whether two neighbours have nothing but a denial between them; the source may have a word or two more."""
    is_small = not any(word.is_telling for word in gap.said) and _is_narrow(gap)
    between = (*gap.said, *gap.known)
    is_plain = not any(_has(word, COMPARING) or word.value is not None for word in between)
    return gap.edge is _Edge.INSIDE and is_small and is_plain


def _is_whole(said: Sequence[Word], known: Sequence[Word], pairs: Sequence[tuple[int, int]]) -> bool:
    """Return whether nearly all of a thought is an echo, and nothing outside it denies: that may turn both halves."""
    telling = sum(word.is_telling for word in said)
    if len(pairs) < _LEAST_AT_END or 4 * len(pairs) < 3 * telling:
        return False
    first = pairs[0][1]
    return not _denials(known[max(0, first - _NEAR) : first])


def _before(words: Sequence[Word], at: int) -> int:
    while at > 0 and not words[at - 1].is_telling:
        at -= 1
    return at


def _behind(words: Sequence[Word], at: int) -> int:
    at += 1
    while at < len(words) and not words[at].is_telling:
        at += 1
    return at


def _is_changed(gap: _Gap, shared: int, answer: StatedText, quote: StatedText, allowed: Sequence[StatedText]) -> bool:
    """Return whether what stands in a gap contradicts the source; not where it tells too little."""
    own, others = ([word for word in words if word.is_telling] for words in (gap.said, gap.known))
    is_inside = gap.edge is _Edge.INSIDE
    if len(own) > _LOOSE[0] or len(others) > _LOOSE[1] or not (is_inside or shared >= _LEAST_AT_END):
        return False
    said, known = _members(gap.said), _members(gap.known)
    differing = [name for name in said.keys() | known.keys() if said.get(name) != known.get(name)]
    if len(differing) == 1 and said.keys() == known.keys():
        return _differs(differing[0], said, known, gap)
    return is_inside and not differing and _are_exchanged(own, others, answer, quote, allowed)


def _differs(name: str, said: _Members, known: _Members, gap: _Gap) -> bool:
    """Return whether the words of one class in a gap exclude each other.

    What compares or denies has readers of its own; ``and`` and ``or`` may both join what is listed.
    """
    if name in (DENYING, COMPARING, _JOINT) or said[name] & known[name]:
        return False
    if gap.edge is _Edge.BEHIND and name not in _OF_NEXT:
        return False
    return name != _CONDITION or "whatever" in said[name]


def _members(words: Sequence[Word]) -> _Members:
    found: _Members = {}
    for word in words:
        for name, member in word.kinds:
            found.setdefault(name, set()).add(member)
    return found


def _has(word: Word, name: str) -> bool:
    return any(kind[0] == name for kind in word.kinds)


def _are_exchanged(
    own: Sequence[Word], others: Sequence[Word], answer: StatedText, quote: StatedText, allowed: Sequence[StatedText]
) -> bool:
    """Return whether one role or name took the place of another; not one of the question or of another quote."""
    names = [[word for word in words if word.is_name] for words in (own, others)]
    if len(names[0]) != 1 or len(names[1]) != 1:
        return False
    one, other = names[0][0], names[1][0]
    roles = roles_between(answer.tokens, one.start, one.end), roles_between(quote.tokens, other.start, other.end)
    if roles[0] and roles[1]:
        is_same_part = _preposition(answer, one) == _preposition(quote, other)
        return is_same_part and not roles[0] & roles[1]
    if len(own) > 1 or len(others) > 1 or any(roles):
        return False
    return not any(answer.tokens[one.start].lower in text.tokens.places for text in allowed)


def _preposition(text: StatedText, word: Word) -> str:
    """Return the small word before a name, articles and the like left out: ``to the Agent``."""
    at = word.start - 1
    while at > 0 and text.tokens[at].lower in _BEFORE_NAMES:
        at -= 1
    return text.tokens[at].lower if text.tokens[at].lower in PREPOSITIONS else ""
