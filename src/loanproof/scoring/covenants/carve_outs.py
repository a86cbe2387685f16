"""Carve-outs from a covenant: each expected one with its scope, its cap, and whether the cap is shared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.provenance import Claim, claim_of_text
from loanproof.scoring.covenants.components import (
    Cited,
    Component,
    FlagResult,
    State,
    check_components,
    component_of,
    incomplete,
    silent,
    wrong,
)
from loanproof.scoring.covenants.figures import compare_figures, figures_of
from loanproof.scoring.covenants.pairing import pair_off
from loanproof.scoring.covenants.words import says_nothing, text_of
from loanproof.scoring.wording import place_of, quoted, tell
from loanproof.statements import contradictions
from loanproof.values import Relation, content_words

if TYPE_CHECKING:
    from loanproof.cases import ExpectedCarveOut, ExpectedCovenant
    from loanproof.outputs import CarveOutOutput, CovenantOutput
    from loanproof.scoring.context import ScoringContext

_FLAG = "list of carve-outs"
_CLAUSE = 4  # words; fewer may appear in any clause
_SHARED_CAP = re.compile(r"\b(?:shared|together|combined|jointly|in common)\b", re.IGNORECASE)
_OWN_CAP = re.compile(r"\b(?:not|never|un)[ -]?(?:shared|combined)\b|\bof its own\b|\bseparate(?:ly)?\b", re.IGNORECASE)
_DEBT = frozenset("indebtedness borrowing".split())
_SAYING_LITTLE = frozenset("financial permitted aggregate exceeding general basket other de minimis".split())


def check_carve_outs(
    expected: ExpectedCovenant, given: CovenantOutput, context: ScoringContext
) -> tuple[FlagResult, ...]:
    """Check the carve-outs of a covenant: all of them, some, or none.

    One that the case does not expect is wrong only where nothing in the documents corresponds to it.
    """
    if not expected.carve_outs and not given.carve_outs:
        return ()
    if not given.carve_outs:
        return (FlagResult(check=silent(_FLAG, place_of(expected), context)),)
    pairs = match_carve_outs(expected.carve_outs, given.carve_outs, context)
    components = [*_expected_components(expected, given, pairs, context), *_other_components(given, pairs, context)]
    cited = tuple(Cited(citations=one.citations, claim=_claim(one, context)) for one in given.carve_outs)
    if expected.carve_outs and not pairs and all(one.state is State.INCOMPLETE for one in components):
        return (FlagResult(check=silent(_FLAG, place_of(expected), context), cited=cited),)
    return (FlagResult(check=check_components(_FLAG, components, context), cited=cited),)


def match_carve_outs(
    expected: tuple[ExpectedCarveOut, ...], given: tuple[CarveOutOutput, ...], context: ScoringContext
) -> dict[int, int]:
    """Return which given carve-out answers which expected one: the nearest scope first, then the same cap."""
    ranked: list[tuple[tuple[int, int, str], int, int]] = []
    for one, wanted in enumerate(expected):
        for other, carve_out in enumerate(given):
            likeness = _likeness(wanted, carve_out)
            same_cap = _same_cap(wanted, carve_out, context)
            if likeness or (same_cap and not _has_scope(carve_out)):
                ranked.append(((-likeness, -int(same_cap), repr(carve_out)), one, other))
    return pair_off(ranked)


def _likeness(wanted: ExpectedCarveOut, given: CarveOutOutput) -> int:
    """Return how many words two scopes share; none where it is not more than half of the shorter one.

    A scope in the words of the clause, as its own quotes have them, shares those that are in them.
    """
    named, said = _scope_words(wanted.scope), _scope_words(given.scope or "")
    shared = len(named & said)
    if 2 * shared > min(len(named), len(said)):
        return shared
    clause = frozenset(word for one in wanted.citations for word in _scope_words(one.quote))
    return len(said) if said <= clause and len(said) > _CLAUSE else 0


def _scope_words(scope: str) -> frozenset[str]:
    """Return the words of a scope, with one word for debt and without a cap that stands among them."""
    for part in claim_of_text(scope).parts:
        scope = scope.replace(part.written, " ")
    return frozenset("debt" if word in _DEBT else word for word in content_words(scope) - _SAYING_LITTLE)


def _has_scope(given: CarveOutOutput) -> bool:
    """Return whether a scope says what is carved out; ``de minimis`` and ``general basket`` do not."""
    return bool(_scope_words(given.scope or ""))


def _cap_of(given: CarveOutOutput) -> str | None:
    """Return the cap as written; one that is in the words of the scope counts."""
    said = text_of(given.cap)
    if said is None and given.scope is not None and claim_of_text(given.scope).parts:
        return given.scope
    return said


def _same_cap(wanted: ExpectedCarveOut, given: CarveOutOutput, context: ScoringContext) -> bool:
    said = _cap_of(given)
    if wanted.cap is None or said is None:
        return False
    return compare_figures(wanted.cap, said, context.notation).relation in (Relation.EXACT, Relation.EQUAL)


def _expected_components(
    expected: ExpectedCovenant, given: CovenantOutput, pairs: dict[int, int], context: ScoringContext
) -> Iterator[Component]:
    for position, wanted in enumerate(expected.carve_outs):
        if position not in pairs:
            yield incomplete(f"{quoted(wanted.scope)} is left out")
            continue
        answer = given.carve_outs[pairs[position]]
        if not _has_scope(answer):
            yield incomplete(f"the scope of {quoted(wanted.scope)} is left out")
        own = [one.quote for one in wanted.citations]
        yield from _contradictions(answer.scope or "", wanted.scope, own, context)
        yield from _cap(wanted, answer, [*own, *(one.quote for one in expected.citations)], context)


def _cap(
    wanted: ExpectedCarveOut, answer: CarveOutOutput, quotes: Sequence[str], context: ScoringContext
) -> Iterator[Component]:
    said = _cap_of(answer)
    scope = f"{quoted(wanted.scope)}"
    if wanted.cap is None:
        if not says_nothing(said, context.absence):
            yield wrong(f"{scope} has no cap, not {quoted(said)}")
        return
    if said is None or says_nothing(said, context.absence):
        yield incomplete(f"the cap of {scope}, {quoted(wanted.cap)}, is left out")
    else:
        words = f"the cap of {scope} is {quoted(wanted.cap)}, not {quoted(said)}"
        yield component_of(compare_figures(wanted.cap, said, context.notation), words)
        figures = figures_of(wanted.cap, context.notation)
        capping = [quote for quote in quotes if figures <= figures_of(quote, context.notation)]
        yield from _contradictions(said, wanted.cap, capping, context, is_cap=True)
    is_shared = _is_shared(answer)
    if wanted.shared_cap and is_shared is None:
        yield incomplete(f"it is not said that the cap of {scope} is shared")
    elif bool(is_shared) != wanted.shared_cap:
        yield wrong(f"the cap of {scope} is {'' if wanted.shared_cap else 'not '}shared")


def _contradictions(
    said: str, wanted: str, quotes: Sequence[str], context: ScoringContext, *, is_cap: bool = False
) -> Iterator[Component]:
    """Yield in what a cap or scope contradicts the expected one: direction, base, ``plus`` for ``if greater``."""
    if context.parameters.clarifications.statements:
        found = contradictions(said, wanted, quotes, context.notation, is_cap=is_cap)
        yield from (wrong(tell(one, quoted(wanted))) for one in found)


def _is_shared(answer: CarveOutOutput) -> bool | None:
    """Return whether a cap is shared, by its key or by the words of cap and scope; nothing where neither says so."""
    if answer.has_shared_cap is not None:
        return answer.has_shared_cap
    words = f"{text_of(answer.cap) or ''} {answer.scope or ''}"
    if _OWN_CAP.search(words):
        return False
    return True if _SHARED_CAP.search(words) else None


def _other_components(given: CovenantOutput, pairs: dict[int, int], context: ScoringContext) -> Iterator[Component]:
    """Yield the carve-outs that answer no expected one and have no counterpart in the documents."""
    for position, answer in enumerate(given.carve_outs):
        if position in pairs.values():
            continue
        cap = _cap_of(answer)
        is_real = answer.scope is not None and context.has_line_about(answer.scope)
        if not is_real or (cap is not None and not context.figures_appear(cap)):
            yield wrong(f"{quoted(answer.scope)} is not a carve-out of the document")


def _claim(answer: CarveOutOutput, context: ScoringContext) -> Claim:
    return context.claim_of(_cap_of(answer))
