"""More text in a document never turns a failure into a hallucination: what stood there still is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.scoring.extraction.bases import Base, labels_of

from loanproof.documents import load_document
from loanproof.provenance import DocumentSet
from loanproof.standards import Label

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from loanproof.standards import EvalStandard

WRONG = {
    "borrower": ("Larch Estates Limited", "Acme Group plc", "the Company"),
    "facility_amount": ("USD 75,000,000", "EUR 500,000,000", "USD 50,000,000"),
    "currency": ("HKD", "CHF"),
    "tenor": ("24 months", "9 years"),
    "maturity_date": ("2026-03-16", "15 March 2026", "2031-03-16"),
    "margin": ("0.40% p.a.", "9.99% p.a.", "175 bps"),
    "reference_rate": ("HIBOR 3M", "Daily Simple SOFR", "EURIBOR 6M"),
    "commitment_fee": ("2.25% p.a.", "7.77% p.a."),
    "governing_law": ("Singapore law", "the laws of Bhutan", "New York law"),
    "facility_agent": ("Borealis Bank plc", "Nowhere Trust Company Limited"),
}
TEXTS = (
    "The fee letter was signed by Borealis Bank plc and Acme Group plc on 16 March 2026.",
    "A further loan of USD 75,000,000 bears interest at HIBOR plus 9.99 per cent. per annum.",
    "The security documents are governed by the laws of New York and of Bhutan.",
    "Larch Estates Limited shall pay 7.77 per cent. for 9 years in HKD.",
    "Nothing in this Schedule binds anybody.",
)


@settings(max_examples=15)
@given(
    picks=st.fixed_dictionaries({name: st.sampled_from(values) for name, values in WRONG.items()}),
    added=st.lists(st.sampled_from(TEXTS), max_size=3),
)
def test_more_text_never_turns_a_failure_into_a_hallucination(
    picks: dict[str, str],
    added: list[str],
    bases: dict[str, Base],
    contract: EvalStandard,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    base = bases["term-loan"]
    answer = base.changed()
    for name, value in picks.items():
        answer["fields"][name]["value"] = value
    before = labels_of(base.score(answer, contract))
    grown = Base(case=base.case, documents=_grown(base, added, tmp_path_factory.mktemp("grown"), contract), answer={})
    after = labels_of(grown.score(answer, contract))
    failed = [name for name, label in before.items() if label is Label.FAIL]
    assert [name for name in failed if after[name] is Label.HALLUCINATION] == []


def _grown(base: Base, added: list[str], folder: Path, contract: EvalStandard) -> DocumentSet:
    (name,) = base.case.document_names
    path = folder / name
    path.write_text(base.documents[name].document.text + "\f" + "\n\n".join(added), encoding="utf-8")
    return DocumentSet([load_document(path)], contract)
