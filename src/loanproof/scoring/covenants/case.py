"""The score of a covenants case: its items, and its figures for each dimension."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from loanproof.core import Capability
from loanproof.scoring.context import ScoringContext
from loanproof.scoring.covenants.covenant import score_covenant, score_missed
from loanproof.scoring.covenants.diagnostics import diagnose
from loanproof.scoring.covenants.document_flags import flag_names, score_flags, score_invented_flags
from loanproof.scoring.covenants.extras import head_of_extra, score_extra
from loanproof.scoring.covenants.matching import match_covenants
from loanproof.scoring.covenants.names import Namer
from loanproof.scoring.covenants.repeats import other_reports
from loanproof.scoring.failures import guard_item
from loanproof.scoring.items import score_of_case
from loanproof.scoring.results import ItemHead

if TYPE_CHECKING:
    from loanproof.cases import CovenantsCase
    from loanproof.outputs import CovenantsOutput
    from loanproof.provenance import DocumentSet
    from loanproof.scoring.items import ScoredItem
    from loanproof.scoring.results import CaseScore
    from loanproof.standards import EvalStandard


def list_covenants_items(case: CovenantsCase, standard: EvalStandard) -> tuple[ItemHead, ...]:
    """Return the expected items of a case in the order of the case: covenants first, then flags of the document."""
    del standard  # every covenant and flag weighs the same
    names = (one.name for one in case.expected.covenants)
    return tuple(ItemHead(item=name) for name in (*names, *flag_names(case.expected.flags)))


def score_covenants(
    case: CovenantsCase, output: CovenantsOutput, *, documents: DocumentSet, standard: EvalStandard
) -> CaseScore:
    """Score the covenants of one case. Any output gets a score, and the order of its parts never changes the score."""
    context = ScoringContext(documents, standard, Capability.COVENANTS, case.as_of)
    expected = case.expected
    namer = Namer(expected.covenants, context)
    matches = match_covenants(expected.covenants, output.covenants, namer, context)
    # The parsed output no longer distinguishes null from a missing key, so nulls are looked up in the raw one.
    nulls, repeats = tuple(_null_thresholds(output)), context.parameters.clarifications.repeated_covenants
    covenants: list[ScoredItem] = []
    for position, wanted in enumerate(expected.covenants):
        answer = matches.found.get(position)
        if answer is None:
            score = partial(score_missed, wanted, context)
        else:
            given, says_null = output.covenants[answer], answer in nulls
            others = other_reports(position, expected.covenants, output.covenants, matches, namer) if repeats else ()
            score = partial(score_covenant, wanted, given, namer, context, others=others, says_null=says_null)
        covenants.append(guard_item(ItemHead(item=wanted.name), score, standard))
    flags = score_flags(expected.flags, output.flags, context, says_null=_flag_says_null(output))
    reported = [expected.covenants[position] for position in matches.found]
    extras: list[ScoredItem] = []
    for extra in (output.covenants[at] for at in matches.left_over):
        is_second = any(namer.agrees(one, extra) for one in reported)
        score = partial(score_extra, extra, context, exhaustive=expected.exhaustive, is_second=is_second)
        extras.append(guard_item(head_of_extra(extra, context, exhaustive=expected.exhaustive), score, standard))
    invented = score_invented_flags(expected.flags, output.flags, context)
    return score_of_case(
        case,
        output,
        (*covenants, *flags, *extras, *invented),
        diagnostics=diagnose(expected.covenants, covenants, flags, extras, context),
    )


def _null_thresholds(output: CovenantsOutput) -> Iterator[int]:
    """Yield the positions of the covenants whose cross default has an explicit null as threshold.

    Such a null says that there is no threshold; a missing key says nothing.
    """
    raw = output.raw.get("covenants") if isinstance(output.raw, Mapping) else None
    parts = [part for part in raw if isinstance(part, Mapping)] if isinstance(raw, tuple) else []
    for position, part in enumerate(parts):
        if _says_null(part.get("cross_default")):
            yield position


def _flag_says_null(output: CovenantsOutput) -> bool:
    flags = output.raw.get("flags") if isinstance(output.raw, Mapping) else None
    return isinstance(flags, Mapping) and _says_null(flags.get("cross_default"))


def _says_null(part: object) -> bool:
    return isinstance(part, Mapping) and "threshold" in part and part["threshold"] is None
