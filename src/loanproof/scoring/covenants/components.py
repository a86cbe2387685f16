"""A mandatory flag as its components: each is right, incomplete or wrong, and together they label the flag (A-38).

Silence on a flag is a fail, a missing component makes the flag incomplete, and a wrong component makes it wrong.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.provenance import Claim
from loanproof.scoring.checks import Check
from loanproof.scoring.covenants.dimensions import Dimension
from loanproof.standards import Label
from loanproof.values import Comparison, Relation, content_words, half_are_akin

if TYPE_CHECKING:
    from loanproof.core import Citation
    from loanproof.scoring.context import ScoringContext


class State(StrEnum):
    """How a component of a flag is given."""

    RIGHT = "right"
    INCOMPLETE = "incomplete"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True, kw_only=True)
class Component:
    """One component of a flag: its state, and what is expected and said, in words."""

    state: State
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """The citations of a flag, and what they must support."""

    citations: tuple[Citation, ...]
    claim: Claim


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagResult:
    """The result for one flag: the check, and the citations to assess with it."""

    check: Check
    cited: tuple[Cited, ...] = ()


RIGHT = Component(state=State.RIGHT)


def incomplete(words: str) -> Component:
    """Return a component that is missing, or given only in part."""
    return Component(state=State.INCOMPLETE, words=words)


def wrong(words: str) -> Component:
    """Return a component that is given wrongly."""
    return Component(state=State.WRONG, words=words)


def component_of(compared: Comparison, words: str) -> Component:
    """Return the component for a comparison of values; the words apply unless the values agree."""
    match compared.relation:
        case Relation.EXACT | Relation.EQUAL:
            return RIGHT
        case Relation.PARTIAL:
            return incomplete(words)
        case Relation.DIFFERENT:
            return wrong(words)


def check_components(flag: str, components: Iterable[Component], context: ScoringContext) -> Check:
    """Return the check of a flag that the output states."""
    rule, given = context.parameters.covenants, list(components)
    faulty = [one for one in given if one.state is State.WRONG]
    if faulty:
        message = f"The {flag} is stated wrongly: {_in_words(faulty)}."
        return Check(rule.flag_component_wrong, Reason.FLAG_WRONG, message, ruling="A-38", aspect=Dimension.EDGE_CASES)
    missing = [one for one in given if one.state is State.INCOMPLETE]
    if missing:
        message = f"The {flag} is stated in part: {_in_words(missing)}."
        return Check(rule.flag_incomplete, Reason.FLAG_INCOMPLETE, message, ruling="A-38", aspect=Dimension.EDGE_CASES)
    return Check(Label.CORRECT, Reason.FLAG_COMPLETE, f"The {flag} is stated in full.", aspect=Dimension.EDGE_CASES)


def silent(flag: str, where: str, context: ScoringContext) -> Check:
    """Return the check of a flag that the output does not mention."""
    message = f"The document has a {flag}{where}; the output passes over it."
    label = context.standard.contract.covenants.silent_flag
    return Check(label, Reason.FLAG_SILENT, message, ruling="A-38", aspect=Dimension.EDGE_CASES)


def speaks_of(text: str, wanted: str, quotes: Iterable[str] = ()) -> bool:
    """Return whether a text names an event or thing, in the same or similar words, or in the words of its quotes.

    It is enough if half of the words of one side are found on the other; ``payment`` is a form of ``pay``.
    """
    said, named = content_words(text), content_words(wanted)
    known = named | {word for quote in quotes for word in content_words(quote)}
    return half_are_akin(said, known) or half_are_akin(named, said)


def _in_words(components: Iterable[Component]) -> str:
    return "; ".join(one.words for one in components)
