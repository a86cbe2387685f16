"""The class of a covenant: the four of the taxonomy, their aliases, and words that are only adjacent to a class."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from loanproof.cases import CovenantClass
from loanproof.core import Reason
from loanproof.scoring.checks import Check
from loanproof.scoring.covenants.dimensions import Dimension
from loanproof.scoring.covenants.words import is_unsaid
from loanproof.scoring.wording import place_of, quoted
from loanproof.standards import Label

if TYPE_CHECKING:
    from loanproof.cases import ExpectedCovenant
    from loanproof.outputs import CovenantOutput
    from loanproof.scoring.context import ScoringContext

Phrases = tuple[tuple[str, tuple[str, ...]], ...]
"""The phrases of each class, as pairs of a class and its phrases."""

_CLASSES = tuple(one.value for one in CovenantClass)
_WORD = re.compile(r"[a-z]+")
_CLASSLESS_WORDS = frozenset({"covenant", "covenants", "undertaking", "undertakings"})  # say nothing about the class


@dataclass(frozen=True, slots=True, kw_only=True)
class Classes:
    """The classes that a text names, and those to which its other words are adjacent."""

    named: frozenset[str] = frozenset()
    near: frozenset[str] = frozenset()


def check_type(expected: ExpectedCovenant, given: CovenantOutput, context: ScoringContext) -> tuple[Check, ...]:
    """Check the type of a covenant: it must be the primary class, with the secondary one noted if there is one."""
    texts = [text for text in given.types if not is_unsaid(text, context.absence)]
    if not texts:
        message = f"The covenant is {expected.type}{place_of(expected)}; the output gives no type."
        return (Check(Label.PARTIAL, Reason.TYPE_MISSING, message, aspect=Dimension.TYPE),)
    stated = read_classes(texts, context)
    found = _fault(expected, given, stated, context)
    if found is None:
        return ()
    label, code, ruling = found
    noted = "" if expected.secondary_type is None else f" with {expected.secondary_type} as its secondary type"
    said = quoted(" and ".join(texts))
    message = f"The covenant is {expected.type}{noted}{place_of(expected)}; the output classifies it as {said}."
    return (Check(label, code, message, ruling=ruling, aspect=Dimension.TYPE),)


def read_classes(texts: list[str], context: ScoringContext) -> Classes:
    """Return the classes in the texts that an output gives as type; brackets count only if no other words do."""
    heads = [_scan(text.partition("(")[0], context) for text in texts]
    named = frozenset(one for head in heads for one in head.named)
    if not named:
        named = frozenset(one for text in texts for one in _in_brackets(text, context))
    return Classes(named=named, near=frozenset(one for head in heads for one in head.near))


def _fault(
    expected: ExpectedCovenant, given: CovenantOutput, stated: Classes, context: ScoringContext
) -> tuple[Label, Reason, str] | None:
    """Return the label, code and ruling for what is wrong with the stated classes, or None if they are right."""
    rule, primary, secondary = context.parameters.covenants, expected.type, expected.secondary_type
    if len(stated.named) > 1 and primary in stated.named:
        return rule.two_types_one_right, Reason.TYPE_TWO_CLASSES, "C-09"
    if stated.named == {primary}:
        if secondary is None or secondary in _noted(given, context):
            return None
        return rule.secondary_not_noted, Reason.SECONDARY_NOT_NOTED, "C-09"
    if secondary is not None and stated.named == {secondary}:
        return rule.secondary_type_only, Reason.TYPE_WRONG_CLASS, "A-34"
    if not stated.named and primary in stated.near and secondary is None:
        return rule.type_adjacent, Reason.TYPE_ADJACENT, "A-34"
    return rule.type_other_class, Reason.TYPE_WRONG_CLASS, "A-34"


def _noted(given: CovenantOutput, context: ScoringContext) -> frozenset[str]:
    """Return the secondary classes that an output notes: under their own key, or in brackets after the type."""
    own = _scan(given.secondary_type or "", context).named
    return own | frozenset(one for text in given.types for one in _in_brackets(text, context))


def _in_brackets(text: str, context: ScoringContext) -> frozenset[str]:
    return _scan(text.partition("(")[2], context).named


def _scan(text: str, context: ScoringContext) -> Classes:
    """Return the classes of the taxonomy's phrases in a text; of overlapping phrases the longest counts."""
    phrases = _phrases(context)
    words, longest = _words(text), max(map(len, phrases))
    named: set[str] = set()
    near: set[str] = set()
    at = 0
    while at < len(words):
        size = next((size for size in range(longest, 0, -1) if words[at : at + size] in phrases), None)
        if size is not None:
            found = phrases[words[at : at + size]]
            named |= found.named
            near |= found.near
        at += size or 1
    return Classes(named=frozenset(named), near=frozenset(near))


def _phrases(context: ScoringContext) -> dict[tuple[str, ...], Classes]:
    rule = context.parameters.covenants
    return _phrase_table(tuple(rule.type_adjacents.items()), tuple(rule.type_aliases.items()))


@lru_cache(maxsize=16)  # cached: made from the contract alone, and needed for every covenant
def _phrase_table(adjacents: Phrases, aliases: Phrases) -> dict[tuple[str, ...], Classes]:
    """Return the phrases of the taxonomy by their words; a class or alias overrides an adjacent phrase."""
    table: dict[tuple[str, ...], Classes] = {}
    for name, phrases in adjacents:
        for phrase in phrases:
            known = table.get(_words(phrase), Classes())
            table[_words(phrase)] = Classes(near=known.near | {name})
    for name, phrases in aliases:
        table |= {_words(alias): Classes(named=frozenset({name})) for alias in phrases}
    return table | {(name,): Classes(named=frozenset({name})) for name in _CLASSES}


def _words(text: str) -> tuple[str, ...]:
    """Return the words of a text that may name a class; a word that begins with a class is replaced by the class."""
    words = (word for word in _WORD.findall(text.lower()) if word not in _CLASSLESS_WORDS)
    return tuple(next((name for name in _CLASSES if word.startswith(name)), word) for word in words)
