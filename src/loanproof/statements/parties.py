"""A party that has in an answer the part in an act which its source gives to another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.statements.comparison import Contradiction
from loanproof.statements.party_parts import Part, parts_of

if TYPE_CHECKING:
    from loanproof.statements.text import StatedText

_MORE = 2  # words that another clause must share more


def exchanged_parties(
    answer: StatedText, quotes: Sequence[StatedText], cited: Sequence[StatedText] = ()
) -> Iterator[Contradiction]:
    """Yield the first party that an answer gives a part in an act which its source gives to another alone.

    Where it gives that part to the right party as well, only the ``quotes`` tell of another, and not what is ``cited``.
    """
    known: dict[tuple[str, str, bool], list[Part]] = {}
    for one in (one for quote in (*quotes, *cited) for one in parts_of(quote) if one.is_sure):
        known.setdefault(one.place, []).append(one)
    gold = frozenset(one for quote in quotes for one in parts_of(quote))
    said = [one for one in parts_of(answer) if one.place in known] if known else []
    right = {one.place for one in said if not one.is_aside and _has(known[one.place], one)}
    for one in said:
        others = known[one.place]
        if one.is_aside:
            is_wrong = _has(others, one) and one.place not in right
        else:
            is_other = one.is_other_case and not any(other.is_other_case for other in others)
            is_open = is_other or (one.is_denied and not one.is_verb)
            is_wrong = not is_open and (one.place not in right or _is_told_of_another(one, gold.intersection(others)))
        if is_wrong:
            yield Contradiction(Reason.SUBJECT_EXCHANGED, others[0].shown, one.shown)
            return


def _has(others: Sequence[Part], one: Part) -> bool:
    return any(one.names & other.names for other in others)


def _is_told_of_another(one: Part, others: Iterable[Part]) -> bool:
    """Return whether the source tells of another party in much the same words, and of this one in others."""
    shared = [(len(one.words & other.words), bool(one.names & other.names)) for other in others]
    own = max((count for count, is_own in shared if is_own), default=0)
    return max((count for count, is_own in shared if not is_own), default=0) >= own + _MORE
