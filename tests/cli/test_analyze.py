"""``analyze`` and ``draft`` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner
from tests.capabilities.papers import LOAN, SHARE_SALE

from loanproof.cli.analyze import command as analyze
from loanproof.cli.draft import command as draft


def written(folder: Path, text: str, name: str = "paper.txt") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_table_shows_value_confidence_clause_and_quote(tmp_path: Path) -> None:
    shown = CliRunner().invoke(analyze, [written(tmp_path, LOAN)], env={"COLUMNS": "200"})
    assert shown.exit_code == 0
    [line] = [one for one in shown.output.splitlines() if one.startswith("margin")]
    assert "2.35 per cent. per annum" in line
    assert "“Margin” means 2.35 per cent. per annum." in line


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
