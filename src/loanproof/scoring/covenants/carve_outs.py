"""Carve-outs from a covenant: the scope of each, its cap, and whether the cap is shared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.cases import confirmed_quotes
from loanproof.core import SingleWords, WordTable, load_words
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
from loanproof.scoring.covenants.contradicted import contradicted
from loanproof.scoring.covenants.figures import compare_figures, figures_of
from loanproof.scoring.covenants.pairing import pair_off
from loanproof.scoring.covenants.words import says_nothing, text_of
from loanproof.scoring.wording import place_of, quoted, tell
from loanproof.statements import ACTS
from loanproof.values import Relation, content_words, prose_parts, same_typography

if TYPE_CHECKING:
    from loanproof.cases import ExpectedCarveOut, ExpectedCovenant
    from loanproof.outputs import CarveOutOutput, CovenantOutput
    from loanproof.scoring.context import ScoringContext

_FLAG = "list of carve-outs"
_TOO_FEW_WORDS = 4  # so few words of a scope may appear in any clause by chance
_SHARED_CAP = re.compile(r"\b(?:shared|together|combined|jointly|in common)\b", re.IGNORECASE)
_WITH_OTHERS = re.compile(r"\b(?:shared|in common|(?:together|combined|jointly) with)\b", re.IGNORECASE)
_OWN_CAP = re.compile(r"\b(?:not|never|un)[ -]?(?:shared|combined)\b|\bof its own\b|\bseparate(?:ly)?\b", re.IGNORECASE)
_JOINT = re.compile(r"\b(?:and|or|as well as)\b|,", re.IGNORECASE)


class _ScopeWords(WordTable):
    """The words of ``carve_outs.words.yaml``, which explains each key."""

    vague: SingleWords
    alike: dict[str, SingleWords]


_WORDS = load_words(__package__, "carve_outs", _ScopeWords)
_VAGUE_WORDS = frozenset(_WORDS.vague)
_ALIKE = {**ACTS, **{word: key for key, words in _WORDS.alike.items() for word in words}}


def check_carve_outs(
    expected: ExpectedCovenant, given: CovenantOutput, context: ScoringContext
) -> tuple[FlagResult, ...]:
    """Check the carve-outs of a covenant; there is no result if neither side has any.

    A carve-out that the case does not expect is wrong only if nothing in the documents corresponds to it.
    """
    if not expected.carve_outs and not given.carve_outs:
        return ()
    if not given.carve_outs:
        return (FlagResult(check=silent(_FLAG, place_of(expected), context)),)
    pairs = match_carve_outs(expected.carve_outs, given.carve_outs, context)
    components = [*_expected_components(expected, given, pairs, context), *_other_components(given, pairs, context)]
    answered = {other: expected.carve_outs[one] for one, other in pairs.items()}
    cited = tuple(
        Cited(citations=one.citations, claim=claim_of_carve_out(answered.get(at), one, context))
        for at, one in enumerate(given.carve_outs)
    )
    if expected.carve_outs and not pairs and all(one.state is State.INCOMPLETE for one in components):
        return (FlagResult(check=silent(_FLAG, place_of(expected), context), cited=cited),)
    return (FlagResult(check=check_components(_FLAG, components, context), cited=cited),)


def claim_of_carve_out(wanted: ExpectedCarveOut | None, answer: CarveOutOutput, context: ScoringContext) -> Claim:
    """Return what the quotes of a carve-out must support: the figures of its cap."""
    confirmed = () if wanted is None else confirmed_quotes(wanted)
    return replace(context.claim_of(_cap_of(answer, wanted, context)), confirmed=confirmed)


def match_carve_outs(
    expected: tuple[ExpectedCarveOut, ...], given: tuple[CarveOutOutput, ...], context: ScoringContext
) -> dict[int, int]:
    """Return which given carve-out answers which expected one: by the most similar scope, then by the same cap."""
    ranked: list[tuple[tuple[int, int, str], int, int]] = []
    for one, wanted in enumerate(expected):
        for other, carve_out in enumerate(given):
            likeness = _likeness(wanted, carve_out)
            same_cap = _same_cap(wanted, carve_out, context)
            # A cap alone identifies a carve-out only if its scope says nothing.
            if likeness or (same_cap and not _has_scope(carve_out)):
                ranked.append(((-likeness, -int(same_cap), repr(carve_out)), one, other))
    return pair_off(ranked)


def _likeness(wanted: ExpectedCarveOut, given: CarveOutOutput) -> int:
    """Return how many words two scopes share, or 0 if this is at most half of the words of the shorter one.

    A longer scope that uses only words of the expected quotes is in the words of the clause, and counts as alike.
    """
    named, said = _scope_words(wanted.scope), _scope_words(given.scope or "")
    if _is_same_scope(wanted, given):
        return len(named) + 1
    shared = len(named & said)
    if 2 * shared > min(len(named), len(said)):
        return shared
    clause = frozenset(word for one in wanted.citations for word in _scope_words(one.quote))
    return len(said) if said <= clause and len(said) > _TOO_FEW_WORDS else 0


def _scope_words(scope: str) -> frozenset[str]:
    """Return the content words of a scope, without figures and vague words; words of one meaning count as one."""
    for part in claim_of_text(scope).parts:
        scope = scope.replace(part.written, " ")
    return frozenset(_ALIKE.get(word, word) for word in content_words(scope) - _VAGUE_WORDS)


def _has_scope(given: CarveOutOutput) -> bool:
    """Return whether a carve-out's scope says what is carved out; ``de minimis`` and ``general basket`` do not."""
    return bool(_scope_words(given.scope or ""))


