"""From a question to an answer of a built-in system, as any target is asked and answers: plain data in and out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from loanproof.capabilities.baseline import compare_terms, extract, monitor
from loanproof.core import Capability
from loanproof.documents import Document, load_document
from loanproof.standards import load_contract

STANDARD = "eval-standards@1.0+r2"
"""The contract that says which fields there are, where nobody names another."""
_ANSWERS = {
    Capability.EXTRACTION.value: extract,
    Capability.COVENANTS.value: monitor,
    Capability.BMT.value: compare_terms,
}
_KEPT = 4  # documents that one process keeps open: questions about one document come one after the other


def answer_by_rules(question: Mapping[str, Any]) -> dict[str, Any]:
    """Answer a question without a model; what is not built yet is an error, never an empty answer.

    Args:
        question: ``capability`` and ``documents`` as every target gets them; the first document is analysed.
    """
    capability = question.get("capability")
    answer = _ANSWERS.get(str(capability))
    if answer is None:
        return _line(error=f"the baseline cannot answer {capability} yet.")
    documents = question.get("documents") or ()
    if not documents:
        return _line(error="the question names no document.")
    document = _read(Path(documents[0]["path"]))
    return _line(output=answer(document, load_contract(STANDARD)))


def _line(**said: Any) -> dict[str, Any]:
    """Return a recorded line: no model was called, so there are no tokens and no model's time."""
    return {**said, "input_tokens": 0, "output_tokens": 0}


@lru_cache(maxsize=_KEPT)
def _read(path: Path) -> Document:
    return load_document(path)
