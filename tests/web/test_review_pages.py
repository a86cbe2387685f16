"""The review: nobody sees the system's value before a blind pick, and two people never work on one item."""

from __future__ import annotations

import html
import re
from dataclasses import replace

import pytest
from tests.web.house import HOSTILE, STANDARD, House, person
from tests.web.served import Client

from loanproof.reviews import Mode, State
from loanproof.service import utc_now
from loanproof.standards import load_contract
from loanproof.web.shown_items import choices_of, show_item

MACHINE = ("2.35%", "2.35 per cent")


def test_the_queue_has_what_waits_the_most_urgent_first(door: Client, house: House) -> None:
    text = person(door, "Rea").get("/review").text
    # a quote that is nowhere, a LOW field that breaks a rule, LOW, MEDIUM
    order = [text.index(house.page(name)) for name in ("guarantors", "margin", "maturity_date")]
    assert order == sorted(order)
    assert "4 items" in text


def test_the_queue_says_in_words_why_an_item_is_in_it_and_what_the_machine_says(door: Client) -> None:
    rows = re.findall("<tr>(.*?)</tr>", person(door, "Rea").get("/review").text, re.DOTALL)[1:]
    told = [html.unescape(re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", one))) for one in rows]
    [law] = [one for one in told if "governing law" in one]
    [margin] = [one for one in told if "margin" in one]
    [maturity] = [one for one in told if "maturity date" in one]
    assert "England and Wales" in law
    assert "low confidence" in law
    assert "hidden: key field, read first low confidence" in margin
    assert "hidden: key field, read first medium confidence" in maturity


def test_the_fields_beside_an_item_are_in_the_order_of_the_queue(door: Client, house: House) -> None:
    rea = person(door, "Rea")
    links = re.compile(r"/review/items/([0-9a-f]+)\"")
    queue = list(dict.fromkeys(links.findall(rea.get("/review").text)))
    assert len(queue) == len(house.items)
    rea.take(house.page("maturity_date"))  # what is done with an item does not move it
    fields = rea.get(house.page("margin")).text.partition('class="fields"')[2].partition("</nav>")[0]
    assert links.findall(fields.replace(' aria-current="true"', "")) == queue


def test_the_queue_of_one_document_counts_and_gives_out_its_own_items(door: Client, house: House) -> None:
    rea = person(door, "Rea")
    digest = house.items["margin"].document_digest.removeprefix("sha256:")
    assert "Waiting (4)" in rea.get(f"/review?document={digest}").text
    other = rea.get(f"/review?document={'0' * 64}").text
    assert "Waiting (0)" in other
    assert "Take the next item" not in other
    assert rea.post("/review/next", {"document": "0" * 64}).headers["location"] == "/review?told=none"
    assert rea.post("/review/next", {"document": digest}).headers["location"].startswith("/review/items/")


def test_where_the_machine_says_that_none_is_stated_this_is_asked_once(house: House) -> None:
    standard, law = load_contract(STANDARD), house.items["governing_law"]
    asked = [one.value for one in choices_of(law, standard)]
    assert asked == ["accept", "correct", "absent", "reject"]
    assert [one.value for one in choices_of(replace(law, output=None), standard)] == ["accept", "correct", "reject"]
    assert show_item(replace(law, output=None), "Rea", utc_now()).value == "the document gives none"


def test_of_rules_that_say_the_same_the_gravest_is_said_and_the_rest_is_folded(door: Client, house: House) -> None:
    text = html.unescape(person(door, "Rea").get(house.page("governing_law")).text)
    warning = text.partition('class="problem"')[2].partition("</div>")[0]
    assert warning.index("does not appear in any submitted document") < warning.index("<details>")
    assert "1 more rule broken" in warning
    assert "None of the quotes shows" not in text  # no quote shows what no document has


def test_the_machines_value_is_nowhere_on_a_blind_page_before_the_pick(door: Client, house: House) -> None:
    rea, page = person(door, "Rea"), house.page("margin")
    rea.take(page)
    for path in (page, "/review", f"/documents/{house.items['margin'].document_digest[7:]}"):
        text = html.unescape(rea.get(path).text)
        assert not any(one in text for one in MACHINE), path
        assert "cited by the system" not in text
    assert "It is right" not in rea.get(page).text
    answer = rea.decide(page, choice="accept")
    assert answer.status == 409
    assert "confirmed blind" in answer.text


def test_who_picks_what_the_machine_says_closes_the_item(door: Client, house: House) -> None:
    rea, page = person(door, "Rea"), house.page("margin")
    rea.take(page)
    answer = rea.decide(page, choice="correct", words="2.35 per cent. per annum", page="2")
    assert answer.headers["location"] == f"{page}?told=agreed"
    text = rea.get(answer.headers["location"]).text
    assert "You and the system say the same" in text
    assert "2.35% per annum" in text
    assert house.stored("margin").is_settled


def test_a_blind_page_lets_a_person_say_that_nobody_can_read_it(door: Client, house: House) -> None:
    rea, rob, page = person(door, "Rea"), person(door, "Rob"), house.page("margin")
    rea.take(page)
    assert "It cannot be read" in rea.get(page).text
    assert rea.decide(page, choice="reject").headers["location"] == f"{page}?told=differs"
    assert "said that it cannot be read" in rob.get(page).text


def test_a_blind_pick_that_differs_goes_to_a_third_person_who_sees_both(door: Client, house: House) -> None:
    rea, rob, page = person(door, "Rea"), person(door, "Rob"), house.page("margin")
    rea.take(page)
    answer = rea.decide(page, choice="correct", words="2.00 per cent. per annum", page="3", then="next")
    assert answer.headers["location"] == f"{page}?told=differs"  # what it came to is shown before the next item
    assert house.stored("margin").mode is Mode.OPEN
    assert rea.take(page).status == 409
    text = rob.get(page).text
    assert "2.35% per annum" in text
    assert "2.00 per cent. per annum" in text
    assert "A person read something else than the system: decide between the two." in text
    assert "two answers differ" in rob.get("/review").text
    rob.take(page)
    assert rob.decide(page, choice="accept").headers["location"] == f"{page}?told=decided"
    assert "Nobody has changed" not in rea.get("/review/changed").text
    assert "Nobody has changed" in rob.get("/review/changed").text


def test_two_reviewers_on_one_item_the_second_is_refused_with_a_plain_sentence(door: Client, house: House) -> None:
    rea, rob, page = person(door, "Rea"), person(door, "Rob"), house.page("governing_law")
    assert rea.take(page).status == 303
    refused = rob.take(page)
    assert refused.status == 409
    assert re.search(r"Rea works on the item \S+ until ", refused.text)
    assert "Take this item" not in rob.get(page).text
    late = rob.decide(page, choice="accept", fence="1")
    assert late.status == 409
    assert "has, and not Rob, taken the item" in late.text
    assert house.stored("governing_law").state is State.PENDING


def test_the_next_item_of_two_reviewers_is_not_the_same(door: Client) -> None:
    taken = [person(door, name).post("/review/next").headers["location"] for name in ("Rea", "Rob")]
    assert taken[0] != taken[1]


def test_selected_words_become_quote_page_and_section(door: Client, house: House) -> None:
    rea, page = person(door, "Rea"), house.page("governing_law")
    rea.take(page)
    shown = rea.get(f"{page}?page=5").text
    [(start, line)] = re.findall(r'data-start="(\d+)"[^>]*>(This Agreement shall be governed [^<]*)<', shown)
    at = int(start) + line.index("Singapore")
    answer = rea.decide(
        page, choice="correct", words="Singapore", page="5", start=str(at), end=str(at + 9), value="Singapore"
    )
    assert answer.status == 303, answer.text
    decision = house.stored("governing_law").decision
    assert decision is not None
    assert decision.citation is not None
    assert decision.value == "Singapore"
    assert decision.citation.page == "5"
    assert decision.citation.section == "10.4"
    assert "governed by and construed under the laws of Singapore" in (decision.citation.quote or "")


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"words": "Singapore", "page": "5", "start": "3", "end": "12"}, "are not at that place"),
        ({"words": "Singapore", "page": "99", "start": "0", "end": "9"}, "does not exist"),
        ({"words": "the laws of Ruritania", "page": ""}, "do not appear"),
        ({"words": ""}, "Select the words"),
        ({"words": "Singapore", "page": "5", "start": "x", "end": "1"}, "is not a number"),
        ({"choice": "nothing"}, "Nothing was chosen"),
        ({"reason": " ", "words": "Singapore"}, "No reason is given"),
    ],
)
def test_a_correction_that_the_document_does_not_show_is_refused_and_nothing_is_lost(
    door: Client, house: House, given: dict[str, str], why: str
) -> None:
    rea, page = person(door, "Rea"), house.page("governing_law")
    rea.take(page)
    answer = rea.decide(page, **{"choice": "correct", "value": "Singapore", **given})
    assert answer.status in (400, 409), answer.status
    assert why in html.unescape(answer.text)
    assert 'value="Singapore"' in answer.text  # what was written is still there
    assert house.stored("governing_law").decision is None


