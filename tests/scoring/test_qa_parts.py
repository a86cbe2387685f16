"""The parts that answers are read with: sentences, denials, places to point to, hedges."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loanproof.scoring.qa.absence import denied_existence
from loanproof.scoring.qa.assent import leaves_to
from loanproof.scoring.qa.clock_times import times_in
from loanproof.scoring.qa.doubts import own_doubts
from loanproof.scoring.qa.facts import is_covered, states_any
from loanproof.scoring.qa.hedges import keeps_hedge
from loanproof.scoring.qa.pointers import is_plausible
from loanproof.scoring.qa.spoken_dates import spoken_dates
from loanproof.standards import load_contract
from loanproof.statements import StatedText, plain_text, roles_between, split_sentences
from loanproof.values import NO_CONTEXT, tokenize

PARAMETERS = load_contract("eval-standards@1.0+r1").parameters


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One. Two.", ["One.", "Two."]),
        (
            "Acme Pte. Ltd. pays. It pays 2.5 per cent. p.a. on demand.",
            ["Acme Pte. Ltd. pays.", "It pays 2.5 per cent. p.a. on demand."],
        ),
        ("Paid by Acme Ltd. The rest is owed.", ["Paid by Acme Ltd.", "The rest is owed."]),
        ("See Clause 12.3. Then Clause 4.", ["See Clause 12.3.", "Then Clause 4."]),
        ("The charge is Rs. 1,000 per day.", ["The charge is Rs. 1,000 per day."]),
        ("It is in Rs. The rest is not.", ["It is in Rs.", "The rest is not."]),
        ("Invoice No. 17 was sent, e.g. The first.", ["Invoice No. 17 was sent, e.g. The first."]),
        ("The rate is 2 per cent. Interest accrues daily.", ["The rate is 2 per cent.", "Interest accrues daily."]),
        ("It is 2 per cent. p.a. Fees are apart.", ["It is 2 per cent. p.a.", "Fees are apart."]),
        ("They hold the 2 per cent. Senior Notes.", ["They hold the 2 per cent. Senior Notes."]),
        ("TWO PER CENT. PER ANNUM. One Per Cent. Per Annum.", ["TWO PER CENT. PER ANNUM.", "One Per Cent. Per Annum."]),
        ("Acme Ltd. Holdings pays.", ["Acme Ltd. Holdings pays."]),
        ('He said "no." They left!', ['He said "no."', "They left!"]),
        ("no stop at all", ["no stop at all"]),
        ("", []),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, sentences: list[str]) -> None:
    assert list(split_sentences(text)) == sentences


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("by 11:00 a.m. on the day", [{11 * 60}]),
        ("at 15 hours London time", [{15 * 60}]),
        ("at 15 hours (New York time)", [{15 * 60}]),
        ("not later than 17h on that day", [{17 * 60}]),
        ("The deadline is 17h.", [{17 * 60}]),
        ("at 15 hours SGT", [{15 * 60}]),
        ("by 1500 hours", [{15 * 60}]),
        ("no later than 1500 hours before the Utilisation Date", [{15 * 60}]),
        ("at 1130 hours in London", [{11 * 60 + 30}]),
        ("serviced after 2000 hours of operation", []),
        ("not less than 2000 hours of operation", []),
        ("for 1500 hours", []),
        ("1800 hours per year", []),
        ("within 24 hours after notice", []),
        ("within 24 hours of receipt", []),
        ("within 24 hours (or a longer period)", []),
        ("on 24h notice", []),
        ("within 24h of receipt", []),
        ("Within 12 hours The Agent replies", []),
    ],
)
def test_a_time_of_day_is_told_from_a_number_of_hours(text: str, minutes: list[set[int]]) -> None:
    assert [one.minutes for one in times_in(text)] == minutes


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("the last day of February 2020", [date(2020, 2, 29)]),
        ("the end of January 2000, on the 31st", [date(2000, 1, 31)]),
        ("the beginning of January 2000, on the 3rd", [date(2000, 1, 3)]),
        ("the middle of January 2000, the 15th", [date(2000, 1, 15)]),
        ("the beginning of January 2000, on the 31st", []),
        ("the middle of January 2000, on the 1st", []),
        ("the end of January 2000, on the 3rd", []),
        ("the end of February 2021, on the 29th", []),
    ],
)
def test_a_spoken_day_lies_in_the_part_of_the_month_that_is_named(text: str, days: list[date]) -> None:
    assert [day for day, _ in spoken_dates(text)] == days


@pytest.mark.parametrize(
    ("answer", "is_left"),
    [
        ("The Majority Lenders agree to a longer period.", True),
        ("The Majority Lenders never agree to a longer period.", False),
        ("The Majority Lenders don't agree to a longer period.", False),
    ],
)
def test_who_does_not_agree_has_nothing_left_to_decide(answer: str, is_left: bool) -> None:
    holders = roles_between(tokenize("Majority Lenders"), 0, 2)
    assert leaves_to(answer, "or such longer period as the Majority Lenders may agree", holders) is is_left


@given(st.text())
def test_sentences_lose_no_character(text: str) -> None:
    plain = plain_text(text)
    assert " ".join(split_sentences(plain)) == plain


@pytest.mark.parametrize(
    ("text", "is_stated"),
    [
        ("It ends on 31 March 2027.", True),
        ("It is not 31 March 2027.", False),
        ("It isn't 31 March 2027.", False),
        ("It does not end on 31 March 2027.", False),
        ("It never ends on 31 March 2027.", False),
        ("30 June 2028 rather than 31 March 2027.", False),
        ("It ends on a day instead of 31 March 2027.", False),
        ("31 March 2027 is wrong.", False),
        ("31 March 2027 is not the end.", False),
        ("31 March 2027 is not a Business Day and yet it ends then.", False),
        ("It ends not later than 31 March 2027.", True),
        ("No drawing may be made after 31 March 2027.", True),
        ("It is not extended; it ends on 31 March 2027.", True),
        ("The amounts drawn by 31 March 2027 are not reduced.", True),
        ("It was said not to be 31 March 2027, yet it is 31 March 2027.", True),
    ],
)
def test_a_denied_date_is_not_stated(text: str, is_stated: bool) -> None:
    assert states_any(StatedText(text=text, notation=NO_CONTEXT), ["2027-03-31"]) is is_stated


@pytest.mark.parametrize(
    ("pointer", "is_right"),
    [
        ("the Fee Letter", True),
        ("a relevant fee letter", True),
        ("the Fee Letters", True),
        ("the Fee Letter dated 3 March 2026, as amended", True),
        ("the Fee Letter between the Agent and the Borrower", True),
        ("the Fee Letter and the Syndicate Details", True),
        ("the Mandate Letter", True),
        ("the Fee Letter and the newspaper", False),
        ("the letter", False),
        ("the document", False),
        ("the Fee Letter in this document", False),
        ("the Hedging Agreements", False),  # submitted, so what is missing is not in them
        ("", False),
    ],
)
def test_a_pointer_names_a_plausible_place(pointer: str, is_right: bool) -> None:
    files = ["acme-facility-agreement.pdf", "acme-hedging-agreements.pdf"]
    assert is_plausible(pointer, ["Mandate Letter"], files, PARAMETERS) is is_right


FLOORS, CEILINGS = ("at least", "minimum"), ("up to", "not exceeding", "maximum")


@pytest.mark.parametrize("group", PARAMETERS.hedges.groups)
def test_every_phrase_of_a_group_keeps_every_other(group: str) -> None:
    phrases = PARAMETERS.hedges.groups[group]
    for hedge in phrases:
        for phrase in phrases:
            is_turned = any({hedge, phrase} == {floor, ceiling} for floor in FLOORS for ceiling in CEILINGS)
            keeps = keeps_hedge(f"The sum is due {phrase} then.", hedge, PARAMETERS)
            assert keeps is not is_turned, (hedge, phrase)  # a limit that is turned round is factually wrong (S1 4.1)


def test_a_flat_answer_keeps_no_hedge_and_adds_none() -> None:
    flat = "The Borrower pays the sum on demand."
    for phrases in PARAMETERS.hedges.groups.values():
        assert not any(keeps_hedge(flat, phrase, PARAMETERS) for phrase in phrases)
    assert own_doubts(flat, [], PARAMETERS) == ()


def test_a_doubt_of_the_source_is_not_the_answers_own() -> None:
    answer = "The sum is due unless the Agent agrees otherwise."
    assert own_doubts(answer, [], PARAMETERS) == ("unless",)
    assert own_doubts(answer, ["Provided that the Agent has not agreed otherwise."], PARAMETERS) == ()


@pytest.mark.parametrize(
    ("answer", "hedge", "is_kept"),
    [
        ("Paid on condition that no Default is continuing.", "provided that no Default is continuing", True),
        ("Paid, no Default continuing.", "provided that no Default is continuing", True),
        ("Paid regardless of whether a Default is continuing.", "provided that no Default is continuing", False),
        ("Paid in each year.", "provided that no Default is continuing", False),
        ("A sum that the Agent determines.", "as may be determined by the Agent", True),
        ("A sum for the Agent.", "as may be determined by the Agent", False),
        ("~£5", "approximately", True),
        ("Approx. £5", "approximately", True),
        ("£5", "approximately", False),
        ("It is due in May 2027.", "may", False),
        ("It may be due in 2027.", "may", True),
        ("The rate is left blank.", "[●]", True),
        ("The rate is [●].", "[ ]", True),
        ("The rate is 2%.", "[●]", False),
    ],
)
def test_a_hedge_is_kept_or_dropped(answer: str, hedge: str, is_kept: bool) -> None:
    assert keeps_hedge(answer, hedge, PARAMETERS) is is_kept


@pytest.mark.parametrize(
    ("text", "form", "is_stated"),
    [
        ("Interest is SONIA plus a margin of 2.25%.", "2.25% plus SONIA", True),  # the parts in another order
        ("Interest is SONIA plus a margin of 2.50%.", "2.25% plus SONIA", False),
        ("The margin over SONIA is not 2.25% but plus 3%.", "2.25% plus SONIA", False),
        ("There are 12 annual instalments.", "12 annual instalments", True),
        ("Under Clause 12 it is paid.", "12", False),  # the number of a clause is not a number
        ("It is rated class 5 million.", "class 5", False),  # the figure goes on
        ("It is rated Class 5.", "class 5", True),
        ("The rate is EURIBOR.", "SONIA", False),
        ("The sum is paid.", "...", False),
    ],
)
def test_a_fact_of_several_parts_is_found_in_any_order(text: str, form: str, is_stated: bool) -> None:
    assert states_any(StatedText(text=text, notation=NO_CONTEXT), [form]) is is_stated


@pytest.mark.parametrize(
    ("known", "given", "is_same"),
    [
        ("31 March 2027", "March 2027", True),
        ("March 2027", "30 April 2027", False),
        ("USD 5,000,000", "USD 5m", True),
        ("USD 5,000,000", "USD 5,100,000", False),
        ("USD 5,000,000", "5 months", False),
    ],
)
def test_a_value_that_says_less_is_covered_by_a_known_one(known: str, given: str, is_same: bool) -> None:
    one, other = (StatedText(text=text, notation=NO_CONTEXT).values[0].part for text in (known, given))
    assert is_covered(other, one) is is_same


@pytest.mark.parametrize(
    ("text", "form", "is_stated"),
    [
        ("12 months from receipt, or 18 if committed in writing.", "18 months", True),
        ("12 days from receipt, or 18 if committed in writing.", "18 months", False),
        ("12 months from receipt, or 18 Lenders.", "18 months", False),
        ("It counts in ordinary days: five of them at the minimum.", "five (5) days", True),
        ("It counts in Business Days: five of them at the minimum.", "five (5) days", False),
        ("Not more than 180 and not less than 91 days before.", "91 to 180 days", True),
        ("Not more than 180 and not less than 91 months before.", "91 to 180 days", False),
        ("Once a quarter it reports.", "each quarter", True),
        ("Every three months it reports.", "quarterly", True),
        ("Once a month it reports.", "each quarter", False),
        ("One request per fortnight.", "every two weeks", True),
        ("One request per week.", "every two weeks", False),
        ("It isn't obliged to fund.", "not obliged", True),
        ("It is obliged to fund.", "not obliged", False),
        ("It can choose to fund.", "may elect", True),
        ("It must choose to fund.", "may elect", False),
    ],
)
def test_a_fact_is_stated_in_everyday_words(text: str, form: str, is_stated: bool) -> None:
    assert states_any(StatedText(text=text, notation=NO_CONTEXT), [form]) is is_stated


@pytest.mark.parametrize(
    ("answer", "is_kept"),
    [
        ("It must apply and get the Bank's consent.", True),
        ("It must apply and need not get the Bank's consent, nor any other.", False),
        ("It must apply in writing.", False),
    ],
)
def test_a_consent_that_is_to_be_got_keeps_the_condition(answer: str, is_kept: bool) -> None:
    latest = load_contract("eval-standards@1.0").parameters
    assert keeps_hedge(answer, "subject to Party B's consent", latest) is is_kept


def test_a_discretion_belongs_to_who_acts_and_not_to_who_owns_what_is_decided() -> None:
    latest = load_contract("eval-standards@1.0").parameters
    quote = "The Lender may accept or reject the Borrower's request in its sole discretion."
    assert keeps_hedge("Only if the Lender agrees.", "in its sole discretion", latest, [quote])
    assert not keeps_hedge("If the Borrower so elects.", "in its sole discretion", latest, [quote])


@pytest.mark.parametrize(
    ("answer", "fact", "is_stated"),
    [
        ("The fee is paid on the last day of September 2020.", "September 30, 2020", True),
        ("It matures at the end of January 2000, on the 31st.", "January 31, 2000", True),
        ("It matures at the end of January 2000.", "January 31, 2000", False),
        ("The fee is paid on the last day of September 2020.", "September 29, 2020", False),
        ("It matures at the end of February 2000, on the 31st.", "February 29, 2000", False),
        ("Only once all of the lenders have agreed.", "all Lenders", True),
        ("Only once most of the lenders have agreed.", "all Lenders", False),
        ("It takes the agent's consent.", "Administrative Agent", True),
        ("It takes the consent of the Security Agent.", "Administrative Agent", False),
        ("It takes the agent's consent.", "Security Agent", False),
        ("On 3 domestic business days' notice.", "three Domestic Business Days", True),
        ("Apply 10 bank days ahead.", "10 banking days", True),
        ("Apply 10 days ahead.", "10 banking days", False),
        ("Five and a half million dollars.", "$5,500,000", True),
        ("Three quarters of a million US dollars.", "US$750,000", True),
        ("Three quarters of a million US dollars.", "US$1,000,000", False),
    ],
)
def test_a_fact_is_stated_in_the_words_of_people(answer: str, fact: str, is_stated: bool) -> None:
    assert states_any(StatedText(text=answer, notation=NO_CONTEXT), [fact]) is is_stated


@pytest.mark.parametrize(
    ("answer", "is_denied"),
    [
        ("The letter itself carries no date; March 31, 2020 is the day on which the fees fall due.", True),
        ("March 31, 2020 is the day of payment; the letter as such bears another date.", True),
        ("The date of the letter is left open.", True),
        ("The letter is dated March 31, 2020.", False),
        ("The letter bears the date of March 31, 2020.", False),
    ],
)
def test_an_answer_may_not_say_that_there_is_none_of_what_is_asked(answer: str, is_denied: bool) -> None:
    question = "What is the date of the Engagement Letter?"
    assert (
        denied_existence(answer, question, ["in the Engagement Letter, dated as of March 31, 2020"]) is not None
    ) is is_denied


@pytest.mark.parametrize(
    ("answer", "is_denied"),
    [("The losses of the Lender are uncapped.", True), ("The losses of the Princess are uncapped.", False)],
)
def test_what_there_is_none_of_may_be_asked_for_in_another_number(answer: str, is_denied: bool) -> None:
    question = "What is the cap on the loss of a Lender and a Prince?"
    assert (denied_existence(answer, question, []) is not None) is is_denied


@pytest.mark.parametrize(
    ("answer", "is_kept"),
    [
        ("No more than ten, unless the Borrower and the Agent agree otherwise.", True),
        ("No more than ten where the Borrower and the Agent cannot agree otherwise.", True),
        ("No more than ten, and the Borrower and the Agent cannot agree otherwise.", False),
    ],
)
def test_an_exception_that_is_denied_is_not_kept(answer: str, is_kept: bool) -> None:
    hedge = "unless otherwise agreed between the Borrower and the Agent"
    assert keeps_hedge(answer, hedge, load_contract("eval-standards@1.0+r2").parameters) is is_kept


@pytest.mark.parametrize(
    ("answer", "fact", "is_stated"),
    [
        ("A bank rated A- or better.", "A-", True),
        ("A bank rated A or better.", "A-", False),
        ("A bank rated BBB- or better.", "BBB+", False),
        ("It is the first Valuation of the year.", "first", True),
        ("Whichever happens first.", "first", True),
        ("A Subsidiary that would act unlawfully.", "unlawful", True),
        ("At most 90 and at least 45 days before the date, for one year.", "90 days", True),
        ("No earlier than ninety nor later than forty-five days before it.", "90 days", True),
        ("It asks for 12 more months.", "12 months", True),
        ("It asks for 12 more Lenders.", "12 months", False),
    ],
)
def test_a_fact_is_found_in_other_writing(answer: str, fact: str, is_stated: bool) -> None:
    assert states_any(StatedText(text=answer, notation=NO_CONTEXT), [fact]) is is_stated
