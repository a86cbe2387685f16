"""A judge is asked once, once more if it talks nonsense, and never changes what the contract says."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from decimal import Decimal

import pytest
from tests.rubric.made import FakeJudge, case, item, output, reply, scored
from tests.rubric.prompts import prompt

from loanproof.chat import ChatFailure, ChatMessage, ChatParams, ChatRequest, FailureKind, Role
from loanproof.core import Capability
from loanproof.provenance import ClassName
from loanproof.rubric import (
    Evaluation,
    EvaluatorError,
    JudgeFinding,
    default_params,
    judge_answer,
    judge_findings,
    judge_request,
)
from loanproof.scoring import CaseScore
from loanproof.standards import Label, RubricStandard

NONSENSE = "I think it is quite good."
DOWN = ChatFailure(FailureKind.CONNECTION, "the judge hung up.")


@pytest.fixture
def request_made(standard: RubricStandard) -> ChatRequest:
    asked = case(Capability.TASK, "task: Add 2 and 2.\nreference_answer: '4'\nprovided_context: Arithmetic.")
    return judge_request(asked, output("5", Capability.TASK), standard)


def judge(
    judge: FakeJudge, request: ChatRequest, standard: RubricStandard, contract: CaseScore | None = None
) -> Evaluation:
    evaluation = asyncio.run(judge_answer(judge, request, standard))
    found = judge_findings(evaluation, contract, standard)
    return replace(evaluation, findings=(*evaluation.findings, *found))


def test_a_judge_gets_one_user_message_and_the_prescribed_parameters(request_made: ChatRequest) -> None:
    text = prompt("Add 2 and 2.", "4", "Arithmetic.", "5")
    assert request_made.messages == (ChatMessage(role=Role.USER, text=text),)
    assert request_made.messages[0].text.encode() == text.encode()
    assert request_made.params == ChatParams(temperature=Decimal(0), top_p=Decimal(1), max_tokens=1024, seed=42)
    assert request_made.json_schema is None


def test_other_parameters_are_sent_where_they_are_given(standard: RubricStandard) -> None:
    params = ChatParams(temperature=Decimal("0.2"), top_p=Decimal(1), max_tokens=200, seed=7)
    asked = case(Capability.TASK, "task: Add.")
    assert judge_request(asked, output("5", Capability.TASK), standard, params).params == params
    assert default_params(standard) != params


def test_a_good_reply_is_asked_for_once(request_made: ChatRequest, standard: RubricStandard) -> None:
    fake = FakeJudge(reply(0, 1))
    found = judge(fake, request_made, standard)
    assert fake.asked == [request_made]
    assert (found.accuracy_score, found.faithfulness_score, found.rationale) == (0, 1, "Because it is so.")
    assert (found.evaluator_error, found.error_message, found.findings) == (None, None, ())
    assert [kept.text for kept in found.replies] == [reply(0, 1)]


def test_after_nonsense_the_identical_request_is_sent_again(
    request_made: ChatRequest, standard: RubricStandard
) -> None:
    fake = FakeJudge(NONSENSE, reply(2, 2))
    found = judge(fake, request_made, standard)
    first, second = fake.asked
    assert first is second
    assert first.messages[0].text.encode() == prompt("Add 2 and 2.", "4", "Arithmetic.", "5").encode()
    assert (found.accuracy_score, found.evaluator_error) == (2, None)
    assert [kept.text for kept in found.replies] == [NONSENSE, reply(2, 2)]


@pytest.mark.parametrize("second", ["", "{}", reply(2, 3), f"```json\n{reply()}\n```"])
@pytest.mark.ruling("A-54")
def test_after_nonsense_twice_there_are_no_scores_and_both_replies_are_kept(
    second: str, request_made: ChatRequest, standard: RubricStandard
) -> None:
    fake = FakeJudge(NONSENSE, second)
    found = judge(fake, request_made, standard)
    assert len(fake.asked) == 2
    assert (found.accuracy_score, found.faithfulness_score, found.rationale) == (None, None, None)
    assert found.evaluator_error == "parse_error"
    assert found.error_message
    assert [kept.text for kept in found.replies] == [NONSENSE, second]


def test_a_judge_that_cannot_be_reached_is_no_parse_error(request_made: ChatRequest, standard: RubricStandard) -> None:
    fake = FakeJudge(DOWN)
    found = judge(fake, request_made, standard)
    assert len(fake.asked) == 1
    assert found == Evaluation(
        evaluator_error=EvaluatorError.TRANSPORT_ERROR,
        error_message="the judge hung up.",
        failure=FailureKind.CONNECTION,
        replies=(),
        calls=1,
    )


def test_a_judge_that_goes_away_before_the_second_reply_is_no_parse_error_either(
    request_made: ChatRequest, standard: RubricStandard
) -> None:
    found = judge(FakeJudge(NONSENSE, DOWN), request_made, standard)
    assert found.evaluator_error == "transport_error"
    assert [kept.text for kept in found.replies] == [NONSENSE]


def test_keys_that_nobody_asked_for_are_a_finding(request_made: ChatRequest, standard: RubricStandard) -> None:
    found = judge(FakeJudge(reply(more={"mood": 1, "no\\nte": 2})), request_made, standard)
    (finding,) = found.findings
    assert finding.code == "JUDGE_EXTRA_KEYS"
    assert finding.message == r"The judge's reply has 2 keys that nobody asked for: 'mood', 'no\nte'."
    assert found.accuracy_score == 2


RIGHT = scored(item(Label.CORRECT))
HALF = scored(item(Label.CORRECT), item(Label.FAIL, score="0"))
WRONG = scored(item(Label.FAIL, score="0"))
UNPROVEN = scored(item(Label.CORRECT, cited=ClassName.PAGE))
INVENTED = scored(item(Label.HALLUCINATION, cited=ClassName.FAKE, score="0"))


@pytest.mark.parametrize(
    ("contract", "accuracy", "faithfulness", "findings"),
    [
        (RIGHT, 2, 2, 0),
        (RIGHT, 2, 1, 0),  # a shade of faithfulness is not a quarrel
        (RIGHT, 1, 2, 1),
        (RIGHT, 0, 2, 1),
        (RIGHT, 2, 0, 1),  # the judge sees a fabrication that no check has found
        (RIGHT, 0, 0, 1),
        (HALF, 1, 2, 0),
        (HALF, 2, 2, 1),
        (WRONG, 0, 2, 0),
        (WRONG, 2, 2, 1),
        (UNPROVEN, 2, 2, 0),
        (UNPROVEN, 2, 0, 1),
        (INVENTED, 0, 0, 0),
        (INVENTED, 0, 1, 1),  # the checks have found a fabrication that the judge does not see
        (INVENTED, 2, 2, 1),
    ],
)
@pytest.mark.ruling("C-12")
def test_a_judge_that_sees_it_otherwise_is_a_finding_and_keeps_its_scores(
    contract: CaseScore,
    accuracy: int,
    faithfulness: int,
    findings: int,
    request_made: ChatRequest,
    standard: RubricStandard,
) -> None:
    found = judge(FakeJudge(reply(accuracy, faithfulness)), request_made, standard, contract)
    assert [finding.code for finding in found.findings] == [JudgeFinding.DISAGREES] * findings
    assert (found.accuracy_score, found.faithfulness_score) == (accuracy, faithfulness)


def test_a_disagreement_says_on_what(request_made: ChatRequest, standard: RubricStandard) -> None:
    (finding,) = judge(FakeJudge(reply(0, 0)), request_made, standard, RIGHT).findings
    expected = "The judge gives accuracy 0, the contract 2; the judge gives faithfulness 0, the contract 2."
    assert finding.message == expected


def test_a_judge_without_scores_disagrees_with_nobody(request_made: ChatRequest, standard: RubricStandard) -> None:
    assert judge(FakeJudge(NONSENSE, NONSENSE), request_made, standard, INVENTED).findings == ()
