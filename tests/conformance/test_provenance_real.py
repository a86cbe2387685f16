"""The citations that a person took from a real agreement of 181 pages, and the same made worse."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from loanproof.core import Citation
from loanproof.documents import load_document
from loanproof.provenance import ClassName, DocumentSet, assess_citation

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.provenance import CitationResult
    from loanproof.standards import EvalStandard

pytestmark = pytest.mark.needs("real-agreements")
PDF = "peloton-2024-third-ar-credit-agreement.pdf"


def citations_in(data: Any) -> Iterator[Citation]:
    if isinstance(data, dict) and "quote" in data:
        yield Citation(document=PDF, page=str(data["page"]), section=data["section"], quote=data["quote"])
    elif isinstance(data, dict | list):
        for part in data.values() if isinstance(data, dict) else data:
            yield from citations_in(part)


class Peloton:
    """The agreement, and what a person cited from it."""

    def __init__(self, folder: Path, contract: EvalStandard) -> None:
        self._contract = contract
        self._documents = DocumentSet([load_document(folder / PDF)], contract)
        gold = json.loads((folder / "gold" / "peloton-2024.json").read_text("utf-8"))
        self.citations = list(citations_in(gold))

    def judge(self, citation: Citation) -> CitationResult:
        return assess_citation(citation, documents=self._documents, standard=self._contract)


@pytest.fixture(scope="module")
def peloton(shared: Path, contract: EvalStandard) -> Peloton:
    return Peloton(shared / "real-agreements", contract)


def test_every_citation_of_a_person_is_in_order(peloton: Peloton) -> None:
    assert len(peloton.citations) == 26
    classes = {citation: peloton.judge(citation) for citation in peloton.citations}
    assert [found for found in classes.values() if found.class_name is not ClassName.OK] == []


def test_a_page_far_away_is_never_in_order_and_a_page_beyond_the_last_is_invented(peloton: Peloton) -> None:
    for citation in peloton.citations:
        far = str((int(citation.page or 0) + 90) % 181 + 1)
        assert peloton.judge(replace(citation, page=far)).class_name is ClassName.PAGE
        assert peloton.judge(replace(citation, page="999")).class_name is ClassName.FAKE


def test_a_changed_figure_in_a_quote_is_never_a_mere_paraphrase(peloton: Peloton) -> None:
    changed = 0
    for citation in peloton.citations:
        quote = citation.quote or ""
        at = next((at for at, character in enumerate(quote) if character in "12345678"), None)
        if at is None:
            continue
        changed += 1
        forged = quote[:at] + str(int(quote[at]) + 1) + quote[at + 1 :]
        found = peloton.judge(replace(citation, quote=forged))
        assert found.class_name in (ClassName.FAKE, ClassName.NOSUPPORT), found.sentence
    assert changed == 16
