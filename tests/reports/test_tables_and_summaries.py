"""CSV, Markdown, JSON and the certificate: what they hold, and what they never become."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import html
from tests.reports import made_runs as made

from loanproof.reports import (
    COLUMNS,
    evidence_chain,
    make_subject,
    render_certificate,
    render_html,
    render_markdown,
    result_digest,
    write_csv,
    write_json,
)
from loanproof.runs import ResultFile, RootCause

FORMULAS = [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "  =1+1",
    "\t=1+1",
    "\r\n=cmd|' /C calc'!A0",
    '"=1+1',
    "'=1+1",
    "＝1+1",
    "%0A-3+3",
    "|x",
    "\u0000=1",
]
CAUSE = RootCause(
    run_id="run-1", suite_id="pine", target="t", cause="it guessed where it should not", fix="f", by="A", at="now"
)


def rows_of(run: made.HeldRun) -> list[dict[str, str]]:
    stream = io.StringIO()
    write_csv(run, stream)
    return list(csv.DictReader(io.StringIO(stream.getvalue())))


def test_how_a_document_was_read_stands_in_every_report() -> None:
    note = {"code": "DOCUMENT_NOTE", "message": "deal.docx: Changes are tracked."}
    run = made.run(made.case("EX-1", made.item()), findings=[note])
    subject, chain = make_subject(run), evidence_chain(run, None)
    pages = (
        (*render_html(subject),),
        (*render_certificate(run.head, chain, is_authentic=True),),
        (render_markdown(subject),),
    )
    assert ["Changes are tracked." in "".join(page) for page in pages] == [True, True, True]


def test_the_columns_are_those_that_people_expect_and_the_repeat() -> None:
    expected = (
        "run_id, case_id, repeat, capability, document, item, tranche, gold_raw, gold_canonical, output_raw, "
        "output_canonical, label, score, weight, provenance_score, citation_class, reason_codes, confidence, hitl, "
        "reviewer, override_reason, failure"
    )
    assert ", ".join(COLUMNS) == expected


def test_every_item_is_a_row_with_its_document_and_codes() -> None:
    rows = rows_of(made.forged())
    assert len(rows) == 4
    [forged] = [row for row in rows if row["label"] == "hallucination"]
    assert (forged["case_id"], forged["document"], forged["reason_codes"]) == ("EX-2", "pine.txt", "QUOTE_FORGED")
    assert (forged["score"], forged["weight"], forged["confidence"]) == ("0.0", "3.0", "0.95")


@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_is_a_formula_and_no_cell_breaks_its_row(text: str) -> None:
    one = made.item(text, text, tranche=text, expected_raw=text, output_raw=text, output_canonical=text, hitl=text)
    stream = io.StringIO()
    write_csv(made.run(made.case(text, one), run_id=text), stream)
    [names, cells] = list(csv.reader(io.StringIO(stream.getvalue())))
    assert len(names) == len(cells)
    assert stream.getvalue().count("\n") == 2
    for cell in cells:
        assert cell[:1] not in set("=+-@|%＝＋－＠\t\r\n")
        # nor behind quotation marks and blanks that a program may strip, unless an apostrophe is first
        assert cell.startswith("'") or cell.lstrip("\"' ")[:1] not in set("=+-@|%＝＋－＠")


def test_a_negative_figure_of_ours_would_stay_a_figure_and_a_plain_value_stays_as_it_is() -> None:
    [row] = rows_of(made.run(made.case("EX-1", made.item(score=-0.5, output_raw="2.50 per cent."))))
    assert (row["score"], row["output_raw"]) == ("-0.5", "2.50 per cent.")


def test_a_summary_says_the_verdict_first_and_then_what_was_wrong() -> None:
    told = render_markdown(make_subject(made.forged()))
    assert told.startswith("## ❌ NOT RELEASE-READY: `house/reader, version 2026-10-01`\n")
    wrong = told.partition("### What was wrong")[2].partition("| Gate")[0]
    assert wrong.strip().splitlines() == [
        "- **margin**, `EX-2`: hallucination",
        "  - expected `2.50 per cent. per annum`",
        "  - given `2.25 per cent. per annum`",
        "  - cited `page 1, section 1.1, pine.txt`",
        "  - The quote says 2.25.",
    ]
    assert "| extraction score | 0.6000 | ≥ 0.85 | **FAILED** | `EX-2` |" in told
    assert "- `EX-2` repeat 1, margin: `QUOTE_FORGED`" in told


def test_a_summary_of_ids_only_holds_no_value() -> None:
    before = made.run(made.case("EX-2", made.item("margin")))
    told = render_markdown(make_subject(made.forged(), previous=[before]), ids_only=True)
    assert "- **margin**, `EX-2`: hallucination" in told
    assert "2.25" not in told
    assert "2.50" not in told


def test_a_summary_names_the_question_but_not_in_one_of_ids_only() -> None:
    asked = made.case("QA-1", made.item("answer", "fail"), capability="qa", question="Which fee does Pine pay?")
    told = [render_markdown(make_subject(made.run(asked)), ids_only=only) for only in (False, True)]
    assert "- **Which fee does Pine pay?**, `QA-1`: fail" in told[0]
    assert "- **answer**, `QA-1`: fail" in told[1]
    assert "Pine pay" not in told[1]


@pytest.mark.parametrize(
    "text", ["@team", "</details><script>", "a|b", "``x`` `", "[x](javascript:y)", "#1", "x\n\n# y"]
)
def test_a_summary_takes_no_text_for_markup(text: str) -> None:
    invented = made.item(text, "hallucination", reasons=[{"code": text, "ruling": None, "message": text}])
    held = made.run(
        made.case(text, invented), dataset_id=text, gates=[made.gate(text, 0.1, 0.5, passed=False, broken_by=[text])]
    )
    told = render_markdown(make_subject(held))
    plain = re.sub(r"(?s)(`+)(?!`).*?(?<!`)\1(?!`)", "", told)  # without code spans
    plain = re.sub(r"\\.", "", plain)  # and without escaped characters
    assert not re.search(r"@|<|\[|\]\(|#1", plain)
    assert "\n# y" not in told
    assert {line.replace("\\|", "").count("|") for line in told.splitlines() if line.startswith("| ")} == {6}


def test_a_summary_lists_what_got_worse() -> None:
    before = made.run(made.case("EX-2", made.item("margin")))
    told = render_markdown(make_subject(made.forged(), previous=[before]))
    assert "1 worse (1 now a hallucination), 0 better, 0 the same" in told
    assert "- `EX-2` repeat 1, margin: correct → hallucination: `still 2.25 per cent. per annum" in told


def test_json_is_the_result_itself_byte_for_byte(tmp_path: Path) -> None:
    first, second = tmp_path / "a.json", tmp_path / "b.json"
    write_json(made.forged(), first)
    write_json(ResultFile(first), second)
    assert first.read_bytes() == second.read_bytes()
    assert len(json.loads(first.read_bytes())["cases"]) == 2


def test_the_chain_seals_every_part_and_any_change_changes_the_seal() -> None:
    chain = evidence_chain(made.forged(), CAUSE)
    assert [link.digest for link in chain[:3]] == ["sha256:aa", "sha256:bb", "sha256:cc"]
    assert chain[3].digest == result_digest(made.forged())
    seals = {
        chain[-1].seal,
        evidence_chain(made.forged(), None)[-1].seal,
        evidence_chain(made.forged(), replace(CAUSE, by="B"))[-1].seal,
        evidence_chain(replace(made.forged(), held=()), CAUSE)[-1].seal,
        evidence_chain(made.HeldRun(head=made.head(outputs_hash="sha256:bd"), held=made.forged().held), CAUSE)[-1].seal,
    }
    assert len(seals) == 5


def test_the_certificate_of_a_run_that_is_not_ready_says_that_it_certifies_nothing() -> None:
    ready, not_ready = made.run(ready=True), made.forged()
    page = "".join(render_certificate(not_ready.head, evidence_chain(not_ready, None), is_authentic=True))
    assert "This page certifies no release." in page
    page = "".join(render_certificate(ready.head, evidence_chain(ready, None), is_authentic=True))
    text = " ".join(html.fromstring(page).text_content().split())
    assert "✓ RELEASE-READYEvery gate in scope is passed" in text
    for held in ("house/reader @ 2026-10-01", "pine @ 1.0.0", "sha256:aa", evidence_chain(ready, None)[-1].seal):
        assert held in text
