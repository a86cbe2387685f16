"""Ways in which an answer goes wrong beyond its figures and citations."""
# ruff: noqa: D103 - a way is named for what goes wrong

from __future__ import annotations

from tools.corruptions.corruption import Corruption, Way


def refused(answer: Corruption) -> None:
    answer.output["answer"] = "The document does not contain information about this question."


def refused_in_other_words(answer: Corruption) -> None:
    answer.output["answer"] = "I could not find this in the agreement; please consult the Fee Letter."


def refusal_with_a_claim(answer: Corruption) -> None:
    answer.output["answer"] = f"{answer.output['answer']} The document does not contain information about the fees."


def claim_added(answer: Corruption) -> None:
    answer.output["answer"] += f" The fee is USD {answer.draw.randint(2, 9)},750,000 and falls due on 3 May 2033."


def claim_added_from_elsewhere(answer: Corruption) -> None:
    answer.output["answer"] += f" It is also {answer.figure('000,000,000')}."


def told_at_length(answer: Corruption) -> None:
    answer.output["answer"] = f"Under the agreement, and subject to its terms: {answer.output['answer'].lower()}"


def denied(answer: Corruption) -> None:
    answer.output["answer"] = f"It is not the case that {answer.output['answer']}"


def half_the_answer(answer: Corruption) -> None:
    answer.output["answer"] = answer.output["answer"][: len(answer.output["answer"]) // 2]


def said_nothing(answer: Corruption) -> None:
    answer.output["answer"] = ""


def asked_back(answer: Corruption) -> None:
    answer.output["answer"] = "Which of the facilities do you mean?"


def answered_from_market_practice(answer: Corruption) -> None:
    answer.output["answer"] = "Facilities of this kind usually carry a fee of 0.4375 per cent. per annum."


def answered_in_another_language(answer: Corruption) -> None:
    answer.output["answer"] = "Das Dokument enthält dazu keine Angaben."


def hedged(answer: Corruption) -> None:
    answer.output["answer"] = f"It seems likely, though I am not sure, that {answer.output['answer']}"


def two_answers(answer: Corruption) -> None:
    answer.output["answer"] += f" Alternatively, it is {answer.draw.randint(11, 19)}.35 per cent."


def clause_invented(answer: Corruption) -> None:
    answer.output["answer"] += " See Clause 97.4(q)."


def page_past_the_last(answer: Corruption) -> None:
    answer.output["answer"] += " See page 9412."


def name_invented(answer: Corruption) -> None:
    answer.output["answer"] += " Halvorsen Meridian Trust SA decides on it."


WAYS: tuple[Way, ...] = (
    refused, refused_in_other_words, refusal_with_a_claim, claim_added, claim_added_from_elsewhere, told_at_length,
    denied, half_the_answer, said_nothing, asked_back, answered_from_market_practice, answered_in_another_language,
    hedged, two_answers, clause_invented, page_past_the_last, name_invented,
)  # fmt: skip
