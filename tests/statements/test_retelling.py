"""Who does what, what is denied, on which side of an event, under which condition: where an answer says it otherwise.

The sources are typed as agreements have them; each is told again wrongly and rightly.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.rows import each_row

from loanproof.statements import (
    Contradiction,
    StatedText,
    changed_duties,
    denials_alone,
    denied_otherwise,
    exchanged_parties,
    exchanged_words,
    released,
    said_not_to_matter,
    stated_in,
    turned_conditions,
    turned_sides,
    unlike_words,
)
from loanproof.values import Context

NOTATION = Context()
SECURITY = "The Borrower shall within 20 days of the Bank's request provide further security acceptable to the Bank."
CANCELLING = (
    "The Lender may, in its sole discretion, cancel any part of the Facility by written notice to the Borrower."
)
ASSIGNING = "The Borrower may not assign its rights. The Lender may assign its rights after consulting the Borrower."
EXTENDING = "The offer lapses on that date, unless the Bank agrees in writing to extend it."
CONSENT = "No amendment shall reduce the fee without the written consent of each Lender."
LISTED = "(ii) reduce the fee without the written consent of each Lender affected thereby"
ALONE = "The Bank may assign its rights without the written consent of the Borrower."
SWINGLINE = "Swingline Loans shall not be counted as usage of the Commitments."
PROVIDING = "No Lender shall be obligated to provide any further tranche."
DRAWING = "The balance of the price must be paid from its own funds before the first drawdown."
SHARE = "The Borrower shall repay an amount equal to a tenth of the original principal of the Term Loan each year."
PREMIUM = "The Borrower shall pay to the Initial Lenders a premium of 1.00% of the aggregate principal amount."
PREPAID = "A premium of 2% of the amount prepaid is payable."
RELEASING = "The Lender may, in its sole discretion, release the Security."
KEEPING = "The commitment fee is non-refundable."
CLEARING = "The Borrower shall within five days cure the deficiency in its entirety."
SWEEPING = "All Excess Cash Flow is applied until the Loans are paid in full."
VISITS = "So long as no Event of Default is continuing, one visit a year is at the expense of the Borrower."
PAYING = "A fee is payable quarterly in arrears on the unused Commitments, and a notice of prepayment is irrevocable."
PENALTY = "A penalty is due except in the case of an Early Termination Notice."
GRACE = "unless its failure is caused by technical error and payment is made within three days"
CONDITIONS = "unless all of the foregoing conditions are satisfied not later than April 15, 2020"
TERM = "The term commences from the date of the drawing of the Loan."
INSTALMENTS = "The Loan is repaid in three instalments of USD 6,500,000 each."
DELAY = "The Works shall be complete on that day, regardless of the reason for any delay."
FINAL = "The Works shall be complete for the purpose of final payment to the Contractor."
PLEDGE = "The Borrower shall not create or permit to subsist any Security over any of its assets."
TRANSFER = "The Borrower may not assign its rights except to an Affiliate."
DEBT = "The Borrower shall not incur Financial Indebtedness over USD 5,000,000."
GUARANTEE = "The Guarantor shall pay on demand any amount which the Borrower does not pay under this Agreement."
ACCELERATING = "The Agent may, and shall if so directed, by notice to the Borrower, cancel the Commitments."
SWEEP = "The Company shall apply Disposal Proceeds in prepayment to the extent that they exceed USD 4,000,000."
CURING = "The Guarantor may, within 20 days, make a contribution to the capital of the Company."
WAIVING = "The Agent may, in its sole discretion, elect to waive the fee."
SUCCESSOR = "They may appoint it with the consent of the Borrower at all times other than during an Event of Default."
CASH = "The Borrower shall receive not less than 75% of such consideration in the form of cash."
GROUP = "The Borrower shall ensure that no member of the Group incurs any Financial Indebtedness."
BULLET = "The Borrower shall repay the Loans in full in one instalment on the Termination Date."
SILENCE = "The Company is deemed to have given its consent ten Business Days after the request."
REVIEWING = (
    "They must negotiate for 45 days from the Borrower's notice. If they have not agreed by then, the Agent may by "
    "notice require the Borrower to repay all money owing within 90 days after that notice."
)
CLAIMING = (
    "A Finance Party intending to claim shall notify the Agent of the event, following which the Agent shall promptly "
    "notify the Company."
)
REPLACING = "The Company may require it to transfer its participation at par to a lender selected by the Company."
RENEWING = "The Borrower shall have the option to request a renewal."
PRINCIPAL = (
    "The Borrower shall pay a premium equal to one per cent of the principal amount of its Term Loan that is prepaid."
)


def stated(text: str) -> StatedText:
    return stated_in(text, NOTATION)


def parties(answer: str, source: str) -> list[Contradiction]:
    return list(exchanged_parties(stated(answer), [stated(source)]))


@pytest.mark.parametrize(
    ("source", "answer"),
    [
        (SECURITY, "The Borrower has 20 days from the Bank's request to give security acceptable to the Borrower."),
        (SECURITY, "Within 20 days of the Borrower's request further security must be provided."),
        (CANCELLING, "The Borrower, in its sole discretion, decides on a cancellation."),
        (CANCELLING, "Any part may be cancelled by written notice to the Agent."),
        (ASSIGNING, "The Lender may not assign. The Borrower may do so."),
        (ASSIGNING, "The Lender may assign after consulting the Agent."),
        (EXTENDING, "On that date, unless the Borrower decides in writing to extend it."),
        (SECURITY, "Further security acceptable to the surveyor and not to the Bank is due."),
        (REVIEWING, "They negotiate for 45 days from the Agent's notice."),
        (CLAIMING, "It tells the Company, and the Company shall promptly notify the Agent."),
    ],
)
def test_a_part_that_the_source_gives_to_another_party_is_told(source: str, answer: str) -> None:
    assert parties(answer, source)


@pytest.mark.parametrize(
    ("source", "answer"),
    [
        (SECURITY, "Once the Bank asks for it, the Borrower has 20 days to offer more security that the Bank accepts."),
        (CANCELLING, "Whether to cancel is for the Lender to decide; it tells the Borrower in writing."),
        (ASSIGNING, "Only the Lender may assign, having consulted the Borrower; the Borrower cannot."),
        (EXTENDING, "Unless the Bank grants an extension in writing, on that date."),
        (REVIEWING, "If they fail, it has 90 days from the Agent's notice to repay."),
        (CLAIMING, "The Finance Party tells the Agent of the event; the Agent promptly tells the Company."),
        (REPLACING, "It is transferred at par to a transferee selected by the Company."),
        (REPLACING, "The Lender then has to transfer its participation at par."),
    ],
)
def test_the_same_parts_in_other_words_cost_nothing(source: str, answer: str) -> None:
    assert not parties(answer, source)


@pytest.mark.parametrize(
    ("source", "answer"),
    [
        (CANCELLING, "The Lender may cancel any part, and no written notice is needed."),
        (CONSENT, "The fee can be reduced without the consent of each Lender."),
        (CONSENT, "Each Lender must agree, whose consent need not be in writing."),
        (ALONE, "The Bank needs the written consent of the Borrower to assign its rights."),
        (SWINGLINE, "Swingline Loans are counted as usage of the Commitments."),
        (PAYING, "A fee is due on the unused Commitments. It is never payable."),
        (SUCCESSOR, "They appoint it, and the consent of the Borrower is not required at any time."),
        (CASH, "Not less than 75% in the form of shares rather than cash."),
        (GROUP, "The Group may incur any Financial Indebtedness."),
        (SHARE, "An amount equal to a tenth of the outstanding rather than the original principal of the Term Loan."),
    ],
)
def test_what_only_one_side_denies_is_told(source: str, answer: str) -> None:
    assert list(denied_otherwise(stated(answer), [stated(source)]))


@pytest.mark.parametrize(
    ("source", "answer"),
    [
        (CONSENT, "The fee cannot be reduced unless each Lender has consented in writing."),
        (CONSENT, "It takes the written consent of each Lender."),
        (LISTED, "A lower fee needs the written consent of every Lender affected by it."),
        (SWINGLINE, "Swingline Loans do not count as use."),
        (EXTENDING, "The offer does not lapse on that date if the Bank has extended it in writing."),
        (CANCELLING, "No, written notice of the cancellation is needed."),
        (DELAY, "No reason for a delay counts."),
        (PAYING, "A fee is due on the unused Commitments. Otherwise it is not payable."),
        (SUCCESSOR, "During an Event of Default the consent of the Borrower is not required."),
        (CASH, "At least 75% must be in cash."),
        (GROUP, "No Subsidiary may incur any Financial Indebtedness."),
    ],
)
def test_what_is_denied_twice_or_in_other_words_costs_nothing(source: str, answer: str) -> None:
    assert not list(denied_otherwise(stated(answer), [stated(source)]))


def changed(reader: str, answer: str, source: str) -> Iterator[Contradiction]:
    said, known = stated(answer), [stated(source)]
    match reader:
        case "duties":
            return changed_duties(said, known)
        case "sides":
            return turned_sides(said, known)
        case "conditions":
            return turned_conditions(said, known)
        case _:
            return unlike_words(said, known, stated("What is payable?"))


@each_row(
    ("reader", "source", "answer", "is_told"),
    [
        ("duties", PROVIDING, "Each Lender must provide its share of a further tranche.", True),
        ("duties", PROVIDING, "A Lender need not provide anything.", False),
        ("duties", CANCELLING, "The Lender must cancel the Facility.", True),
        ("duties", ASSIGNING, "The Lender may assign its rights.", False),
        ("duties", PLEDGE, "The Borrower may create Security over its assets.", True),
        ("duties", PLEDGE, "The Borrower is free to create Security.", True),
        ("duties", PLEDGE, "Security over its assets is permitted.", True),
        ("duties", PLEDGE, "Security over its assets is prohibited.", False),
        ("duties", TRANSFER, "The Borrower may assign its rights.", True),
        ("duties", TRANSFER, "The Borrower may assign its rights to an Affiliate.", False),
        ("duties", PLEDGE, "The Borrower cannot create Security over its assets.", False),
        ("duties", DEBT, "The Borrower may incur Financial Indebtedness of up to USD 5,000,000.", False),
        ("duties", DEBT, "The Borrower must incur Financial Indebtedness over USD 5,000,000.", False),
        ("duties", SWEEP, "The Company may apply Disposal Proceeds in prepayment.", True),
        ("duties", SWEEP, "The Company may apply other money in prepayment.", False),
        ("duties", GUARANTEE, "The Guarantor need not pay on demand.", True),
        ("duties", GUARANTEE, "The Guarantor must pay on demand.", False),
        ("duties", ACCELERATING, "The Agent may, and if directed shall, cancel the Commitments.", False),
        ("duties", ACCELERATING, "The Agent is not permitted to cancel the Commitments.", True),
        ("duties", CURING, "The Guarantor is obliged to make a contribution.", True),
        ("duties", CURING, "The Guarantor is obliged to make a statement.", False),
        ("duties", WAIVING, "The Agent must waive the fee.", True),
        ("duties", WAIVING, "The Agent can waive the fee.", False),
        ("duties", RENEWING, "The Borrower must request a renewal.", True),
        ("duties", RENEWING, "The Borrower may request a renewal.", False),
        ("sides", DRAWING, "The balance is paid after the first drawdown.", True),
        ("sides", DRAWING, "The balance is paid prior to the first drawdown.", False),
        ("conditions", VISITS, "One visit a year, if an Event of Default is continuing.", True),
        ("conditions", VISITS, "One visit a year, unless an Event of Default is continuing.", False),
        ("conditions", GRACE, "It has three days, but only where the failure is caused by technical error.", False),
        (
            "conditions",
            f"It is a default {GRACE}",
            "It is a default where the failure is caused by technical error.",
            True,
        ),
        ("conditions", PENALTY, "The penalty is due where there is an Early Termination Notice.", True),
        ("conditions", PENALTY, "The penalty is due, save where there is an Early Termination Notice.", False),
        ("sides", TERM, "The term runs until the drawing of the Loan.", True),
        ("sides", TERM, "The term runs up to its own maturity date.", False),
        ("relations", INSTALMENTS, "Three instalments totalling USD 6,500,000.", True),
        ("relations", INSTALMENTS, "Three instalments, USD 6,500,000 apiece.", False),
        ("relations", BULLET, "The Loans are repaid in several instalments.", True),
        ("relations", BULLET, "The Loans are repaid in a single payment.", False),
        ("relations", BULLET, "Half of the Loans is repaid on the Termination Date.", True),
        ("relations", BULLET, "The Loans are repaid in their entirety on the Termination Date.", False),
        ("relations", SILENCE, "Its consent is deemed not to have been given.", True),
        ("relations", SILENCE, "Its consent is deemed given.", False),
        ("relations", PAYING, "It is payable quarterly in advance.", True),
        ("relations", PAYING, "It is payable quarterly in arrears and not in advance.", False),
        ("relations", PAYING, "A notice can be withdrawn at any time.", True),
        ("relations", PAYING, "A notice cannot be withdrawn.", False),
        ("relations", CONDITIONS, "At least one of the conditions must be satisfied by then.", True),
        ("relations", CONDITIONS, "Each of the conditions must be satisfied by then.", False),
        ("relations", PAYING, "It is charged on the used Commitments.", True),
        ("relations", PAYING, "It is charged on the undrawn Commitments.", False),
        ("relations", SHARE, "A tenth of the amount prepaid each year.", True),
        ("relations", PREPAID, "A premium of 2% of the outstanding principal that is prepaid.", False),
        ("relations", PREPAID, "A premium of 2% of the principal then outstanding.", True),
        ("relations", RELEASING, "The Lender will release the Security only if it decides to.", False),
        ("relations", RELEASING, "The Lender shall release the Security.", True),
        ("relations", KEEPING, "When the Loans are paid back, the commitment fee is kept.", False),
        ("relations", KEEPING, "The commitment fee is refunded.", True),
        ("relations", CLEARING, "The Borrower shall within five days cure the shortfall.", False),
        ("relations", CLEARING, "The Borrower shall within five days cure only the shortfall over USD 5.", True),
        ("relations", SWEEPING, "All Excess Cash Flow; the Excess Cash Flow is applied until then.", False),
        ("relations", PREMIUM, "A premium of 1.00% of the principal amount prepaid.", False),
        ("relations", "It may pay interest until 31 March.", "Interest is paid quarterly.", False),
        ("relations", "Interest is paid in May and November.", "Interest is paid quarterly.", True),
    ],
)
def test_a_contrary_is_told_and_another_word_for_the_same_is_not(
    reader: str, source: str, answer: str, is_told: bool
) -> None:
    assert bool(list(changed(reader, answer, source))) is is_told


@pytest.mark.parametrize(
    ("answer", "is_told"),
    [
        ("The Borrower shall pay a premium equal to one per cent of the interest amount of its Term Loan.", True),
        ("The Borrower shall pay a premium equal to one per cent of the affected amount of its Term Loan.", False),
        ("The Lender shall pay a premium equal to one per cent of the principal amount of its Term Loan.", False),
    ],
)
def test_only_a_word_that_the_documents_use_takes_the_place_of_another(answer: str, is_told: bool) -> None:
    """The first word of a sentence has no neighbour before it, and is left to the reader of parties."""
    known = {"interest", "fee", "lender"}
    assert bool(list(exchanged_words(stated(answer), [stated(PRINCIPAL)], known.__contains__))) is is_told


@pytest.mark.parametrize(
    ("word", "other", "is_told"),
    [
        ("shares", "payments", True),
        ("shares", "share", False),
        ("commitments", "commissions", True),
        ("commitments", "commitment", False),
        ("principles", "principal", True),
        ("contracts", "controls", True),
        ("receivables", "receivable", False),
        ("proceeds", "proceedings", True),
    ],
)
def test_words_that_begin_alike_are_told_apart(word: str, other: str, is_told: bool) -> None:
    source, answer = (f"The Borrower grants Security over all its {one} in each Guarantor." for one in (word, other))
    assert bool(list(exchanged_words(stated(answer), [stated(source)], lambda _: True))) is is_told


@pytest.mark.parametrize(
    ("answer", "is_told"),
    [
        ("Debt above $750,000 if the default accelerates it before its maturity.", False),
        ("Debt above $750,000 if the sale accelerates it before its maturity.", True),
    ],
)
def test_the_effect_of_an_event_may_be_told_by_the_event(answer: str, is_told: bool) -> None:
    source = "A default on any other debt above $750,000 if the effect accelerates it before its maturity."
    assert bool(list(exchanged_words(stated(answer), [stated(source)], lambda _: True))) is is_told


@pytest.mark.parametrize(
    ("answer", "is_told"),
    [
        ("They are complete for the purpose of final payment to the Lender.", True),
        ("They are complete for the purpose of the final payment to the Contractor.", False),
    ],
)
def test_a_payment_has_a_taker_as_paying_has(answer: str, is_told: bool) -> None:
    assert bool(list(exchanged_parties(stated(answer), [stated(FINAL)]))) is is_told


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("The balance of the price cannot be paid from its own funds.", ["cannot"]),
        ("No, the balance is paid from own funds.", []),
        ("No less than the balance of the price is paid from own funds.", []),
        ("The balance of the price is paid from its own funds.", []),
    ],
)
def test_what_an_answer_denies_where_no_source_denies_is_for_a_person(answer: str, told: list[str]) -> None:
    assert list(denials_alone(stated(answer), [stated(DRAWING)])) == told


def test_a_denial_whose_words_the_source_denies_too_is_its_own() -> None:
    assert not list(denials_alone(stated("Swingline Loans are never counted as usage."), [stated(SWINGLINE)]))


@pytest.mark.parametrize(
    ("source", "answer", "is_told"),
    [
        (BULLET, "The Borrower may, if it likes, repay the Loans then; it is not bound to.", True),
        (BULLET, "The Borrower repays the Loans then; it is bound to.", False),
        (BULLET, "The Borrower repays the Loans then; it is not bound to if the date is extended.", False),
        (WAIVING, "The Agent may waive the fee, but it is not obliged to.", False),
        ("The Borrower shall deliver them by 31 May 2026.", "It is not bound to.", True),
        ("The Borrower shall deliver them by 31 June 2026.", "It is not bound to.", True),
        ("The Borrower shall deliver them by 31 May 2026, and it may ask for more time.", "It is not bound to.", False),
    ],
)
def test_an_answer_does_not_take_back_the_duty_that_it_tells(source: str, answer: str, is_told: bool) -> None:
    assert bool(list(released(stated(answer), [stated(source)], stated("How is it paid?")))) is is_told


@pytest.mark.parametrize(
    ("source", "answer", "is_told"),
    [
        (PRINCIPAL, "One per cent of all Term Loans, prepaid or not.", True),
        (PRINCIPAL, "One per cent of what is prepaid.", False),
        (PRINCIPAL, "One per cent, agreed or not.", False),
        ("It applies to all Loans, drawn or undrawn.", "All Loans, drawn or not.", False),
        ("It applies to the undrawn and drawn Loans.", "All Loans, drawn or not.", False),
        ("It applies to all Loans, drawn or not.", "All Loans, drawn or not.", False),
        ("It applies to every pledged or unpledged share.", "Every share, pledged or not.", False),
        ("Of drawn Loans it is 2% and of undrawn ones nothing.", "It is 2% of all Loans, drawn or not.", True),
        ("It applies to Loans drawn and repaid.", "All Loans, drawn or not.", True),
        ("It applies to Loans drawn and not repaid.", "All Loans, drawn or not.", True),
        ("It applies to Loans drawn or not cancelled.", "All Loans, drawn or not.", True),
        ("It applies to Loans that are drawn or not drawn.", "All Loans, drawn or not.", False),
    ],
)
def test_what_the_source_hangs_on_matters(source: str, answer: str, is_told: bool) -> None:
    assert bool(list(said_not_to_matter(stated(answer), [stated(source)]))) is is_told
