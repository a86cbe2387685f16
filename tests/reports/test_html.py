"""The page: the verdict first, everything escaped, nothing that runs or asks, and bounded however large the run."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256

import pytest
from lxml import html
from tests.reports import made_runs as made

from loanproof.reports import make_subject, render_html
from loanproof.reports.html.elements import Html, element, escape
from loanproof.runs import RootCause, RunReader

HOSTILE = (
    "<script>alert(1)</script><img src=x onerror=alert(2)> {{7*7}} ${x} javascript:alert(3) \"'&amp; \u202eevil\u0000"
)


def page_of(run: made.HeldRun, *, previous: Sequence[RunReader] = (), root_cause: RootCause | None = None) -> str:
    return "".join(render_html(make_subject(run, previous=previous, root_cause=root_cause)))


def text_of(page: str) -> str:
    return " ".join(html.fromstring(page).text_content().split())


def test_the_verdict_stands_before_every_section() -> None:
    [body] = html.fromstring(page_of(made.forged())).iter("body")
    text = body.text_content()
    assert text.index("NOT RELEASE-READY") < text.index("Gates")
    assert "✓ RELEASE-READY" in page_of(made.run(ready=True))


def test_every_block_that_people_expect_is_there() -> None:
    page = html.fromstring(page_of(made.forged(), previous=[made.run(made.case("EX-1", made.item()))]))
    titles = [re.sub(r" \(.*", "", title.text_content()) for title in page.iter("h2")]
    assert titles == [
        "What was wrong",
        "Gates",
        "Scores",
        "Regressions",
        "Hallucination log",
        "Remediation",
        "Worst cases",
        "Labels by item and case",
        "Silent errors",
        "Findings",
        "Confidence",
        "Latency and tokens",
        "Repeats",
        "Trend",
        "Metadata",
        "Standards and rulings",
    ]


def test_a_gate_names_the_cases_that_broke_it_and_the_remediation_where_to_begin() -> None:
    page = html.fromstring(page_of(made.forged()))
    [row] = page.xpath("//section[@aria-labelledby='gates']//tr[.//code='capability_score:extraction']")
    assert row.text_content().startswith("extraction score")
    assert row.text_content().endswith("EX-2")
    [todo] = page.xpath("//section[@aria-labelledby='remediation']//tbody/tr")
    assert [cell.text_content() for cell in todo] == [
        "extraction score capability_score:extraction",
        "0.6000",
        "≥ 0.85",
        "EX-2",
    ]


def test_the_forged_words_are_marked_in_the_quote_and_the_true_ones_in_the_source() -> None:
    page = html.fromstring(page_of(made.forged()))
    assert [mark.text_content() for mark in page.iter("mark")] == ["2.25", "2.50"]


def test_a_quote_that_stands_word_for_word_is_marked_as_a_whole() -> None:
    true = made.evidence(differs=[], match="verbatim", citation_class="OK")
    page = page_of(made.run(made.case("EX-1", made.item("margin", "fail", evidence=[true]))))
    assert [mark.text_content() for mark in html.fromstring(page).iter("mark")] == [made.SENTENCE]


def test_without_a_root_cause_the_log_says_that_one_is_due_and_with_it_what_was_said() -> None:
    assert "A root-cause analysis is due" in page_of(made.forged())
    cause = RootCause(
        run_id="run-1", suite_id="pine", target="t", cause="the prompt asked for a guess", fix="it no longer does",
        by="A. Tester", at="2026-11-02",
    )  # fmt: skip
    page = page_of(made.forged(), root_cause=cause)
    assert "the prompt asked for a guess" in page
    assert "analysis is due" not in page


@pytest.mark.parametrize("place", ["case_id", "item", "value", "reason", "finding", "metadata", "label"])
def test_hostile_text_is_shown_as_text_wherever_it_stands(place: str) -> None:
    reasons = [{"code": HOSTILE, "ruling": HOSTILE, "message": HOSTILE}] if place == "reason" else []
    one = made.item(
        HOSTILE if place == "item" else "margin",
        HOSTILE if place == "label" else "hallucination",
        output_raw=HOSTILE if place == "value" else None,
        expected_raw=HOSTILE if place == "value" else None,
        evidence=[made.evidence(snippet=HOSTILE, message=HOSTILE)],
        reasons=reasons,
    )
    findings = [{"code": HOSTILE, "message": HOSTILE}] if place == "finding" else []
    held = made.case(HOSTILE if place == "case_id" else "EX-1", one, findings=findings)
    page = page_of(made.run(held, **({"model_id": HOSTILE, "dataset_id": HOSTILE} if place == "metadata" else {})))
    tree = html.fromstring(page)
    assert not list(tree.iter("script", "img", "iframe", "link", "object", "embed"))
    attributes = {name for node in tree.iter() if isinstance(node.tag, str) for name in node.attrib}
    assert not {name for name in attributes if name.startswith("on") or name in ("src", "style", "action")}
    assert {link.get("href", "")[:1] for link in tree.iter("a")} == {"#"}
    assert "<script>alert(1)</script>" in text_of(page)
    assert "\u202e" not in page
    assert "⟨U+202E⟩" in page


def test_the_policy_allows_the_sheet_of_the_page_and_nothing_else() -> None:
    page = page_of(made.forged())
    [policy] = html.fromstring(page).xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    [sheet] = re.findall("<style>(.*?)</style>", page, re.DOTALL)
    digest = b64encode(sha256(sheet.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    assert "url(" not in sheet
    assert "@import" not in sheet


def test_a_value_of_a_hundred_thousand_characters_is_cut_and_says_how_long_it_was() -> None:
    page = page_of(made.run(made.case("EX-1", made.item("margin", "fail", output_raw="x" * 100_000))))
    assert "… (100,000 characters)" in page
    assert len(page) < 200_000


def test_findings_are_counted_and_made_up_codes_do_not_make_rows_without_end() -> None:
    twice = [{"code": "UNLISTED_PLACE", "message": "m"}] * 2
    odd = [{"code": f"X-{number}", "message": "m"} for number in range(500)]
    page = html.fromstring(page_of(made.run(made.case("EX-1", made.item(), findings=twice + odd))))
    rows = page.xpath("//section[@aria-labelledby='findings']//tbody/tr")
    assert [cell.text_content() for cell in rows[0]] == ["UNLISTED_PLACE", "2"]
    assert len(rows) == 200


def test_a_standard_that_this_machine_does_not_have_leaves_the_report_whole() -> None:
    page = page_of(made.run(standard="eval-standards@9.9+acme"))
    assert "eval-standards@9.9+acme" in page
    assert "so its rulings are not shown" in page


def test_what_was_found_about_the_run_itself_stands_with_the_verdict() -> None:
    page = page_of(made.run(findings=[{"code": "ODD", "message": "The clock went backwards."}]))
    assert "The clock went backwards." in text_of(page).partition("Gates")[0]


def test_the_same_run_gives_the_same_bytes() -> None:
    assert page_of(made.forged()) == page_of(made.forged())


def test_a_run_of_many_cases_is_shown_in_part_and_says_so() -> None:
    bad = [made.case(f"EX-{number}", made.item("margin", "hallucination")) for number in range(1_000)]
    page = page_of(made.run(*bad))
    assert "40 of 1,000 such answers are shown" in page
    assert "200 of 1,000 hallucinations are shown" in page
    assert "1,000 cases from left to right, up to 8 to a column." in text_of(page)
    assert page.count("<details") < 50


def test_a_run_without_cases_or_contract_is_still_a_page() -> None:
    empty = made.run()
    page = page_of(made.HeldRun(head=empty.head.model_copy(update={"contract": None}), held=()))
    assert "The contract was not evaluated." in page
    assert "No case has items of the contract." in page


def test_rulings_are_shown_only_where_the_standard_is_the_one_that_decided() -> None:
    from loanproof.standards import load_contract

    assert "so its rulings are not shown" in page_of(made.run())
    page = page_of(made.run(standard_hash=load_contract("eval-standards@1.0").hash))
    assert "A-63" in text_of(page)
    assert "so its rulings are not shown" not in page


def test_an_element_escapes_text_and_attributes_and_leaves_markup_alone() -> None:
    assert element("p", "<b>", Html("<i></i>"), None, class_='"x"') == '<p class="&quot;x&quot;">&lt;b&gt;<i></i></p>'
    assert element("line", x1=1.0, y1=2.344, hidden=True, id=None) == '<line x1="1" y1="2.34" hidden></line>'
    assert escape("a\u0000b\ud800") == "a␀b⟨U+D800⟩"
