"""Which side a text puts ahead: any text can be read, and exchanging the two sides exchanges what is read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loanproof.statements import Leads, Measure, Side, StatedText, read_leads
from loanproof.values import NO_CONTEXT

ASSOCIATIONS = ("LMA", "Loan Market Association")
SENTENCES = {
    "{one} is 50 bps above {other}.": Measure.LEVEL,
    "{one} exceeds {other} by 50 bps.": Measure.LEVEL,
    "Compared with {other}, {one} is higher.": Measure.LEVEL,
    "{other} is, against {one}, 50 bps lower.": Measure.LEVEL,
    "{other} is 50 bps short of {one}.": Measure.LEVEL,
    "It is {one}, rather than {other}, that is longer.": Measure.LEVEL,
    "{one}, not {other}, is higher.": Measure.LEVEL,
    "{other} is 2.00% and {one} is 50 bps higher.": Measure.LEVEL,
    "{one} is tougher on the Borrower than {other}.": Measure.STRICTNESS,
    "{other} is more lenient.": Measure.STRICTNESS,
    "{one} adds a trigger that {other} lacks.": Measure.PRESENCE,
    "{other} contains no such trigger; {one} does.": Measure.PRESENCE,
    "The trigger is absent from {other}.": Measure.PRESENCE,
    "{one} has a trigger, {other} does not.": Measure.PRESENCE,
    "There is no such trigger in {other}.": Measure.PRESENCE,
    "{one} is stricter than {other}, which has no such trigger.": Measure.PRESENCE,
}
NAMES = {Side.DEAL: ("the deal", "the agreement"), Side.BENCHMARK: ("the benchmark", "the LMA form", "LMA")}
WORDS = st.sampled_from(
    "deal LMA benchmark above below more less than not no has lacks 50 bps , ; . ( ) and the same in from".split()
)


def read(text: str) -> Leads:
    return read_leads(StatedText(text=text, notation=NO_CONTEXT), ASSOCIATIONS)


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize("ahead", Side)
def test_the_side_that_is_ahead_is_read_whichever_it_is(sentence: str, ahead: Side) -> None:
    for one in NAMES[ahead]:
        for other in NAMES[ahead.other]:
            leads = read(sentence.format(one=one, other=other))
            assert leads.ahead(SENTENCES[sentence]) == {ahead}, (one, other)
            assert not leads.denies_gap


@pytest.mark.parametrize(
    "text",
    [
        "no gap",
        "There is no difference between the deal and the benchmark.",
        "The deal is in line with the LMA form.",
        "The deal is not above the benchmark.",
        "The deal isn't 50 bps higher than LMA.",
        "The deal has the same trigger as the benchmark.",
        "None.",
    ],
)
def test_a_text_that_denies_the_gap_puts_no_side_ahead(text: str) -> None:
    assert read(text) == Leads(denies_gap=True)


@pytest.mark.parametrize(
    "text",
    ["The deal is not in line with the market.", "The two differ.", "more than 50% against more than 60%", "", "from"],
)
def test_a_text_that_names_no_side_is_not_read(text: str) -> None:
    assert read(text) == Leads()


@given(st.text(max_size=80) | st.lists(WORDS, max_size=30).map(" ".join))
def test_any_text_can_be_read(text: str) -> None:
    leads = read(text)
    assert all(not lead.is_denied and lead.span.of(text).strip() for lead in leads.stated)
