"""The forms in which a value can be read for the extraction rules: as it is, and without the words around it.

The words around a value are checked separately (C-33, C-36); the rules are about the value itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.provenance import check_extraction_rules
from loanproof.scoring.extraction.derived import inputs_of
from loanproof.scoring.extraction.party_values import names_of, without_asides
from loanproof.scoring.extraction.plain_values import to_plain
from loanproof.scoring.extraction.plainer_texts import plainer_texts
from loanproof.scoring.extraction.remarks import product_of, without_remarks
from loanproof.standards import COMMITMENT_FEE, ValueKind
from loanproof.values import MONEY_KIND

if TYPE_CHECKING:
    from loanproof.outputs import FieldOutput
    from loanproof.provenance import ExtractionRules
    from loanproof.scoring.extraction.context import AnswersContext
    from loanproof.scoring.extraction.stated import Stated

_BRACKETED = re.compile(r"(?P<head>\S.{0,300}?)\s{0,4}\([^()]{1,300}\)\W{0,3}", re.DOTALL)


def rules_of_answer(
    answer: FieldOutput, context: AnswersContext, tranche: str | None = None
) -> tuple[Stated, ExtractionRules]:
    """Return the form of an answer's value that breaks the fewest extraction rules, and the result of the rules.

    Words added to a value do not make it worse, so the form that the citations support best counts.
    """
    forms = iter(_forms(context.given(answer), context))
    form = next(forms)
    best = form, _rules(form, answer, context, tranche)
    for other in forms:  # in order, so that the first form without a broken rule wins
        if best[1].passed:
            break
        rules = _rules(other, answer, context, tranche)
        best = (other, rules) if _count_broken(rules) < _count_broken(best[1]) else best
    return best


def _count_broken(rules: ExtractionRules) -> int:
    return sum(not check.passed for check in rules.checks)


def _rules(form: Stated, answer: FieldOutput, context: AnswersContext, tranche: str | None) -> ExtractionRules:
    before = context.stated(answer.name, to_plain(answer.original_value)).claim
    claim = replace(form.claim.to_be_quoted(), replaced=before.parts)
    if tranche is not None:
        labels = [(one.label,) for one in context.output.tranches if one.label is not None]
        claim = claim.of_tranche(tranche, labels)
    return check_extraction_rules(
        form,
        answer.citations,
        documents=context.documents,
        standard=context.standard,
        derived_from=inputs_of(answer, context),
        assess=context.provenance_of,
        claim=claim,
    )


def _forms(given: Stated, context: AnswersContext) -> Iterator[Stated]:
    """Yield a value as it is, then in the forms in which the scorer would compare it with an expected one."""
    if given.kind is ValueKind.YES_NO and given.plain is None:
        yield given.other("N")
        return
    yield given
    if given.kind.is_party:
        names = names_of(without_asides(given, context))
        yield given.other(names[0] if len(names) == 1 else names)
        return
    kind, text = given.of_kind, given.text
    if kind is None or text is None or not context.parameters.clarifications.companions:
        return
    product = product_of(text) if given.field == COMMITMENT_FEE else None
    heads = [] if product is None else [product]
    bracketed = None if kind is MONEY_KIND else _BRACKETED.fullmatch(text)  # an amount in brackets may be on top
    heads += [] if bracketed is None else [bracketed["head"]]
    for head in (*heads, *without_remarks(kind, text), text):
        forms = (given.other(head), *(given.other(one.text) for one in plainer_texts(kind, head) if one.reason is None))
        yield from (form for form in forms if not _is_another_rate(given, form))


def _is_another_rate(given: Stated, form: Stated) -> bool:
    """Return whether a form loses the period of a rate: ``2.25%`` from ``2.25% (per month)``."""
    if given.of_kind is None or not given.candidates:
        return False
    return given.of_kind.compare_readings(given.reading, form.reading).reason is Reason.PERIOD_DIFFERS
