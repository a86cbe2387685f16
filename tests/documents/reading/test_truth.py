"""Truth files: what a person saw outranks what the reader made of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from loanproof.core import FormatError
from loanproof.documents.model import Legibility, TextSource
from loanproof.documents.reading.loading import load_document
from loanproof.documents.reading.truth import load_truth
from loanproof.values import DateOrder, NumberLocale

MakePdf: TypeAlias = Callable[..., Path]


@pytest.fixture
def document(tmp_path: Path) -> Path:
    path = tmp_path / "deal.txt"
    path.write_text("\f".join(f"Some header\nbody {page}\nsome footer" for page in "abc"), encoding="utf-8")
    return path


def say(document: Path, text: str) -> None:
    document.with_name("deal.truth.yaml").write_text(text, encoding="utf-8")


def test_without_a_truth_file_there_is_none(document: Path) -> None:
    assert load_truth(document) is None


def test_the_example_of_the_format_is_read_whole(document: Path) -> None:
    document.with_name("page-1.txt").write_text("What a person sees.", encoding="utf-8")
    say(
        document,
        """
paged: true
number_locale: en
date_order: DMY
sections_complete: false
sections: [{id: "5.1(a)", pages: [14, 14]}]
pages: [{index: 1, label: i, printed: "1", legibility: degraded, text_file: page-1.txt, header: "", footer: ""}]
""",
    )
    given = load_truth(document)
    assert given is not None
    (section,) = given.truth.sections
    assert (section.id, section.pages) == ("5.1(a)", (14, 14))
    read = load_document(document)
    page = read.pages[0]
    assert page.span.of(read.text) == "What a person sees."
    assert (page.label, page.printed) == ("i", "1")
    assert (page.legibility, page.source) == (Legibility.DEGRADED, TextSource.TRUTH)
    assert (read.paged, read.number_locale, read.date_order) == (True, NumberLocale.EN, DateOrder.DMY)
    assert not read.sections_complete
    assert read.pages[1].span.of(read.text).startswith("Some header")


def test_the_full_file_name_goes_before_the_stem(document: Path) -> None:
    say(document, "number_locale: de\n")
    document.with_name("deal.txt.truth.yaml").write_text("number_locale: fr\n", encoding="utf-8")
    assert load_document(document).number_locale is NumberLocale.FR


def test_an_unknown_order_of_dates_is_no_order(document: Path) -> None:
    say(document, "date_order: unknown\nsections_complete: true\n")
    read = load_document(document)
    assert read.date_order is None
    assert read.sections_complete


def test_a_header_and_footer_that_are_said_replace_those_that_were_found(document: Path) -> None:
    say(document, 'pages: [{index: 2, header: ""}, {index: 3, footer: "body  C\\nsome footer"}]\n')
    read = load_document(document)
    running = [[span.of(read.text) for span in page.running] for page in read.pages]
    assert running == [["Some header", "some footer"], ["some footer"], ["Some header", "some footer"]]


def test_pages_that_mean_nothing_have_no_running_matter(document: Path) -> None:
    say(document, "paged: false\n")
    read = load_document(document)
    assert not read.paged
    assert not any(page.running for page in read.pages)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("paged: true\npage: []\n", 2, "unknown key 'page'"),
        ("pages:\n- {index: 0}\n", 2, "greater than or equal to 1"),
        ("pages:\n- {index: 1}\n- {index: 1}\n", 3, "described twice"),
        ("pages:\n- {index: 1}\n- {index: 9}\n", 3, "page 9 is described, but the document has 3"),
        ("number_locale: us\n", 1, "number_locale"),
        ("date_order: MYD\n", 1, "date_order"),
        ("pages:\n- index: 1\n  text_file: ../secret.txt\n", 3, "leads out of the folder"),
        ("pages:\n- index: 1\n  text_file: /etc/passwd\n", 3, "leads out of the folder"),
        ("pages:\n- index: 1\n  text_file: missing.txt\n", 3, "missing.txt"),
        ("sections: [{id: x, pages: [1]}]\n", 1, "sections"),
    ],
)
def test_a_fault_is_told_with_its_line(document: Path, text: str, line: int, words: str) -> None:
    say(document, text)
    with pytest.raises(FormatError) as caught:
        load_document(document)
    problem = caught.value.problem
    assert problem.line == line
    assert words in problem.message
    assert problem.file == str(document.with_name("deal.truth.yaml"))


def test_a_page_whose_text_a_person_typed_is_not_recognised(make_pdf: MakePdf, tmp_path: Path) -> None:
    def scribble(canvas: Any) -> None:
        canvas.line(0, 0, 600, 800)

    path = tmp_path / "deal.pdf"
    path.write_bytes(make_pdf("scribble.pdf", scribble).read_bytes())
    tmp_path.joinpath("one.txt").write_text("typed", encoding="utf-8")
    say(path, "pages: [{index: 1, text_file: one.txt}]\n")
    read = load_document(path)
    assert read.text == "typed"
    assert read.notes == ()
