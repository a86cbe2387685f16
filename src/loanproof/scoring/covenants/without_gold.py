"""The guard of covenants: what the documents alone say against reported covenants, by figures, citations and quotes.

A threshold, a cap, a waived level and the days of a grace period must be quoted. What is said about a level must not
contradict the quotes, and two reports of one covenant must agree (C-24).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from loanproof.cases import CovenantFrequency
from loanproof.core import Capability, Reason
from loanproof.outputs import Confidence
from loanproof.provenance import Claim, ClassName
from loanproof.scoring.changing_words import changing_words, sentences_of
from loanproof.scoring.context import ScoringContext
from loanproof.scoring.covenants.carve_outs import claim_of_carve_out
from loanproof.scoring.covenants.citing import passages_of
from loanproof.scoring.covenants.cross_defaults import claim_of_cross_default
from loanproof.scoring.covenants.extras import surroundings_of
from loanproof.scoring.covenants.frequency import given_condition, in_words, is_always_tested, read_rhythms, rhythms_in
from loanproof.scoring.covenants.grace_periods import claim_of_grace_period
from loanproof.scoring.covenants.levels import comparing, figure_places, operator_before
from loanproof.scoring.covenants.names import Namer
from loanproof.scoring.covenants.own_quotes import (
    cap_faults,
    condition_faults,
    contradicted_faults,
    name_faults,
    trigger_faults,
)
from loanproof.scoring.covenants.repeats import reports_differ
from loanproof.scoring.covenants.waiver_quotes import waiver_faults
from loanproof.scoring.covenants.words import says_nothing, text_of
from loanproof.scoring.guarded import GuardedItem, GuardFault, guarded_item, invented_faults
from loanproof.scoring.restated import replaced_fault, restated_faults
from loanproof.scoring.results import UNNAMED
from loanproof.scoring.wording import quoted
from loanproof.statements import bound_against
from loanproof.values import content_words, half_are_akin

if TYPE_CHECKING:
    from loanproof.core import Citation
    from loanproof.outputs import CovenantOutput, CovenantsOutput
    from loanproof.provenance import DocumentSet, ItemProvenance
    from loanproof.standards import EvalStandard
    from loanproof.values import Operator


def guard_covenants(
    output: CovenantsOutput, documents: DocumentSet, standard: EvalStandard, as_of: str | None = None
) -> Iterator[GuardedItem]:
    """Yield each reported covenant, then the flags of the document, with what the documents say against it."""
    context = ScoringContext(documents, standard, Capability.COVENANTS, as_of)
    namer = Namer((), context)
    earlier: dict[object, list[int]] = {}
    for at, covenant in enumerate(output.covenants):
        name = covenant.name or ""
        keys = namer.keys_of(name)
        alike = (output.covenants[place] for place in sorted({one for key in keys for one in earlier.get(key, ())}))
        others = [one for one in alike if namer.same_name(one.name or "", name)]
        for key in keys:
            earlier.setdefault(key, []).append(at)
        faults = _faults(covenant, others, namer, context)
        given = text_of(covenant.threshold)
        yield guarded_item(covenant.name or UNNAMED, given, faults, covenant.confidence, standard)
    flags = output.flags
    for number, period in enumerate(() if flags is None else flags.grace_periods or (), start=1):
        claim = claim_of_grace_period(None, period)
        faults = chain(_cited(period.citations, claim, context), trigger_faults(period, context))
        yield guarded_item(
            f"flag:grace_period:{number}",
            text_of(period.days),
            faults,
            _confidence_if_stated(period.confidence),
            standard,
        )
    if flags is not None and flags.cross_default is not None:
        default = flags.cross_default
        claim = claim_of_cross_default(None, default, context)
        faults = (
            _cited(default.citations, claim, context)
            if default.is_present
            else invented_faults(context.provenance_of(default.citations))
        )
        quotes = [one.quote for one in default.citations if one.quote]
        beside = _words_beside(map(text_of, (default.threshold, *default.thresholds)), quotes, context)
        yield guarded_item(
            "flag:cross_default", default.kind, (*faults, *beside), _confidence_if_stated(default.confidence), standard
        )


def _confidence_if_stated(confidence: Confidence) -> Confidence | None:
    """Return a confidence, or None for the default, which the output did not state."""
    return None if confidence == Confidence() else confidence


def _faults(
    covenant: CovenantOutput, others: Sequence[CovenantOutput], namer: Namer, context: ScoringContext
) -> Iterator[GuardFault]:
    """Yield the faults of one report; ``others`` are the earlier reports under the same name."""
    levels = [text_of(value) for value in (covenant.threshold, *(step.threshold for step in covenant.steps))]
    claim = _claim(levels, context)
    yield from _cited(covenant.citations, claim, context)
    yield from restated_faults(covenant.citations, context)
    found = context.provenance_of(covenant.citations, claim)
    passages = passages_of(found, context)
    # Without a figure to look for, the quoted clause must at least be about the covenant.
    if not claim.parts and passages and not _speaks_of(covenant, found, context):
        sentence = f"The quoted text does not speak of {quoted(covenant.name)}."
        yield GuardFault(code=Reason.QUOTE_NO_SUPPORT, sentence=sentence)
    quotes = [one.quote for one in covenant.citations if one.quote]
    stale = replaced_fault(quotes, claim, context)
    if stale is not None:
        yield stale
    yield from _against_quotes(covenant, [level for level in levels if level], quotes, context)
    yield from _words_beside([*levels, covenant.testing_frequency], [*quotes, *passages], context)
    yield from _rhythm_faults(covenant, (*quotes, *passages), context)
    yield from _flag_faults(covenant, context)
    yield from waiver_faults(covenant, context)
    yield from _cited(covenant.citations, _claim([given_condition(covenant, context)], context), context)
    yield from condition_faults(covenant, context)
    yield from cap_faults(covenant, context)
    yield from name_faults(covenant, namer, context)
    if context.parameters.clarifications.repeated_covenants:
        for other in others:
            if not _are_two_covenants(covenant, other) and reports_differ(covenant, other, quotes, context):
                sentence = f"{quoted(covenant.name)} is reported twice, and not alike."
                yield GuardFault(code=Reason.REPORTS_DIFFER, sentence=sentence)


def _words_beside(
    texts: Iterable[str | None], passages: Sequence[str], context: ScoringContext
) -> Iterator[GuardFault]:
    """Yield a fault for the words that change a level or frequency and that no passage has (C-33)."""
    if not context.parameters.clarifications.companions:
        return
    for text in filter(None, texts):
        words = sentences_of(changing_words(text, passages, context))
        yield from (GuardFault(code=code, sentence=sentence) for code, sentence in words)


def _are_two_covenants(covenant: CovenantOutput, other: CovenantOutput) -> bool:
    """Return whether two reports have different names and cite different clauses: *projected* interest cover."""
    names = {content_words(one.name or "") for one in (covenant, other)}
    places = {(one.citations[0].document, one.citations[0].section) for one in (covenant, other) if one.citations}
    return len(names) > 1 and len(places) > 1


def _speaks_of(covenant: CovenantOutput, found: ItemProvenance, context: ScoringContext) -> bool:
    """Return whether the quoted clauses, or the headings above them, contain half of the words of a name."""
    around = [pair for judged in found.citations for pair in surroundings_of(judged, context)]
    known = content_words(" ".join(text for clause, titles in around for text in (clause, *titles)))
    names = [name for name in (covenant.name, *covenant.also) if name and content_words(name)]
    return not names or not known or any(half_are_akin(content_words(name), known) for name in names)


def _against_quotes(
    covenant: CovenantOutput, levels: Sequence[str], quotes: Sequence[str], context: ScoringContext
) -> Iterator[GuardFault]:
    """Yield a fault for each statement about a level that contradicts the covenant's own quotes (C-21)."""
    if not context.parameters.clarifications.statements:
        return
    keyed = comparing(covenant.operator, context.notation)
    for level in levels:
        words = None
        if keyed is not None and keyed.operator is not None:
            words = bound_against(keyed.operator, level, quotes, context.notation)
            words = words or _bare_bound_against(keyed.operator, level, quotes, context)
        if words is not None:
            sentence = f"The operator is {quoted(covenant.operator)}, but the quote says {quoted(words)} of {level}."
            yield GuardFault(code=Reason.OPERATOR_DIRECTION, sentence=sentence)
    for text in levels:
        yield from contradicted_faults(text, quotes, context)


