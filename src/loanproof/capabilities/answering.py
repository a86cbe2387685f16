"""Answers a question with the built-in rules; question and answer are plain data, as for every other target."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from loanproof.benchmarks import Library, load_library
from loanproof.capabilities.baseline import Paper, QuestionAnswerer, compare_terms, extract, monitor
from loanproof.core import Capability, StandardRef
from loanproof.documents import Document, load_document
from loanproof.standards import OUR_CONTRACT, load_contract

_ANSWERED = frozenset(Capability) - {Capability.TASK}
_MAX_OPEN_DOCUMENTS = 4  # documents one process keeps open; questions about the same document arrive one after another


def answer_by_rules(question: Mapping[str, Any]) -> dict[str, Any]:
    """Answer a question without a model; any other capability gives an error, never an empty answer.

    Args:
        question: ``capability`` and ``documents``, as every target receives them; the first document is analysed.
            An optional ``standard`` names the house version whose fields are wanted.
    """
    capability = question.get("capability")
    standard = load_contract(question.get("standard") or OUR_CONTRACT)
    documents = question.get("documents") or ()
    if capability not in _ANSWERED:
        return _line(error=f"the baseline does not answer cases of the capability {capability}.")
    if not documents:
        return _line(error="the question names no document.")
    path = Path(documents[0]["path"])
    match capability:
        case Capability.EXTRACTION:
            return _line(output=extract(_read(path), standard))
        case Capability.COVENANTS:
            return _line(output=monitor(_read(path), standard))
        case Capability.BMT:
            return _line(output=compare_terms(_read(path), standard, library=house_library(path)))
        case _:
            asked = question.get("question")
            if not isinstance(asked, str) or not asked.strip():
                return _line(error="nothing is asked: the question is empty.")
            return _line(output=_answerer(path, standard.ref).answer(asked))


def house_library(document: Path) -> Library:
    """Return the benchmarks for a document: the shipped ones and, if the document belongs to a suite, the suite's own.

    A suite keeps them in a folder ``benchmarks`` next to the folder ``documents`` that the document is in.
    """
    folder = document.parent.parent / "benchmarks"
    is_given = document.parent.name == "documents" and folder.is_dir()
    return load_library(folder) if is_given else load_library()


def _line(**said: Any) -> dict[str, Any]:
    """Return an answer in the form of a recorded line. No model was called, so both token counts are zero."""
    return {**said, "input_tokens": 0, "output_tokens": 0}


@lru_cache(maxsize=_MAX_OPEN_DOCUMENTS)
def _answerer(path: Path, standard: StandardRef) -> QuestionAnswerer:
    return QuestionAnswerer(Paper(_read(path)), load_contract(str(standard)))


@lru_cache(maxsize=_MAX_OPEN_DOCUMENTS)
def _read(path: Path) -> Document:
    # The truth file, where a person describes the document, is for the scorer: a system under test must not see it.
    return load_document(path, with_truth=False)
