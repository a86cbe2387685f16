"""``analyze`` and ``draft`` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.capabilities.papers import LOAN, SHARE_SALE

from loanproof.cases import make_suite
from loanproof.cli.analysis_tables import cut_around
from loanproof.cli.analyze import command as analyze
from loanproof.cli.draft import command as draft
from loanproof.core import FileError


def written(folder: Path, text: str, name: str = "paper.txt") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_table_shows_value_confidence_clause_and_quote(tmp_path: Path) -> None:
    shown = CliRunner().invoke(analyze, [written(tmp_path, LOAN)], env={"COLUMNS": "200"})
    assert shown.exit_code == 0
    [at] = [at for at, one in enumerate(shown.output.splitlines()) if one.startswith("margin")]
    value, quote = shown.output.splitlines()[at : at + 2]
    assert "2.35 per cent. per annum" in value
    assert "““Margin” means 2.35 per cent. per annum.”" in quote


def test_json_is_the_output_object_with_orphans_and_several_documents_are_a_list(tmp_path: Path) -> None:
    one, other = written(tmp_path, LOAN), written(tmp_path, SHARE_SALE, "sale.txt")
    alone = json.loads(CliRunner().invoke(analyze, [one, "--json", "-"]).output)
    assert alone["fields"]["governing_law"]["value"] == "English law"
    assert isinstance(alone["orphans"], list)
    both = json.loads(CliRunner().invoke(analyze, [one, other, "--json", "-"]).output)
    assert [found["document_kind"] for found in both] == ["agreement", "other"]


def test_a_draft_goes_to_standard_output(tmp_path: Path) -> None:
    shown = CliRunner().invoke(draft, [written(tmp_path, LOAN), "--id", "LO-7"])
    assert shown.exit_code == 0
    assert 'id: "LO-7"' in shown.output


@pytest.mark.parametrize("more", [[], ["--question", "When does the loan mature?"]])
def test_a_blank_document_is_an_error_and_not_a_list_of_terms_that_are_not_stated(
    tmp_path: Path, more: list[str]
) -> None:
    shown = CliRunner().invoke(analyze, [written(tmp_path, " \n\f\n . \n"), *more])
    assert isinstance(shown.exception, FileError)
    assert "has no readable text on its 2 pages" in str(shown.exception)


def test_a_question_is_answered_with_its_place(tmp_path: Path) -> None:
    shown = CliRunner().invoke(analyze, [written(tmp_path, LOAN), "--question", "What is the Margin?"])
    assert shown.exit_code == 0
    assert "“Margin” means 2.35 per cent. per annum." in shown.output


def test_a_question_without_an_answer_is_refused_in_the_prescribed_words(tmp_path: Path) -> None:
    asked = [written(tmp_path, LOAN), "--question", "What is the PIK margin?", "--json", "-"]
    found = json.loads(CliRunner().invoke(analyze, asked).output)
    assert found["answer"] == "The document does not contain information about the PIK margin."
    assert found["guard"] == []


def test_an_empty_question_is_an_error(tmp_path: Path) -> None:
    failed = CliRunner().invoke(analyze, [written(tmp_path, LOAN), "--question", " "])
    assert failed.exit_code != 0
    assert "the question is empty" in str(failed.exception)


def test_covenants_and_benchmark_terms_are_tables_too(tmp_path: Path) -> None:
    path = written(tmp_path, f"{LOAN}\n20. UNDERTAKINGS\n\n20.1 The Borrower shall not create any Security.\n")
    wide = {"COLUMNS": "220"}
    covenants = CliRunner().invoke(analyze, [path, "--capability", "covenants"], env=wide)
    assert covenants.exit_code == 0
    assert "cross default" in covenants.output
    assert "none was found" in covenants.output
    compared = CliRunner().invoke(analyze, [path, "--capability", "bmt"], env=wide)
    assert compared.exit_code == 0
    assert "compared with LMA" in compared.output
    assert "not comparable" in compared.output


QUOTE = (
    "The Lenders shall, subject to the terms of this Agreement and in reliance on the representations of each Obligor, "
    "make available to the Borrower a term loan facility in an aggregate amount of USD 120,000,000 on or before the "
    "last day of the Availability Period, as that period may be extended."
)


def test_a_long_quote_is_cut_around_its_value_and_says_where() -> None:
    cut = cut_around(QUOTE, "USD 120,000,000")
    assert "USD 120,000,000" in cut
    assert (cut[0], cut[-1]) == ("…", "…")
    assert len(cut) <= 122
    assert set(cut.strip("…").split()) <= set(QUOTE.split())


def test_a_value_in_another_form_is_found_by_its_longest_part_and_an_unknown_one_leaves_the_beginning() -> None:
    assert "120,000,000" in cut_around(QUOTE, "120,000,000 US dollars")
    assert cut_around(QUOTE, "Y").startswith("The Lenders shall, subject")
    assert cut_around(QUOTE).endswith("…")
    assert cut_around("short", "Y") == "short"
    assert cut_around("x" * 300) == "x" * 60 + "…"


@pytest.mark.parametrize("capability", ["extraction", "covenants", "bmt"])
def test_a_table_of_80_columns_breaks_neither_amounts_nor_words(tmp_path: Path, capability: str) -> None:
    make_suite(tmp_path / "suite")
    [document] = (tmp_path / "suite" / "documents").glob("*.txt")
    call = [str(document), "--capability", capability]
    narrow = CliRunner().invoke(analyze, call, env={"COLUMNS": "80"}).output
    wide = CliRunner().invoke(analyze, call, env={"COLUMNS": "400"}).output
    assert max(map(len, narrow.splitlines())) <= 80
    assert set(narrow.split()) - {"─" * 80} == set(wide.split()) - {"─" * len(word) for word in wide.split()}
