"""Covenant monitoring on a model: it says which clauses are covenants and of which kind; code writes the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.covenants.defaults import (
    CrossDefault,
    GracePeriod,
    cross_default,
    grace_periods,
)
from loanproof.capabilities.baseline.covenants.found import CovenantClass, FoundCovenant
from loanproof.capabilities.baseline.covenants.monitoring import CovenantWriter, effect_of, named_apart
from loanproof.capabilities.llm.budget import AIM
from loanproof.capabilities.llm.confidence import LOW, Signal, confidence_of
from loanproof.capabilities.llm.covenant_clauses import Checked, ClauseReader, Passed, covenant_spans
from loanproof.capabilities.llm.findings import Fault, Problem
from loanproof.values import DURATION_KIND, content_words

if TYPE_CHECKING:
    from loanproof.capabilities.llm.calling import Caller
    from loanproof.capabilities.llm.guarding import CheckOutput
    from loanproof.capabilities.llm.reading import PaperReading
    from loanproof.capabilities.llm.shown import ShownClause
    from loanproof.core import Span
    from loanproof.outputs import JsonObject

_BATCH = 18  # clauses whose covenants fit in one reply
_FLAGS = ("non-payment event of default grace period within days of due date", "cross default other indebtedness")
_HITS = 3  # clauses from each search for flags
_LINE = 18  # characters that the prompt adds to a clause
_MAX_TRIGGER_LENGTH = 390  # characters
_USED_UP = Problem(fault=Fault.OVER_BUDGET, term="", sentence="The budget of tokens is used up.")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """A covenant that the model states, or that the rules state because it could not be asked, with its signal."""

    found: FoundCovenant
    signal: Signal
    clause: str


class ModelMonitoring:
    """The covenants of one document, found by a model."""

    def __init__(self, reading: PaperReading, caller: Caller, check: CheckOutput) -> None:
        """Take the document, the caller of the model, and the guard."""
        self._reading = reading
        self._caller = caller
        self._check = check
        self._reader = ClauseReader(reading, caller)
        self._writer = CovenantWriter(reading.paper, reading.renderer, effect_of(reading.paper))
        self.problems: list[Problem] = []

    def output(self) -> JsonObject:
        """Return the output object; for clauses that no usable reply is about it has what the rules find, at LOW."""
        leads, known = covenant_spans(self._reading)
        spans = list(leads)
        clauses = {one.span: one for one in self._reading.desk.show(spans, leads)}
        ordered = [clauses[span] for span in spans]
        covenants, flags = Passed(), Passed()
        reached = self._ask_batch(ordered, covenants)
        self._ask_flags(flags)
        # Clauses that the rules take for covenants are always asked about; others only within the aim.
        while 0 < reached < len(ordered) and (reached < known or self._is_within_aim()):
            more = self._ask_batch(ordered[reached:], covenants)
            if not more:
                break
            reached += more
        again = [one for one in ordered if one.id in covenants.failed or one.id in covenants.unread]
        if again:
            self._ask_batch(again, covenants, covenants.reasons())
        self.problems += [*covenants.problems, *flags.problems]
        unknown = [one for at, one in enumerate(ordered) if at >= reached or one.id in covenants.unread]
        return self._write(list(self._told(unknown, covenants)), flags)

    def _is_within_aim(self) -> bool:
        return self._caller.meter.total < AIM

    def _ask_batch(
        self, clauses: Sequence[ShownClause], passed: Passed, reasons: Mapping[str, Problem] | None = None
    ) -> int:
        """Ask about the first clauses, as many as fit, and return how many; 0 if no call fits or the call fails."""
        meter = self._caller.meter
        room = meter.room(2 * AIM, self._reader.prompt("covenants", (), reasons).characters)
        count = 0
        for one in clauses[:_BATCH]:
            room -= len(one.line) + _LINE
            if room < 0:
                break
            count += 1
        if clauses and not count:
            passed.problems.append(_USED_UP)
        return count if count and self._reader.ask("covenants", clauses[:count], passed, reasons) else 0

    def _ask_flags(self, passed: Passed) -> None:
        """Ask about grace periods and cross default, in clauses that the rules or a search find."""
        paper, meter = self._reading.paper, self._caller.meter
        cross = cross_default(paper)
        spans = [*(one.span for one in grace_periods(paper)), *(() if cross is None else cross.spans)]
        spans += [span for words in _FLAGS for span in self._reading.search(words, _HITS)]
        room = meter.room(AIM // 2, self._reader.prompt("flags", ()).characters)
        chosen: list[Span] = []
        for span in dict.fromkeys(spans):
            room -= len(span) + _LINE
            if room < 0:
                break
            if not any(one.contains(span) for one in chosen):
                chosen = [*(one for one in chosen if not span.contains(one)), span]
        clauses = self._reading.desk.show(chosen)
        if spans and not clauses:
            passed.problems.append(_USED_UP)
        if clauses:
            self._reader.ask("flags", clauses, passed)

    def _told(self, unknown: Sequence[ShownClause], passed: Passed) -> Iterator[_Told]:
        """Yield the covenants that the model states, and those of the rules in clauses of which it said nothing."""
        for one in passed.lists.get("covenants", ()):
            yield self._covenant(one)
        for clause in unknown:
            for own in self._by_rules(clause.span):
                yield _Told(found=own, signal=Signal.NOT_REACHED, clause=clause.id)

    def _by_rules(self, span: Span) -> list[FoundCovenant]:
        """Return the covenants that the rules find in the clause that begins at a stretch."""
        return [one for one in self._reading.covenants if one.evidence[0].start <= span.start < one.evidence[0].end]

    def _covenant(self, checked: Checked) -> _Told:
        """Return a covenant as the model states it; code reads carve-outs, steps and tests from the clause."""
        entry, paper = checked.entry, self._reading.paper
        threshold = None if checked.place is None else " ".join(checked.place.of(paper.text).split())
        kind = CovenantClass(entry["type"])
        near = self._by_rules(checked.clause.span)
        same = [one for one in near if _is_same_level(one.threshold, threshold)]
        # Among the rules' covenants with this threshold, one of the same kind comes first.
        own = next((one for one in same if one.kind is kind), None) or next(iter(same), None)
        name = self._name(entry["name"], checked.clause, own)
        stated = {"kind": kind, "operator": entry["operator"] or None, "frequency": entry["frequency"], "name": name}
        if own is None:
            found = FoundCovenant(threshold=threshold, evidence=(checked.clause.span,), **stated)
            return _Told(found=found, signal=Signal.OPPOSED if near else Signal.ALONE, clause=checked.clause.id)
        agrees = own.kind is kind and own.operator == stated["operator"] and own.frequency == stated["frequency"]
        also = tuple(one for one in (own.name, *own.also) if one != name)
        found = replace(own, **stated, also=also, threshold=own.threshold or threshold)
        return _Told(found=found, signal=Signal.AGREED if agrees else Signal.PROPOSED, clause=checked.clause.id)

    def _name(self, name: str, clause: ShownClause, own: FoundCovenant | None) -> str:
        """Return the name of a covenant: the model's if its words are known, else the rules'.

        Words are known if the clause, its heading or the rules use them.
        """
        known = set(content_words(f"{clause.heading} {clause.text}"))
        known |= {word for one in ((own.name, *own.also) if own is not None else ()) for word in content_words(one)}
        said = " ".join(name.split())
        words = set(content_words(said))
        if words and words <= known and len(said) <= 80:
            return said
        return own.name if own is not None else clause.heading or f"Covenant {clause.id}"

    def _write(self, told: Sequence[_Told], flags: Passed) -> JsonObject:
        """Return the output object; covenants that the guard objects to are LOW."""
        written = []
        for told_one, found in zip(told, named_apart([one.found for one in told]), strict=True):
            covenant = self._writer.covenant(found)
            if covenant is not None:
                covenant["confidence"] = min(covenant["confidence"], confidence_of(told_one.signal))
                written.append(covenant)
        output: JsonObject = {
            "capability": "covenants",
            "document": self._reading.document.name,
            "covenants": written,
            "flags": {
                "grace_periods": list(self._written_graces(flags)),
                "cross_default": self._cross(flags),
            },
        }
        by_name = {one["name"]: one for one in written}
        for doubt in self._check(output):
            if doubt.item in by_name:
                by_name[doubt.item]["confidence"] = min(by_name[doubt.item]["confidence"], LOW)
                self.problems.append(Problem(fault=Fault.GUARDED, term=doubt.item, sentence=doubt.sentence))
        return output

    def _written_graces(self, flags: Passed) -> Iterator[JsonObject]:
        """Yield the grace periods with their quotes; those that the model and the rules do not both find are LOW.

        What the rules alone find goes out only if the model's reply could not be used: otherwise it denies it.
        """
        by_rules = {one.span: one for one in grace_periods(self._reading.paper)}
        named = {one.span: one for one in self._graces(flags, tuple(by_rules.values()))}
        for span, found in (named if flags.is_whole else by_rules | named).items():
            written = self._writer.grace(found)
            if written is not None:
                yield written | ({} if span in by_rules and span in named else {"confidence": LOW})

    def _graces(self, flags: Passed, by_rules: Sequence[GracePeriod]) -> Iterator[GracePeriod]:
        """Yield the grace periods that the model names, as the rules or, failing that, code reads them."""
        for place in (one.place for one in flags.lists.get("grace_periods", ()) if one.place is not None):
            own = next((each for each in by_rules if each.span.contains(place)), None) or self._read_grace(place)
            if own is not None:
                yield own

    def _read_grace(self, place: Span) -> GracePeriod | None:
        """Return the grace period at a place, read from its words; None if there is no number of days."""
        paper = self._reading.paper
        found = next(iter(paper.mentions.overlapping(DURATION_KIND, place)), None)
        days = 0 if found is None else found.candidates[0].business_days or found.candidates[0].days or 0
        if found is None or not days:
            return None
        piece = paper.passages.piece_at(place.start)
        trigger = " ".join(piece.of(paper.text).split())[:_MAX_TRIGGER_LENGTH]
        is_business = bool(found.candidates[0].business_days)
        return GracePeriod(days=days, is_business=is_business, trigger=trigger, span=piece, is_payment=False)

    def _cross(self, flags: Passed) -> JsonObject:
        """Return the cross-default flag; the model decides its kind, and code quotes its clauses."""
        paper = self._reading.paper
        by_rules = cross_default(paper)
        told = flags.lists.get("cross_default", [])
        if not told and not flags.is_whole:
            return self._writer.cross(by_rules) | {"confidence": LOW}
        if not told:
            return self._writer.cross(None) | ({} if by_rules is None else {"confidence": LOW})
        amounts = [" ".join(one.place.of(paper.text).split()) for one in told if one.place is not None]
        spans = tuple(dict.fromkeys(one.clause.span for one in told))
        kind = told[0].entry["kind"]
        if by_rules is not None and any(one.overlaps(span) for one in by_rules.spans for span in spans):
            agrees = by_rules.kind == kind and set(amounts) <= set(by_rules.thresholds)
            found = replace(by_rules, kind=kind)
            return self._writer.cross(found) | ({} if agrees else {"confidence": LOW})
        return self._writer.cross(CrossDefault(kind=kind, thresholds=tuple(amounts), spans=spans)) | {"confidence": LOW}


def _is_same_level(known: str | None, threshold: str | None) -> bool:
    """Return whether two thresholds are the same: both missing, or one contains the other."""
    if known is None or threshold is None:
        return known is None and threshold is None
    first, second = known.lower(), threshold.lower()
    return first in second or second in first
