"""The words that make a passage evidence for a clause, behind a lead and in plain words."""

from __future__ import annotations

import pytest

from loanproof.values import CLAUSE_KIND, NO_CONTEXT, Clause, tokenize


def clauses_in(text: str) -> set[tuple[Clause, str]]:
    return {(found.candidates[0], found.span.of(text)) for found in CLAUSE_KIND.find(tokenize(text), NO_CONTEXT)}


@pytest.mark.parametrize(
    ("text", "is_barred"),
    [
        ("The Borrower will not: (a) Liens, Etc. Create or suffer to exist any lien upon its properties.", True),
        ("Borrower shall not, without consent of Lender: Indebtedness. (1) Incur debt or (2) grant a lien.", True),
        ("The Borrower shall: (a) Liens, Etc. Discharge every lien upon its properties.", False),
        ("None of the Obligors shall permit any lien upon its properties to exist.", True),
        ("None of the properties of the Obligors has a lien upon it.", False),
        ("The Borrower will not merge. It has told the Lender of every lien upon its properties.", False),
    ],
)
def test_a_ban_holds_in_its_sentence_and_behind_the_heading_of_its_item(text: str, is_barred: bool) -> None:
    assert ((Clause.NEGATIVE_PLEDGE, "lien") in clauses_in(text)) is is_barred


@pytest.mark.parametrize(
    ("text", "is_change"),
    [
        ("Party A’s operational and financial conditions deteriorate.", True),
        ("The weather conditions deteriorate.", False),
    ],
)
def test_a_financial_condition_that_deteriorates_is_an_adverse_change(text: str, is_change: bool) -> None:
    assert any(clause is Clause.MATERIAL_ADVERSE_CHANGE for clause, _ in clauses_in(text)) is is_change
