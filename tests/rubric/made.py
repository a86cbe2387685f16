"""Cases, outputs, scored cases and a judge for the tests of the rubric."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from loanproof.cases import Case, case_models
from loanproof.chat import ChatFailure, ChatIdentity, ChatReply, ChatRequest
from loanproof.core import Capability, Reason, parse_yaml, validate_yaml
from loanproof.outputs import Confidence, Output, parse_output
from loanproof.provenance import ClassName, ItemProvenance
from loanproof.scoring import CaseScore, ItemHead, ItemScore, LabelReason
from loanproof.standards import OUR_CONTRACT, ConfidenceLevel, Hitl, Label, load_contract

PROVENANCE = {ClassName.OK: Decimal(1), ClassName.PAGE: Decimal("0.5"), ClassName.FAKE: Decimal(0)}


def case(capability: Capability, text: str) -> Case:
    """Return a case from the YAML of what is its own."""
    source = parse_yaml(f"id: X-1\ncapability: {capability}\n{text}".encode(), file="case.yaml")
    return validate_yaml(case_models(load_contract(OUR_CONTRACT))[capability], source)


def output(raw: object, capability: Capability) -> Output:
    return parse_output(raw, capability)


def item(label: Label, *, cited: ClassName = ClassName.OK, score: str = "1", weight: str = "1") -> ItemScore:
    """Return a scored item of which only label, class and score matter."""
    provenance = ItemProvenance(
        class_name=cited, score=PROVENANCE.get(cited), reason=Reason.CITATION_OK, sentence="It is there."
    )
    return ItemScore(
        head=ItemHead(item="answer", weight=Fraction(weight)),
        label=label,
        value_label=label,
        score=Fraction(score),
        reasons=(LabelReason(code=Reason.EXACT, message="The same."),),
        provenance=provenance,
        confidence=Confidence(score=None, level=ConfidenceLevel.LOW),
        hitl=Hitl.NONE,
    )


def scored(*items: ItemScore) -> CaseScore:
    return CaseScore(case_id="X-1", capability=Capability.QA, items=items)


class FakeJudge:
    """A judge that answers from a list and remembers what it was asked. Asked too often, it fails the test."""

    def __init__(self, *answers: str | ChatFailure) -> None:
        self._answers: Sequence[str | ChatFailure] = answers
        self.asked: list[ChatRequest] = []

    @property
    def identity(self) -> ChatIdentity:
        return ChatIdentity(model_id="house/judge", version="2026-10-01")

    async def ask(self, request: ChatRequest) -> ChatReply:
        assert len(self.asked) < len(self._answers), "the judge was asked once too often"
        answer = self._answers[len(self.asked)]
        self.asked.append(request)
        if isinstance(answer, ChatFailure):
            raise answer
        return ChatReply(text=answer)


def reply(accuracy: int = 2, faithfulness: int = 2, more: Mapping[str, Any] | None = None) -> str:
    """Return a reply that counts; ``more`` are keys that nobody asked for."""
    extra = "".join(f', "{key}": {value}' for key, value in (more or {}).items())
    scores = f'"accuracy_score": {accuracy}, "faithfulness_score": {faithfulness}'
    return f'{{{scores}, "rationale": "Because it is so."{extra}}}'
