"""What of a scored case a person looks at: hallucinations, judges that disagree, doubtful gold, strange words."""

from __future__ import annotations

from typing import Any

import pytest
from tests.reviews.review_samples import LATER, OPEN, decision, held, intake, item, proposal

from loanproof.core import Capability, UsageError
from loanproof.reviews import (
    DecisionKind,
    ReviewItem,
    ScoredPlace,
    State,
    Trigger,
    decide,
    overrides_of,
    parse_item,
    run_items,
    write_item,
)
from loanproof.runs import ResultCase, ResultFinding, ResultItem
from loanproof.standards import Label

RUN = intake(source="run:r-1", document="pine", document_digest="sha256:suite")
DOCUMENTS = {"a.txt": "sha256:a", "b.txt": "sha256:b"}
PLACE = ScoredPlace(run_id="r-1", case_id="Q-1", repeat=2, capability="qa", label="hallucination", expected="5 years")


def scored(name: str = "answer", **changes: Any) -> ResultItem:
    plain: dict[str, Any] = {
        "item": name,
        "tranche": None,
        "extra": False,
        "tier": None,
        "weight": 1.0,
        "label": "correct",
        "score": 1.0,
        "value_label": "correct",
        "provenance_score": 1.0,
        "citation_class": "OK",
        "provenance_parts": None,
        "confidence": 0.9,
        "confidence_level": "HIGH",
        "hitl": "none",
        "expected_raw": "5 years",
        "expected_canonical": None,
        "output_raw": "7 years",
        "output_canonical": None,
        "reasons": [{"code": "QUOTE_NOT_FOUND", "ruling": None, "message": "It stands nowhere."}],
        "evidence": [],
    }
    return ResultItem.model_validate({**plain, **changes})


def case(*items: ResultItem, findings: tuple[ResultFinding, ...] = ()) -> ResultCase:
    return ResultCase(
        case_id="Q-1",
        repeat=2,
        capability=Capability.QA,
        score=0.0,
        score_before_override=0.0,
        hallucination=False,
        answered=True,
        weight=1.0,
        expects_refusal=False,
        items=items,
        findings=findings,
        diagnostics={},
        sample=None,
    )


def queued(*items: ResultItem, findings: tuple[ResultFinding, ...] = ()) -> list[ReviewItem]:
    return list(run_items(RUN, case(*items, findings=findings), DOCUMENTS))


def test_a_hallucination_waits_for_a_person_by_its_quote_or_by_its_value() -> None:
    [quote] = queued(scored(label="hallucination", citation_class="FAKE"))
    [value] = queued(scored(label="hallucination", citation_class="OK"))
    assert (quote.trigger, value.trigger) == (Trigger.FABRICATED_QUOTE, Trigger.RULE)
    assert quote.rules_broken[0].sentence == "It stands nowhere."
    assert quote.scored == PLACE
    assert (quote.document, quote.document_digest, quote.output) == ("a.txt", "sha256:a", "7 years")


@pytest.mark.parametrize("label", ["correct", "semantic_match", "partial", "fail"])
def test_what_is_no_hallucination_is_not_queued_by_its_label(label: str) -> None:
    assert queued(scored(label=label)) == []


@pytest.mark.parametrize(
    ("code", "trigger"),
    [
        ("JUDGE_DISAGREES", Trigger.JUDGE),
        ("GOLD_REVIEW", Trigger.GOLD),
        ("UNGROUNDED_WORDS", Trigger.UNGROUNDED),
        ("UNLISTED_PLACE", None),
    ],
)
def test_findings_that_a_person_settles_are_queued(code: str, trigger: Trigger | None) -> None:
    told = ResultFinding(code=code, message="Look here.", item=None)
    found = queued(scored(), findings=(told,))
    assert [one.trigger for one in found] == ([] if trigger is None else [trigger])
    assert [one.field for one in found] == ([] if trigger is None else ["answer"])


def test_a_finding_of_a_case_with_several_labels_is_about_the_case() -> None:
    told = ResultFinding(code="JUDGE_DISAGREES", message="Look here.")
    [found] = queued(scored("borrower"), scored("margin"), findings=(told,))
    assert (found.field, found.scored is not None and found.scored.label) == ("case", "")
    mine = held(scored=found.scored, trigger=Trigger.JUDGE)
    with pytest.raises(UsageError, match="several labels"):
        decide(mine, proposal(kind=DecisionKind.CORRECT, value="fail"), now=LATER, policy=OPEN)
    assert decide(mine, proposal(kind=DecisionKind.REJECT), now=LATER, policy=OPEN).after.is_settled


def test_two_items_of_one_case_have_two_ids_and_repeats_have_their_own() -> None:
    found = queued(
        scored("borrower", label="hallucination"), scored("margin", label="hallucination"),
        scored("margin", label="hallucination", tranche="A"),
    )  # fmt: skip
    assert len({one.item_id for one in found}) == 3


def test_a_task_without_documents_has_nothing_to_look_into() -> None:
    assert list(run_items(RUN, case(scored(label="hallucination")), {})) == []


def test_a_correction_of_gold_needs_two_people_and_is_no_override() -> None:
    mine = held(scored=PLACE, trigger=Trigger.GOLD)
    with pytest.raises(UsageError, match="value and the words"):
        decide(mine, proposal(kind=DecisionKind.CORRECT, value="6 years"), now=LATER, policy=OPEN)
    for kind in (DecisionKind.ACCEPT, DecisionKind.REJECT):
        assert not decide(mine, proposal(kind=kind), now=LATER, policy=OPEN).after.is_settled
    approved = item(
        scored=PLACE,
        trigger=Trigger.GOLD,
        state=State.APPROVED,
        approved_by="Ben",
        decision=decision(kind=DecisionKind.CORRECT, value="6 years"),
    )
    assert overrides_of({"r-1"}, [approved]) == ()


def overridden(label: str = "correct", **changes: Any) -> ReviewItem:
    plain: dict[str, Any] = {
        "scored": PLACE,
        "trigger": Trigger.FABRICATED_QUOTE,
        "state": State.APPROVED,
        "approved_by": "Ben",
        "decision": decision(kind=DecisionKind.CORRECT, value=label),
    }
    return item(**{**plain, **changes})


def test_an_override_is_an_approved_decision_for_another_label_of_that_run() -> None:
    [found] = overrides_of({"r-1"}, [overridden()])
    assert (found.case_id, found.repeat, found.label, found.machine_label) == (
        "Q-1", 2, Label.CORRECT, Label.HALLUCINATION,
    )  # fmt: skip
    assert (found.by, found.approved_by, found.reason) == ("Ana", "Ben", "read it")
    stands = overridden(decision=decision(kind=DecisionKind.ACCEPT))
    waiting = overridden(state=State.DECIDED, approved_by=None)
    assert overrides_of({"r-1"}, [stands, waiting]) == ()
    assert overrides_of({"r-2"}, [overridden()]) == ()


def test_two_overrides_of_one_label_that_differ_are_refused() -> None:
    assert len(overrides_of({"r-1"}, [overridden(), overridden(item_id="i-2")])) == 1
    with pytest.raises(UsageError, match="in two ways"):
        overrides_of({"r-1"}, [overridden(), overridden("fail", item_id="i-2")])


def test_an_item_of_a_run_comes_back_as_it_was_kept() -> None:
    assert parse_item(write_item(overridden())) == overridden()
    assert "scored" not in write_item(item()), "items that were kept before keep their bytes"
