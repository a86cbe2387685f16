"""The parties of a document by its own names for them, and parties in the places of others."""

from __future__ import annotations

import pytest

from loanproof.statements import NamedParties, exchanged_places, stated_in
from loanproof.values import Context, Mentions

LETTERS = (
    "Borrower (Party A): Siskin Foods Co., Ltd.\n\nLender (Party B): Tarn Valley Bank PLC\n\nParty A repays Party B."
)
PREAMBLE = (
    'This Agreement is between HERON PUMP CORPORATION, a Delaware corporation ("Heron" or the "Borrower"), the banks '
    'that are listed below (the "Banks"), CITY TRUST BANK, N.A., as administrative agent (in this capacity, the '
    '"Administrative Agent") and GROUSE MILLS LIMITED, the several lenders that sign (the "Lenders").'
)
PLEDGE = "The Guarantor shall pledge 2,000 shares of the common stock of its subsidiary to the Security Agent."


def named(text: str) -> NamedParties:
    return NamedParties.of([Mentions.in_text(text, Context())])


@pytest.mark.parametrize(
    ("document", "text", "told"),
    [
        (LETTERS, "Party B's consent, and not Party A's", "Lender's consent, and not Borrower's"),
        (LETTERS, "Siskin Foods pays Tarn Valley Bank PLC.", "Borrower pays Lender."),
        (PREAMBLE, "Heron tells City Trust Bank.", "Borrower tells Administrative Agent."),
        (PREAMBLE, "a heron stood in the water", "a heron stood in the water"),
        (PREAMBLE, "Grouse Mills Limited and Party A", "Grouse Mills Limited and Party A"),
    ],
)
def test_a_party_is_told_by_the_role_that_its_document_gives_it(document: str, text: str, told: str) -> None:
    assert named(document).told(text) == told


def test_a_name_with_two_roles_that_exclude_each_other_stays_a_name() -> None:
    text = 'TERN BANK PLC (the "Agent") and later TERN BANK PLC (the "Borrower")'
    assert named(text).told("Tern Bank PLC pays") == "Tern Bank PLC pays"


def test_what_was_read_is_shown_as_it_is_written() -> None:
    text = "On the third day Party B shall tell Party A so."
    assert named(LETTERS).as_written("Lender shall tell Borrower", ["nothing", text]) == "Party B shall tell Party A"
    assert named(LETTERS).as_written("third day", [text]) == "third day"
    assert named(LETTERS).as_written("elsewhere", [text]) == "elsewhere"


@pytest.mark.parametrize(
    ("answer", "is_told"),
    [
        ("2,000 shares of the common stock of its subsidiary to the Borrower.", True),
        ("2,000 shares of the common stock of its subsidiary to the Security Agent.", False),
        ("2,000 shares of the common stock of its subsidiary to the Security Trustee.", False),
        ("2,000 shares are transferred to the Borrower on release.", False),
    ],
)
def test_a_party_behind_the_same_words_as_another_took_its_place(answer: str, is_told: bool) -> None:
    said, source = (stated_in(text, Context()) for text in (answer, PLEDGE))
    assert bool(list(exchanged_places(said, [source]))) is is_told


def test_a_party_that_is_joined_to_another_has_its_words_behind_it() -> None:
    source = "The Parent shall pay to the Agent an annual agency fee and to the Arrangers an arrangement fee."
    said = "The Parent shall pay an annual agency fee to the Agent, and an arrangement fee to the Arrangers."
    assert not list(exchanged_places(stated_in(said, Context()), [stated_in(source, Context())]))
