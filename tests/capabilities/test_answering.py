"""The built-in system as a target: what it may see of a document."""

from __future__ import annotations

from pathlib import Path

from tests.capabilities.papers import LOAN

from loanproof.capabilities import answer_by_rules
from loanproof.documents import load_document


def test_what_a_person_says_of_a_document_is_hidden_from_the_system_that_is_tested(tmp_path: Path) -> None:
    path = tmp_path / "deal.txt"
    path.write_text(LOAN, "utf-8")
    (tmp_path / "deal.truth.yaml").write_text("pages:\n- index: 1\n  text_file: seen.page\n", "utf-8")
    (tmp_path / "seen.page").write_text(LOAN.replace("2.35 per cent.", "9.95 per cent."), "utf-8")
    assert "9.95 per cent." in load_document(path).text
    said = answer_by_rules({"capability": "extraction", "documents": [{"path": str(path)}]})
    assert "2.35" in str(said["output"]["fields"]["margin"]["value"])
