"""Runs in the browser: from the list to the verdict, the failed gate, the case and what changed."""

from __future__ import annotations

import html
import json
import re
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.routing import Route
from tests.web.conftest import Stored
from tests.web.served import Client, served

from loanproof.store import open_store
from loanproof.web.app import ROUTES
from loanproof.web.pages import runs


def test_the_list_has_every_run_with_its_verdict(client: Client, stored: Stored) -> None:
    text = client.get("/runs").text
    assert stored.good_run in text
    assert stored.bad_run in text
    assert "not release-ready" in text
    assert f'<td data-label="system"><a href="/runs/{stored.bad_run}"><bdi class="said">' in text
    assert ", version 2026-10-01</bdi></a>" in text


def test_the_verdict_comes_with_its_gates_and_the_mistake_leads_to_its_item(client: Client, stored: Stored) -> None:
    text = client.get(f"/runs/{stored.bad_run}").text
    assert "NOT RELEASE-READY" in text
    assert text.count("gates were decided again from its cases") == 1
    assert f"/runs/{stored.bad_run}/gates/hallucination_rate" in text
    assert f"/runs/{stored.bad_run}/cases/Q-1/2/items/0" in text


def test_a_failed_gate_names_the_cases_that_broke_it(client: Client, stored: Stored) -> None:
    text = client.get(f"/runs/{stored.bad_run}/gates/hallucination_rate").text
    assert "FAILED" in text
    assert f"/runs/{stored.bad_run}/cases/Q-1/2" in text
    assert "<dt>measured</dt><dd>1 of 2 cases (0.5000)</dd>" in text
    assert "Hallucination: a value, a quote or a cited place that the documents do not have" in text
    assert '<a href="/standards/eval-standards' in text


def test_a_case_lists_its_items_with_the_sentence_that_decided(client: Client, stored: Stored) -> None:
    text = client.get(f"/runs/{stored.bad_run}/cases/Q-1/2").text
    assert "hallucination" in text
    assert "31 March 2027" in text
    assert f'<a href="/runs/{stored.bad_run}/document?name=pine-facility-agreement.txt">' in text


def test_two_runs_are_compared(client: Client, stored: Stored) -> None:
    text = client.get(f"/compare?before={stored.good_run}&after={stored.bad_run}").text
    assert "REGRESSION" in text
    assert "became" in text
    assert f"{stored.good_run} and {stored.bad_run}</bdi>" in text  # where one is
    assert f'<a href="/runs/{stored.bad_run}/cases/Q-1/2/items/0">See the page and why</a>' in text
    assert "The verdict rests on the answers above." in text
    assert re.search(r"[−+]?\d\.\d{3} to [−+]?\d\.\d{3}</td>", text)


def test_what_is_not_there_is_said_in_a_sentence(client: Client, stored: Stored) -> None:
    for path in ("/runs/r-none", f"/runs/{stored.bad_run}/cases/Q-9/1", f"/runs/{stored.bad_run}/gates/none"):
        answer = client.get(path)
        assert answer.status == 404
        assert "no" in answer.text


def test_an_item_shows_both_quotes_in_the_document_and_why_it_has_its_label(client: Client, stored: Stored) -> None:
    text = client.get(f"/runs/{stored.bad_run}/cases/Q-1/2/items/0").text
    assert "Why this label" in text
    assert "31 March 2028" in text  # what the quote says
    assert 'class="cited gold"' in text or ('class="cited"' in text and 'class="gold"' in text)
    assert "to and including 31 March 2027" in text


def test_a_right_value_with_a_wrong_quote_is_told_as_that(client: Client, stored: Stored) -> None:
    """The answer gives the right day; its quote is changed, which makes the label."""
    text = client.get(f"/runs/{stored.bad_run}").text
    assert "the value is right" in text
    assert "its citation is not" in text
    item = client.get(f"/runs/{stored.bad_run}/cases/Q-1/2/items/0").text
    assert "The value is right; the label comes from its citation." in item


def test_two_runs_are_offered_the_newest_against_the_one_before(client: Client, stored: Stored) -> None:
    chosen = re.findall(r'<option value="([^"]+)" selected', client.get("/compare").text)
    newest = [one["run_id"] for one in json.loads(client.get("/api/runs").body)["runs"]]
    assert chosen == [newest[1], newest[0]]


def test_two_runs_that_are_offered_differ_in_their_first_words(client: Client, stored: Stored) -> None:
    offered = set(re.findall(r'<option value="[^"]+"[^>]*>([^<]+)</option>', client.get("/compare").text))
    assert len({one[:40] for one in offered}) == 2
    assert any(one.startswith(f"version 2026-10-01, {stored.bad_run}, ") for one in offered)


