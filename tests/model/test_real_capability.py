"""The built-in capability on a real small model: whatever it says, nothing that it invents goes out.

Its quality is not judged: it is far too small. ``make test-model`` runs this.
"""

from __future__ import annotations

import asyncio
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from tests.capabilities.covenant_paper import AGREEMENT
from tests.capabilities.papers import LOAN

from loanproof.adapters import LlmOptions, TargetSetup, load_kind
from loanproof.core import Capability
from loanproof.documents import load_document
from loanproof.outputs import parse_output
from loanproof.provenance import DocumentSet
from loanproof.rubric import default_params
from loanproof.runs import Answer, Question, QuestionDocument, TargetIdentity
from loanproof.scoring import Guard
from loanproof.standards import load_contract, load_rubric

pytestmark = pytest.mark.needs("local-model")
STANDARD = load_contract("eval-standards@1.0+r2")
_MOST = 400  # tokens of a reply: a small model may go on for ever, and one that is cut off is a finding
PAPERS = {
    Capability.EXTRACTION: LOAN,
    Capability.COVENANTS: AGREEMENT,
    Capability.BMT: AGREEMENT,
    Capability.QA: AGREEMENT,
}


def ask(path: Path, capability: Capability) -> Answer:
    """Ask the capability on the model that the environment names."""

    async def call() -> Answer:
        written = {"kind": "llm", "model": os.environ["LOANPROOF_MODEL"], "version": "q4_1", "timeout_s": 1200}
        options = LlmOptions.model_validate({**written, "base_url": os.environ["LOANPROOF_MODEL_URL"]})
        identity = TargetIdentity(name="llm:local", kind="llm", model_id="local/smollm2", model_version="q4_1")
        params = replace(default_params(load_rubric("evaluation-rubric@1.0")), max_tokens=_MOST)
        target = load_kind("llm").build(options, TargetSetup(identity=identity, params=params))
        document = QuestionDocument(name=path.name, path=path)
        question = "What is the rate of default interest?" if capability is Capability.QA else None
        sent = Question(case_id="M-1", repeat=1, capability=capability, documents=(document,), question=question)
        try:
            answer: Answer = await target.ask(sent)
            return answer
        finally:
            await target.close()

    return asyncio.run(call())


@pytest.mark.parametrize("capability", PAPERS)
def test_whatever_a_small_model_says_no_invention_goes_out(capability: Capability, tmp_path: Path) -> None:
    path = tmp_path / "paper.txt"
    path.write_text(PAPERS[capability], encoding="utf-8")
    answer = ask(path, capability)
    assert answer.output is not None, answer.error
    told = answer.telemetry
    assert told.input_tokens is not None
    assert told.output_tokens is not None
    assert told.input_tokens + told.output_tokens <= 6000
    output = json.loads(answer.output)
    found = [one["code"] for one in output.get("findings", ())]
    print(f"{capability}: {told.input_tokens}+{told.output_tokens} tokens, {answer.calls} calls, findings {found}")  # noqa: T201 - figures to read
    guard = Guard(DocumentSet([load_document(path)], STANDARD), STANDARD)
    report = guard.check(parse_output(answer.output, capability, standard=STANDARD), capability)
    for item in report.items:
        assert not any("does not appear" in fault.sentence for fault in item.faults), item
    for place in _quotes(output):
        assert " ".join(place.split()) in " ".join(PAPERS[capability].split()), "every quote is the document's"


def _quotes(data: object) -> list[str]:
    if isinstance(data, list):
        return [quote for one in data for quote in _quotes(one)]
    if not isinstance(data, dict):
        return []
    own = [data["quote"]] if isinstance(data.get("quote"), str) else []
    return own + [quote for one in data.values() for quote in _quotes(one)]
