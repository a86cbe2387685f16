"""A covenants case: its items, what was found beside them, and the figures of its dimensions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from loanproof.core import Capability, Reason
from loanproof.scoring.covenants.clauses import clauses_of, expected_clauses, relation_of
from loanproof.scoring.covenants.covenant import CovenantResult, score_covenant, score_missed
from loanproof.scoring.covenants.diagnostics import diagnose
from loanproof.scoring.covenants.document_flags import flag_names, score_flags, score_invented_flags
from loanproof.scoring.covenants.extras import score_extra
from loanproof.scoring.covenants.ground import Ground
from loanproof.scoring.covenants.items import expected_head
from loanproof.scoring.covenants.matching import match_covenants
from loanproof.scoring.covenants.names import Namer
from loanproof.scoring.failures import guard_item
from loanproof.scoring.results import CaseFinding, CaseScore, ItemHead
from loanproof.values import SectionRelation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loanproof.cases import CovenantsCase, ExpectedCovenant
    from loanproof.outputs import CovenantsOutput
    from loanproof.provenance import DocumentSet
    from loanproof.scoring.results import ItemScore
    from loanproof.standards import EvalStandard


def list_covenants_items(case: CovenantsCase, standard: EvalStandard) -> tuple[ItemHead, ...]:
    """Return the expected items of a case in its order: the covenants, then the flags of the document."""
    del standard  # every covenant and flag weighs the same
    names = (one.name for one in case.expected.covenants)
    return tuple(expected_head(name) for name in (*names, *flag_names(case.expected.flags)))


def score_covenants(
    case: CovenantsCase, output: CovenantsOutput, *, documents: DocumentSet, standard: EvalStandard
) -> CaseScore:
    """Score an output; any output whatsoever has a score, and the order of its parts never changes one."""
    ground, expected = Ground(documents, standard), case.expected
    namer = Namer(expected.covenants, ground)
    matches = match_covenants(expected.covenants, output.covenants, namer, ground)
    nulls = tuple(_null_thresholds(output))
    covenants: list[CovenantResult] = []
    for position, wanted in enumerate(expected.covenants):
        answer = matches.found.get(position)
        if answer is None:
            score = partial(score_missed, wanted, ground)
        else:
            given, says_null = output.covenants[answer], answer in nulls
            score = partial(score_covenant, wanted, given, namer, ground, says_null=says_null)
        covenants.append(guard_item(expected_head(wanted.name), score, CovenantResult.failed, standard))
    flags = score_flags(expected.flags, output.flags, ground, says_null=_flag_says_null(output))
    reported = [expected.covenants[position] for position in matches.found]
    extras = [
        score_extra(
            extra,
            ground,
            exhaustive=expected.exhaustive,
            is_second=any(namer.agrees(one, extra) for one in reported),
        )
        for extra in (output.covenants[at] for at in matches.left_over)
    ]
    invented = score_invented_flags(expected.flags, output.flags, ground)
    items = (*(one.item for one in covenants), *(flag.item for flag in flags))
    return CaseScore(
        case_id=case.id,
        capability=Capability.COVENANTS,
        items=(*items, *extras, *invented),
        findings=(*_output_findings(output), *_findings(expected.covenants, (*items, *extras), ground)),
        weight=Fraction(case.weight),
        diagnostics=diagnose(expected.covenants, covenants, flags, extras, ground),
    )


def _output_findings(output: CovenantsOutput) -> Iterator[CaseFinding]:
    for finding in output.findings:
        place = f"{finding.place}: " if finding.place else ""
        yield CaseFinding(code=finding.code, message=f"{place}{finding.message}")


def _findings(
    expected: Sequence[ExpectedCovenant], items: Sequence[ItemScore], ground: Ground
) -> Iterator[CaseFinding]:
    """Yield what was noticed of the citations, and the covenants that the case should perhaps list."""
    for position, item in enumerate(items):
        name = item.head.item
        for remark in item.provenance.findings:
            yield CaseFinding(code=remark.reason, message=remark.sentence, item=name)
        if any(reason.code is Reason.GOLD_REVIEW for reason in item.reasons):
            yield CaseFinding(code=Reason.GOLD_REVIEW, message=item.reasons[0].message, item=name)
        if position < len(expected) and _is_unlisted(expected[position], item, ground):
            message = f"{name} is cited from a place that the case does not list; it was judged on the document."
            yield CaseFinding(code=Reason.UNLISTED_PLACE, message=message, item=name)


def _is_unlisted(expected: ExpectedCovenant, item: ItemScore, ground: Ground) -> bool:
    cited = clauses_of(item.provenance.citations)
    if not cited or not expected.citations:
        return False
    return relation_of(expected_clauses(expected, ground), cited) is SectionRelation.OTHER


def _null_thresholds(output: CovenantsOutput) -> Iterator[int]:
    """Yield the positions of the covenants whose cross default has an explicit null as its threshold."""
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
