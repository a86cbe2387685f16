"""Analyses and drafts: the guard runs on each result, orphans are listed, and a draft is a case that can be read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.capabilities.papers import AMENDMENT, LOAN, SHARE_SALE, TWO_FACILITIES

from loanproof.cases import load_suite
from loanproof.core import UsageError, parse_yaml
from loanproof.service import analysis_data, analyze_file, draft_case

STANDARD = "eval-standards@1.0+r2"
SUITE = (
    "id: drafts\nversion: 1.0.0\nstandard: eval-standards@1.0+r2\nrubric: evaluation-rubric@1.0\ngates: [contract]\n"
)


def written(folder: Path, text: str) -> Path:
    path = folder / "paper.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_passage_with_a_date_or_a_sum_that_nothing_cites_is_an_orphan(tmp_path: Path) -> None:
    more = LOAN + "\n10. INSURANCE\n\n10.1 The Borrower shall insure the mill for GBP 9,000,000 until 1 July 2029.\n"
    found = analyze_file(written(tmp_path, more), capability="extraction", standard=STANDARD)
    [orphan] = [one for one in found.orphans if "insure the mill" in one.quote]
    assert orphan.section == "10.1"
    assert orphan.kinds == ("amount of money", "date")
    assert not any("“Margin” means" in one.quote for one in found.orphans)


def test_the_guard_runs_on_every_result(tmp_path: Path) -> None:
    found = analyze_file(written(tmp_path, LOAN), capability="extraction", standard=STANDARD)
    assert {one.item for one in found.guard.items} == set(found.output["fields"])
    assert analysis_data(found)["guard"] == []


def test_a_paper_that_is_no_loan_is_said_to_be_none(tmp_path: Path) -> None:
    found = analyze_file(written(tmp_path, SHARE_SALE), capability="extraction", standard=STANDARD)
    assert found.output["document_kind"] == "other"
    assert "The document makes no loan and amends none." in found.notes


def test_covenants_are_analysed_behind_the_guard(tmp_path: Path) -> None:
    paper = f"""{LOAN}
20. UNDERTAKINGS

20.1 Liens. The Borrower shall not create any Lien over its assets.

21. FINANCIAL COVENANTS

21.1 The Borrower shall ensure that Leverage does not exceed 3.50:1 on each Quarter Date.
"""
    found = analyze_file(written(tmp_path, paper), capability="covenants", standard=STANDARD)
    assert {one["type"] for one in found.output["covenants"]} >= {"financial", "negative"}
    assert found.output["flags"]["cross_default"]["present"] is False
    assert len(found.guard.items) >= len(found.output["covenants"])
    assert analysis_data(found)["guard"] == []


def test_benchmark_terms_are_compared_behind_the_guard(tmp_path: Path) -> None:
    found = analyze_file(written(tmp_path, LOAN), capability="bmt", standard=STANDARD)
    assert found.output["jurisdiction"]["benchmark"] == "LMA"
    assert all({"term", "finding", "provenance"} <= set(one) for one in found.output["comparisons"])
    assert analysis_data(found)["guard"] == []


def test_a_capability_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot analyse 'prophecy'"):
        analyze_file(written(tmp_path, LOAN), capability="prophecy", standard=STANDARD)


@pytest.mark.parametrize("text", [LOAN, AMENDMENT, TWO_FACILITIES, SHARE_SALE])
def test_a_draft_is_a_case_that_a_suite_reads(text: str, tmp_path: Path) -> None:
    (tmp_path / "documents").mkdir()
    (tmp_path / "cases").mkdir()
    (tmp_path / "suite.yaml").write_text(SUITE, encoding="utf-8")
    path = written(tmp_path / "documents", text)
    draft = draft_case(analyze_file(path, capability="extraction", standard=STANDARD), case_id="DRAFT-1")
    (tmp_path / "cases" / "draft.yaml").write_text(draft, encoding="utf-8")
    [located] = load_suite(tmp_path).cases
    assert located.case.id == "DRAFT-1"


def test_what_the_rules_doubt_is_undecided_in_the_draft(tmp_path: Path) -> None:
    found = analyze_file(written(tmp_path, LOAN), capability="extraction", standard=STANDARD)
    found.output["fields"]["margin"]["confidence"] = 0.4
    draft = draft_case(found, case_id="DRAFT-1")
    assert '    # seen, but not sure: "2.35 per cent. per annum"' in draft
    assert "    margin: {state: undecided}" in draft


def test_a_draft_adds_how_the_document_writes_a_date_or_an_amount(tmp_path: Path) -> None:
    path = written(tmp_path, LOAN)
    found = analyze_file(path, capability="extraction", standard=STANDARD)
    draft: Any = parse_yaml(draft_case(found, case_id="DRAFT-1").encode(), file="draft.yaml").data
    fields = draft["expected"]["fields"]
    maturity, margin = fields["maturity_date"], fields["margin"]
    assert (maturity["value"], maturity["surfaces"]) == ("2031-05-04", ["4 May 2031"])
    assert fields["facility_amount"]["surfaces"] == ["GBP 73,000,000"]
    assert "surfaces" not in margin
