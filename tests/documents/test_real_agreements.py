"""The clause tree of real agreements holds what their own tables of contents list, and their body lies in it."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from tools.check_tree import LEAST_SHARE, documents_of, measure

from loanproof.documents import load_document

LISTED_ONLY = {"consolidated-edison-2020-credit-agreement.txt": 1}  # 6.03 [Reserved] has no heading in the body
TOOL = Path(__file__).parents[2] / "tools" / "check_contents.py"


@pytest.mark.needs("real-agreements")
@pytest.mark.parametrize(
    ("name", "missed"),
    [
        ("jcrew-2014-ar-credit-agreement.pdf", 1),  # the heading of 9.10 is cut off on its page: nobody can read it
        ("peloton-2024-third-ar-credit-agreement.pdf", 0),
    ],
)
def test_every_listed_article_and_section_is_in_the_tree_once_on_its_page(
    name: str, missed: int, shared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    check_pdf = runpy.run_path(str(TOOL))["check_pdf"]
    assert check_pdf(shared / "real-agreements" / name) == missed, capsys.readouterr().out


def checked(folder: Path) -> list[str]:
    """Return the documents of a folder whose body or contents are not in their tree."""
    found = [measure(load_document(path)) for path in documents_of([folder]) if path.suffix != ".pdf"]
    assert found
    missed = {one: one.listed - one.found - LISTED_ONLY.get(one.name, 0) for one in found}
    return [str(one) for one in found if one.share < LEAST_SHARE or missed[one] > 0]


@pytest.mark.needs("real-agreements")
def test_the_body_of_each_real_agreement_lies_in_its_own_clauses(shared: Path) -> None:
    assert checked(shared / "real-agreements") == []


@pytest.mark.needs("real-suites")
def test_the_body_of_each_agreement_of_the_real_suites_lies_in_its_own_clauses(shared: Path, tmp_path: Path) -> None:
    for path in documents_of([shared / "real-suites"]):
        (tmp_path / path.name).write_bytes(path.read_bytes())  # without what a truth file mends
    assert checked(tmp_path) == []


@pytest.mark.needs("real-agreements")
def test_only_a_notice_whose_numbers_run_twice_is_in_doubt(shared: Path) -> None:
    found = [measure(load_document(path)) for path in documents_of([shared / "real-agreements"])]
    assert {one.name: one.doubt for one in found if one.doubt} == {
        "lex_aoi-2016-ccb-taipei-approval-notice.txt": "The clauses from 1 to 4 appear twice."
    }
