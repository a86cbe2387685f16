"""Retrieval without a model: units of the clause tree, BM25 with fields, the lexicon."""

from __future__ import annotations

from pathlib import Path

import pytest

from loanproof.capabilities.baseline.aids import Paper
from loanproof.capabilities.baseline.retrieval import (
    Query,
    Retriever,
    Weights,
    clause_units,
    has_headings,
    query_of,
    search_words,
    windows,
)
from loanproof.capabilities.baseline.retrieval.bm25 import Entry, Index, Sought
from loanproof.documents import load_document

AGREEMENT = """1. DEFINITIONS

“Drawing Window” means the months from the date of this Agreement up to and including 4 June 2027.

“Orchard Fund” means the fund of that name.

2. THE FACILITY

2.1 Amount

The Bank lends the Customer EUR 40,000,000.

3. PREPAYMENT

3.1 Voluntary prepayment

The Customer may prepay the Loan on ten Business Days’ notice.

3.2 Fee

A payment before the first anniversary costs 0.40 per cent. of it.

4. INSURANCE

The Customer insures its orchards against hail, frost and fire, and shows the policy to the Bank.
"""


def paper_of(text: str, folder: Path) -> Paper:
    path = folder / "paper.txt"
    path.write_text(text, encoding="utf-8")
    return Paper(load_document(path))


@pytest.fixture
def paper(tmp_path: Path) -> Paper:
    return paper_of(AGREEMENT, tmp_path)


def first(paper: Paper, question: str) -> str:
    retriever = Retriever(paper, units=clause_units(paper))
    return retriever.find(question)[0].unit.span.of(paper.text)


def test_words_lose_their_endings_and_question_words_are_left_out() -> None:
    assert search_words("How much is prepaid by the Customers?") == search_words("prepaid customer")


def test_a_figure_keeps_its_signs() -> None:
    assert "0.40" in search_words("a fee of 0.40 per cent.")


def test_units_never_run_over_two_clauses(paper: Paper) -> None:
    starts = [one.span.start for one in paper.document.sections]
    units = clause_units(paper)
    assert len(units) > 5
    assert not [unit for unit in units if any(unit.span.start < start < unit.span.end for start in starts)]


def test_a_definition_is_a_unit_of_its_own_and_knows_its_term(paper: Paper) -> None:
    [unit] = [one for one in clause_units(paper) if one.term == "drawing window"]
    assert unit.span.of(paper.text).endswith("4 June 2027.")


def test_a_clause_is_found_by_the_heading_above_it(paper: Paper) -> None:
    assert "0.40 per cent." in first(paper, "What is the prepayment fee?")


def test_a_defined_term_is_found_by_its_name(paper: Paper) -> None:
    assert first(paper, "When does the Drawing Window end?").startswith("“Drawing Window”")


def test_the_lexicon_finds_what_the_question_has_no_word_of(paper: Paper) -> None:
    question = "Is it possible to repay early?"
    retriever = Retriever(paper, units=clause_units(paper))
    assert "3.1" in retriever.find(question)[0].unit.span.of(paper.text)
    assert not any(
        "prepay" in hit.unit.span.of(paper.text) for hit in retriever.find_by(Query(words=query_of(question).words))
    )


def test_a_word_of_people_finds_the_word_that_stands_for_it(paper: Paper) -> None:
    assert "ten Business Days" in first(paper, "How much warning is needed?")


def test_of_words_that_stand_for_one_another_only_the_best_counts() -> None:
    index = Index([Entry(body=["fee", "day"]), Entry(body=["fee", "charge"]), Entry(body=["law", "day"])])
    sought = Sought(terms=((frozenset({"fee"}), 1.0), (frozenset({"charge"}), 0.1)))
    scores = index.scores([sought])
    assert scores[0] == scores[1]
    assert 2 not in scores


def test_a_term_of_several_words_counts_where_all_of_them_are() -> None:
    index = Index([Entry(body=["grace", "period"]), Entry(body=["interest", "period"])])
    assert set(index.scores([Sought(terms=((frozenset({"grace", "period"}), 1.0),))])) == {0}


def test_a_phrase_of_the_lexicon_is_more_than_its_last_word() -> None:
    assert query_of("Do all lenders vote?").phrases
    assert not query_of("Who are the lenders?").phrases


def test_the_lexicon_says_in_which_sections_a_thing_is(paper: Paper) -> None:
    assert "§prepayment" in query_of("Can we pay it off early?").roles
    assert query_of("Which orchards are there?").roles == ()


def test_plain_weights_know_no_headings(paper: Paper) -> None:
    retriever = Retriever(paper, units=clause_units(paper), weights=Weights(heading=0, definition=0))
    hits = retriever.find_by(Query(words=query_of("prepayment").words))
    assert all("prepay" in hit.unit.span.of(paper.text).lower() for hit in hits)


def test_a_paper_without_headings_is_cut_into_windows(tmp_path: Path) -> None:
    letter = " ".join(f"Sentence number {number} says nothing much about anything." for number in range(60))
    paper = paper_of(letter, tmp_path)
    assert not has_headings(paper)
    assert Retriever(paper).units == windows(paper)
    assert all(len(unit.span) <= 500 for unit in windows(paper))


def test_an_empty_paper_has_nothing_to_find(tmp_path: Path) -> None:
    assert Retriever(paper_of(" \n", tmp_path)).find("What is the margin?") == ()


def test_a_question_of_question_words_finds_nothing(paper: Paper) -> None:
    assert Retriever(paper).find("What is it?") == ()
