"""The trend of each field over the last runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.core import Capability, FieldId
from loanproof.reports.standards_in_force import fields_in_force
from loanproof.reports.survey import WeightedMean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loanproof.runs import RunReader


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldTrend:
    """The mean score of one field in each run, oldest first; ``None`` if a run does not have the field."""

    field: FieldId
    scores: tuple[float | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trend:
    """The runs by id, oldest first, with the scores of fields and capabilities in each."""

    run_ids: tuple[str, ...]
    fields: tuple[FieldTrend, ...]
    capabilities: dict[Capability, tuple[float | None, ...]]


def trend_of(runs: Sequence[RunReader]) -> Trend:
    """Read the runs one after the other, oldest first, and return the trend of every field in any of them.

    A field's score is the mean of its own scores over case and repeat, tranche cells by their weight, as in the gates.
    """
    means = [_field_means(run) for run in runs]
    heads = [run.head for run in runs]
    asked = dict.fromkeys(field for head in heads for field in fields_in_force(head))
    known = [field for field in asked if any(field in one for one in means)]
    capabilities = {
        capability: tuple(
            None if head.contract is None else head.contract.capabilities.get(capability) for head in heads
        )
        for capability in Capability
    }
    return Trend(
        run_ids=tuple(head.run.run_id for head in heads),
        fields=tuple(FieldTrend(field=field, scores=tuple(one.get(field) for one in means)) for field in known),
        capabilities={name: scores for name, scores in capabilities.items() if any(one is not None for one in scores)},
    )


def _field_means(run: RunReader) -> dict[str, float | None]:
    means: dict[str, WeightedMean] = {}
    for case in run.cases():
        if case.capability is not Capability.EXTRACTION:
            continue
        for item in case.items:
            if not item.extra:
                means.setdefault(item.item, WeightedMean()).add(item.score, item.weight)
    return {field: mean.value for field, mean in means.items()}
