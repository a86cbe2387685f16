"""Pictures of pages in a report: each once, not too many, and only in a report that is asked for them."""

from __future__ import annotations

import struct

from lxml import html
from tests.reports import made_runs as made

from loanproof.documents import Box
from loanproof.reports import PagePicture, make_subject, render_html
from loanproof.runs import ResultEvidence

PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + struct.pack(">II", 900, 1200)
BOX = Box(page_number=1, left=0.1, top=0.25, right=0.5, bottom=0.3)


def draw(evidence: ResultEvidence) -> PagePicture:
    return PagePicture(document="pine.pdf", page_number=evidence.page or 1, png=PNG, boxes=(BOX,))


def run(*pages: int) -> made.HeldRun:
    items = (made.item("margin", "fail", evidence=[made.evidence(page=page)]) for page in pages)
    return made.run(*(made.case(f"EX-{at}", one) for at, one in enumerate(items)))


def page_of(held: made.HeldRun) -> html.HtmlElement:
    return html.fromstring("".join(render_html(make_subject(held, draw_page=draw))))


def policy_of(page: html.HtmlElement) -> str:
    [policy] = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    return str(policy)


def test_the_page_of_a_failed_item_is_shown_with_the_cited_words_marked() -> None:
    page = page_of(run(1))
    [drawn] = page.xpath("//*[@class='page-image']")
    assert drawn.get("aria-label") == "page 1 of pine.pdf; the cited words are marked"
    [image] = drawn.xpath("image")
    assert image.get("href").startswith("data:image/png;base64,iVBORw0KGgo")
    [mark] = drawn.xpath("rect")
    assert [mark.get(name) for name in ("x", "y", "width", "height")] == ["90", "300", "360", "60"]


def test_a_page_is_drawn_once_and_linked_to_where_it_is_cited_again() -> None:
    page = page_of(run(1))  # on the first screen, and among the worst cases
    [shown] = page.xpath("//details[@class='shown']/@id")
    assert page.xpath("//a[starts-with(text(), 'See page 1')]/@href") == [f"#{shown}"]


def test_no_more_than_twenty_five_pages_are_drawn() -> None:
    assert len(page_of(run(*range(1, 31))).xpath("//image")) == 25


def test_images_are_allowed_only_where_they_were_asked_for() -> None:
    plain = html.fromstring("".join(render_html(make_subject(run(1)))))
    assert (plain.xpath("//image"), "img-src" in policy_of(plain)) == ([], False)
    assert "img-src data:;" in policy_of(page_of(run(1)))


def test_words_of_another_page_are_not_marked_on_this_one() -> None:
    [drawn] = page_of(run(2)).xpath("//*[@class='page-image']")
    assert drawn.xpath("rect") == []
    assert drawn.get("aria-label") == "page 2 of pine.pdf; the cited words have no place of their own on it"