def test_hostile_output_is_shown_as_text(door: Client, house: House) -> None:
    rea, page = person(door, "Rea"), house.page("guarantors")
    rea.take(page)
    text = rea.get(page).text
    assert "<script>window" not in text
    assert "<img src=x" not in text
    assert html.escape("<script>window.ran = 1</script>", quote=False).replace("'", "&#39;") in text
    assert "{{7*7}}" in text
    assert HOSTILE  # it is what the system said


def test_overriding_a_machine_verdict_needs_a_second_person(door: Client, house: House) -> None:
    rea, apo, page = person(door, "Rea"), person(door, "Apo"), house.page("guarantors")
    rea.take(page)
    assert rea.decide(page, choice="accept").headers["location"] == f"{page}?told=second"
    refused = person(door, "Ada").post(f"{page}/settle", {"choice": "approve", "reason": ""}, page=page)
    assert refused.status == 400
    answer = apo.post(f"{page}/settle", {"choice": "approve", "reason": "I agree."}, page=page)
    assert answer.headers["location"] == f"{page}?told=approved"
    assert house.stored("guarantors").approved_by == "Apo"
    again = apo.post(f"{page}/settle", {"choice": "reopen", "reason": "I was wrong."}, page=page)
    assert again.headers["location"] == f"{page}?told=reopened"


