"""Running headers, footers, page numbers and line numbers, recognised because pages repeat them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rows import each_row
from tests.tables import load_table

from loanproof.documents.reading.folios import find_folios
from loanproof.documents.reading.running_matter import find_running_matter

FOLIOS = load_table(Path(__file__).parent / "folios.yaml")


def body(page: int, lines: int = 6) -> str:
    """Return lines that no other page has."""
    return "\n".join(f"on page {page} the clause number {page}{line} says its own thing" for line in range(lines))


def running(pages: list[str]) -> list[list[str]]:
    return [
        [span.of(text) for span in matter.running]
        for text, matter in zip(pages, find_running_matter(pages), strict=True)
    ]


def printed(pages: list[str]) -> list[str | None]:
    return [matter.printed for matter in find_running_matter(pages)]


@each_row("case", FOLIOS, ids=lambda case: repr(case["line"]))
def test_a_line_prints_this_page_number(case: dict[str, str | None]) -> None:
    first = next(find_folios(case["line"] or ""), None)
    assert (None if first is None else first.printed) == case["printed"]


@given(st.text())
def test_any_line_can_be_asked_for_a_page_number(line: str) -> None:
    for folio in find_folios(line):
        assert folio.value >= 0
        assert folio.printed


def test_a_header_and_a_footer_with_the_page_number_are_running() -> None:
    pages = [f"Facility Agreement\n{body(page)}\n- {page} -" for page in range(1, 6)]
    assert running(pages) == [["Facility Agreement", f"- {page} -"] for page in range(1, 6)]
    assert printed(pages) == ["1", "2", "3", "4", "5"]


def test_left_and_right_pages_may_have_headers_of_their_own() -> None:
    headers = ["Facility Agreement", "Acme Holdings plc"]
    pages = [f"{headers[page % 2]}\n{body(page)}" for page in range(8)]
    assert running(pages) == [[headers[page % 2]] for page in range(8)]


def test_a_header_that_begins_later_is_running_from_there_on() -> None:
    pages = [body(page) if page < 3 else f"Schedules\n{body(page)}" for page in range(8)]
    assert running(pages) == [[] if page < 3 else ["Schedules"] for page in range(8)]


def test_a_footer_that_changes_with_each_page_is_found_by_its_count() -> None:
    pages = [f"{body(page)}\nFacility Agreement    Page {page} of 9" for page in range(1, 10)]
    assert printed(pages) == [str(page) for page in range(1, 10)]


def test_a_footer_whose_reference_changes_is_found_by_its_count() -> None:
    pages = [f"{body(page)}\nLDN-4471{page % 7}-v3 {page}" for page in range(1, 9)]
    assert running(pages)[4] == ["LDN-44715-v3 5"]
    assert printed(pages) == [str(page) for page in range(1, 9)]


def test_a_folio_alone_on_its_line_goes_before_the_count_of_a_vendor() -> None:
    pages = [
        f"{body(page)}\n{page}\nDownloaded file, PDF page {page + 8} Powered by a vendor" for page in range(50, 60)
    ]
    found = find_running_matter(pages)
    assert [one.printed for one in found] == [str(page) for page in range(50, 60)]
    assert [one.also_printed for one in found] == [(str(page + 8),) for page in range(50, 60)]


def test_a_folio_behind_the_number_of_a_document_is_found_and_no_part_of_the_text() -> None:
    pages = [f"{body(page)}\n0104532-0000091 SNO1: 2003987654.7   - {page} -" for page in range(1, 9)]
    assert printed(pages) == [str(page) for page in range(1, 9)]
    assert running(pages)[2] == ["0104532-0000091 SNO1: 2003987654.7   - 3 -"]


def test_a_folio_at_the_top_and_another_at_the_foot_are_both_kept() -> None:
    pages = [f"Page {page + 3} of 90\n{body(page)}\n- {page} -" for page in range(1, 9)]
    found = find_running_matter(pages)
    assert (found[4].printed, found[4].also_printed) == ("5", ("8",))


@pytest.mark.parametrize(
    ("footer", "printed", "also"),
    [
        ("{page} Downloaded file, PDF page {more} Powered by a vendor", "8", ("5",)),
        ("Page {page} of 90   |   Page {more} of 120", "5", ("8",)),
        ("- {page} -\nPDF page {more}", "5", ("8",)),
        ("PDF page {more}\n{page}", "5", ("8",)),
        ("{page}\nALDER-000120{more}", "5", ("ALDER-0001208",)),
        ("COBALT 0001200{more}", "COBALT 00012008", ()),
    ],
)
def test_two_counts_at_the_foot_of_a_page_are_both_kept(footer: str, printed: str, also: tuple[str, ...]) -> None:
    pages = [f"{body(page)}\n{footer.format(page=page, more=page + 3)}" for page in range(1, 7)]
    found = find_running_matter(pages)
    assert (found[4].printed, found[4].also_printed) == (printed, also)
    assert running(pages)[4] == footer.format(page=5, more=8).split("\n")


def test_a_reference_that_does_not_count_on_is_no_stamp() -> None:
    pages = [f"{body(page)}\nACCOUNT {47110815 + page * page}" for page in range(1, 8)]
    assert running(pages) == [[]] * 7


def test_roman_pages_go_before_arabic_ones() -> None:
    folios = ["i", "ii", "iii", "iv", "1", "2", "3", "4", "5"]
    pages = [f"{body(at)}\n{folio}" for at, folio in enumerate(folios)]
    assert printed(pages) == folios


def test_the_single_page_of_an_exhibit_has_its_number() -> None:
    folios = ["1", "2", "3", "4", "5", "6", "A-1", "B-1", "B-2"]
    pages = [f"{body(at)}\n{folio}" for at, folio in enumerate(folios)]
    assert printed(pages) == folios


def test_a_stray_figure_at_the_foot_of_a_page_is_no_page_number() -> None:
    pages = [f"{body(page)}\n{page}" for page in range(1, 8)]
    pages[3] = f"{body(4)}\n250"
    assert printed(pages) == ["1", "2", "3", None, "5", "6", "7"]


def test_a_page_that_says_page_one_of_one_needs_no_other() -> None:
    assert printed([f"{body(1)}\nPage 1 of 1"]) == ["1"]
    assert printed([f"{body(1)}\n1"]) == [None]


def test_a_sentence_that_mentions_a_page_is_text() -> None:
    pages = [body(1), f"{body(2)}\nas described on page 12 of", body(3), body(4)]
    assert running(pages)[1] in ([], ["as described on page 12 of"])
    assert printed([f"{body(1)}\nas set out on page 12"]) == [None]


def test_headings_that_count_on_are_text() -> None:
    pages = [f"SCHEDULE {page}\n{body(page)}" for page in range(1, 6)]
    assert running(pages) == [[]] * 5


def test_a_repeated_line_behind_text_is_text() -> None:
    pages = [f"{body(page, 1)}\nprovided that\n{body(page + 10)}" for page in range(5)]
    assert running(pages) == [[]] * 5


def test_labels_of_a_form_are_text() -> None:
    pages = [f"{body(page)}\nName:\nTitle:" for page in range(5)]
    assert running(pages) == [[]] * 5


def test_line_numbers_before_the_lines_are_running() -> None:
    pages = [
        "\n".join(f"{line} {name} says {line * 7} things" for line in range(1, 13)) for name in ("a", "b", "x", "y")
    ]
    assert running(pages) == [[f"{line} " for line in range(1, 13)]] * 4


def test_line_numbers_in_a_column_of_their_own_are_running() -> None:
    numbers = "\n".join(str(line) for line in range(1, 13))
    pages = [f"{numbers}\n{body(page, 12)}" for page in range(4)]
    assert running(pages) == [[str(line) for line in range(1, 13)]] * 4


def test_one_numbered_list_in_a_document_is_text() -> None:
    numbered = "\n".join(f"{line} item {line * 3} of the list" for line in range(1, 13))
    pages = [body(0, 12), numbered, body(2, 12), body(3, 12)]
    assert running(pages) == [[]] * 4


LINES = st.lists(st.sampled_from(["12", "iv", "Page 3 of 9", "header", "A-1", "", "some text", "5 text"]), max_size=8)


@given(st.lists(LINES.map("\n".join), max_size=8))
def test_running_matter_is_inside_its_page_and_in_order(pages: list[str]) -> None:
    found = find_running_matter(pages)
    assert len(found) == len(pages)
    for text, matter in zip(pages, found, strict=True):
        assert all(0 <= span.start <= span.end <= len(text) for span in matter.running)
        assert list(matter.running) == sorted(matter.running)


def test_two_numbered_pages_between_unnumbered_ones_count_on() -> None:
    numbers = ["", "1", "2", "", "1", "2"]  # two short agreements in one file, each with a cover
    pages = [f"{body(page)}\n{number}".rstrip() for page, number in enumerate(numbers)]
    assert printed(pages) == [None, "1", "2", None, "1", "2"]


def test_a_lone_number_that_no_page_counts_on_is_no_page_number() -> None:
    numbers = ["", "7", "", "", "3", "9"]
    assert printed([f"{body(page)}\n{number}".rstrip() for page, number in enumerate(numbers)]) == [None] * 6


def test_the_number_of_the_last_line_is_no_page_number() -> None:
    pages = ["\n".join(f"{line}\n{body(page, 1)} {line}" for line in range(1, 20 + page)) for page in (1, 2)]
    pages = [f"{page}\n{page.count(chr(10)) // 2 + 2}" for page in pages]
    assert printed(pages) == [None, None]
