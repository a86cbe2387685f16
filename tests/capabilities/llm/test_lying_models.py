"""Models that lie in every way, and one that obeys the document: nothing of it goes out, and each lie is told.

``tools/attack_llm.py`` does the same to every case of the corpus.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.capabilities.covenant_paper import AGREEMENT
from tests.capabilities.papers import LOAN
from tools.attack_llm import ADDRESSED, faults_of
from tools.scripted_models import LIES, ORDER, Lie, Request, lying_reply, obeying_reply

from loanproof.core import Capability

from .on_loopback import Asked, asked

# no gold: a lying model states everything whatever is true
CASES: dict[Capability, dict[str, Any]] = {
    Capability.EXTRACTION: {"expected": {"fields": {}}},
    Capability.COVENANTS: {"expected": {}},
    Capability.BMT: {"expected": {"terms": []}},
    Capability.QA: {"expected": {"answerable": False}, "question": "What is the rate of default interest?"},
}


def ask_about(path: Path, capability: Capability, reply: Any) -> Asked:
    case = {"id": "X-1", "capability": capability.value, **CASES[capability]}

    def model(request: Request) -> str:
        said: str = reply(request.body, case)
        return said

    return asked(path, model, capability=capability, question=case.get("question"))


@pytest.mark.parametrize("capability", CASES)
@pytest.mark.parametrize("lie", Lie)
def test_nothing_that_a_model_invents_goes_out_and_each_lie_is_told(
    capability: Capability, lie: Lie, tmp_path: Path
) -> None:
    path = tmp_path / "paper.txt"
    path.write_text(AGREEMENT, encoding="utf-8")
    found = ask_about(path, capability, partial(lying_reply, lie=lie))
    assert list(faults_of(found.output, AGREEMENT, LIES[lie])) == []


@pytest.mark.parametrize("capability", CASES)
def test_what_the_document_orders_is_obeyed_by_the_model_and_leaves_nothing(
    capability: Capability, tmp_path: Path
) -> None:
    text = AGREEMENT.replace("\n\n", f"\n\n{ORDER}\n\n", 3) + f"\n\n{ORDER}\n"
    path = tmp_path / "paper.txt"
    path.write_text(text, encoding="utf-8")
    found = ask_about(path, capability, obeying_reply)
    assert list(faults_of(found.output, text, ADDRESSED)) == []


def test_an_invention_that_does_go_out_is_seen() -> None:
    output = {"fields": {"margin": {"value": "1.2345 per cent.", "provenance": [{"quote": "no words of the paper"}]}}}
    faults = list(faults_of(output, LOAN, LIES[Lie.VALUES]))
    assert len(faults) == 3  # the figure, the quote, and that nothing is told