def _bare_bound_against(operator: Operator, level: str, quotes: Sequence[str], context: ScoringContext) -> str | None:
    """Return the words for the opposite direction that the quotes give to a level without a unit, or None."""
    if context.claim_of(level).parts:
        return None
    found = {operator_before(level, quote, context.notation) for quote in quotes} - {None}
    return next((one.words for one in found if one is not None and not one.same_direction(operator)), None)


def _rhythm_faults(covenant: CovenantOutput, texts: Sequence[str], context: ScoringContext) -> Iterator[GuardFault]:
    """Yield a fault if the testing frequency cannot be read, or is none of those that the quotes name."""
    said = covenant.testing_frequency
    if said is None or says_nothing(said, context.absence):
        return
    stated = read_rhythms(said, context)
    if not stated:
        sentence = f"{quoted(said)} does not say how often the covenant is tested."
        yield GuardFault(code=Reason.FREQ_WRONG, sentence=sentence)
    # It is not a fault if the quotes name no frequency at all.
    named = frozenset(rhythm for text in texts for rhythm in rhythms_in(text, context))
    level = text_of(covenant.threshold) or ""
    if not named and any(is_always_tested(text) and figure_places(level, text) for text in texts):
        named = frozenset({CovenantFrequency.AT_ALL_TIMES.value})
    if stated and named and not stated & named:
        sentence = f"The frequency is {quoted(said)}, but the quotes say {', '.join(sorted(map(in_words, named)))}."
        yield GuardFault(code=Reason.FREQ_WRONG, sentence=sentence)


