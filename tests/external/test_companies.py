"""Base names of companies against a public test-suite, with every deliberate difference listed."""

from __future__ import annotations

import json
import sys
import unicodedata
from pathlib import Path

import pytest

from loanproof.core import load_yaml
from loanproof.values.party.asides import name_positions
from loanproof.values.party.atoms import atoms_of
from loanproof.values.party.parse import _in_one_script, _party
from loanproof.values.text.tokens import tokenize

AIM = 0.90


def base_name(text: str) -> str:
    """Return a name as written, without its legal form and surrounding text; empty if there is only a form."""
    tokens = tokenize(text)
    atoms = _in_one_script(tokens, atoms_of(tokens, name_positions(tokens).positions))
    return _party(tokens, atoms).name if atoms else ""


def differences() -> dict[str, str]:
    data = load_yaml(Path(__file__).with_name("companies_differences.yaml")).data
    assert isinstance(data, list)
    listed = [row for row in data if isinstance(row, dict)]
    assert all(row["why"] for row in listed)
    return {str(row["id"]): str(row["ours"]) for row in listed}


@pytest.mark.needs("external-cases")
def test_base_names_agree_with_the_public_suite(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = (shared / "external-cases" / "company_cleanco.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    expected = {row["id"]: unicodedata.normalize("NFC", row["expected"]) for row in rows}
    answers = {row["id"]: base_name(row["text"]) for row in rows}
    differing = {place: answers[place] for place in answers if answers[place] != expected[place]}
    agreeing = len(rows) - len(differing)
    with capsys.disabled():
        sys.stdout.write(f"\ncompany names: {agreeing} of {len(rows)} base names agree ({agreeing / len(rows):.1%})\n")
    assert differing == differences()
    assert agreeing / len(rows) >= AIM