def test_nobody_approves_their_own_decision(door: Client, house: House) -> None:
    ada, page = person(door, "Ada"), house.page("guarantors")
    ada.take(page)
    ada.decide(page, choice="accept")
    assert "another person must approve it" in ada.get(page).text
    answer = ada.post(f"{page}/settle", {"choice": "approve", "reason": "Me again."}, page=page)
    assert answer.status == 409
    assert "Ada decided the item" in answer.text


def test_a_comment_is_in_what_was_done_and_decides_nothing(door: Client, house: House) -> None:
    rea, page = person(door, "Rea"), house.page("margin")
    rea.post(f"{page}/comment", {"text": "See the fee letter <b>too</b>."}, page=page)
    assert "See the fee letter &lt;b&gt;too&lt;/b&gt;." in rea.get(page).text
    assert house.stored("margin").state is State.PENDING


@pytest.mark.parametrize(
    ("name", "step", "allowed"),
    [
        ("Ana", "take", False),
        ("Apo", "take", False),
        ("Rea", "take", True),
        ("Ada", "take", True),
        ("Rea", "settle", False),
        ("Ana", "settle", False),
    ],
)
def test_a_role_may_do_only_what_it_is_for(door: Client, house: House, name: str, step: str, allowed: bool) -> None:
    page = house.page("governing_law")
    answer = person(door, name).post(f"{page}/{step}", {"choice": "reopen", "reason": "x"}, page=page)
    assert (answer.status != 403) is allowed, answer.status


