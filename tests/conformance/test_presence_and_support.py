"""A law over documents: what presence denies, support denies, for every field, in the scorer and in the guard alike."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conformance.flipping import flipped
from tests.conformance.vectors import build_without_documents, load_vectors
from tests.values.drawn import WRITINGS, writings

from loanproof.cases import ExtractionCase
from loanproof.core import Citation, FieldId
from loanproof.documents import load_document
from loanproof.outputs import ExtractionOutput
from loanproof.provenance.claims import FieldValue
from loanproof.provenance.document_set import DocumentSet
from loanproof.provenance.extraction_rules import ExtractionRule, check_extraction_rules
from loanproof.scoring.extraction.context import ExtractionContext
from loanproof.scoring.extraction.presence import is_present
from loanproof.standards import OUR_CONTRACT, load_contract
from loanproof.values import Read

if TYPE_CHECKING:
    from loanproof.standards import EvalStandard

FILE = "agreement.txt"
KIND_OF = {
    FieldId("borrower"): "party",
    FieldId("guarantors"): "party",
    FieldId("facility_agent"): "party",
    FieldId("facility_amount"): "money",
    FieldId("currency"): "currency",
    FieldId("facility_type"): "facility_type",
    FieldId("tenor"): "duration",
    FieldId("maturity_date"): "date",
    FieldId("margin"): "margin",
    FieldId("reference_rate"): "reference_rate",
    FieldId("commitment_fee"): "commitment_fee",
    FieldId("repayment_schedule"): "repayment_schedule",
    FieldId("governing_law"): "law",
    FieldId("conditions_precedent"): "condition",
    FieldId("mac_clause"): "yes_no",
    FieldId("negative_pledge"): "yes_no",
}
LISTS = {FieldId("guarantors"), FieldId("conditions_precedent")}
# Fields whose values assert every one of their words, so that presence asks for no less than support.
# A law is present where its place is named, and supported only where its law is (C-31).
AS_STRICT = {"party", "money", "currency", "duration", "date", "margin", "reference_rate"}
RATES = {"margin", "reference_rate"}
OTHER_PERIOD = re.compile(r"day|week|month|quarter|dail|flat|p\.m", re.IGNORECASE)
LEAD = "It is agreed between all of the parties hereto that the term in question is".split()
TAIL = "as each of them hereby confirms for itself and on behalf of its successors.".split()
HEADINGS = [
    "7. FINANCIAL COVENANTS",
    "SCHEDULE 2",
    "Leverage Margin (% p.a.)\nAbove 3.00:1 2.75",
    "Number of Lenders: 12",
]


class Judged:
    """One value with one quote, judged on one document by everybody who asks whether it is there."""

    def __init__(self, field: FieldId, written: str, quote: str, context: ExtractionContext) -> None:
        value = FieldValue(field, written, context.standard, context.notation)
        citation = Citation(document=FILE, page="1", quote=quote)
        rules = check_extraction_rules(value, [citation], documents=context.documents, standard=context.standard)
        passed = {check.rule: check.passed for check in rules.checks}
        plain = tuple(item for item, _ in value.items) if field in LISTS else written
        self.has_claim = bool(value.claim.parts)
        self.is_read = all(isinstance(reading, Read) for _, reading in value.items)
        self.for_scorer = is_present(context.stated(field, plain), context)
        self.for_guard = passed[ExtractionRule.IN_DOCUMENT]
        self.supported = passed[ExtractionRule.SUPPORT]


MakeContext = Callable[[str], ExtractionContext]


@pytest.fixture(scope="module")
def make_context(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, EvalStandard], ExtractionContext]:
    path = tmp_path_factory.mktemp("laws") / FILE
    case, output = build_without_documents(load_vectors("extraction_presence.yaml")[0])
    assert isinstance(case, ExtractionCase)
    assert isinstance(output, ExtractionOutput)

    def make(text: str, standard: EvalStandard) -> ExtractionContext:
        path.write_text(text, encoding="utf-8")
        return ExtractionContext(case, output, DocumentSet([load_document(path)], standard), standard)

    return make


@pytest.fixture(scope="module")
def context_of(
    make_context: Callable[[str, EvalStandard], ExtractionContext], second_revision: EvalStandard
) -> MakeContext:
    # That a quote ties a value to another term (C-31) says nothing of whether the value is there.
    standard = flipped(second_revision, "parameters.clarifications.support_names_term", False)
    return lambda text: make_context(text, standard)


@pytest.fixture(scope="module")
def naming_context_of(
    make_context: Callable[[str, EvalStandard], ExtractionContext], second_revision: EvalStandard
) -> MakeContext:
    return lambda text: make_context(text, second_revision)


@st.composite
def quoted(draw: st.DrawFn, kind: str) -> tuple[str, str, str]:
    """Draw a document, a quote of it that may cut a value short, and a value that may be what the cut leaves."""
    words = draw(writings(kind).filter(lambda text: "\f" not in text)).split()
    first = draw(st.integers(0, len(words)))
    last = draw(st.integers(first, len(words)))
    whole = draw(st.booleans())
    kept = words if whole else words[first:last]
    before = [] if kept != words[: len(kept)] else LEAD[draw(st.integers(0, 8)) :]
    after = [] if kept != words[len(words) - len(kept) :] else TAIL[: draw(st.integers(5, len(TAIL)))]
    others = st.sampled_from([*HEADINGS, *(text for name in ("law", "money", kind) for text in WRITINGS[name])])
    around = [draw(st.lists(others.filter(lambda text: "\f" not in text), max_size=2)) for _ in range(2)]
    sentence = " ".join([*LEAD, *words, *TAIL])
    text = "\n\n".join(["1. TERMS", *around[0], sentence, *around[1]])
    value = draw(st.sampled_from([" ".join(kept), " ".join(words)]) | writings(kind))
    return text, " ".join([*before, *kept, *after]), value


@pytest.mark.parametrize("field", load_contract(OUR_CONTRACT).fields)
@settings(max_examples=40)
@given(data=st.data())
def test_what_presence_denies_no_quote_of_the_document_supports(
    context_of: MakeContext, field: FieldId, data: st.DataObject
) -> None:
    text, quote, value = data.draw(quoted(KIND_OF[field]))
    judged = Judged(field, value, quote, context_of(text))
    if judged.has_claim:
        assert judged.for_guard or not judged.supported
        assert judged.for_scorer or not judged.for_guard


@pytest.mark.parametrize("field", KIND_OF)
@settings(max_examples=15)
@given(data=st.data())
def test_the_name_of_a_term_takes_support_away_and_never_gives_it(
    context_of: MakeContext, naming_context_of: MakeContext, field: FieldId, data: st.DataObject
) -> None:
    text, quote, value = data.draw(quoted(KIND_OF[field]))
    if Judged(field, value, quote, naming_context_of(text)).supported:
        assert Judged(field, value, quote, context_of(text)).supported


@pytest.mark.parametrize("field", [field for field, kind in KIND_OF.items() if kind in AS_STRICT])
@settings(max_examples=25)
@given(data=st.data())
def test_what_is_present_the_whole_document_supports(
    context_of: MakeContext, field: FieldId, data: st.DataObject
) -> None:
    text, _, value = data.draw(quoted(KIND_OF[field]))
    context = context_of(text)
    judged = Judged(field, value, next(iter(context.documents)).document.text, context)
    # The period of a rate is asked of a quote, not of the document (0171).
    has_period = KIND_OF[field] in RATES and OTHER_PERIOD.search(f"{text}\n{value}")
    if judged.has_claim and judged.is_read and not has_period:
        assert judged.supported == judged.for_guard


INVENTED: list[tuple[str, FieldId, str, str, str]] = [
    ("an amount cut short", FieldId("facility_amount"), "EUR 500 000 000", "EUR 500 000", "EUR 500 000"),
    ("an amount without its scale", FieldId("facility_amount"), "US$ 1.5 billion", "US$ 1.5", "US$ 1.5"),
    ("half of a rate", FieldId("margin"), "1/2 of 1%", "of 1%", "1%"),
    ("a part of a period", FieldId("tenor"), "5 years and 1 day", "and 1 day", "1 day"),
    ("another rate of the same name", FieldId("reference_rate"), "CNH HIBOR", "HIBOR", "HIBOR"),
    ("another law", FieldId("governing_law"), "laws of New South Wales", "Wales", "Welsh law"),
    ("another company", FieldId("borrower"), "Acme Shipping LLC", "Acme Shipping", "Acme Shipping Pte. Ltd."),
    ("a rate that nobody knows", FieldId("reference_rate"), "SOFR plus 2.25%", "SOFR plus 2.25%", "RURIBOR plus 2.25%"),
    ("a law that nobody knows", FieldId("governing_law"), "English law", "English law", "Ruritanian law"),
]


@pytest.mark.parametrize(
    ("field", "stated", "cited", "value"), [pytest.param(*row, id=name) for name, *row in INVENTED]
)
def test_an_invented_value_is_neither_present_nor_supported_by_a_cut_quote(
    context_of: MakeContext, field: FieldId, stated: str, cited: str, value: str
) -> None:
    text = f"1. TERMS\n\n{' '.join(LEAD)} {stated} {' '.join(TAIL)}"
    before, _, after = stated.partition(cited)
    quote = " ".join([*([] if before else LEAD), cited, *([] if after else TAIL)])
    judged = Judged(field, value, quote, context_of(text))
    assert (judged.for_scorer, judged.for_guard, judged.supported) == (False, False, False)
    given = Judged(field, stated, " ".join([*LEAD, stated, *TAIL]), context_of(text))
    assert (given.for_scorer, given.for_guard, given.supported) == (True, True, True)


def test_what_is_a_figure_in_another_notation_only_is_there_where_its_words_are(context_of: MakeContext) -> None:
    text = "1. TERMS\n\nThe amount is USD 10,0000 as each of them confirms.\n\nFIFTY MILLION DOLLARS ($50,000,000)"
    judged = Judged(FieldId("facility_amount"), "USD 10,0000", "The amount is USD 10,0000", context_of(text))
    assert judged.for_guard
    assert judged.for_scorer
