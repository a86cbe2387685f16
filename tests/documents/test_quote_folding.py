"""Laws of the folded text: the way back is exact, and folding is the same for quote and document."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from loanproof.core import Span
from loanproof.documents.model import Document, Page
from loanproof.documents.quotes.folding import Joint, fold_document, fold_text

ODD = "a1 B-–—\u00ad\u200b\ufffe\n\f\t ﬁ⅔¹“”’…éÉe\u0301ß İ中文,.(5)％Ａ\u00a0"
texts = st.text(alphabet=ODD, max_size=60)


@given(texts | st.text(max_size=40))
def test_every_folded_character_leads_back_into_the_original(text: str) -> None:
    folded = fold_text(text)
    places = [folded.origin(place) for place in range(len(folded.text))]
    assert places == sorted(places)
    assert all(0 <= place < len(text) for place in places)


@given(texts, texts)
def test_folded_text_has_no_capitals_no_breaks_and_no_double_space(one: str, other: str) -> None:
    folded = fold_text(one + "\n" + other).text
    assert folded == folded.lower()
    assert not set(folded) & set("\n\f\t\u00a0ﬁ“”’…\u200b\ufffe")
    assert "  " not in folded


@given(st.text(alphabet="ab é-\n中", max_size=40), st.integers(0, 40))
def test_place_of_is_the_inverse_of_origin(text: str, offset: int) -> None:
    folded = fold_text(text)
    for place in range(len(folded.text)):
        assert folded.place_of(folded.origin(place)) == place
    assert 0 <= folded.place_of(offset) <= len(folded.text)


def test_a_span_covers_the_whole_of_what_was_folded() -> None:
    text = "of ﬁnance in the ca\u0301fe"
    folded = fold_text(text)
    assert folded.text == "of finance in the cáfe"
    assert folded.span_of(3, 10).of(text) == "ﬁnance"
    assert folded.span_of(19, 20).of(text) == "a\u0301"


def test_joints_say_how_a_copy_may_write_them() -> None:
    folded = fold_text("agree-\nment well-known three- and word—\nnext co\u00adop one\ufffetime")
    assert folded.text == "agreement wellknown threeand wordnext coop onetime"
    assert list(folded.joints(0, len(folded.text)).values()) == [
        Joint.LINE_END,
        Joint.HYPHEN,
        Joint.HYPHEN_SPACE,
        Joint.LINE_END_DASH,
        Joint.LINE_END,
    ]


def test_full_nfkc_is_never_applied() -> None:
    assert fold_text("66⅔% of USD 10,000,000¹ and 2½%").text == "66 2/3% of usd 10,000,000 and 2 1/2%"


def test_running_matter_leaves_no_trace_and_the_way_back_stays() -> None:
    text = "Header\nthe Bor-\n- 7 -\fHeader\nrower shall pay\n- 8 -"
    running = (Span(0, 6), Span(16, 21)), (Span(22, 28), Span(45, 50))
    pages = (
        Page(number=1, span=Span(0, 21), running=running[0]),
        Page(number=2, span=Span(22, 50), running=running[1]),
    )
    document = Document(name="d", digest="", paged=True, text=text, pages=pages)
    folded = fold_document(document)
    start = folded.text.index("borrower")
    assert folded.text.strip() == "the borrower shall pay"
    assert folded.span_of(start, start + 8).of(text) == "Bor-\n- 7 -\fHeader\nrower"
    assert "header" in fold_document(document, keep_running=True).text


@given(texts | st.text(max_size=40), st.integers(0, 40), st.integers(0, 40))
def test_unfolded_text_has_the_same_characters_in_their_own_case(text: str, one: int, other: int) -> None:
    folded = fold_text(text)
    start, end = sorted(min(at, len(folded.text)) for at in (one, other))
    stretch = folded.unfolded(start, end)
    letters = [character for at, character in enumerate(stretch.text) if at not in stretch.hyphens]
    assert [character.lower() for character in letters] == [character.lower() for character in folded.text[start:end]]
    assert all(stretch.text[at] == "-" for at in stretch.hyphens)
    assert stretch.place_of(len(stretch.text)) == end


def test_unfolded_text_keeps_capitals_and_hyphens_inside_a_line() -> None:
    folded = fold_text("USD twenty-five ﬁn- ance Sep-\ntember  X")
    assert folded.unfolded(0, len(folded.text)).text == "USD twenty-five finance September X"
    assert folded.unfolded(4, 10).place_of(6) == 10


def test_a_letter_under_very_many_marks_is_folded_in_one_pass() -> None:
    """Walked anew for each of its marks, this text would take minutes."""
    folded = fold_text("a" + "\u0301" * 50_000 + "b")
    assert (folded.text[0], folded.text[-1]) == ("á", "b")


def test_a_raised_digit_inside_a_figure_is_kept_and_one_behind_it_is_a_footnote_mark() -> None:
    assert fold_text("USD 10⁹,000,000").text == "usd 10⁹,000,000"
    assert fold_text("USD 10,000,000⁹, 5").text == "usd 10,000,000, 5"


def test_signs_of_direction_are_folded_away() -> None:
    assert fold_text("the \u202aAgent\u202c and \u2067Bank\u2069").text == "the agent and bank"
