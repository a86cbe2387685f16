"""The review in a real browser: by keyboard, blind, by picking words on the page, to the export."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from tests.browser.chromium import Page, at_widths, chromium_page
from tests.web.house import TOKEN, House, copy_house, make_house, opened, person
from tests.web.served import Client
from tests.web.test_documents import SMALL, digest_page, settle_all

pytestmark = pytest.mark.needs("chromium")
CONTROL = 2
_Found = TypeVar("_Found")
PLACE = """(words => {
  for (const line of document.querySelectorAll('svg.facsimile .words text')) {
    const at = line.textContent.indexOf(words);
    if (at < 0) continue;
    line.scrollIntoView({block: 'center'});
    const matrix = line.ownerSVGElement.getScreenCTM();
    const first = line.getStartPositionOfChar(at).matrixTransform(matrix);
    const last = line.getEndPositionOfChar(at + words.length - 1).matrixTransform(matrix);
    const height = Number(line.getAttribute('font-size')) * matrix.d;
    return [[first.x + 1, first.y - height / 3], [last.x - 1, last.y - height / 3]];
  }
  return null;
})"""


@pytest.fixture(scope="module")
def first_house(tmp_path_factory: pytest.TempPathFactory) -> House:
    return make_house(tmp_path_factory.mktemp("house"), tmp_path_factory.mktemp("cache"))


@pytest.fixture
def house(first_house: House, tmp_path: Path) -> House:
    return copy_house(first_house, tmp_path)


@pytest.fixture
def door(house: House) -> Iterator[Client]:
    with opened(house) as client:
        yield client


def in_browser(act: Callable[[Page], Awaitable[_Found]]) -> _Found:
    async def go() -> _Found:
        async with chromium_page() as page:
            return await act(page)

    return asyncio.run(go())


async def sign_in(page: Page, door: Client, name: str) -> None:
    await page.visit(f"{door.origin}/login?next=/review")
    for field, value in (("name", name), ("token", TOKEN)):
        await page.evaluate(f"document.querySelector('[name={field}]').value = {json.dumps(value)}")
    await page.click("button[type=submit]")


async def type_text(page: Page, text: str) -> None:
    await page.command("Input.insertText", text=text)


async def press_enter(page: Page, *, modifiers: int = 0) -> None:
    """Press Enter as a keyboard does: it comes with a line end, which is what submits a form."""
    common = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "modifiers": modifiers}
    await page.command("Input.dispatchKeyEvent", type="keyDown", text="\r", **common)
    await page.command("Input.dispatchKeyEvent", type="keyUp", **common)


async def pick(page: Page, words: str) -> None:
    """Drag the mouse over words on the page."""
    found = await page.evaluate(f"{PLACE}({json.dumps(words)})")
    assert found is not None, words
    await page.drag(tuple(found[0]), tuple(found[1]))
    for _ in range(100):
        if await page.evaluate("document.querySelector('[name=start]').value !== ''"):
            return
        await asyncio.sleep(0.05)
    raise AssertionError("nothing was picked")


async def shown(page: Page) -> str:
    text: str = await page.evaluate("document.body.innerText")
    return text


def test_an_item_is_reviewed_by_keyboard_and_hostile_text_is_only_text(door: Client, house: House) -> None:
    async def act(page: Page) -> None:
        await sign_in(page, door, "Rea")
        await press_enter(page)  # takes the most urgent item
        await page.loaded()
        assert await page.evaluate("location.pathname") == house.page("guarantors")
        assert "<script>window.ran = 1</script>" in await shown(page)
        assert "{{7*7}}" in await shown(page)
        assert await page.evaluate("window.ran") is None
        await page.press("?")
        assert await page.evaluate("document.getElementById('keys').open")
        await page.press("Escape")
        await page.press("3")
        assert await page.evaluate("document.activeElement.name") == "reason"
        assert "gives no guarantors" in await page.evaluate("document.getElementById('told').textContent")
        await page.press("1")  # a figure in what is typed is no choice
        assert await page.evaluate("document.querySelector('[name=choice]:checked').value") == "absent"
        await type_text(page, "No guarantor is named.")
        await page.press("Escape")
        assert await page.evaluate("document.activeElement === document.body")
        await press_enter(page, modifiers=CONTROL)  # decides, and takes the next
        await page.loaded()
        assert house.stored("guarantors").decision is not None
        second = await page.evaluate("location.pathname")
        assert second != house.page("guarantors")
        await page.press("ArrowRight")
        await page.loaded()
        third = await page.evaluate("location.pathname")
        assert third not in (second, house.page("guarantors"))
        await page.press("ArrowLeft")
        await page.loaded()
        assert await page.evaluate("location.pathname") == second
        fields = await page.evaluate("[...document.querySelectorAll('.fields a')].map(one => one.pathname)")
        key = "ArrowDown" if fields.index(second) + 1 < len(fields) else "ArrowUp"
        await page.press(key)
        await page.loaded()
        step = 1 if key == "ArrowDown" else -1
        assert await page.evaluate("location.pathname") == fields[fields.index(second) + step]
        await page.click("form[action='/keys'] button")
        here = await page.evaluate("location.pathname")
        await page.press("ArrowRight")
        await page.press("?")
        assert await page.evaluate("location.pathname") == here  # the keys are off
        assert page.said == []

    in_browser(act)


def test_the_decision_is_on_the_first_screen_and_asks_for_words_only_where_they_are_needed(
    door: Client, house: House
) -> None:
    async def act(page: Page) -> tuple[list[float], list[bool]]:
        await sign_in(page, door, "Rea")
        await page.visit(f"{door.origin}{house.page('governing_law')}", height=900)
        await page.click("[data-primary]")
        edges = "[...document.querySelectorAll('.decide button')].map(one => one.getBoundingClientRect().bottom)"
        bottoms = await page.evaluate(edges)
        shown = "document.querySelector('[name=words]').checkVisibility()"
        asked = [await page.evaluate(shown)]
        for key in ("1", "Escape", "2"):
            await page.press(key)
            asked.append(await page.evaluate(shown))
        assert await page.evaluate("document.activeElement.name") == "words"
        return bottoms, asked

    bottoms, asked = in_browser(act)
    assert len(bottoms) == 2
    assert max(bottoms) <= 900
    assert asked == [False, False, False, True]


def test_a_blind_value_is_picked_on_the_page_before_the_machines_is_in_it(door: Client, house: House) -> None:
    async def act(page: Page) -> None:
        await sign_in(page, door, "Rea")
        await page.visit(f"{door.origin}{house.page('margin')}")
        await page.click("[data-primary]")
        source = await page.evaluate("document.documentElement.outerHTML")
        assert "2.35" not in source
        assert "cited by the system" not in source
        await page.visit(f"{door.origin}{house.page('margin')}?words=%22Margin%22+means")
        assert await page.evaluate("document.querySelectorAll('.facsimile rect.cited').length") >= 1
        await pick(page, "2.35 per cent. per annum")
        assert await page.evaluate("document.querySelector('[name=words]').value") == "2.35 per cent. per annum"
        shown_pick = await page.evaluate("document.getElementById('picked').textContent")
        assert shown_pick == "Selected: “2.35 per cent. per annum”, page 2"
        assert "Picked on page 2" in await page.evaluate("document.getElementById('told').textContent")
        await page.evaluate("document.querySelector('[name=reason]').focus()")
        await type_text(page, "The definition says so.")
        await press_enter(page)
        await page.loaded()
        text = await shown(page)
        assert "You and the system say the same" in text
        assert "2.35% per annum" in text
        assert page.said == []

    in_browser(act)
    assert house.stored("margin").is_settled


def test_a_wrong_value_is_corrected_by_picking_the_words_that_are_right(door: Client, house: House) -> None:
    async def act(page: Page) -> None:
        await sign_in(page, door, "Rob")
        await page.visit(f"{door.origin}{house.page('governing_law')}")
        await page.click("[data-primary]")
        assert "England and Wales" in await shown(page)
        assert "system's quote highlighted" in await page.evaluate("document.getElementById('marked').textContent")
        await pick(page, "laws of Singapore")
        assert await page.evaluate("document.querySelector('[value=correct]').checked")
        await page.evaluate("document.querySelector('[name=reason]').value = 'Clause 10.4 names another law.'")
        await page.evaluate("document.activeElement.blur()")
        await press_enter(page)
        await page.loaded()
        assert "The decision is kept." in await shown(page)

    in_browser(act)
    decision = house.stored("governing_law").decision
    assert decision is not None
    assert decision.citation is not None
    assert (decision.value, decision.citation.page, decision.citation.section) == ("laws of Singapore", "5", "10.4")


def test_of_two_reviewers_on_one_item_the_second_is_told_who_has_it(door: Client, house: House) -> None:
    async def act(page: Page) -> str:
        await sign_in(page, door, "Rob")
        await page.visit(f"{door.origin}{house.page('governing_law')}")
        assert person(door, "Rea").take(house.page("governing_law")).status == 303  # while Rob looks at the page
        await page.click("[data-primary]")
        return await shown(page)

    text = in_browser(act)
    assert "Rea works on the item" in text
    assert "Take this item" not in text


def test_an_export_is_refused_and_then_allowed(door: Client, house: House, tmp_path: Path) -> None:
    async def act(page: Page) -> str:
        await sign_in(page, door, "Apo")
        await page.visit(f"{door.origin}{digest_page(house)}")
        await page.click("form[action$=export] button")
        refused = await shown(page)
        settle_all(door, house)
        await page.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path / "taken"))
        await page.visit(f"{door.origin}{digest_page(house)}")
        await page.evaluate("document.querySelector('form[action$=export] button').click()")
        for _ in range(400):
            if list((tmp_path / "taken").glob("*.json")):
                return refused
            await asyncio.sleep(0.05)
        raise AssertionError("nothing was exported")

    refused = in_browser(act)
    assert "NOT EXPORTED" in refused
    for name in ("margin", "governing_law", "guarantors"):
        assert house.item(name) in refused
    [file] = (tmp_path / "taken").glob("*.json")
    values = {one["field"]: one["value"] for one in json.loads(file.read_text(encoding="utf-8"))["fields"]}
    assert values["governing_law"] == "Singapore"


def test_a_document_is_sent_and_becomes_ready_for_review(door: Client, tmp_path: Path) -> None:
    hostile = tmp_path / "<b>loan<b>.txt"
    hostile.write_text(SMALL + "<script>window.ran = 1</script>\n", encoding="utf-8")

    async def act(page: Page) -> None:
        await sign_in(page, door, "Ada")
        await page.visit(f"{door.origin}/documents")
        root = (await page.command("DOM.getDocument"))["root"]["nodeId"]
        node = (await page.command("DOM.querySelector", nodeId=root, selector="input[type=file]"))["nodeId"]
        await page.command("DOM.setFileInputFiles", files=[str(hostile)], nodeId=node)
        await page.click("form[enctype] button")
        while 'aria-current="step">processing' in await page.evaluate("document.body.innerHTML"):
            await page.loaded()  # the page loads itself when the analysis has ended
        assert 'aria-current="step">ready for review' in await page.evaluate("document.body.innerHTML")
        await page.click("a[href*='/review/items/']")
        assert "<script>window.ran = 1</script>" in await shown(page)
        assert await page.evaluate("window.ran") is None
        assert page.said == []

    in_browser(act)


@pytest.mark.needs("axe-core")
def test_axe_finds_nothing_serious_on_any_page_of_the_review(door: Client, house: House) -> None:
    ada, rea = person(door, "Ada"), person(door, "Rea")
    ada.take(house.page("governing_law"))
    rea.take(house.page("maturity_date"))
    rea.decide(house.page("maturity_date"), choice="absent")
    paths = [
        "/review",
        "/review?show=done",
        house.page("governing_law"),
        house.page("margin"),
        house.page("maturity_date"),
        "/review/changed",
        "/documents",
        digest_page(house),
        f"{digest_page(house)}/view?words=Loan",
        "/login",
    ]

    async def act(page: Page) -> list[Any]:
        await sign_in(page, door, "Ada")
        found: list[Any] = []
        for width, path in at_widths(paths):
            await page.visit(f"{door.origin}{path}", width=width)
            await page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
            await page.evaluate("document.querySelector('[value=correct]')?.click()")
            if await page.evaluate("document.documentElement.scrollWidth") > width:
                found.append((path, width, "wider than the screen"))
            found += [(path, width, *one) for one in await page.violations("serious", "critical")]
        return found

    assert in_browser(act) == []
