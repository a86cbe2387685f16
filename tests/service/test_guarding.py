"""The guard: any system's output against its documents, without gold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from tests.conformance.vectors import BASES, SECOND_REVISION, contract_of

from loanproof.cli.app import app
from loanproof.core import Capability, InputError
from loanproof.documents import load_document
from loanproof.service import GuardReport, guard_output
from loanproof.standards import Hitl

if TYPE_CHECKING:
    from collections.abc import Callable

SAID_OTHERWISE: dict[str, tuple[Callable[[dict[str, Any]], None], str, str]] = {
    "an invented margin": (lambda one: _set(one, "margin", "value", "6.75% p.a."), "margin", "6.75"),
    "a forged figure in a quote": (
        lambda one: _quote(one, "facility_amount", "500,000,000", "550,000,000"),
        "facility_amount",
        "550,000,000",
    ),
    "a page that is not there": (lambda one: _cite(one, "tenor", "page", 99), "tenor", "99"),
    "no citation": (lambda one: _set(one, "governing_law", "provenance", []), "governing_law", "cited"),
    "a companion that no document holds": (
        lambda one: _set(one, "tenor", "value", "5 years, with a 13-month extension option"),
        "tenor",
        "13-month",
    ),
}


def _set(output: dict[str, Any], field: str, key: str, value: object) -> None:
    output["fields"][field][key] = value


def _cite(output: dict[str, Any], field: str, key: str, value: object) -> None:
    output["fields"][field]["provenance"][0][key] = value


def _quote(output: dict[str, Any], field: str, old: str, new: str) -> None:
    quote = output["fields"][field]["provenance"][0]["quote"]
    assert old in quote
    _cite(output, field, "quote", quote.replace(old, new))


def output_of(base: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((BASES / base / "output.json").read_text(encoding="utf-8"))
    return data


def documents_of(base: str) -> list[Path]:
    return sorted(one for one in (BASES / base / "documents").iterdir() if not one.name.endswith(".truth.yaml"))


def guard(base: str, output: dict[str, Any]) -> GuardReport:
    documents = [load_document(one) for one in documents_of(base)]
    return guard_output(json.dumps(output), Capability(output["capability"]), documents, contract_of(SECOND_REVISION))


@pytest.mark.parametrize(
    "base", ["term-loan", "facility-letter", "covenants-facility", "bmt-english", "qa-fact", "qa-refusal"]
)
def test_a_perfect_output_is_clean(base: str) -> None:
    assert [one for one in guard(base, output_of(base)).items if one.hitl is not Hitl.NONE] == []


@pytest.mark.parametrize("name", SAID_OTHERWISE)
def test_each_fault_is_named_at_its_item_and_nowhere_else(name: str) -> None:
    change, field, words = SAID_OTHERWISE[name]
    output = output_of("term-loan")
    change(output)
    report = guard("term-loan", output)
    assert not report.is_clean
    [item] = [one for one in report.items if one.hitl is not Hitl.NONE]
    assert (item.item, item.hitl) == (field, Hitl.REQUIRED)
    assert any(words in fault.sentence for fault in item.faults)


def test_an_answer_that_contradicts_its_own_quote_is_sent_to_a_person() -> None:
    output = output_of("qa-fact")
    output["answer"] = f"It is not true that {output['answer']}"
    assert not guard("qa-fact", output).is_clean


@pytest.mark.parametrize(
    ("answer", "strange"),
    [
        ("The Availability Period ends on 31 March 2027, whatever the weather.", "weather"),
        ("The Availability Period ends on 31 March 2027 and is renewed.", "renewed"),
        ("The Availability Period ends on 31 March 2027, but not before the Agreement.", "not"),
    ],
)
def test_words_of_an_answer_without_a_source_are_flagged_as_in_scoring(answer: str, strange: str) -> None:
    """Scoring calls such an answer right and asks a person to look (C-22); in production nobody else would."""
    [item] = guard("qa-fact", output_of("qa-fact") | {"answer": answer}).items
    assert (item.hitl, [one.code for one in item.faults]) == (Hitl.FLAG, ["UNGROUNDED_WORDS"])
    assert strange in item.faults[0].sentence


def test_what_a_system_is_not_sure_of_is_for_a_person_though_nothing_is_wrong() -> None:
    output = output_of("term-loan")
    _set(output, "margin", "confidence", 0.5)
    [item] = [one for one in guard("term-loan", output).items if one.hitl is not Hitl.NONE]
    assert (item.item, item.faults) == ("margin", ())


def test_text_that_is_no_object_is_never_clean() -> None:
    documents = [load_document(one) for one in documents_of("term-loan")]
    report = guard_output("```json\n{}\n```", Capability.EXTRACTION, documents, contract_of(SECOND_REVISION))
    assert not report.is_clean


GERMAN = """LOAN AGREEMENT

