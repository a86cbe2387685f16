"""Knows the phrases of hedges: what group a hedge belongs to, and which phrases an answer may use in its place.

The contract lists the hedging phrases in groups; ``hedges.words.yaml`` adds synonyms and what means the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.scoring.qa.stated_phrases import TextWords, any_states, places_in, words_in, words_of
from loanproof.statements import CHOICES, plain_text
from loanproof.values import COMPARISONS, EVERYDAY_COMPARISONS, ROUGHLY, Operator

if TYPE_CHECKING:
    from loanproof.standards import Parameters


class _Hedges(WordTable):
    same_sense: dict[str, Words]
    synonyms: dict[str, Words]
    no_duty: Words
    duties: SingleWords
    exceptions: SingleWords
    unless: Words
    explicit: Words
    conditions: Words
    ruling: SingleWords
    dismissals: Words
    dismissing: Words
    after_whatever: SingleWords
    own_doubt: Words
    everyday: Words
    sides: dict[str, SingleWords]
    opposites: dict[str, str]
    floors: Words
    floor_things: Words
    ceilings: Words
    ceiling_things: Words
    beside_ceilings: SingleWords


WORDS = load_words(__package__, "hedges", _Hedges)


def _bounding(operator: Operator) -> tuple[str, ...]:
    """Return the comparisons that set a level, without everyday words, which would be found in every clause."""
    return tuple(phrase for phrase in COMPARISONS[operator] if phrase not in EVERYDAY_COMPARISONS)


SYNONYMS: Mapping[str, tuple[str, ...]] = {
    **WORDS.synonyms,
    "approximation": (*sorted(ROUGHLY), *WORDS.synonyms["approximation"]),
    "level": (
        *_bounding(Operator.AT_MOST),
        *_bounding(Operator.AT_LEAST),
        *WORDS.floors,
        *WORDS.ceilings,
        *WORDS.synonyms["level"],
    ),
}
"""What an answer may say in place of the hedges of a group."""
# The two sides of the group of levels: a ceiling in place of a floor does not keep the hedge.
_FLOORS = frozenset({*_bounding(Operator.AT_LEAST), *WORDS.floors, *WORDS.floor_things})
_CEILINGS = frozenset({*_bounding(Operator.AT_MOST), *WORDS.ceilings, *WORDS.ceiling_things})


@dataclass(frozen=True, slots=True, kw_only=True)
class Hedge:
    """A hedge of the source.

    Attributes:
        text: The hedge as the case writes it.
        words: Its words.
        groups: The groups of its longest known phrase; none if it has no known phrase.
        group_phrases: The phrases that the contract lists in these groups.
    """

    text: str
    words: TextWords
    groups: Sequence[str]
    group_phrases: Sequence[str]

    @property
    def is_exception(self) -> bool:
        """Whether it begins with *unless*."""
        return self.text.lower().startswith("unless")

    @property
    def accepted(self) -> tuple[str, ...]:
        """The phrases that keep it."""
        same = (
            phrase for known, phrases in WORDS.same_sense.items() if known in self.text.lower() for phrase in phrases
        )
        synonyms = (phrase for group in self.groups for phrase in SYNONYMS.get(group, ()))
        unless = WORDS.unless if self.is_exception else ()
        return (self.text, *WORDS.explicit, *unless, *same, *self.group_phrases, *synonyms)

    @property
    def turned(self) -> frozenset[str]:
        """The phrases for the opposite of its level: a maximum does not keep a minimum."""
        is_floor, is_ceiling = (any_states([self.words], side) for side in (_FLOORS, _CEILINGS))
        if is_floor is is_ceiling:
            return frozenset()
        return _CEILINGS.union(WORDS.beside_ceilings) if is_floor else _FLOORS

    @property
    def chosen(self) -> int | None:
        """Which of two values it chooses, as an index of ``CHOICES``; None if it is neither or both."""
        sides = [side for side, phrases in enumerate(CHOICES) if any_states([self.words], phrases)]
        return sides[0] if len(sides) == 1 else None


def hedge_of(text: str, parameters: Parameters) -> Hedge:
    """Return a hedge with its groups.

    Synonyms count if no phrase of the contract is in the hedge: *in their discretion* for *in its discretion*.
    """
    words, known = words_of(plain_text(text)), parameters.hedges.groups
    found = _phrases_in(words, known) or _phrases_in(words, SYNONYMS)
    longest = max((length for length, _ in found), default=0)
    groups = tuple(dict.fromkeys(group for length, group in found if length == longest))
    return Hedge(
        text=text, words=words, groups=groups, group_phrases=[phrase for group in groups for phrase in known[group]]
    )


def _phrases_in(words: TextWords, groups: Mapping[str, Sequence[str]]) -> list[tuple[int, str]]:
    """Return the length and the group of each known phrase in a text."""
    named = ((group, phrase) for group, phrases in groups.items() for phrase in phrases)
    return [(len(words_in(phrase)), group) for group, phrase in named if any(True for _ in places_in(words, phrase))]
