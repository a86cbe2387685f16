"""The report in a real browser: nothing runs, nothing leaves, and everyone can read it."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pypdfium2
import pytest
from tests.browser.chromium import Page, chromium_page
from tests.reports import made_runs as made

from loanproof.reports import evidence_chain, make_subject, render_certificate, render_html

_Found = TypeVar("_Found")
pytestmark = pytest.mark.needs("chromium")

HOSTILE = (
    "<script>window.ran = 1</script><img src='http://127.0.0.1:9/x.png' onerror='window.ran = 2'>"
    "<svg onload='window.ran = 3'></svg><a href='javascript:window.ran = 4'>x</a><iframe src='http://127.0.0.1:9/'></iframe>"
    "</title></style></textarea>--><style>@import 'http://127.0.0.1:9/x.css';</style><base href='http://127.0.0.1:9/'>"
    "<meta http-equiv='refresh' content='0;url=http://127.0.0.1:9/'>{{7*7}}${7*7}<%= 7*7 %>#{7*7} "
    "\u202egnp.exe\u202c \u2067x\u2069 \u200f javascript:alert(1)"
)


def in_browser(act: Callable[[Page], Awaitable[_Found]]) -> _Found:
    async def go() -> _Found:
        async with chromium_page() as page:
            return await act(page)

    return asyncio.run(go())


def hostile_run() -> made.HeldRun:
    """Return a run in which every text that a stranger may write is an attack, or very long."""
    long = HOSTILE + "x" * 100_000
    told = [{"code": HOSTILE, "ruling": HOSTILE, "message": long}]
    cited = {"document": HOSTILE, "page": HOSTILE, "section": HOSTILE, "quote": long}
    place = made.evidence(
        document=HOSTILE, section=HOSTILE, snippet=long, message=long, citation_class=HOSTILE, cited=cited,
        differs=[{"expected": HOSTILE, "found": HOSTILE, "token_class": HOSTILE, "stands_elsewhere": False}],
    )  # fmt: skip
    labels = ("hallucination", "fail", HOSTILE)
    items = [
        made.item(
            f"{HOSTILE}{label}", label, tranche=HOSTILE, expected_raw=long, output_raw=long, reasons=told,
            evidence=[place], hitl=HOSTILE,
        )
        for label in labels
    ]  # fmt: skip
    findings = [{"code": HOSTILE, "message": long, "item": HOSTILE}]
    cases = [
        made.case(f"{HOSTILE}{number}", *items, findings=findings, capability=capability)
        for number, capability in enumerate(("extraction", "covenants", "bmt", "qa"))
    ]
    return made.run(
        *cases, run_id=HOSTILE, model_id=long, dataset_id=HOSTILE, suite=HOSTILE, generation_params={HOSTILE: long}
    )


def saved(folder: Path, run: made.HeldRun, *previous: made.HeldRun) -> Path:
    path = folder / "report.html"
    subject = make_subject(run, previous=previous)
    path.write_text("".join(render_html(subject)), encoding="utf-8")
    return path


def typical() -> made.HeldRun:
    """Return a run with something in every section."""
    labels = ("correct", "semantic_match", "partial", "fail", "hallucination")
    cases = [
        made.case(
            f"EX-{number}",
            made.item("margin", label, evidence=[made.evidence()], confidence=number / 5),
            made.item("borrower"),
            repeat=repeat,
            findings=[{"code": "UNLISTED_PLACE", "message": "The place is not listed."}],
        )
        for number, label in enumerate(labels)
        for repeat in (1, 2, 3)
    ]
    return made.run(*cases, repeats=3)


def before() -> made.HeldRun:
    return made.run(*(made.case(f"EX-{number}", made.item(), made.item("borrower")) for number in range(5)))


def test_no_script_runs_no_request_leaves_and_the_attack_is_read_as_text(tmp_path: Path) -> None:
    path = saved(tmp_path, hostile_run(), hostile_run())

    async def act(page: Page) -> tuple[Any, str, list[str], list[str]]:
        await page.open(path)
        ran = await page.evaluate("[typeof window.ran, location.href, document.scripts.length, document.images.length]")
        await page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        return ran, await page.evaluate("document.body.innerText"), page.requests, page.said

    ran, text, requests, said = in_browser(act)
    assert ran == ["undefined", path.as_uri(), 0, 0]
    assert requests == [path.as_uri()]
    assert said == []  # not even an attempt that the policy had to stop
    assert "<script>window.ran = 1</script>" in text
    assert "{{7*7}}${7*7}<%= 7*7 %>#{7*7}" in text
    assert "⟨U+202E⟩gnp.exe" in text
    assert path.stat().st_size < 2_000_000


@pytest.mark.parametrize("width", [1440, 390])
def test_the_page_fits_the_screen(tmp_path: Path, width: int) -> None:
    path = saved(tmp_path, hostile_run(), hostile_run())

    async def act(page: Page) -> list[int]:
        await page.open(path, width=width)
        found: list[int] = await page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        return found

    scroll_width, inner_width = in_browser(act)
    assert scroll_width <= inner_width == width


def test_on_a_phone_only_the_heat_map_is_ever_scrolled_sideways(tmp_path: Path) -> None:
    path = saved(tmp_path, typical(), before())
    wider = "[...document.querySelectorAll('.scroll')].filter(one => one.scrollWidth > one.clientWidth)"

    async def act(page: Page) -> tuple[list[str], list[str]]:
        await page.open(path, width=390)
        scrolled = await page.evaluate(f"{wider}.map(one => one.getAttribute('aria-label'))")
        return scrolled, await page.evaluate(
            "[...document.querySelectorAll('section[aria-labelledby=gates] tbody tr:first-child td')]"
            ".map(cell => getComputedStyle(cell, '::before').content)"
        )

    scrolled, named = in_browser(act)
    assert set(scrolled) <= {"Heat map of labels"}
    assert named[:4] == ['"gate"', '""', '"value"', '"needed"']  # each cell names its column


def test_a_wide_screen_is_used_and_the_contents_are_beside_the_page(tmp_path: Path) -> None:
    path = saved(tmp_path, typical())

    async def act(page: Page) -> list[float]:
        await page.open(path, width=1440)
        found: list[float] = await page.evaluate(
            "['nav', 'main table'].map(one => document.querySelector(one).getBoundingClientRect().right)"
        )
        return found

    contents, table = in_browser(act)
    assert contents < 250
    assert table > 1350


def test_what_is_folded_up_on_the_screen_is_open_on_paper(tmp_path: Path) -> None:
    path = saved(tmp_path, typical())

    async def act(page: Page) -> bytes:
        await page.open(path, dark=True)
        return await page.pdf()

    printed = pypdfium2.PdfDocument(io.BytesIO(in_browser(act)))
    text = " ".join(page.get_textpage().get_text_range() for page in printed)
    assert text.count("The quote alters a passage.") == 3  # three labels that are not right, the same in every repeat
    assert "Contents" not in text


def test_on_paper_no_id_of_a_gate_is_broken_in_mid_word(tmp_path: Path) -> None:
    names = ["capability_score:extraction", "provenance_completeness", "grounded_refusal_accuracy"]
    broken = [f"QA-ASHDOWN-0{number}" for number in range(1, 8)]
    gates = [made.gate(name, 0.0, 0.85, passed=False, count=11, broken_by=broken) for name in names]
    path = saved(tmp_path, made.run(gates=gates))

    async def act(page: Page) -> bytes:
        await page.open(path)
        return await page.pdf()

    printed = pypdfium2.PdfDocument(io.BytesIO(in_browser(act)))
    text = " ".join(page.get_textpage().get_text_range() for page in printed)
    assert [text.count(name) > 1 for name in names] == [True] * 3, text[:2000]  # in the table, and in the remediation


def test_a_certificate_with_every_gate_is_one_page_on_paper(tmp_path: Path) -> None:
    names = ["extraction", "covenants", "bmt", "qa", *"abcdefghijklm"]
    held = made.run(gates=[made.gate(f"capability_score:{name}", 0.5, 0.85, passed=False) for name in names])
    path = tmp_path / "certificate.html"
    path.write_text(
        "".join(render_certificate(held.head, evidence_chain(held, None), is_authentic=True)), encoding="utf-8"
    )

    async def act(page: Page) -> bytes:
        await page.open(path)
        return await page.pdf()

    assert len(pypdfium2.PdfDocument(io.BytesIO(in_browser(act)))) == 1


@pytest.mark.needs("axe-core")
@pytest.mark.parametrize("kind", ["report", "certificate"])
def test_axe_finds_no_serious_violation(tmp_path: Path, kind: str) -> None:
    path = saved(tmp_path, typical(), before())
    if kind == "certificate":
        path.write_text(
            "".join(render_certificate(typical().head, evidence_chain(typical(), None), is_authentic=True)),
            encoding="utf-8",
        )

    async def act(page: Page) -> list[tuple[str, str, str]]:
        await page.open(path)
        await page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        return await page.violations("moderate", "serious", "critical")

    assert in_browser(act) == []
