"""Finds the words that an answer changes between two words of its source while it restates that source.

The answer is aligned with its source by values and content words, sentence by sentence. Between two aligned neighbours
the words of a class must be the same: ``180 days after receipt`` contradicts ``180 days before receipt``. Words that
compare or deny are mostly left to their own readers, because a text may reverse both halves of a rule and still mean
the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from enum import Enum
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Reason
from loanproof.statements.contradiction import Contradiction
from loanproof.statements.echoes.words import COMPARING, DENYING, Word, words_of
from loanproof.statements.texts.text import ARTICLES
from loanproof.statements.vocabulary.role_names import PREPOSITIONS, roles_between
from loanproof.values import Relation

if TYPE_CHECKING:
    from loanproof.statements.texts.text import StatedText

_MIN_PAIRS = 2  # aligned words that an echo must have
_MIN_PAIRS_AT_END = 4  # the same if a gap has a neighbour on one side only
_MAX_WORDS = 400  # words of a text that are aligned
_MAX_IN_GAP = 2, 2  # content words between two neighbours, in the answer and in the source
_Members = dict[str, set[str]]  # the members of each class
_JOINT, _CONDITION, _LIMIT = "joint", "condition", "limit"
_BEFORE_NAMES = ARTICLES | {"all", "any", "each", "such", "that", "no"}
_PRONOUNS = frozenset({"it", "that", "this", "such", "then"})
_DENIAL_REACH = 8  # words of the source before or after an echo that may deny what it says
_CLASSES_OF_WORD_BEFORE = frozenset({"rhythm", "form"})  # their words belong to the word before: "Financial Year"


class _Edge(Enum):
    """Where a gap is: between two neighbours, before the first of them, or after the last."""

    INSIDE = 0
    BEFORE = 1
    BEHIND = 2


class _Gap(NamedTuple):
    """The words between two neighbours, or next to one, in the answer and in the source, with the tokens to show."""

    edge: _Edge
    said: Sequence[Word]
    known: Sequence[Word]
    shown: tuple[int, int]
    known_shown: tuple[int, int]


def changed_echoes(answer: StatedText, quotes: Sequence[StatedText], asked: StatedText) -> Iterator[Contradiction]:
    """Yield a contradiction for the first words of an answer that replace other words of the same class.

    An added or missing denial counts only if the answer restates its source nearly completely.
    """
    said_words = answer.thoughts_of(words_of(answer)[:_MAX_WORDS])
    thoughts = [one for one in said_words if any(not word.is_telling or word.is_name for word in one)]
    for quote in quotes:
        known = words_of(quote)[:_MAX_WORDS]
        for said in thoughts:
            pairs = _aligned(said, known)
            if len(pairs) < _MIN_PAIRS:
                continue
            gaps = list(_gaps(said, known, pairs))
            if _is_reversed_outside(said, known, pairs):
                continue  # the answer may describe the same rule from the opposite case
            turned = [gap for gap in gaps if _is_reversed(gap)]
            if turned:
                is_whole = len(turned) == 1 and _is_full_echo(said, known, pairs) and all(map(_compares_alike, gaps))
                changed = (gap for gap in turned if is_whole and _is_bare_denial(gap))
            else:
                allowed = [asked, *(other for other in quotes if other is not quote)]
                changed = (gap for gap in gaps if _is_changed(gap, len(pairs), answer, quote, allowed))
            for gap in changed:
                source, given = quote.tokens.text(*gap.known_shown), answer.tokens.text(*gap.shown)
                yield Contradiction(Reason.DIFFERENT, source, given)
                return


def _aligned(said: Sequence[Word], known: Sequence[Word]) -> list[tuple[int, int]]:
    """Return the pairs of matching content words and values, as positions in the answer and in the source."""
    own = [at for at, word in enumerate(said) if word.is_telling]
    others = [at for at, word in enumerate(known) if word.is_telling]
    values = [known[at] for at in others if known[at].value is not None]
    matcher = SequenceMatcher(
        None, [_key(said[at], values) for at in own], [_key(known[at], values) for at in others], autojunk=False
    )
    blocks = matcher.get_matching_blocks()
    return [(own[one.a + step], others[one.b + step]) for one in blocks for step in range(one.size)]


def _key(word: Word, values: Sequence[Word]) -> str | int:
    """Return the key that two matching words share: the stem, or the number of the equal value among ``values``."""
    if word.value is None:
        return word.stem
    part = word.value.part
    for number, other in enumerate(values):
        if other.value is not None and other.value.part.compare(part).relation is not Relation.DIFFERENT:
            return number
    return part.written


def _gaps(said: Sequence[Word], known: Sequence[Word], pairs: Sequence[tuple[int, int]]) -> Iterator[_Gap]:
    """Yield the gap between each two neighbours, and the words of classes right before the first and after the last."""
    first, last = pairs[0], pairs[-1]
    own, other = _start_of_run_before(said, first[0]), _start_of_run_before(known, first[1])
    yield _gap(_Edge.BEFORE, said[own : first[0] + 1], known[other : first[1] + 1], 0, 1)
    for one, two in pairwise(pairs):
        yield _gap(_Edge.INSIDE, said[one[0] : two[0] + 1], known[one[1] : two[1] + 1], 1, 1)
    own, other = _end_of_run_behind(said, last[0]), _end_of_run_behind(known, last[1])
    yield _gap(_Edge.BEHIND, said[last[0] : own], known[last[1] : other], 1, 0)


def _gap(edge: _Edge, said: Sequence[Word], known: Sequence[Word], before: int, behind: int) -> _Gap:
    """Return the gap between two stretches that include ``before`` and ``behind`` neighbours at their ends."""
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
    """Return whether the source has at most two content words in a gap."""
    return sum(word.is_telling for word in gap.known) <= _MAX_IN_GAP[1]


def _is_reversed(gap: _Gap) -> bool:
    """Return whether an odd number of denials was added or lost in a gap, not counting a long omitted passage."""
    denials = _denials(gap.said) - (_denials(gap.known) if _is_narrow(gap) else 0)
    return gap.edge is _Edge.INSIDE and denials % 2 == 1


def _is_reversed_outside(said: Sequence[Word], known: Sequence[Word], pairs: Sequence[tuple[int, int]]) -> bool:
    """Return whether the answer has a denial before or after an echo that the source does not have near it."""
    first, last = pairs[0], pairs[-1]
    before = _denials(said[: first[0]]), _denials(known[max(0, first[1] - _DENIAL_REACH) : first[1]])
    behind = _denials(said[last[0] :]), _denials(known[last[1] : last[1] + _DENIAL_REACH])
    return any(own and (own - other) % 2 for own, other in (before, behind))


def _compares_alike(gap: _Gap) -> bool:
    said, known = _members(gap.said), _members(gap.known)
    return all(said.get(name) == known.get(name) for name in (COMPARING, _LIMIT))


def _is_bare_denial(gap: _Gap) -> bool:
    """Return whether the answer has only words of classes in a gap, such as a denial, and no value or comparison.

    The source may have up to two content words more.
    """
    is_small = not any(word.is_telling for word in gap.said) and _is_narrow(gap)
    between = (*gap.said, *gap.known)
    is_plain = not any(_has(word, COMPARING) or word.value is not None for word in between)
    return gap.edge is _Edge.INSIDE and is_small and is_plain


def _is_full_echo(said: Sequence[Word], known: Sequence[Word], pairs: Sequence[tuple[int, int]]) -> bool:
    """Return whether nearly all of a thought restates the source, and the source has no denial shortly before it."""
    telling = sum(word.is_telling for word in said)
    if len(pairs) < _MIN_PAIRS_AT_END or 4 * len(pairs) < 3 * telling:
        return False
    first = pairs[0][1]
    return not _denials(known[max(0, first - _DENIAL_REACH) : first])


def _start_of_run_before(words: Sequence[Word], at: int) -> int:
    """Return where the words of classes right before a position begin."""
    while at > 0 and not words[at - 1].is_telling:
        at -= 1
    return at


def _end_of_run_behind(words: Sequence[Word], at: int) -> int:
    """Return where the words of classes right after a position end."""
    at += 1
    while at < len(words) and not words[at].is_telling:
        at += 1
    return at


def _is_changed(gap: _Gap, shared: int, answer: StatedText, quote: StatedText, allowed: Sequence[StatedText]) -> bool:
    """Return whether the words in a gap contradict the source; a gap with too many other words is not judged."""
    own, others = ([word for word in words if word.is_telling] for words in (gap.said, gap.known))
    is_inside = gap.edge is _Edge.INSIDE
    if len(own) > _MAX_IN_GAP[0] or len(others) > _MAX_IN_GAP[1] or not (is_inside or shared >= _MIN_PAIRS_AT_END):
        return False
    said, known = _members(gap.said), _members(gap.known)
    differing = [name for name in said.keys() | known.keys() if said.get(name) != known.get(name)]
    if len(differing) == 1 and said.keys() == known.keys():
        name = differing[0]
        is_of_other = any(_holds(text, name, said[name]) for text in allowed)
        return _differs(name, said, known, gap) and not is_of_other and not _says_of_pronoun(quote, name, said, known)
    return is_inside and not differing and _are_exchanged(own, others, answer, quote, allowed)


def _differs(name: str, said: _Members, known: _Members, gap: _Gap) -> bool:
    """Return whether the words of one class in a gap exclude each other.

    Words that compare or deny have their own readers, and both ``and`` and ``or`` may join the items of a list.
    """
    if name in (DENYING, COMPARING, _JOINT) or said[name] & known[name]:
        return False
    if gap.edge is _Edge.BEHIND and name not in _CLASSES_OF_WORD_BEFORE:
        return False
    return name != _CONDITION or "whatever" in said[name]


def _says_of_pronoun(quote: StatedText, name: str, said: _Members, known: _Members) -> bool:
    """Return whether the source has a word of the class with a pronoun: ``on or before 31 March, and after that date``.

    Which of the two the answer tells at this place is then for the readers of values and steps.
    """
    own = {(name, member) for member in said[name] | known[name]}
    return any(own.intersection(word.kinds) and quote.tokens[word.end].lower in _PRONOUNS for word in words_of(quote))


def _holds(text: StatedText, name: str, members: set[str]) -> bool:
    """Return whether a text has a word of a class that stands for one of its members."""
    own = {(name, member) for member in members}
    return any(own.intersection(word.kinds) for word in words_of(text))


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
    """Return whether one role or name replaces another; a name in the question or in another quote is allowed."""
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
    """Return the preposition before a name, skipping articles: ``to`` in ``to the Agent``; else an empty string."""
    at = word.start - 1
    while at > 0 and text.tokens[at].lower in _BEFORE_NAMES:
        at -= 1
    return text.tokens[at].lower if text.tokens[at].lower in PREPOSITIONS else ""
