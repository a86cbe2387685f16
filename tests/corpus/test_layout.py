"""The layout of drafts: numbers, places of gold spans, contents, tables, footnotes, columns."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.corpus.drafts import FILLER, laid
from tools.corpus.drawing import CANARY, draw_pdf
from tools.corpus.markup import DraftError
from tools.second_reader import read_pages, squeeze

from loanproof.documents import load_document

CLAUSES = """
@parties
- [[party: A Limited (the "Borrower")]]

@body
# One

## Terms

= "Fee" means:

- [[of-a-definition: a fee of 1 per cent.]]

## Deep {#deep}

- level three

- second

-- level four

-- second

--- level five

--- second

---- level six

---- second

---- [[deep: third]]

Paragraph behind: see Clause {@deep} and {@papers}.

#. [[bare: Numbered without a heading]]

@schedule Papers {#papers}
@part First
@part Second
# Things

- [[listed: a paper]]
"""


@pytest.mark.parametrize(
    ("span", "section"),
    [
        ("party", "Parties"),
        ("of-a-definition", "Clause 1.1"),
        ("deep", "Clause 1.2(b)(ii)(B)(3)"),
        ("bare", "Clause 1.3"),
        ("listed", "Schedule 1, Part II, paragraph 1(a)"),
    ],
)
def test_a_span_is_cited_by_the_clause_in_which_it_stands(span: str, section: str) -> None:
    assert laid(CLAUSES).spans[span].section == section


@pytest.mark.parametrize(
    ("span", "section"), [("deep", "Section 1.02(b)(ii)(B)(3)"), ("of-a-definition", "Section 1.01")]
)
def test_us_style_counts_sections_with_two_digits(span: str, section: str) -> None:
    assert laid(CLAUSES, "us").spans[span].section == section


def test_a_letter_counts_paragraphs_and_a_plain_one_has_headings_only() -> None:
    letter = "#. First\n\n#. [[second: Second]]\n\n- [[item: an item]]"
    assert laid(letter, "letter").spans["second"].section == "paragraph 2"
    assert laid(letter, "letter").spans["item"].section == "paragraph 2(a)"
    assert laid("! Our terms\n\n[[rate: 2 per cent.]]", "letter-plain").spans["rate"].section == "Our terms"


def test_references_are_filled_in_with_the_number_of_their_label() -> None:
    text = "".join(page.text() for page in laid(CLAUSES).pages)
    assert "see Clause 1.2 and Schedule 1." in text


def test_a_section_lasts_until_another_of_its_level_begins() -> None:
    text = f"# One\n\n## First\n\n- here\n\n- {FILLER * 16}\n\n## Second\n\n@pagebreak\n# Two\n\n## Third\n\nend"
    sections = {name: pages for name, *pages in laid(text).sections}
    assert sections["Clause 1"] == [1, 2]
    assert sections["Clause 1.1"] == [1, 2]
    assert sections["Clause 1.1(a)"] == [1, 1]
    assert sections["Clause 1.1(b)"] == [1, 2]
    assert sections["Clause 1.2"] == [2, 2]
    assert sections["Clause 2"] == sections["Clause 2.1"] == [3, 3]


def test_a_quote_is_the_drafted_words_without_marks_of_look_or_footnotes() -> None:
    text = "[[all: The **\"Margin\"** is ^[See the letter.]^[[part: 2.00 per cent.]] ''a year'']]"
    spans = laid(text).spans
    assert spans["all"].quote == "The “Margin” is 2.00 per cent. a year"
    assert spans["part"].quote == "2.00 per cent."
    assert laid(text, curly="false").spans["all"].quote == 'The "Margin" is 2.00 per cent. a year'


def test_the_page_of_a_span_is_that_on_which_an_independent_reader_finds_it() -> None:
    blocks = [f"{FILLER} [[span-{number}: Sum number {number} of the long list]]." for number in range(40)]
    document = laid("@cover\n! Title\n@contents\n@body\n# One\n\n" + "\n\n".join(blocks), hyphenated="true")
    pages = read_pages(draw_pdf(document))
    assert len(pages) > 4
    for number in range(40):
        span = document.spans[f"span-{number}"]
        found = [at for at, page in pages.items() if squeeze(f"number {number} of") in page]
        assert list(span.pages)[-1:] == found[-1:]
        assert span.pages[0] >= 3


def test_a_span_over_a_page_break_has_both_pages() -> None:
    document = laid(f"[[long: {FILLER * 30}]]")
    assert document.spans["long"].pages == tuple(range(1, len(document.pages) + 1))
    assert len(document.pages) > 1


def test_the_front_has_roman_labels_and_the_agreement_counts_from_one() -> None:
    document = laid(f"@cover\n! Title\n@contents\n@body\n# One\n\n{FILLER}\n\n@pagebreak\n{FILLER}")
    assert [page.label for page in document.pages] == ["i", "ii", "1", "2"]
    assert [page.text().splitlines()[-1] for page in document.pages[1:]] == ["ii", "1", "2"]


def test_a_second_cover_begins_a_paper_that_counts_pages_clauses_and_schedules_from_one_again() -> None:
    paper = f"@cover\n! Title\n@contents\n@body\n# One\n\n{FILLER}\n\n@schedule List"
    document = laid(f"{paper}\n{FILLER}\n\n{paper.replace('One', 'Another')}\n[[span: {FILLER}]]")
    assert [page.label for page in document.pages] == ["i", "ii", "1", "2"] * 2
    assert document.spans["span"].section == "Schedule 1, Schedule 1", "the second paper is bound into a schedule"
    contents = [document.pages[at].text() for at in (1, 5)]
    assert [("1. ONE" in text, "1. ANOTHER" in text) for text in contents] == [(True, False), (False, True)]


def test_a_paper_that_follows_the_signatures_of_another_is_cited_by_its_own_clauses() -> None:
    document = laid(f"@body\n# One\n\n{FILLER}\n\n@signatures\n@cover\n! Title\n@body\n# Another\n\n[[span: {FILLER}]]")
    assert document.spans["span"].section == "Clause 1"


def test_contents_give_the_printed_number_of_the_page() -> None:
    document = laid(f"@contents\n@body\n# First\n\n{FILLER}\n\n@pagebreak\n# Second\n\n{FILLER}")
    entries = [line.split() for line in document.pages[0].text().splitlines()]
    assert [(entry[1], entry[-1]) for entry in entries if entry[0] in {"1.", "2."}] == [("FIRST", "1"), ("SECOND", "2")]


def test_the_heading_row_of_a_table_is_printed_again_on_the_next_page() -> None:
    rows = "\n".join(f"| {number} | USD {number},000 |" for number in range(60))
    document = laid(f"| Number | Amount |\n{rows}")
    assert len(document.pages) > 1
    assert all("Number Amount" in page.text() for page in document.pages)
    texts = " ".join(page.text() for page in document.pages)
    assert [texts.count(f"USD {number},000") for number in (0, 30, 59)] == [1, 1, 1]


def test_a_marked_row_is_quoted_cell_by_cell() -> None:
    assert laid("| When | Rate |\n|=row| above 3.00:1 | 2.75% |").spans["row"].quote == "above 3.00:1 2.75%"


def test_a_footnote_stands_on_the_page_of_its_mark() -> None:
    notes = "\n\n".join(f"{FILLER}^[Note of paragraph {number}]^ end{number}." for number in range(30))
    document = laid(notes)
    assert len(document.pages) > 2
    for page in document.pages:
        text = page.text()
        for number in range(30):
            assert (f" end{number}." in text) == (f"Note of paragraph {number}\n" in text)


def test_columns_begin_below_what_stands_on_the_page() -> None:
    document = laid(f"Above both.\n\n@columns 2\n{FILLER * 12}")
    columns = {round(line.x) for line in document.pages[0].lines if line.y < 740}
    assert len(document.pages) == 1
    assert max(columns) - min(columns) > 150


def test_a_blackline_reads_as_struck_words_and_words_that_stay(tmp_path: Path) -> None:
    document = laid("The Margin is ~~2.00 per cent.~~ ++2.25 per cent.++ per annum.")
    assert "The Margin is 2.00 per cent. 2.25 per cent. per annum." in document.pages[0].text()
    path = tmp_path / "blackline.pdf"
    path.write_bytes(draw_pdf(document))
    read = load_document(path)
    assert [mark.words for mark in read.marks] == ["2.00 per cent."]
    assert "2.25 per cent. per annum." in read.text
    assert "2.00" not in read.text


def test_the_same_draft_gives_the_same_bytes_and_carries_the_canary() -> None:
    first, second = draw_pdf(laid(CLAUSES)), draw_pdf(laid(CLAUSES))
    assert first == second
    assert CANARY.encode() in first


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("The amount is {sum}.", "{sum} is not a fact"),
        ("[[margin: not closed", "margin is not closed"),
        ("**bold", "bold is not closed"),
        ("closed ]] too often", "]] closes nothing"),
        ("a note ^[not closed", "footnote is not closed"),
        ("[[one: a]] [[one: b]]", "marked twice"),
        ("[[one: a]]\n\n[[one: b]]", "marked twice"),
        ("66⅔ per cent.", "no font here shows '⅔'"),
        ("see {@nowhere}", "refers to no label"),
        ("@centre Text", "@centre is not a directive"),
        ("----- too deep", "at most 4 levels"),
        ("| a | b |\n| c |", "same number of cells"),
        ("@widths 1 1 1\n| a | b |", "does not fit a table of 2 columns"),
    ],
)
def test_a_draft_that_cannot_be_laid_out_is_refused_with_its_place(text: str, says: str) -> None:
    with pytest.raises(DraftError, match=re.escape(says)):
        laid(text)
