"""Suites that are well formed: the examples of the format read cleanly, and every part means what it says."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import pytest

from loanproof import cases
from loanproof.cases import (
    BmtCase,
    ConditionalEffectiveDate,
    ConditionValue,
    CovenantsCase,
    ExtractionCase,
    ExtractionExpected,
    FieldState,
    GateSet,
    MoneyValue,
    QaCase,
    Suite,
    list_citations,
    load_suite,
)
from loanproof.core import Capability, Citation, Exact, FieldId, FileModel, Flag, Whole

if TYPE_CHECKING:
    from tests.cases.conftest import Folder

GOLDEN = Path(__file__).with_name("golden")
NAMES = ("extraction", "covenants", "bmt", "qa", "task")


@pytest.fixture
def examples(folder: Folder) -> Suite:
    settings = (GOLDEN / "suite.yaml").read_text(encoding="utf-8")
    folder.write("suite.yaml", settings.replace("[extraction, qa]", f"[{', '.join(NAMES)}]"))
    folder.write("documents/acme-corp-facility-agreement.pdf", "%PDF")
    for name in NAMES:
        folder.write(f"cases/{name}.yaml", (GOLDEN / f"{name}.yaml").read_text(encoding="utf-8"))
    return load_suite(folder.path)


def extraction(folder: Folder, expected: str) -> ExtractionExpected:
    folder.write("cases/a.yaml", f"id: a\ncapability: extraction\ndocument: deal.txt\nexpected: {expected}\n")
    [located] = load_suite(folder.path).cases
    assert isinstance(located.case, ExtractionCase)
    return located.case.expected


def test_the_example_of_a_suite_reads_cleanly(examples: Suite) -> None:
    assert [located.case.id for located in examples.cases] == ["BM-001", "CM-001", "LO-001", "QA-001", "T-001"]
    assert examples.settings.gates == (GateSet.CONTRACT, GateSet.RUBRIC)
    assert examples.settings.repeats == 3
    assert examples.settings.variance_sensitive is True
    assert examples.capabilities == tuple(Capability)
    assert [path.name for path in examples.documents] == ["acme-corp-facility-agreement.pdf", "deal.txt"]


def test_the_example_of_an_extraction_means_what_it_says(examples: Suite) -> None:
    case = examples.cases[2].case
    assert isinstance(case, ExtractionCase)
    fields = dict(case.expected.fields.items())
    assert fields[FieldId("borrower")].citations[0].citation == Citation(
        page="1", section="Parties", quote='ACME CORP PTE. LTD. (the "Borrower")'
    )
    assert fields[FieldId("maturity_date")].value == "2031-03-15"
    assert fields[FieldId("commitment_fee")].state is FieldState.ABSENT
    assert fields[FieldId("margin")].state is FieldState.ILLEGIBLE
    assert fields[FieldId("tenor")].derivable[0].undeclared_label == "semantic_match"
    assert fields[FieldId("facility_amount")].conflict[0].value == "USD 550,000,000"
    [tranche] = case.expected.tranches
    assert tranche.labels == ("Facility A", "Term Loan A", "TLA")
    assert case.weight == Decimal(1)


def test_the_other_examples_mean_what_they_say(examples: Suite) -> None:
    bmt, covenants, _, qa, _ = (located.case for located in examples.cases)
    assert isinstance(bmt, BmtCase)
    assert bmt.expected.terms[0].gap is not None
    assert bmt.expected.terms[0].gap.bps == Decimal(100)
    assert isinstance(covenants, CovenantsCase)
    [covenant] = covenants.expected.covenants
    assert (covenant.operator, covenant.testing_frequency, covenant.secondary_type) == ("<=", "quarterly", None)
    assert covenant.names == ("Leverage Ratio", "Net Debt to EBITDA")
    assert covenant.waiver is not None
    assert covenant.waiver.period is not None
    assert covenant.waiver.period.from_ == "2027-01-01"
    assert covenants.expected.flags is not None
    assert covenants.expected.flags.grace_periods is not None
    assert covenants.expected.flags.grace_periods[0].days == 5
    assert isinstance(qa, QaCase)
    assert qa.expected.facts[0].any == ("31 March 2027", "2027-03-31")


def test_every_part_of_a_case_knows_its_line(examples: Suite) -> None:
    located = examples.cases[2]
    assert located.line_of() == 1
    assert located.line_of(("expected", "fields", "maturity_date")) == 12
    [(place, _)] = list_citations(located.case)
    assert place == ("expected", "fields", "borrower", "citations", 0)
    assert located.line_of(place) == 11
    assert located.line_of(("expected", "fields", "borrower", "no such key")) == 7


def test_what_yaml_would_guess_stays_as_written(folder: Folder) -> None:
    expected = extraction(
        folder, "{fields: {margin: {value: 2.50}, governing_law: {value: NO}, mac_clause: {value: Y}}}"
    )
    values = {name: field.value for name, field in expected.fields.items()}
    assert values == {FieldId("margin"): "2.50", FieldId("governing_law"): "NO", FieldId("mac_clause"): "Y"}


@pytest.mark.parametrize(("written", "read"), [("Y", "Y"), ("true", "Y"), ("no", "N"), ("false", "N"), ("n", "N")])
def test_a_yes_no_field_is_y_or_n_or_a_boolean(written: str, read: str, folder: Folder) -> None:
    field = extraction(folder, f"{{fields: {{negative_pledge: {{value: {written}}}}}}}").fields.get(
        FieldId("negative_pledge")
    )
    assert field is not None
    assert field.value == read


@pytest.mark.parametrize(
    ("field", "written"),
    [
        ("facility_amount", "{amount: 500000000.00, currency: USD}"),
        ("margin", "{opening: 2%, rows: [{when: above 3x, value: 3%}], options: [{rate: SOFR, value: 2%}]}"),
        ("margin", "{steps: [{from: 2027-01-01, value: 2%}], adjustment: 0.10%}"),
        ("reference_rate", "{family: SOFR, tenor: 3 months, method: compounded}"),
        ("tenor", "{months: 60}"),
        ("tenor", "{days: 364}"),
        ("commitment_fee", "{basis: pct_of_margin, value: 35%, on: undrawn, rows: []}"),
        ("commitment_fee", "{basis: none}"),
        (
            "repayment_schedule",
            "{class: amortising, count: 8, frequency: quarterly, first: 2027-01-01, last: 2029-01-01}",
        ),
        ("repayment_schedule", "{class: bullet, amount: USD 1, rows: [{date: 2027-01-01, percent: 2.5}]}"),
        ("borrower", "[A Ltd, B Ltd]"),
        ("guarantors", "[A Ltd, B Ltd]"),
        ("conditions_precedent", "[Legal opinions, {name: Accounts, any: [audited]}]"),
    ],
)
def test_a_structured_value_is_read(field: str, written: str, folder: Folder) -> None:
    read = extraction(folder, f"{{fields: {{{field}: {{value: {written}}}}}}}").fields.get(FieldId(field))
    assert read is not None
    assert not isinstance(read.value, str)


def test_structured_values_are_exact(folder: Folder) -> None:
    fields = extraction(
        folder,
        "{fields: {facility_amount: {value: {amount: 0.10, currency: USD}}, "
        "conditions_precedent: {value: [x, {name: n, any: [k]}]}}}",
    ).fields
    (_, amount), (_, conditions) = fields.items()
    assert isinstance(amount.value, MoneyValue)
    assert str(amount.value.amount) == "0.10"
    assert conditions.value == ("x", ConditionValue(name="n", any=("k",)))


def test_a_value_in_a_tranche_equals_one_in_the_fields_with_that_scope(folder: Folder) -> None:
    inside = extraction(folder, "{tranches: [{label: A, fields: {margin: {value: 2%}}}, {label: B}]}")
    scoped = extraction(folder, "{fields: {margin: {value: 2%, scope: [a]}}, tranches: [{label: A}, {label: B}]}")
    by_name = extraction(
        folder, "{fields: {margin: {value: 2%, scope: [TLA]}}, tranches: [{label: A, also: [TLA]}, {label: B}]}"
    )
    for expected in (inside, scoped, by_name):
        first, second = expected.tranches
        assert [(name, field.value) for name, field in expected.tranche_fields(first)] == [(FieldId("margin"), "2%")]
        assert list(expected.tranche_fields(second)) == []
        assert list(expected.shared_fields()) == []


def test_the_fields_own_effective_date_wins(folder: Folder) -> None:
    expected = extraction(
        folder,
        "{document_kind: amendment, amendment: {effective_date: 2027-01-01}, fields: {"
        "margin: {state: amended, original: 1%, value: 2%, effective_date: {state: conditional, condition: notice}}, "
        "tenor: {state: amended, value: 6 years}, borrower: {state: unchanged}}}",
    )
    fields = dict(expected.fields.items())
    conditional = ConditionalEffectiveDate(state="conditional", condition="notice")
    assert expected.effective_date_of(fields[FieldId("margin")]) == conditional
    assert expected.effective_date_of(fields[FieldId("tenor")]) == "2027-01-01"


def test_null_and_left_out_are_the_same_where_the_format_says_so(folder: Folder) -> None:
    nulls = "threshold: null, operator: null, steps: null, condition: null, waiver: null, carve_outs: null, "
    for keys in (nulls, ""):
        folder.write(
            "cases/a.yaml",
            "id: a\ncapability: covenants\ndocument: deal.txt\nexpected: {covenants: [{name: n, type: information, "
            f"{keys}testing_frequency: none}}]}}\n",
        )
        [located] = load_suite(folder.path).cases
        assert isinstance(located.case, CovenantsCase)
        [covenant] = located.case.expected.covenants
        assert (covenant.steps, covenant.carve_outs, covenant.operator, covenant.waiver) == ((), (), None, None)
        assert located.case.expected.flags is None


def test_flags_tell_not_scored_from_none_stated(folder: Folder) -> None:
    folder.write(
        "cases/a.yaml",
        "id: a\ncapability: covenants\ndocument: deal.txt\n"
        "expected: {flags: {grace_periods: [], cross_default: {present: false}}}\n",
    )
    [located] = load_suite(folder.path).cases
    assert isinstance(located.case, CovenantsCase)
    assert located.case.expected.flags is not None
    assert located.case.expected.flags.grace_periods == ()
    assert located.case.expected.flags.cross_default is not None
    assert not located.case.expected.flags.cross_default.present


def test_the_same_case_in_yaml_and_in_a_line_of_json_is_one(folder: Folder) -> None:
    written = {
        "id": "j",
        "capability": "extraction",
        "document": "deal.txt",
        "weight": 2.50,
        "expected": {
            "fields": {
                "facility_amount": {"value": {"amount": 500000000, "currency": "USD"}},
                "mac_clause": {"value": True},
                "borrower": {"value": "A", "citations": [{"page": 1, "section": None, "quote": "A"}]},
            }
        },
    }
    folder.write("cases/a.jsonl", json.dumps(written) + "\n")
    [line] = load_suite(folder.path).cases
    folder.write("cases/a.jsonl", "")
    folder.write(
        "cases/a.yaml",
        "id: j\ncapability: extraction\ndocument: deal.txt\nweight: 2.5\nexpected:\n  fields:\n"
        "    facility_amount: {value: {amount: 500000000, currency: USD}}\n    mac_clause: {value: true}\n"
        "    borrower: {value: A, citations: [{page: 1, section: null, quote: A}]}\n",
    )
    [block] = load_suite(folder.path).cases
    assert line.case == block.case


def test_documents_are_one_or_several_with_the_analysed_one_first(folder: Folder) -> None:
    folder.write("documents/amendment.txt", "x")
    folder.write(
        "cases/a.yaml",
        "id: a\ncapability: qa\ndocuments: [amendment.txt, deal.txt]\nquestion: q\nexpected: {facts: [{any: [x]}]}\n",
    )
    suite = load_suite(folder.path)
    case = suite.cases[0].case
    assert isinstance(case, QaCase)
    assert case.document_names == ("amendment.txt", "deal.txt")
    assert suite.document_path("deal.txt").is_file()


def test_a_suite_without_more_has_the_defaults(folder: Folder) -> None:
    suite = load_suite(folder.path / "suite.yaml")
    assert suite.settings.standard == "eval-standards@1.0"
    assert suite.settings.gates == (GateSet.CONTRACT, GateSet.RUBRIC)
    assert suite.cases == ()
    assert suite.capabilities == ()


def test_a_suite_of_tasks_needs_no_contract(folder: Folder) -> None:
    folder.write("suite.yaml", "id: s\nversion: 1\ngates: [rubric]\n")
    folder.write("cases/a.yml", "id: a\ncapability: task\ntask: t\n")
    assert load_suite(folder.path).capabilities == (Capability.TASK,)


def test_no_model_holds_a_float_a_bare_number_or_a_bare_boolean() -> None:
    """Numbers and flags of files go through the exact readers; a plain ``int`` would take ``1_000`` or ``true``."""
    models = [model for model in vars(cases).values() if isinstance(model, type) and issubclass(model, FileModel)]
    assert len(models) > 25
    exact = [meta for annotated in (Exact, Flag, Whole) for meta in get_args(annotated)[1:]]
    for model in models:
        for name, info in model.model_fields.items():
            text = str(info.annotation)
            plain = info.annotation in (int, float, bool, Decimal)
            assert not plain or any(meta in exact for meta in info.metadata), (model, name)
            assert "float" not in text, (model, name)
