"""Values that the document defines but does not settle, such as a date counted from an event without a date."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.outputs import FieldStatus
from loanproof.provenance import NothingToCite
from loanproof.scoring.checks import Content, content_of
from loanproof.scoring.extraction.absence import not_extracted, says_absent
from loanproof.scoring.extraction.agreement import Agreement, agree
from loanproof.scoring.extraction.derived import check_derived
from loanproof.scoring.extraction.expected_items import Item
from loanproof.scoring.extraction.presence import is_present
from loanproof.scoring.extraction.wrong_values import check_wrong
from loanproof.scoring.wording import quoted
from loanproof.standards import Label
from loanproof.values import UNDETERMINABLE, RelativeDate

if TYPE_CHECKING:
    from loanproof.outputs import FieldOutput
    from loanproof.scoring.extraction.context import ExtractionContext
    from loanproof.scoring.extraction.stated import Stated

_UNSETTLED = "|".join(UNDETERMINABLE.phrases).replace(" ", r"\s")
_STATEMENT = re.compile(
    rf"[\s;,:.()–—-]{{0,4}}(?:the\s)?(?:exact\s)?(?:date|value|amount)?\s?(?:is\s)?\b(?:{_UNSETTLED})\b[^;]{{0,200}}$",
    re.IGNORECASE,
)


def check_undeterminable(item: Item, answer: FieldOutput | None, context: ExtractionContext) -> Content:
    """Check the answer for a value that cannot be settled from the document.

    An answer is correct if it says so, with or without the formula; the formula alone is a semantic match. A definite
    value is judged like any other wrong value, unless the case lists it as derivable.
    """
    if answer is None or says_absent(answer, context):
        return not_extracted(item, answer, context)
    given = context.given(answer)
    text = given.text
    is_stated = answer.status is FieldStatus.UNDETERMINABLE or (text is not None and bool(_STATEMENT.search(text)))
    if is_stated and (given.plain is None or _is_statement_only(text)):
        message = "The document does not settle the value, and the output says so."
        return content_of(Label.CORRECT, Reason.UNDETERMINABLE_STATED, message, excuse=NothingToCite.NOT_EXTRACTED)
    if given.plain is None:
        return not_extracted(item, answer, context)
    formula = given.other(_STATEMENT.sub("", text).strip()) if text is not None else given
    # The case has no value here; its surfaces are the formula as the document states it.
    forms = replace(context.forms(item), value=given.other(None), quotes=())
    agreement = agree(forms, formula, context)
    if agreement.is_right or _is_formula_of_documents(item, formula, context):
        return _of_formula(formula, is_stated=is_stated)
    derived = check_derived(item, given, answer, context)
    if derived is not None:
        return derived
    missing = Agreement(label=None, reason=Reason.DIFFERENT)
    return check_wrong(item, forms, formula, answer, missing, context)


def _is_formula_of_documents(item: Item, formula: Stated, context: ExtractionContext) -> bool:
    """Return whether a date is given as a formula that is in the documents, if the case itself names none."""
    relative = any(isinstance(one, RelativeDate) for one in formula.candidates)
    return relative and not item.expected.surfaces and is_present(formula, context)


def _is_statement_only(text: str | None) -> bool:
    return text is not None and not _STATEMENT.sub("", text).strip()


def _of_formula(formula: Stated, *, is_stated: bool) -> Content:
    claim = formula.claim
    if is_stated:
        message = f"The output gives {quoted(formula)} and says that the document does not settle it."
        return content_of(Label.CORRECT, Reason.UNDETERMINABLE_STATED, message, claim=claim)
    message = f"The output gives {quoted(formula)}, but does not say that the document does not settle it."
    return content_of(Label.SEMANTIC_MATCH, Reason.UNDETERMINABLE_NOT_STATED, message, claim=claim)
