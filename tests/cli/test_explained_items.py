"""An item explained: what costs nothing is not called a fault, and no page is named where there are none."""

from __future__ import annotations

import pytest
from tests.reports import made_runs as made

from loanproof.cli.explained_items import print_item
from loanproof.cli.printing import Printer
from loanproof.core import Capability
from loanproof.runs import ResultCase
from loanproof.service import Library, Sources
from loanproof.standards import load_contract

BESIDE = {
    "citation_class": "NOSUPPORT",
    "reason": "QUOTE_NO_SUPPORT",
    "message": "The quoted text does not show “4.25:1”.",
    "match": "verbatim",
    "differs": [],
}


def told(capsys: pytest.CaptureFixture[str], case: ResultCase) -> str:
    sources = Sources(None, load_contract("eval-standards@1.0"), Library(None))
    print_item(case.items[0], case, sources, Printer())
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(("item_class", "is_fault"), [("OK", False), ("NOSUPPORT", True)])
def test_a_second_quote_beside_one_that_shows_the_value_is_no_fault(
    item_class: str, is_fault: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    item = made.item("margin", citation_class=item_class, evidence=[made.evidence(**BESIDE)])
    finding = {"code": "QUOTE_NO_SUPPORT", "item": "margin", "message": BESIDE["message"]}
    shown = told(capsys, made.case("CO-1", item, capability=Capability.COVENANTS, findings=[finding]))
    assert ("At best" in shown, "does not show “" in shown) == (is_fault, is_fault)
    assert ("it costs nothing" in shown) is not is_fault


def test_a_document_without_pages_has_no_page_one(capsys: pytest.CaptureFixture[str]) -> None:
    cited = {"document": "pine.txt", "page": None, "section": None, "quote": made.SENTENCE}
    unpaged = made.evidence(page_match="not_needed", section_match="not_needed", section=None, cited=cited)
    shown = told(capsys, made.case("EX-1", made.item(evidence=[unpaged])))
    assert "page (none) the document has no pages section (none) the text is before the first section" in shown
    assert "page 1" not in shown
