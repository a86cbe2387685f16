"""A refusal that goes on to name somebody as the answer is no refusal; a name that says what is absent is in order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.conformance.vectors import SECOND_REVISION, contract_of

from loanproof.cases import QaCase, QaExpected
from loanproof.core import Capability
from loanproof.documents import load_document
from loanproof.outputs import QaOutput, parse_output
from loanproof.provenance import DocumentSet
from loanproof.scoring import Guard, score_qa

AGREEMENT = """1. PARTIES

1.1 This Agreement is made between Corran Ferries Limited (the "Borrower") and Skerry Bank plc (the "Agent").

1.2 The Borrower shall appoint an auditor and a process agent.
"""
HEAD = "The document does not contain information about "
# What follows the prescribed words, and the label; what is no grounded refusal is for a person without gold too.
ROWS = [
    ("the auditor, which is Pell Marwick LLP.", "hallucination"),
    ("the auditor of the Borrower, namely Pell Marwick LLP of Leeds.", "hallucination"),
    ("the auditor, i.e. Pell Marwick LLP.", "hallucination"),
    ("the auditor, Pell Marwick LLP.", "hallucination"),
    ("the auditor (Pell Marwick LLP).", "hallucination"),
    ("the auditor - currently being Pell Marwick.", "hallucination"),
    ("the auditor, who is Ms. Ottilie Pell.", "hallucination"),
    ("the auditor; the auditor was Pell Marwick.", "hallucination"),
    ("the auditor, which is Skerry Bank plc.", "fail"),
    ("the auditor, namely Corran Ferries Limited.", "fail"),
    ("the auditor.", "grounded_refusal"),
    ("the auditor of Corran Ferries Limited.", "grounded_refusal"),
    ("the auditor of the Borrower, Corran Ferries Limited.", "grounded_refusal"),
    ("the auditor of the Borrower, which is Corran Ferries Limited.", "grounded_refusal"),
    ("the auditor of the Borrower (Corran Ferries Limited).", "grounded_refusal"),
    ("the auditor of Pell Marwick Holdings Ltd.", "grounded_refusal"),
    ("whether the auditor is Pell Marwick LLP.", "grounded_refusal"),
    ("who the auditor is.", "grounded_refusal"),
    ("the auditor and the fees that are payable to Pell Marwick LLP.", "grounded_refusal"),
    ("the auditor and the way its accounts are audited by Pell Marwick LLP.", "grounded_refusal"),
    ("the auditor or the security which was granted to Skerry Bank plc.", "grounded_refusal"),
    ("the auditor of the shares that are held by Corran Ferries Limited.", "grounded_refusal"),
    ("the auditor, which is referred to in Clause 1.2.", "grounded_refusal"),
    ("the auditor, which is appointed by the Borrower.", "grounded_refusal"),
    ("the auditor or the rating by Moody's, S&P or Fitch.", "grounded_refusal"),
    (
        "the auditor. If this information is required, it may be found in the Compliance Certificate.",
        "grounded_refusal",
    ),
]


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> DocumentSet:
    path: Path = tmp_path_factory.mktemp("refusals") / "agreement.txt"
    path.write_text(AGREEMENT, encoding="utf-8")
    return DocumentSet([load_document(path)], contract_of(SECOND_REVISION))


def test_a_refusal_may_name_what_is_absent_and_not_who_it_is(documents: DocumentSet) -> None:
    standard, question = contract_of(SECOND_REVISION), "Who is the auditor?"
    expected = QaExpected(answerable=False, topic="the auditor")
    case = QaCase(
        id="Q", capability=Capability.QA, question=question, documents=tuple(documents.names), expected=expected
    )
    wrong = []
    for rest, label in ROWS:
        raw = json.dumps({"answer": HEAD + rest, "question": question, "confidence": 0.95, "provenance": []})
        output = parse_output(raw, Capability.QA, standard=standard)
        assert isinstance(output, QaOutput)
        [item] = score_qa(case, output, documents=documents, standard=standard).items
        is_clean = Guard(documents, standard).check(output, Capability.QA).is_clean
        if (item.label, is_clean) != (label, label == "grounded_refusal"):
            wrong.append((rest, item.label, is_clean))
    assert wrong == []
