"""From the gold of a deal definition to case files: facts, places, twins, cases with several documents."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import yaml
from tools.corpus.deal import Deal, Planned, make_twin
from tools.corpus.gold import cited_spans, write_cases, write_history
from tools.corpus.markup import DraftError
from tools.corpus.suite_writer import render_files

CASE: dict[str, Any] = {
    "id": "EX-DEMO",
    "capability": "extraction",
    "type": "T1",
    "expected": {
        "fields": {"margin": {"value": "{margin} a year", "citations": ["margin"]}, "tenor": {"state": "absent"}}
    },
}
DEAL = Deal(
    name="demo",
    planned=Planned(document="demo", archetype="5", split="dev"),
    title="A loan",
    text='# Terms\n\n## Price\n\n[[margin: "Margin" means {margin} a year.]]\n\n'
    "@pagebreak\n[[law: English law governs.]]",
    facts={"margin": "2.00 per cent."},
    traps=("flat-margin",),
    cases=(CASE,),
)
TWIN: dict[str, Any] = {"name": "demo-b", "fact": "margin", "facts": {"margin": "3.00 per cent."}}


def written(deal: Deal) -> Any:
    [case] = write_cases(deal, {deal.name: deal.lay_out()})
    return case


def test_a_case_gets_its_document_tags_facts_and_places() -> None:
    assert written(DEAL) == {
        "id": "EX-DEMO",
        "capability": "extraction",
        "document": "demo.pdf",
        "tags": ["archetype-5", "flat-margin", "T1"],
        "expected": {
            "fields": {
                "margin": {
                    "value": "2.00 per cent. a year",
                    "citations": [
                        {"page": "1", "section": "Clause 1.1", "quote": "“Margin” means 2.00 per cent. a year."}
                    ],
                },
                "tenor": {"state": "absent"},
            }
        },
    }


def test_a_twin_has_the_changed_fact_in_its_text_and_in_its_gold() -> None:
    case = written(make_twin(DEAL, TWIN))
    assert (case["id"], case["document"], case["twin_of"], case["twin_fact"]) == (
        "EX-DEMO-B",
        "demo-b.pdf",
        "EX-DEMO",
        "margin",
    )
    margin = case["expected"]["fields"]["margin"]
    assert margin["value"] == "3.00 per cent. a year"
    assert margin["citations"][0]["quote"] == "“Margin” means 3.00 per cent. a year."


def test_a_twin_may_replace_a_part_of_what_is_expected() -> None:
    twin = make_twin(DEAL, TWIN | {"expected": {"fields.margin": {"state": "absent"}}})
    assert written(twin)["expected"]["fields"] == {"margin": {"state": "absent"}, "tenor": {"state": "absent"}}
    assert written(DEAL)["expected"]["fields"]["margin"]["value"] == "2.00 per cent. a year"


@pytest.mark.parametrize(
    ("changes", "says"),
    [({"facts": {"law": "x"}}, "changes law, which is not a fact"), ({"fcts": {}}, "a twin has no fcts")],
)
def test_a_twin_with_an_unknown_fact_or_key_is_refused(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(DraftError, match=says):
        make_twin(DEAL, TWIN | changes)


def test_a_case_about_several_documents_names_the_one_of_each_citation() -> None:
    expected = {"citations": ["margin", "other#law"]}
    case = {"id": "QA-1", "capability": "qa", "documents": ["demo.pdf", "other.pdf"], "expected": expected}
    deal, other = replace(DEAL, cases=(case,)), replace(DEAL, name="other")
    [made] = write_cases(deal, {"demo": deal.lay_out(), "other": other.lay_out()})
    assert "document" not in made
    places = [(one["document"], one["page"]) for one in made["expected"]["citations"]]
    assert places == [("demo.pdf", "1"), ("other.pdf", "2")]


def test_the_history_of_a_deal_cites_spans_of_its_documents() -> None:
    effective = {"condition": "notice", "citations": ["demo#law"]}
    history = write_history({"documents": [{"file": "demo.pdf", "effective": effective}]}, {"demo": DEAL.lay_out()})
    [citation] = history["documents"][0]["effective"]["citations"]
    assert (citation["document"], citation["page"], citation["quote"]) == ("demo.pdf", "2", "English law governs.")


@pytest.mark.parametrize(
    ("span", "says"), [("margen", "gold cites 'margen'"), ("other#law", "names a document that is not drafted")]
)
def test_a_citation_of_nothing_is_refused(span: str, says: str) -> None:
    case = {**CASE, "expected": {"citations": [span]}}
    with pytest.raises(DraftError, match=says):
        written(replace(DEAL, cases=(case,)))


def test_cited_spans_are_found_at_every_depth() -> None:
    assert cited_spans([{"a": [{"citations": ["x"]}], "citations": ["y"], "b": {"c": "z"}}]) == {"x", "y"}


def test_a_truth_file_is_written_only_where_a_deal_asks_for_one() -> None:
    laid_out = {"demo": DEAL.lay_out()}
    assert set(render_files(DEAL, laid_out)) == {"documents/demo.pdf", "cases/demo.yaml"}
    deal = replace(DEAL, truth={"date_order": "DMY", "sections_complete": "true"})
    truth = yaml.safe_load(render_files(deal, laid_out)["documents/demo.truth.yaml"])
    assert truth == {
        "date_order": "DMY",
        "sections_complete": True,
        "sections": [{"id": "Clause 1", "pages": [1, 2]}, {"id": "Clause 1.1", "pages": [1, 2]}],
    }
