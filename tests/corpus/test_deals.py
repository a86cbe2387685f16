"""The drafted deals: the plan they follow, the files that are committed, and what texts may have in common."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path

import pypdfium2
import pytest
from tests.corpus.drafts import is_tried
from tools.compare_scoring import load_cases
from tools.corpus.deal import Deal, load_deals, load_plan
from tools.corpus.drawing import CANARY, draw_pdf
from tools.corpus.gold import cited_spans
from tools.corpus.layout import GoldSpan, LaidOut
from tools.corpus.markup import fill_facts
from tools.corpus.scanning import make_scan
from tools.corpus.shared_runs import (
    LONGEST_SHARED,
    MOST_REPEATED,
    MOST_SHARED_EIGHTS,
    repeated_share,
    runs_of,
    words_of,
)
from tools.corpus.suite_writer import SPLITS, SUITES, render_files
from tools.second_reader import read_pages, squeeze

DEALS = {deal.name: deal for split in SPLITS for deal in load_deals(split)}
ORIGINALS = [deal.name for deal in DEALS.values() if not deal.twin_of]
TRIED = [name for name, deal in DEALS.items() if is_tried(deal)]
FIRST_RELEASE = frozenset("1 2 3 4 5 7 8 11 12 13 15 17 20 21 23 28 30 31 32 33 35 40 43 46 49 50".split())
ADDED = frozenset("9 14 16 18 19 39 41 42 44 45 47 48".split())
MOST_BYTES = 15_000_000


@cache
def laid_out(name: str) -> LaidOut:
    return DEALS[name].lay_out()


@cache
def words(name: str) -> tuple[str, ...]:
    return tuple(words_of(laid_out(name)))


def files(name: str) -> dict[str, bytes]:
    deal = DEALS[name]
    others = {document for document, _, _ in (mark.rpartition("#") for mark in cited_spans(deal.cases)) if document}
    return render_files(deal, {other: laid_out(other) for other in {name, *others}})


def test_every_archetype_is_planned_for_one_split_and_test_has_its_share() -> None:
    plan = load_plan().values()
    by_archetype: dict[str, set[str]] = {}
    for row in plan:
        by_archetype.setdefault(row.archetype, set()).add(row.split)
    assert all(len(splits) == 1 for splits in by_archetype.values())
    assert set(by_archetype) >= FIRST_RELEASE | ADDED
    counts = Counter(row.split for row in plan)
    assert len(plan) >= 52
    assert counts["test"] / len(plan) >= 0.40
    assert len({row.maturity for row in plan if row.split == "test" and row.maturity}) >= 12
    assert sum(row.pages >= 60 for row in plan) >= 10


def test_the_suites_hold_what_is_drafted_and_nothing_else() -> None:
    there = {path.stem for split in SPLITS for path in (SUITES / split / "documents").glob("*.pdf")}
    assert there == set(DEALS)
    assert sum(path.stat().st_size for path in SUITES.rglob("*.*")) <= MOST_BYTES


@pytest.mark.sampled(one_of=3)
@pytest.mark.parametrize("name", TRIED)
def test_the_committed_files_are_those_that_the_generator_writes(name: str) -> None:
    folder = SUITES / DEALS[name].planned.split
    for place, content in files(name).items():
        assert (folder / place).read_bytes() == content, f"{place}: run python -m tools.corpus build"


@pytest.mark.sampled(one_of=3)
@pytest.mark.parametrize("name", [name for name in TRIED if not DEALS[name].scan])
def test_an_independent_reader_finds_every_gold_quote_on_its_page(name: str) -> None:
    cited = cited_spans(DEALS[name].cases)
    spans = [span for mark, span in laid_out(name).spans.items() if mark in cited]
    pdf = (SUITES / DEALS[name].planned.split / "documents" / f"{name}.pdf").read_bytes()
    pages = read_pages(pdf, {number for span in spans for number in span.pages})
    assert [span.quote for span in spans if not is_found(span, pages)] == []


def is_found(span: GoldSpan, pages: dict[int, str]) -> bool:
    """Return whether a quote is on its page or, over a page break, partly on each of two pages."""
    quote = squeeze(span.quote)
    first, *more = (pages[number] for number in span.pages)
    if not more:
        return quote in first
    return any(quote[:at] in first and quote[at:] in more[0] for at in range(1, len(quote)))


@pytest.mark.parametrize("name", [name for name, deal in DEALS.items() if deal.scan])
def test_a_scan_has_no_text_but_its_true_text_holds_every_gold_quote(name: str) -> None:
    folder = SUITES / DEALS[name].planned.split / "documents"
    pdf = (folder / f"{name}.pdf").read_bytes()
    assert not any(read_pages(pdf).values())
    cited = cited_spans(DEALS[name].cases)
    numbers = range(1, len(laid_out(name).pages) + 1)
    texts = {number: squeeze((folder / f"{name}.page-{number}.truth").read_text("utf-8")) for number in numbers}
    spans = [span for mark, span in laid_out(name).spans.items() if mark in cited]
    assert [span.quote for span in spans if not is_found(span, texts)] == []
    stored = json.loads((folder / f"{name}.recognition.json").read_text("utf-8"))
    assert stored["sha256"] == hashlib.sha256(pdf).hexdigest()
    assert len(stored["pages"]) == len(texts)


@pytest.mark.parametrize("name", [name for name, deal in DEALS.items() if deal.scan and deal.scan.get("illegible")])
def test_lost_characters_of_a_scan_are_lost_in_its_true_text_too(name: str) -> None:
    document, how = laid_out(name), DEALS[name].scan
    texts = "".join(make_scan(draw_pdf(document), document, how).texts)
    for mark, seen in how["illegible"].items():
        assert len(seen) == len(document.spans[mark].quote)
        assert seen in texts
        assert document.spans[mark].quote not in texts


@pytest.mark.parametrize("name", [name for name, deal in DEALS.items() if "turned" in deal.scan])
def test_a_page_that_lay_sideways_on_the_glass_is_as_broad_as_the_others_are_high(name: str) -> None:
    sideways = {int(number) for number, degrees in DEALS[name].scan["turned"].items() if degrees == "90"}
    assert sideways
    pdf = SUITES / DEALS[name].planned.split / "documents" / f"{name}.pdf"
    with pypdfium2.PdfDocument(pdf) as scan:
        assert {at + 1 for at in range(len(scan)) if scan[at].get_width() > scan[at].get_height()} == sideways


@pytest.mark.sampled(one_of=3)
@pytest.mark.parametrize("name", [name for name, deal in DEALS.items() if deal.twin_of])
def test_a_twin_differs_from_its_original_in_the_words_of_its_facts_only(name: str) -> None:
    twin = DEALS[name]
    original = DEALS[twin.twin_of]
    changed = [key for key, value in twin.facts.items() if original.facts[key] != value]
    assert changed
    same = dict(original.facts) | dict.fromkeys(changed, "")
    assert fill_facts(twin.text, same) == fill_facts(original.text, same)
    assert fill_facts(twin.text, twin.facts) != fill_facts(original.text, original.facts)


def test_originals_have_their_pages_and_repeat_neither_themselves_nor_across_the_splits() -> None:
    for name in ORIGINALS:
        assert len(laid_out(name).pages) >= DEALS[name].planned.pages, name
        assert repeated_share(words(name)) < MOST_REPEATED, name
    dev, test = ([name for name in ORIGINALS if DEALS[name].planned.split == split] for split in SPLITS)
    runs = {name: (runs_of(words(name), LONGEST_SHARED + 1), runs_of(words(name), 8)) for name in (*test, *dev)}
    for name, other in product(test, dev):
        longest, eights = (own & others for own, others in zip(runs[name], runs[other], strict=True))
        assert not longest, (name, other)
        assert len(eights) <= MOST_SHARED_EIGHTS, (name, other)


def test_runs_are_counted_by_words() -> None:
    text = "a b c d e f".split()
    assert runs_of(text, 3) & runs_of("x b c d y".split(), 3) == {("b", "c", "d")}
    assert not runs_of(text, 3) & runs_of("x b c y d".split(), 3)
    assert repeated_share("a b a b".split(), 2) == pytest.approx(1 / 3)


def test_every_file_carries_the_canary() -> None:
    for name, deal in DEALS.items():
        folder: Path = SUITES / deal.planned.split
        assert CANARY.encode() in (folder / "documents" / f"{name}.pdf").read_bytes(), name
        assert (folder / "cases" / f"{name}.yaml").read_text("utf-8").startswith(f"# {CANARY}\n"), name


def test_ids_of_cases_are_unique_and_no_wording_is_asked_more_than_three_times() -> None:
    cases = [case for split in SPLITS for case in load_cases(SUITES / split)]
    assert len({case["id"] for case in cases}) == len(cases)
    asked = Counter(case["question"].casefold() for case in cases if "question" in case and "twin_of" not in case)
    assert not asked or max(asked.values()) <= 3


def test_the_same_deal_gives_the_same_bytes_twice() -> None:
    deal: Deal = DEALS["brightwater-credit-agreement"]
    assert draw_pdf(deal.lay_out()) == draw_pdf(deal.lay_out())