def test_only_what_is_not_right_is_listed_on_demand_page_by_page(
    client: Client, stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"/runs/{stored.bad_run}/cases"
    every = re.findall(r'data-label="case" class="name"><a href="([^"]+)"', client.get(address).text)
    wrong = re.findall(r'data-label="case" class="name"><a href="([^"]+)"', client.get(f"{address}?show=wrong").text)
    assert len(every) == 6
    assert wrong
    assert set(wrong) < set(every)
    assert "When does the Availability Period end?" in client.get(address).text
    assert "Everything is right." in client.get(f"/runs/{stored.good_run}/cases?show=wrong").text
    monkeypatch.setattr(runs, "_CASES", 1)
    seen, text = [], client.get(f"{address}?show=wrong").text
    while True:
        seen += re.findall(r'data-label="case" class="name"><a href="([^"]+)"', text)
        following = re.search(r'<a href="([^"]+)">Next →</a>', text)
        if following is None:
            break
        text = client.get(html.unescape(following[1])).text
    assert seen == wrong


def test_a_regression_says_why_it_is_one_where_the_scores_do_not(client: Client, stored: Stored) -> None:
    text = client.get(f"/compare?before={stored.good_run}&after={stored.bad_run}").text
    assert "REGRESSION" in text
    assert "too few cases to tell" in text
    assert "One answer that got worse is enough for a regression" in text


def test_a_page_about_an_error_leads_on(client: Client) -> None:
    answer = client.get("/runs/none")
    assert answer.status == 404
    assert '<a href="/review">' in answer.text
    assert client.post("/keys", {"keys": "off", "next": "/runs"}, page="/runs/none").status == 303  # its forms work


def test_a_page_about_one_error_is_a_sentence_and_no_list(client: Client) -> None:
    text = client.get("/runs/none").text
    assert '<ul class="problems">' not in text
    assert '<p><bdi class="said">There is no run' in text


def test_the_standard_in_force_is_marked_and_nothing_is_left_blank(client: Client) -> None:
    text = client.get("/standards").text
    assert text.count("in force</span>") == 2  # the contract and the rubric
    assert "Intact means" in text
    shown = client.get("/standards/eval-standards@1.0+r2").text
    assert re.search(r"<dt>approved by</dt><dd>\s*<span class=\"dim\">not stated</span>", shown)


def test_words_are_found_in_a_document_and_what_does_not_appear_is_said(client: Client, stored: Stored) -> None:
    address = f"/runs/{stored.bad_run}/document?name=pine-facility-agreement.txt"
    assert '<mark class="cited">Termination Date' in client.get(f"{address}&words=Termination+Date").text
    assert "do not appear in the document" in client.get(f"{address}&words=zebra+crossing+quagga").text


def test_a_document_is_shown_only_from_the_folder_of_its_suite(client: Client, stored: Stored) -> None:
    (stored.folder / "suite" / "secret.txt").write_text("secret", encoding="utf-8")
    for name in ("../secret.txt", "/etc/passwd", "..%2fsecret.txt", "%00", "a" * 5000, "../suite.yaml", "C:\\x.txt"):
        for page in ("document", "picture"):
            assert client.get(f"/runs/{stored.bad_run}/{page}?name={name.replace(chr(92), '%5c')}").status == 404, name


def test_a_result_that_was_changed_in_the_store_is_not_shown_as_a_verdict(stored: Stored, tmp_path: Path) -> None:
    copy = tmp_path / "runs.db"
    shutil.copy(stored.folder / "runs.db", copy)
    with closing(sqlite3.connect(copy)) as database, database:
        changed = database.execute(
            "UPDATE results SET result = replace(result, '31 March', '30 March') WHERE run_id = ?", (stored.bad_run,)
        )
        assert changed.rowcount
    with served(stored.settings(store_url=f"sqlite:{copy}")) as client:
        text = client.get(f"/runs/{stored.bad_run}").text
        told = json.loads(client.get(f"/api/runs/{stored.bad_run}").body)
    assert "DO NOT RELY ON THIS RESULT" in text
    assert "RELEASE-READY" not in text
    assert "not what was sealed" in told["changed"]
    assert told["result"] is None


def test_a_run_that_has_not_ended_says_how_far_it_is(stored: Stored, tmp_path: Path) -> None:
    copy = tmp_path / "runs.db"
    shutil.copy(stored.folder / "runs.db", copy)
    url = f"sqlite:{copy}"
    with closing(open_store(url)) as store:
        manifest = replace(store.read_run(stored.good_run).manifest, run_id="r-under-way")
        store.save_run(manifest)
        store.save_samples("r-under-way", list(store.read_samples(stored.good_run))[:4])
    with served(stored.settings(store_url=url)) as client:
        text = client.get("/runs/r-under-way").text
        told = json.loads(client.get("/api/runs/r-under-way/progress").body)
        assert client.get("/runs/r-under-way/cases").status == 404
    assert "is not finished" in text
    assert '<progress data-part="answered" max="6" value="4"' in text
    assert told == {"ended": False, "samples": 6, "answered": 4, "judged": 0, "scored": 0}


def test_no_page_takes_a_target_so_nothing_can_be_run_from_the_web() -> None:
    taken = [
        route.path
        for route in ROUTES
        if isinstance(route, Route) and "POST" in (route.methods or ()) and re.search("target|run|judge", route.path)
    ]
    assert taken == []