def _flag_faults(covenant: CovenantOutput, context: ScoringContext) -> Iterator[GuardFault]:
    """Yield what is wrong with the citations of a waiver, a carve-out, a grace period or a cross default."""
    waiver, grace, default = covenant.waiver, covenant.grace_period, covenant.cross_default
    if waiver is not None and waiver.citations:
        levels = [text_of(waiver.waived_threshold)]
        yield from _cited(waiver.citations, _claim(levels, context), context)
    for one in covenant.carve_outs:
        if one.citations:
            yield from _cited(one.citations, claim_of_carve_out(None, one, context), context)
    if grace is not None and grace.citations:
        yield from _cited(grace.citations, claim_of_grace_period(None, grace), context)
        yield from trigger_faults(grace, context)
    if default is not None and default.citations:
        yield from _cited(default.citations, claim_of_cross_default(None, default, context), context)


def _claim(texts: Sequence[str | None], context: ScoringContext) -> Claim:
    said = [text for text in texts if not says_nothing(text, context.absence)]
    return context.claim_of("; ".join(text for text in said if text))


def _cited(citations: Sequence[Citation], claim: Claim, context: ScoringContext) -> Iterator[GuardFault]:
    """Yield what is wrong with citations; a true quote without the figures is fine if others show them."""
    found = context.provenance_of(citations, claim)
    if found.class_name is ClassName.ABSENT or found.unsupported:
        yield GuardFault(code=found.reason, sentence=found.sentence)
    is_supported = found.class_name is ClassName.OK
    for one in found.citations:
        is_beside = one.reason is Reason.QUOTE_NO_SUPPORT and (is_supported or found.unsupported)
        if one.class_name is not ClassName.OK and not is_beside:
            yield GuardFault(code=one.reason, sentence=one.sentence)
