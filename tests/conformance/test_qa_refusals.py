"""Which texts are grounded refusals: the samples of the domain brief and many more, all of them right."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st
from tests.rows import each_row
from tests.tables import load_table

from loanproof.core import Reason
from loanproof.scoring.qa.refusal import read_refusal

if TYPE_CHECKING:
    from loanproof.standards import EvalStandard

TABLE: dict[str, list[dict[str, Any]]] = load_table(Path(__file__).parent / "refusals.yaml")
ROWS = [row for rows in TABLE.values() for row in rows]
HEAD = "The document does not contain information about "


@each_row("row", ROWS, ids=lambda row: row["text"][:90])
def test_each_sample_is_told_from_the_others(row: dict[str, Any], contract: EvalStandard) -> None:
    refusal = read_refusal(row["text"], contract.parameters, document_count=row.get("documents", 1))
    assert refusal.why == (None if row["why"] is None else Reason(row["why"])), refusal
    if row["why"] is None:
        assert (refusal.topic, refusal.pointer) == (row["topic"], row.get("pointer")), refusal
        assert refusal.is_exact is row.get("exact", True)


def test_at_least_half_of_our_own_samples_are_tricky() -> None:
    assert len(TABLE["plain"]) + len(TABLE["tricky"]) >= 60
    assert len(TABLE["tricky"]) >= len(TABLE["plain"])


@given(text=st.text(max_size=200))
def test_any_text_is_read(text: str, contract: EvalStandard) -> None:
    assert read_refusal(text, contract.parameters, document_count=1).why in (Reason.REFUSAL_WORDS, None)
    after_head = read_refusal(HEAD + text, contract.parameters, document_count=1)
    assert after_head.why is not None or after_head.topic


@given(words=st.lists(st.sampled_from(["arrangement", "fee", "of", "the", "Agent", "Acme", "Ltd."]), min_size=2))
def test_a_further_sentence_always_spoils_a_refusal(words: list[str], contract: EvalStandard) -> None:
    text = f"{HEAD}fee {' '.join(words)} tax. The Borrower pays it."
    assert read_refusal(text, contract.parameters, document_count=1).why is Reason.REFUSAL_EXTRA_SENTENCE