def _is_same_scope(wanted: ExpectedCarveOut, given: CarveOutOutput) -> bool:
    return same_typography(wanted.scope, given.scope or "")


def _cap_of(given: CarveOutOutput, wanted: ExpectedCarveOut | None, context: ScoringContext) -> str | None:
    """Return the cap as it is written, under its own key or else in the words of the scope.

    A figure that describes what is carved out is not a cap: the days by which a debt may be overdue, the ratio at
    which it may be incurred. The expected scope and its quotes show which figures these are.
    """
    said, rest = text_of(given.cap), given.scope
    if said is not None or rest is None:
        return said
    of_scope = frozenset[str]() if wanted is None else _figures_of_scope(wanted, context)
    for part in prose_parts(rest, context.notation):
        if part.kind.canonical(part.candidates[0]) in of_scope:
            rest = rest.replace(part.written, " ")
    return rest if figures_of(rest, context.notation) else None


def _figures_of_scope(wanted: ExpectedCarveOut, context: ScoringContext) -> frozenset[str]:
    """Return the figures in an expected carve-out's scope and quotes that are not its cap."""
    texts = (wanted.scope, *(one.quote for one in wanted.citations))
    figures = frozenset[str]().union(*(figures_of(text, context.notation) for text in texts))
    return figures - figures_of(wanted.cap or "", context.notation)


def _same_cap(wanted: ExpectedCarveOut, given: CarveOutOutput, context: ScoringContext) -> bool:
    said = _cap_of(given, wanted, context)
    if wanted.cap is None or said is None:
        return False
    return compare_figures(wanted.cap, said, context.notation).relation in (Relation.EXACT, Relation.EQUAL)


def _expected_components(
    expected: ExpectedCovenant, given: CovenantOutput, pairs: dict[int, int], context: ScoringContext
) -> Iterator[Component]:
    """Yield what is missing or wrong in each expected carve-out."""
    for position, wanted in enumerate(expected.carve_outs):
        if position not in pairs:
            yield incomplete(f"{quoted(wanted.scope)} is left out")
            continue
        answer = given.carve_outs[pairs[position]]
        if not _has_scope(answer) and not _is_same_scope(wanted, answer):
            yield incomplete(f"the scope of {quoted(wanted.scope)} is left out")
        own = [one.quote for one in wanted.citations]
        yield from _contradictions(answer.scope or "", wanted.scope, own, context)
        yield from _cap(wanted, answer, [*own, *(one.quote for one in expected.citations)], context)


def _cap(
    wanted: ExpectedCarveOut, answer: CarveOutOutput, quotes: Sequence[str], context: ScoringContext
) -> Iterator[Component]:
    """Yield the components of a cap: its figures, what is said about them, and whether it is shared."""
    said = _cap_of(answer, wanted, context)
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
        # Only a quote with all figures of the cap can show what the document says about it.
        capping = [quote for quote in quotes if figures <= figures_of(quote, context.notation)]
        yield from _contradictions(said, wanted.cap, capping, context, is_cap=True)
    is_shared = _is_shared(answer, wanted)
    if wanted.shared_cap and is_shared is None:
        yield incomplete(f"it is not said that the cap of {scope} is shared")
    elif bool(is_shared) != wanted.shared_cap:
        yield wrong(f"the cap of {scope} is {'' if wanted.shared_cap else 'not '}shared")


def _contradictions(
    said: str, wanted: str, quotes: Sequence[str], context: ScoringContext, *, is_cap: bool = False
) -> Iterator[Component]:
    """Yield each way in which a cap or scope contradicts the expected one: direction, base, ``plus`` for ``or``."""
    found = contradicted(said, wanted, quotes, context, is_cap=is_cap)
    yield from (wrong(tell(one, quoted(wanted))) for one in found)


def _is_shared(answer: CarveOutOutput, wanted: ExpectedCarveOut) -> bool | None:
    """Return whether a cap is shared, by its key or by the words of cap and scope; None if neither says so.

    If the expected carve-out has such words too, they mean what the case says about sharing. If it names several
    things, such as ``purchase money debt and leases``, then ``together`` may be said of these.
    """
    if answer.has_shared_cap is not None:
        return answer.has_shared_cap
    words = f"{text_of(answer.cap) or ''} {answer.scope or ''}"
    said = _says_shared(words)
    is_of_own = said and bool(_JOINT.search(wanted.scope)) and not _WITH_OTHERS.search(words)
    # "together with other debt" may be part of the expected words without meaning a shared cap.
    is_known = said is not None and said == _says_shared(f"{wanted.cap or ''} {wanted.scope}")
    return wanted.shared_cap if is_known or is_of_own else said


def _says_shared(words: str) -> bool | None:
    if _OWN_CAP.search(words):
        return False
    return True if _SHARED_CAP.search(words) else None


def _other_components(given: CovenantOutput, pairs: dict[int, int], context: ScoringContext) -> Iterator[Component]:
    """Yield a wrong component for each carve-out that is not expected and has no counterpart in the documents."""
    for position, answer in enumerate(given.carve_outs):
        if position in pairs.values():
            continue
        cap = _cap_of(answer, None, context)
        is_real = answer.scope is not None and context.has_line_about(answer.scope)
        if not is_real or (cap is not None and not context.figures_appear(cap)):
            yield wrong(f"{quoted(answer.scope)} is not a carve-out of the document")