1. Loan

The Bank grants the Borrower a loan of EUR 2.400.000,00 and may cancel EUR 750.000,00 of it. The fee is EUR 350,00.
"""


@pytest.mark.parametrize(
    ("answer", "is_clean"),
    [
        ("The fee is EUR 350,00.", True),
        ("The fee is EUR 350.", True),
        ("The fee is EUR 350,000.", False),  # a person reads a thousand times as much
        ("The fee is EUR 350.000.", False),
        ("The Bank may cancel EUR 750,000.", True),  # the document has no EUR 750
        ("The Bank may cancel EUR 750.000.", True),
        ("The Bank may cancel EUR 750,00.", False),
    ],
)
def test_an_amount_that_may_be_a_thousand_times_another_is_for_a_person(
    answer: str, is_clean: bool, tmp_path: Path
) -> None:
    path = tmp_path / "loan.txt"
    path.write_text(GERMAN, encoding="utf-8")
    quote = "a loan of EUR 2.400.000,00 and may cancel EUR 750.000,00 of it. The fee is EUR 350,00"
    cited = [{"document": path.name, "page": 1, "section": "1", "quote": quote}]
    output = {"answer": answer, "confidence": 0.95, "provenance": cited, "question": "How much is it?"}
    report = guard_output(json.dumps(output), Capability.QA, [load_document(path)], contract_of(SECOND_REVISION))
    assert report.is_clean is is_clean


@pytest.mark.parametrize(
    ("document", "answer", "is_clean"),
    [
        ("a loan of $22,500,000 in Dollars", "The loan is CAD 22,500,000.", False),
        ("a loan of $22,500,000 in Dollars", "The loan is USD 22,500,000.", True),  # the likeliest of the dollars
        ("a loan of $22,500,000 in Dollars", "The loan is $22,500,000.", True),
        ("a loan of $22,500,000 in Canadian dollars", "The loan is CAD 22,500,000.", True),
        ("a loan of $22,500,000 in Canadian dollars", "The loan is USD 22,500,000.", False),
        ("a loan of Rs. 22,500,000 in Pune", "The loan is PKR 22,500,000.", False),
        ("a loan of Rs. 22,500,000 in Pune", "The loan is INR 22,500,000.", True),
    ],
)
def test_a_sign_of_several_currencies_is_no_silent_support_for_any_of_them(
    document: str, answer: str, is_clean: bool, tmp_path: Path
) -> None:
    path = tmp_path / "loan.txt"
    path.write_text(f"LOAN AGREEMENT\n\n1. Loan\n\nThe Bank grants the Borrower {document}.\n", encoding="utf-8")
    cited = [{"document": path.name, "page": 1, "section": "1", "quote": f"The Bank grants the Borrower {document}"}]
    output = {"answer": answer, "confidence": 0.95, "provenance": cited, "question": "How much is the loan?"}
    report = guard_output(json.dumps(output), Capability.QA, [load_document(path)], contract_of(SECOND_REVISION))
    assert report.is_clean is is_clean


EMPTY: dict[str, dict[str, Any]] = {
    "no fields": {"capability": "extraction", "fields": {}},
    "tranches without fields": {"capability": "extraction", "tranches": [{"label": "A", "fields": {}}]},
    "no covenants": {"capability": "covenants", "covenants": []},
    "no covenants and no flags": {"capability": "covenants", "covenants": [], "flags": {}},
    "no comparisons": {"capability": "bmt", "comparisons": []},
}


@pytest.mark.parametrize("name", EMPTY)
def test_an_output_that_states_nothing_is_a_fault_of_its_own(name: str, tmp_path: Path) -> None:
    report = guard("term-loan", EMPTY[name])
    assert ([one.code for one in report.faults], report.is_clean) == (["NOTHING_CHECKED"], False)
    path = tmp_path / "output.json"
    path.write_text(json.dumps(EMPTY[name]))
    shown = CliRunner().invoke(app, ["guard", str(path), *map(str, documents_of("term-loan"))])
    assert shown.exit_code == 1
    assert "A PERSON MUST LOOK" in shown.output
    assert "The output states nothing, so nothing was checked" in " ".join(shown.output.split())


@pytest.mark.parametrize("answer", ["", "   ", None])
def test_a_blank_answer_is_never_clean(answer: str | None) -> None:
    assert not guard("qa-fact", output_of("qa-fact") | {"answer": answer}).is_clean


@pytest.mark.parametrize(("margin", "code"), [(None, 0), ("6.75% p.a.", 1)])
def test_the_command_exits_by_it(tmp_path: Path, margin: str | None, code: int) -> None:
    output = output_of("term-loan")
    if margin is not None:
        _set(output, "margin", "value", margin)
    path = tmp_path / "output.json"
    path.write_text(json.dumps(output))
    call = ["guard", str(path), *map(str, documents_of("term-loan"))]
    shown = CliRunner().invoke(app, call)
    assert shown.exit_code == code, shown.output
    written = CliRunner().invoke(app, [*call, "--json", str(tmp_path / "guard.json")])
    assert written.exit_code == code
    data = json.loads((tmp_path / "guard.json").read_text(encoding="utf-8"))
    assert data["clean"] is (code == 0)
    assert [one["item"] for one in data["items"] if one["faults"]] == ([] if code == 0 else ["margin"])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "The output is not JSON: "),
        ("hello", "The output is not JSON: "),
        ("```json\n{}\n```", "The output is not JSON: "),
        ("[]", "The output must be one JSON object."),
        ("{}", "The output does not say what it answers: it is empty."),
        ('{"FIELDS": {}}', "The output does not say what it answers: its keys are 'FIELDS'."),
        ('{"case_id": "X", "error": "I am tired."}', "The output does not say what it answers: it is empty."),
        ('{"fields": {}}', "The output states nothing, so nothing was checked"),
        ('{"fields": {"Margin": 1}}', "Did you mean 'margin'?"),
    ],
)
def test_an_output_that_cannot_be_read_or_states_nothing_is_for_a_person(text: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "output.json"
    path.write_text(text)
    shown = CliRunner().invoke(app, ["guard", str(path), *map(str, documents_of("term-loan"))])
    assert shown.exit_code == 1, shown.output
    told = " ".join(shown.output.split())
    assert says in told
    assert "for a person." not in told


def test_a_structured_value_is_shown_in_words(tmp_path: Path) -> None:
    output = output_of("term-loan")
    _set(output, "facility_amount", "value", {"amount": "777000000", "currency": "USD"})
    path = tmp_path / "output.json"
    path.write_text(json.dumps(output))
    shown = CliRunner().invoke(app, ["guard", str(path), *map(str, documents_of("term-loan"))])
    assert "USD 777,000,000" in " ".join(shown.output.split())
    assert "{" not in shown.output


@pytest.mark.parametrize("base", ["term-loan", "covenants-facility", "bmt-english", "qa-fact"])
def test_the_answer_object_is_taken_and_the_main_key_says_what_is_answered(base: str, tmp_path: Path) -> None:
    bare = {key: value for key, value in output_of(base).items() if key != "capability"}
    path = tmp_path / "output.json"
    path.write_text(json.dumps({"case_id": "X", "repeat": 1, "output": bare, "latency_e2e_ms": 1.5}))
    shown = CliRunner().invoke(app, ["guard", str(path), *map(str, documents_of(base))])
    assert (shown.exit_code, shown.output.splitlines()[0]) == (0, "CLEAN"), shown.output


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("mac_clause", "Yes", "“Yes” must be written as Y or N."),
        ("maturity_date", "31 March 2031", "“31 March 2031” must be written as a date as year-month-day (2031-03-31)."),
    ],
)
def test_a_form_that_the_contract_prescribes_is_named_in_words(field: str, value: str, words: str) -> None:
    output = output_of("term-loan")
    _set(output, field, "value", value)
    sentences = [fault.sentence for item in guard("term-loan", output).items for fault in item.faults]
    assert any(words in one for one in sentences), sentences


def test_a_file_that_is_not_there_is_not_called_a_file_of_another_encoding(tmp_path: Path) -> None:
    shown = CliRunner().invoke(app, ["guard", str(tmp_path / "none.json"), *map(str, documents_of("term-loan"))])
    assert "cannot be opened: No such file or directory" in str(shown.exception) + shown.output


@pytest.mark.parametrize(
    ("text", "named", "says"),
    [
        ('{"capability": "task", "answer": "42"}', [], "the guard cannot check the capability 'task'"),
        ("{}", ["--capability", "extract"], "the guard cannot check the capability 'extract'"),
    ],
)
def test_an_output_that_cannot_be_checked_is_refused_for_the_true_reason(
    text: str, named: list[str], says: str, tmp_path: Path
) -> None:
    output, document = tmp_path / "output.json", tmp_path / "deal.txt"
    output.write_text(text)
    document.write_text("The Margin is 2.50 per cent. per annum.")
    told = CliRunner().invoke(app, ["guard", str(output), str(document), *named])
    assert isinstance(told.exception, InputError)
    assert says in str(told.exception)
