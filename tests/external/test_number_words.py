"""Number words against a public test-suite."""

from __future__ import annotations

import json
import sys
from decimal import Decimal
from pathlib import Path

import pytest

from loanproof.values.number.parse import parse_number
from loanproof.values.reading import candidates_of

AIM = 0.99


@pytest.mark.needs("external-cases")
def test_number_words_agree_with_the_public_suite(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = (shared / "external-cases" / "number_words_number_parser.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    wrong = [
        row["text"]
        for row in rows
        if [number.value for number in candidates_of(parse_number(row["text"]))] != [Decimal(row["expected"])]
    ]
    agreeing = len(rows) - len(wrong)
    with capsys.disabled():
        sys.stdout.write(f"\nnumber words: {agreeing} of {len(rows)} agree ({agreeing / len(rows):.1%})\n")
    assert agreeing / len(rows) >= AIM, wrong