def test_somebody_whom_the_settings_do_not_name_is_refused_in_a_sentence(door: Client, house: House) -> None:
    page = house.page("margin")
    answer = person(door, "Ana").post(f"{page}/comment", {"text": "Me too."}, page=page)
    assert answer.status == 409
    assert "is not one of the people who review this document" in html.unescape(answer.text)


def test_with_keys_off_no_key_is_heard(door: Client, house: House) -> None:
    rea = person(door, "Rea")
    assert 'data-keys="on"' in rea.get(house.page("margin")).text
    rea.post("/keys", {"keys": "off", "next": "/review"})
    assert 'data-keys="off"' in rea.get(house.page("margin")).text


def test_an_item_that_is_not_there_is_not_found(door: Client) -> None:
    assert person(door, "Rea").get("/review/items/none").status == 404


def test_a_value_that_does_not_read_as_its_field_is_asked_about_once_more(door: Client, house: House) -> None:
    rea, page = person(door, "Rea"), house.page("maturity_date")
    rea.take(page)
    given = {"choice": "correct", "words": "2.35 per cent. per annum", "page": "2"}
    asked = rea.decide(page, **given)
    assert asked.status == 409
    text = html.unescape(asked.text)
    assert "“2.35 per cent. per annum” does not read as a value for maturity date. Keep it all the same?" in text
    assert 'name="keep_unread"' in text
    assert 'name="keep_unread"' not in rea.get(page).text  # only where it is the question
    assert house.stored("maturity_date").picks == ()
    assert rea.decide(page, **given, keep_unread="yes").headers["location"] == f"{page}?told=differs"
    [pick] = house.stored("maturity_date").picks
    assert pick.value == "2.35 per cent. per annum"


def test_the_page_says_how_words_are_picked_and_that_a_reason_is_required(door: Client, house: House) -> None:
    rea, page = person(door, "Rea"), house.page("governing_law")
    assert "Words can be selected here" not in rea.get(page).text  # nobody has taken it yet
    rea.take(page)
    text = rea.get(page).text
    assert "Drag over the words on the page" in text
    assert "Selected: nothing yet" in text
    assert "Words can be selected here" in text
    assert "Reason (required)" in text
    for words in ("The document gives no governing law", "It is wrong, and I cannot say what is right"):
        assert words in text
    refused = rea.decide(page, choice="correct", words="the laws of Ruritania", page="5")
    assert "Selected: “the laws of Ruritania”, page 5" in refused.text


def test_a_blind_page_says_why_the_value_is_hidden_and_what_comes_of_a_difference(door: Client, house: House) -> None:
    text = html.unescape(person(door, "Rea").get(house.page("margin")).text)
    assert "This is a key field (Tier 1), so you read the document first" in text
    assert "If you and the system differ, another person decides between the two." in text


def test_the_page_of_a_colleagues_quote_is_one_step_away_and_no_time_is_told_that_nobody_measured(
    door: Client, house: House
) -> None:
    rea, rob, page = person(door, "Rea"), person(door, "Rob"), house.page("margin")
    rea.take(page)
    rea.decide(page, choice="correct", words="2.00 per cent. per annum", page="3")
    [pick] = house.stored("margin").picks
    text = rob.get(page).text
    saying = text.partition("<b>")[2].partition("</div>")[0]
    assert f'href="{page}?page=3#page"' in saying
    told = f"· {pick.seconds} second" if pick.seconds else "· before the system"
    assert told in html.unescape(saying)
