"""Values that are not stated but follow from the documents: whether they are declared as computed, and their labels."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.provenance import ClassName
from loanproof.scoring.checks import Content, content_of
from loanproof.scoring.extraction.agreement import agree
from loanproof.scoring.extraction.expected_items import Item
from loanproof.scoring.extraction.forms import Forms
from loanproof.scoring.extraction.plain_values import to_plain
from loanproof.scoring.wording import quoted
from loanproof.standards import COMMITMENT_FEE, Label
from loanproof.values import Relation, compare_fees_under_margin

if TYPE_CHECKING:
    from loanproof.core import Citation
    from loanproof.outputs import FieldOutput
    from loanproof.scoring.extraction.context import AnswersContext, ExtractionContext
    from loanproof.scoring.extraction.stated import Stated

_DECLARING_WORDS = ("derived", "calculated", "computed")
_UNSUPPORTED = frozenset({ClassName.FAKE, ClassName.NOSUPPORT})


def inputs_of(answer: FieldOutput, context: AnswersContext) -> tuple[Citation, ...]:
    """Return the citations that a value was computed from; one without a file belongs to the output's own document."""
    if answer.derived is None:
        return ()
    document = context.output.document
    return tuple(one if one.document else replace(one, document=document) for one in answer.derived.inputs)


def is_declared(answer: FieldOutput, given: Stated) -> bool:
    """Return whether an answer says that its value is computed, in the value's own words or by a derivation."""
    text = (given.text or "").lower()
    return answer.derived is not None or any(word in text for word in _DECLARING_WORDS)


def inputs_are_found(answer: FieldOutput, context: ExtractionContext) -> bool:
    """Return whether every input of a derivation has a quote that is in the documents; without inputs, False."""
    assessed = context.places_of(inputs_of(answer, context))
    return bool(assessed) and all(
        one.class_name not in _UNSUPPORTED and one.evidence is not None and one.evidence.quote is not None
        for one in assessed
    )


def check_derived(item: Item, given: Stated, answer: FieldOutput, context: ExtractionContext) -> Content | None:
    """Check a value that the case lists as derivable; return None if it is not one of those.

    The label is the one that the case gives, but never better than the agreement with the listed value.
    """
    for derivable in item.expected.derivable:
        agreement = agree(Forms(value=given.other(to_plain(derivable.value))), given, context)
        if agreement.label is None or not agreement.label.is_right:
            continue
        if is_declared(answer, given):
            message = f"{quoted(given)} follows from the document and is declared as computed."
            label = derivable.label.limited_to(agreement.label)
            return content_of(label, Reason.DERIVED_DECLARED, message, ruling="A-05")
        # The case may give an undeclared result a label of its own.
        label = derivable.label if derivable.undeclared_label is None else derivable.undeclared_label
        label = label.limited_to(agreement.label)
        message = f"{quoted(given)} follows from the document, but is not declared as computed."
        return content_of(label, Reason.DERIVED_UNDECLARED, message, ruling="A-05")
    return None


def check_miscalculated(given: Stated, answer: FieldOutput, sides: str, context: ExtractionContext) -> Content | None:
    """Check a wrong value that is declared as computed; return None if it is not declared."""
    if not is_declared(answer, given):
        return None
    rule = context.parameters.derived
    if inputs_are_found(answer, context):
        message = f"{sides}, which is declared as computed, but the result is wrong."
        return content_of(rule.declared_wrong, Reason.CALCULATION_ERROR, message, ruling="A-05")
    message = f"{sides}, which is declared as computed, but its inputs do not appear in the documents."
    return content_of(rule.undeclared_wrong, Reason.VALUE_NOT_IN_DOCUMENT, message, ruling="A-05")


def check_fee_under_margin(item: Item, forms: Forms, given: Stated, margin: Stated | None) -> Content | None:
    """Check a commitment fee that is given as a rate where the document states a share of the margin.

    The rate is right if the margin makes it equal to the share, and partial if only one level of the margin does.
    """
    if item.name != COMMITMENT_FEE or margin is None:
        return None
    pairs = (
        (expected, rate, base)
        for form in forms.readable
        for expected in form.candidates
        for rate in given.candidates
        for base in margin.candidates
    )
    relations = [compare_fees_under_margin(*pair).relation for pair in pairs]
    if Relation.EQUAL in relations:
        message = f"{item.says}; {quoted(given)} is what this comes to under the margin."
        return content_of(Label.SEMANTIC_MATCH, Reason.DERIVED_DECLARED, message)
    if Relation.PARTIAL in relations:
        message = f"{item.says}; {quoted(given)} is what this comes to under one level of the margin only."
        return content_of(Label.PARTIAL, Reason.GRID_INCOMPLETE, message)
    return None
