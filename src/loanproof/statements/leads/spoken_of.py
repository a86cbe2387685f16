"""Finds which side a text is about at a place, from the sides that it names, its clauses and its denials."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from loanproof.statements.leads.words import (
    ADVERBS,
    AGAINST,
    BREAKS,
    CARRYING_ON,
    COMPARING,
    NEGATIONS,
    PLACED,
    Side,
    names_of_sides,
)
from loanproof.statements.reading import polarity_at
from loanproof.statements.statement import Polarity
from loanproof.statements.texts.text import StatedText
from loanproof.values import Tokens

_CLAUSE_SIGNS = frozenset(";:()")
_STOPS = _CLAUSE_SIGNS | {",", "."}
_RELATIVE = frozenset({"which", "whose", "that"})
_SIDE_REACH = 12  # tokens between a comparison and the side after it
_RIGHT_BEHIND = 2  # tokens allowed before a side that follows directly: "absent from most LMA forms"
_LINK_REACH = 5  # tokens between "than" and its side, or between a negation and what it denies


class _Name(NamedTuple):
    """A side that a text names, and its tokens; ``is_against`` if the other side is compared with it: ``than LMA``."""

    start: int
    end: int
    side: Side | None
    is_against: bool


class SpokenOf:
    """A text with the sides that it names, to ask which side the words at a place are about."""

    def __init__(self, text: StatedText, associations: frozenset[str]) -> None:
        """Find the sides in a text; ``associations`` are names of the benchmark."""
        self.text = text
        self.tokens: Tokens = text.tokens
        self._names = tuple(self._find(associations))

    def _find(self, associations: frozenset[str]) -> Iterator[_Name]:
        """Yield the sides in order; a name right after a benchmark belongs to the benchmark: ``LSTA deals``."""
        names, at = names_of_sides(associations), 0
        before: _Name | None = None
        while at < len(self.tokens):
            matched = names.match(self.tokens, at)
            if matched is None:
                at, before = at + 1, None
                continue
            side, end = matched
            if before is not None and before.side is Side.BENCHMARK and side is not None:
                before = before._replace(start=at, end=end)
            else:
                before = _Name(at, end, side, self._is_against(at))
            yield before
            at = end

    def _is_against(self, at: int) -> bool:
        """Return whether something is compared with the side that begins at a token: ``than in the LMA form``."""
        for start in range(at - 1, max(-1, at - 1 - _LINK_REACH), -1):
            if self.tokens[start].text in _STOPS:
                return False
            if self.tokens[start].lower == "not" and at - start <= _RIGHT_BEHIND:
                return True
            matched = AGAINST.match(self.tokens, start)
            placed = COMPARING.match(self.tokens, start)
            end = matched[1] if matched else placed[1] if placed and placed[0].is_placing else None
            if end is not None and end <= at:
                return True
        return False

    @cached_property
    def starts(self) -> list[int]:
        """Where clauses begin; an aside such as ``is, against LMA, higher`` does not begin a clause."""
        starts, is_aside = {start for start, _ in self.text.sentences} | {0}, False
        for at in range(len(self.tokens)):
            token, following = self.tokens[at], self.tokens[at + 1]
            if token.text == "," and is_aside:
                is_aside = False
            elif token.text == ",":
                is_aside = AGAINST.match(self.tokens, at + 1) is not None or following.lower in NEGATIONS
                starts |= set() if is_aside else {at + 1}
            elif token.text in _CLAUSE_SIGNS or token.lower in BREAKS:
                starts.add(at + 1)
        return sorted(starts)

    def clause(self, at: int) -> tuple[int, int]:
        """Return the clause that a token belongs to."""
        number = bisect_right(self.starts, at)
        end = self.starts[number] if number < len(self.starts) else len(self.tokens)
        return self.starts[number - 1], end

    @cached_property
    def in_names(self) -> frozenset[int]:
        """The tokens that belong to names of sides, in which no word compares: ``lower`` in ``the lower end``."""
        return frozenset(at for name in self._names for at in range(name.start, name.end))

    @cached_property
    def in_figures(self) -> frozenset[int]:
        """The tokens of figures."""
        return frozenset(at for start, end, _ in self.text.marks for at in range(start, end))

    def is_denied(self, at: int, end: int) -> bool:
        """Return whether the text denies the words of a token range; adverbs and a figure may come before them."""
        on = at - 1
        while on >= max(0, at - _LINK_REACH) and (self.tokens[on].lower in ADVERBS or on in self.in_figures):
            on -= 1
        word = self.tokens[on].lower
        is_negation = word in NEGATIONS or (word == "t" and self.tokens[on - 1].text == "'")
        if is_negation and self.tokens[on + 1].lower != "only":
            return True
        return polarity_at(self.text, self.tokens.span(at, end)) is not Polarity.STATED

    def behind(self, end: int, *, is_object: bool) -> Side | None:
        """Return the side that words are about, judged by the side named after them: ``above LMA``, ``more in LMA``.

        If ``is_object``, the side after the words is the one that the other is compared with.
        """
        name = self._next(end)
        if name is None or name.side is None:
            return None
        if is_object or self._is_held_against(end, name):
            return name.side.other
        return self.placed_in(end)

    def placed_in(self, end: int) -> Side | None:
        """Return the side that contains something, if the next words name it: ``no such default in the LMA form``."""
        name = self._next(end)
        if name is None or self._is_held_against(end, name):
            return None
        words = {self.tokens[at].lower for at in range(max(end, name.start - 3), name.start)}
        return name.side if words & PLACED else None

    def _next(self, end: int) -> _Name | None:
        last = min(self.clause(end - 1)[1], end + _SIDE_REACH)
        return next((name for name in self._names if name.side is not None and end <= name.start < last), None)

    def _is_held_against(self, end: int, name: _Name) -> bool:
        """Return whether a name after a token is the side that something is compared with."""
        return name.is_against or any(AGAINST.match(self.tokens, at) for at in range(end, name.start))

    def before(self, at: int) -> Side:
        """Return the side that words are about, judged by the names before them in their clause; else the deal."""
        start = self.clause(at)[0]
        named = [name for name in self._names if name.side and not name.is_against and name.end <= at]
        own = [name.side for name in named if name.start >= start]
        if not own and self.tokens[start].lower in _RELATIVE:  # "stricter than the form, which has no such default"
            own = [name.side for name in self._names if name.side and start - _RIGHT_BEHIND <= name.end <= start]
        if not own and self.tokens[start].lower in CARRYING_ON:
            sentence = self.text.sentence_of(at)[0]
            own = [name.side for name in named if name.start >= sentence][:1]
        return own[-1] or Side.DEAL if own else Side.DEAL

    def next_named(self, end: int) -> Side | None:
        """Return the side that is named right after a token, or None."""
        return next((name.side for name in self._names if end <= name.start <= end + _RIGHT_BEHIND), None)
