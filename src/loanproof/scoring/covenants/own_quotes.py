"""What a reported covenant says beside its level, compared with its own quotes: name, condition, caps and triggers.

Used by the guard, which has no gold. The comparisons are those of scoring, with the quotes as the expected side.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.scoring.covenants.components import speaks_of
from loanproof.scoring.covenants.condition_subjects import is_own_condition
from loanproof.scoring.covenants.contradicted import contradicted
from loanproof.scoring.covenants.extras import surroundings_of
from loanproof.scoring.covenants.frequency import given_condition, plain_condition
from loanproof.scoring.covenants.grace_periods import told_limbs
from loanproof.scoring.covenants.levels import figure_places
from loanproof.scoring.covenants.words import text_of
from loanproof.scoring.guarded import GuardFault, fault_of
from loanproof.scoring.wording import quoted
from loanproof.values import COVENANT_NAME_KIND, content_words, tokenize

if TYPE_CHECKING:
    from loanproof.core import Citation
    from loanproof.outputs import CarveOutOutput, CovenantOutput, GracePeriodOutput
    from loanproof.scoring.context import ScoringContext
    from loanproof.scoring.covenants.names import Namer

# A denied figure is a bound: "shall not exceed".
_IGNORED_CONTRADICTIONS = frozenset({Reason.FACT_DENIED})
_LIST_MARK = re.compile(r"(?<!\w)\((?:[a-z]|[ivx]{1,5}|[0-9]{1,2})\)\s")


def contradicted_faults(text: str, quotes: Sequence[str], context: ScoringContext) -> Iterator[GuardFault]:
    """Yield a fault for each part in which a text contradicts the quotes that are given for it (C-21)."""
    found = contradicted(text, "", quotes, context)
    yield from (fault_of(one, text) for one in found if one.code not in _IGNORED_CONTRADICTIONS)


def quotes_of(citations: Sequence[Citation]) -> list[str]:
    """Return the quotes of some citations."""
    return [one.quote for one in citations if one.quote]


def condition_faults(covenant: CovenantOutput, context: ScoringContext) -> Iterator[GuardFault]:
    """Yield how the condition of a test contradicts the quotes of its covenant."""
    said = given_condition(covenant, context)
    if said is not None:
        quotes = [plain_condition(one) for one in quotes_of(covenant.citations)]
        yield from contradicted_faults(plain_condition(said), quotes, context)
        if quotes and context.parameters.clarifications.statements and is_own_condition(said, quotes):
            sentence = f"No quote has the condition {quoted(said)}."
            yield GuardFault(code=Reason.DETAIL_DIFFERS, sentence=sentence)


def cap_faults(covenant: CovenantOutput, context: ScoringContext) -> Iterator[GuardFault]:
    """Yield how the caps of carve-outs contradict their own quotes, or those of the covenant if they have none."""
    for one in covenant.carve_outs:
        cap = text_of(one.cap)
        if cap is None:
            continue
        cited = one.citations or covenant.citations
        yield from contradicted_faults(cap, quotes_of(cited), context)
        texts = [*quotes_of(cited), *(clause for clause, _ in _clauses(cited, context))]
        if cited and not one.citations and not _shows(cap, texts, context):
            sentence = f"The quoted clause does not show the cap {quoted(cap)} of {quoted(one.scope)}."
            yield GuardFault(code=Reason.QUOTE_NO_SUPPORT, sentence=sentence)
        owner = _owner_of_cap(one, cap, covenant, quotes_of(cited), context)
        if owner is not None:
            sentence = f"By the quote {quoted(cap)} is the cap of {quoted(owner.scope)}, not of {quoted(one.scope)}."
            yield GuardFault(code=Reason.SUBJECT_EXCHANGED, sentence=sentence)


def _owner_of_cap(
    carve_out: CarveOutOutput, cap: str, covenant: CovenantOutput, quotes: Sequence[str], context: ScoringContext
) -> CarveOutOutput | None:
    """Return another reported carve-out, without this cap, that has the one item of a quoted list with the cap."""
    items = [item for quote in quotes for item in _LIST_MARK.split(quote)[1:]]
    capped = [item for item in items if _shows(cap, [item], context)]
    if len(capped) != 1 or len(items) < 2 or _words_shared(carve_out, capped[0]):
        return None
    others = [one for one in covenant.carve_outs if one is not carve_out and text_of(one.cap) != cap]
    return next((one for one in others if _words_shared(one, capped[0])), None)


def _words_shared(carve_out: CarveOutOutput, item: str) -> bool:
    """Return whether an item of a list has most of the words of a scope."""
    words = content_words(carve_out.scope or "")
    return 2 * len(words & content_words(item)) > len(words)


def trigger_faults(period: GracePeriodOutput, context: ScoringContext) -> Iterator[GuardFault]:
    """Yield how the triggers of a grace period contradict its quotes, or begin with an event that its clause lacks."""
    said, quotes = "; ".join(period.triggers), quotes_of(period.citations)
    if not said or not quotes:
        return
    yield from contradicted_faults(said, quotes, context)
    known = [*quotes, *(clause for clause, _ in _clauses(period.citations, context))]
    limbs = told_limbs(said).difference(*map(told_limbs, known))
    # "After the Agent called for it" is a notice too, so the words must be strange to the clause as well.
    if limbs and not any(speaks_of(said, text) for text in known):
        sentence = f"By {quoted(said)} the days begin when somebody {min(limbs)}; the quoted clause does not say so."
        yield GuardFault(code=Reason.QUOTE_NO_SUPPORT, sentence=sentence)


def name_faults(covenant: CovenantOutput, namer: Namer, context: ScoringContext) -> Iterator[GuardFault]:
    """Yield a fault if the quotes are about another covenant than the name, or tie the level to another one.

    Only names of the alias table are compared. The name may also be in the quoted clause or its headings.
    """
    names, quotes = namer.known_names(covenant), quotes_of(covenant.citations)
    own = frozenset(word for name in names for word in content_words(name))
    named = [one for quote in quotes for one in _names_in(quote, context) if not content_words(one) <= own]
    around = [text for clause, titles in _clauses(covenant.citations, context) for text in (clause, *titles)]
    known = [*quotes, *around, *(one for text in (*quotes, *around) for one in _names_in(text, context))]
    if names and named and not any(namer.same_name(name, one) for name in names for one in known):
        sentence = f"The quote is about {quoted(named[0])}, not about {quoted(covenant.name)}."
        yield GuardFault(code=Reason.OTHER_COVENANT, sentence=sentence)
    level = text_of(covenant.threshold)
    owners = [one for quote in quotes for one in _owners_of_level(level or "", quote, names, namer, context)]
    if owners and None not in owners:
        sentence = f"By the quote {quoted(level)} is the level of {quoted(owners[0])}, not of {quoted(covenant.name)}."
        yield GuardFault(code=Reason.OTHER_COVENANT, sentence=sentence)


def _owners_of_level(
    level: str, quote: str, names: Sequence[str], namer: Namer, context: ScoringContext
) -> Iterator[str | None]:
    """Yield, for each place of a level, the other covenant that a quote names last before it; None if there is none.

    There is none either if the quote gives the reported covenant no level of its own.
    """
    found = [one.span for one in COVENANT_NAME_KIND.find(tokenize(quote), context.notation)]
    starts = [*(span.start for span in found), len(quote)]
    pieces = [(span.of(quote), quote[span.end : starts[at + 1]]) for at, span in enumerate(found)]
    own = [any(namer.same_name(name, other) for name in names) for other, _ in pieces]
    has_level = any(is_own and any(map(str.isdigit, piece)) for is_own, (_, piece) in zip(own, pieces, strict=True))
    for place in figure_places(level, quote):
        last = sum(span.end <= place.start for span in found) - 1
        yield pieces[last][0] if last >= 0 and has_level and not own[last] else None


def _names_in(text: str, context: ScoringContext) -> list[str]:
    return [one.span.of(text) for one in COVENANT_NAME_KIND.find(tokenize(text), context.notation)]


def _clauses(citations: Sequence[Citation], context: ScoringContext) -> Iterator[tuple[str, list[str]]]:
    """Yield the text of the sections in which quotes are found, each with the titles above it."""
    for one in context.places_of(citations):
        yield from surroundings_of(one, context)


def _shows(text: str, passages: Sequence[str], context: ScoringContext) -> bool:
    """Return whether some passages together show every value of a text."""
    source = next(iter(context.documents))
    parts = context.claim_of(text).parts
    return all(any(source.locate_in(passage, part) for passage in passages) for part in parts)
