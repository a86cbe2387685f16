"""The output of covenant monitoring: every covenant with verified quotes, and the flags, whether present or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Paper
from loanproof.capabilities.baseline.covenants.defaults import CrossDefault, GracePeriod, cross_default, grace_periods
from loanproof.capabilities.baseline.covenants.financial import financial_covenants
from loanproof.capabilities.baseline.covenants.found import CovenantClass, FoundCovenant
from loanproof.capabilities.baseline.covenants.information import information_covenants
from loanproof.capabilities.baseline.covenants.lapses import lapses
from loanproof.capabilities.baseline.covenants.provisions import Provision, Provisions
from loanproof.capabilities.baseline.covenants.undertakings import undertakings
from loanproof.capabilities.baseline.covenants.waivers import CONTINUES, waiver_of
from loanproof.capabilities.baseline.document_kind import AMENDMENT, CHANGES, document_kind
from loanproof.capabilities.baseline.effective_date import Effect, effective_date
from loanproof.capabilities.baseline.fields.quoting import shorten
from loanproof.capabilities.baseline.rendering import Renderer, sure_words
from loanproof.core import Span

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.covenants.found import CarveOut, Step
    from loanproof.core import Citation
    from loanproof.documents import Document
    from loanproof.outputs import JsonObject
    from loanproof.standards import EvalStandard

_Finder = Callable[[Paper, tuple[Provision, ...]], Iterator[tuple[Provision, FoundCovenant]]]
PER_AGREEMENT = "per_agreement"


def monitor(document: Document, standard: EvalStandard) -> JsonObject:
    """Return the output object of covenant monitoring.

    Args:
        document: The document.
        standard: The standard by which citations are judged.
    """
    paper = Paper(document)
    writer = CovenantWriter(paper, Renderer(paper, standard), effect_of(paper))
    covenants = list(find_covenants(paper))
    is_only = sum(one.kind is CovenantClass.FINANCIAL for one in covenants) == 1
    written = [one for found in covenants if (one := writer.covenant(found, is_only=is_only)) is not None]
    periods = (*grace_periods(paper), *lapses(paper))
    return {
        "capability": "covenants",
        "document": paper.document.name,
        "covenants": written,
        "flags": {
            "grace_periods": [one for found in periods if (one := writer.grace(found)) is not None],
            "cross_default": writer.cross(cross_default(paper)),
        },
    }


def find_covenants(paper: Paper) -> Iterator[FoundCovenant]:
    """Yield the covenants of a document in the order of its provisions; a provision has covenants of one class only."""
    is_amendment = document_kind(paper) in CHANGES
    provisions = Provisions(paper, is_amendment=is_amendment)
    taken = _found(paper, provisions.all, (financial_covenants, information_covenants, undertakings))
    has_levels = any(one.kind is CovenantClass.FINANCIAL for found in taken.values() for one in found)
    if not provisions.all or (is_amendment and not has_levels):
        # A letter or amendment may also state covenants in single sentences. Prohibitions in the sentences of an
        # amendment concern the amendment itself, so undertakings are not looked for there.
        bodies = [one.body for one in provisions.all if one.body.start in taken]
        rest = tuple(one for one in provisions.loose() if not any(one.body.overlaps(body) for body in bodies))
        kinds: Sequence[_Finder] = (financial_covenants, information_covenants)
        taken |= _found(paper, rest, kinds if is_amendment else (*kinds, undertakings))
    yield from named_apart([one for start in sorted(taken) for one in taken[start]])


def _found(paper: Paper, provisions: tuple[Provision, ...], kinds: Sequence[_Finder]) -> dict[int, list[FoundCovenant]]:
    """Return covenants by the start of their provision; the first finder that recognises a provision claims it."""
    taken: dict[int, list[FoundCovenant]] = {}
    for kind in kinds:
        rest = tuple(one for one in provisions if one.body.start not in taken)
        for provision, found in list(kind(paper, rest)):
            taken.setdefault(provision.body.start, []).append(found)
    return taken


def named_apart(found: list[FoundCovenant]) -> Iterator[FoundCovenant]:
    """Yield covenants under distinct names: two entries with one name would look like one covenant reported twice."""
    first: list[str] = []
    for one in found:
        free = [name for name in (one.name, *one.also) if name.lower() not in first]
        first.append((free or [f"{one.name} ({one.threshold or 'further'}, {len(first) + 1})"])[0].lower())
    used: set[str] = set(first)
    for one, chosen in zip(found, first, strict=True):
        names = (one.name, *one.also, f"{one.name} ({one.threshold or 'further'}, {first.index(chosen) + 1})")
        name = next(each for each in names if each.lower() == chosen)
        also = tuple(each for each in (one.name, *one.also) if each.lower() not in used)
        used |= {each.lower() for each in also}
        yield replace(one, name=name, also=also)


def effect_of(paper: Paper) -> Effect:
    """Return when covenants take effect: an amendment may state a date; otherwise they follow the agreement."""
    return effective_date(paper) if document_kind(paper) == AMENDMENT else Effect()


class CovenantWriter:
    """Writes found covenants and flags as output objects; a covenant or level that no quote supports is left out."""

    def __init__(self, paper: Paper, renderer: Renderer, effect: Effect) -> None:
        """Take the document, the renderer that makes its quotes, and when its covenants take effect."""
        self._paper = paper
        self._renderer = renderer
        self._effect = effect

    def covenant(self, found: FoundCovenant, *, is_only: bool = False) -> JsonObject | None:
        """Return a covenant with its quotes, or nothing if no quote supports its level.

        Args:
            found: The covenant.
            is_only: Whether it is the only financial covenant, so that a waiver need not name it.
        """
        waiver = self._waiver(found, is_only=is_only)
        # What is waived, or only goes on, took effect with the agreement.
        is_old = waiver or CONTINUES.search(found.evidence[0].of(self._paper.text))
        effect = Effect() if is_old else self._effect
        texts = (found.threshold, *(step.threshold for step in found.steps))
        day = (effect.evidence,) if effect.day is not None and effect.evidence is not None else ()
        citations = [one for span in (*found.evidence, *day) for one in self._quotes(span)]
        if not citations or not sure_words(found.name):
            return None
        holds = self._renderer.supports("; ".join(one for one in texts if one), citations)
        if not holds and found.threshold is not None:
            return None
        written: JsonObject = {
            "name": sure_words(found.name),
            "type": found.kind.value,
            "threshold": found.threshold,
            "operator": found.operator,
            "testing_frequency": found.frequency,
            "effective_date": effect.day or PER_AGREEMENT,
            "confidence": self._renderer.at_most(0.8, citations),
            "provenance": self._renderer.places(citations),
        }
        extra = {
            "also": [sure_words(name) for name in found.also if sure_words(name)],
            "secondary_type": None if found.secondary is None else found.secondary.value,
            "steps": [_step(one) for one in found.steps],
            "condition": None if found.condition is None else sure_words(found.condition),
            "grace_period": self._cure(found),
            "carve_outs": [one for part in found.carve_outs if (one := self._carve_out(part)) is not None],
        }
        return written | {key: value for key, value in extra.items() if value} | ({"waiver": waiver} if waiver else {})

    def _cure(self, found: FoundCovenant) -> JsonObject | None:
        """Return the time that the clause of a financial covenant allows for curing a breach of it."""
        section = self._paper.document.section_at(found.evidence[0].start)
        if found.kind is not CovenantClass.FINANCIAL or section is None:
            return None
        cures = (one for one in grace_periods(self._paper) if one.is_cure and section.span.contains(one.span))
        return next((written for one in cures if (written := self.grace(one)) is not None), None)

    def _waiver(self, found: FoundCovenant, *, is_only: bool) -> JsonObject | None:
        """Return the waiver of a financial covenant with its quotes, if the document grants one."""
        if found.kind is not CovenantClass.FINANCIAL:
            return None
        is_change = document_kind(self._paper) in CHANGES
        waiver = waiver_of(self._paper, found, is_only=is_only and is_change)
        if waiver is not None and not is_change and not waiver.is_temporary:
            return None  # an agreement can relax its own covenants only temporarily
        citations = [] if waiver is None else [one for span in waiver.evidence for one in self._quotes(span)]
        if waiver is None or not citations:
            return None
        return {
            "covenant": waiver.covenant,
            "original_threshold": waiver.original,
            "waived_threshold": waiver.waived,
            "test_dates": list(waiver.test_dates),
            "temporary": waiver.is_temporary,
            "covenant_survives": waiver.survives,
            "provenance": self._renderer.places(citations),
        }

    def _carve_out(self, found: CarveOut) -> JsonObject | None:
        """Return a carve-out with its quote, or nothing if the quote does not support its cap."""
        citations = self._quote(found.span)
        if not citations or (found.cap is not None and not self._renderer.supports(found.cap, citations)):
            return None
        written: JsonObject = {
            "scope": sure_words(found.scope),
            "cap": found.cap,
            "provenance": self._renderer.places(citations),
        }
        return written | ({"shared_cap": True} if found.is_shared else {})

    def grace(self, found: GracePeriod) -> JsonObject | None:
        """Return a grace period with its quote, or nothing if it cannot be quoted."""
        citations = self._quote(found.span)
        if not citations:
            return None
        unit = "business" if found.is_business else "calendar"
        return {"days": found.days, "unit": unit, "triggers": [sure_words(found.trigger)],
                "confidence": self._renderer.at_most(0.8, citations),
                "provenance": self._renderer.places(citations)}  # fmt: skip

    def cross(self, found: CrossDefault | None) -> JsonObject:
        """Return the cross-default flag, whether a cross default was found or not."""
        if found is None:
            return {"present": False, "confidence": self._renderer.at_most(0.75)}
        citations = [one for span in found.spans for one in self._quotes(span)]
        first, *others = found.thresholds or (None,)
        written: JsonObject = {"present": True, "kind": found.kind, "threshold": first,
                         "confidence": self._renderer.at_most(0.8, citations),
                         "provenance": self._renderer.places(citations)}  # fmt: skip
        return written | ({"thresholds": others} if others else {})

    def _quotes(self, span: Span) -> Iterator[Citation]:
        """Yield the quotes of a span, one for each page that it covers."""
        for part in self._paper_parts(span):
            yield from self._quote(part)

    def _paper_parts(self, span: Span) -> Iterator[Span]:
        """Yield the part of a span on each page, trimmed; parts of one or two words are skipped."""
        start = span.start
        while start < span.end:
            page = self._paper.document.page_at(start).span
            end = min(span.end, page.end if page.end > start else span.end)
            words = self._paper.text[start:end]
            lead = len(words) - len(words.lstrip())
            if len(words.split()) > 2:
                yield Span(start + lead, start + len(words.rstrip()))
            start = max(end, start + 1)

    def _quote(self, span: Span) -> tuple[Citation, ...]:
        """Return the citation of a span, or of a shortened span if the whole cannot be cited."""
        shorter = shorten(self._paper, span, Span(span.start, min(span.start + 40, span.end)))
        return self._renderer.quotes(span) or self._renderer.quotes(shorter)


def _step(step: Step) -> JsonObject:
    dates = {"from": step.start, "to": step.end}
    return {key: value for key, value in dates.items() if value} | {"threshold": step.threshold}
