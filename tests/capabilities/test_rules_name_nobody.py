"""No rule names a party, a document or a figure of the material that the baseline is measured on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import loanproof
from loanproof.core import load_yaml

PACKAGE = Path(loanproof.__file__).parent
RULES = PACKAGE / "capabilities"
SUITES = [
    PACKAGE / "corpus" / "suite" / "dev",
    *sorted((Path(__file__).parents[3] / "shared" / "real-suites").glob("*/")),
]
FIGURE = re.compile(r"\d[\d,.]{5,}\d|\d{1,2} [A-Z][a-z]+ \d{4}|[A-Z][a-z]+ \d{1,2}, \d{4}|\d{4}-\d{2}-\d{2}")


def texts(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for value in data.values():
            yield from texts(value)
    elif isinstance(data, list):
        for value in data:
            yield from texts(value)
    elif isinstance(data, str):
        yield data


def gold(suite: Path) -> Iterator[dict[str, Any]]:
    for path in sorted((suite / "cases").rglob("*.yaml")):
        cases: Any = load_yaml(path).data
        yield from (one for one in (cases if isinstance(cases, list) else [cases]) if one["capability"] == "extraction")


def parties(case: dict[str, Any]) -> Iterator[str]:
    fields = case["expected"]["fields"]
    for name in ("borrower", "guarantors", "facility_agent"):
        yield from texts(fields.get(name, {}).get("value", []))


def figures(case: dict[str, Any]) -> Iterator[str]:
    for text in texts(case["expected"]):
        yield from FIGURE.findall(text)


@pytest.fixture(scope="module")
def rules() -> str:
    files = [*RULES.rglob("*.py"), *RULES.rglob("*.yaml")]
    assert len(files) > 30
    return "\n".join(path.read_text(encoding="utf-8") for path in files).casefold()


@pytest.mark.parametrize("suite", SUITES, ids=lambda one: one.name)
def test_no_rule_names_a_party_a_document_or_a_figure(suite: Path, rules: str) -> None:
    cases = list(gold(suite))
    assert cases
    names = {name.casefold() for case in cases for name in parties(case) if len(name) < 60}
    documents = {path.stem.casefold() for path in (suite / "documents").iterdir()}
    first_words = {re.split(r"[\s,(]", name)[0] for name in names if len(re.split(r"[\s,(]", name)[0]) > 5}
    stated = {figure.casefold() for case in cases for figure in figures(case)}
    assert {one for one in names | documents | stated if one in rules} == set()
    assert {one for one in first_words - COMMON if re.search(rf"\b{re.escape(one)}\b", rules)} == set()


COMMON = {"american", "consolidated", "standard", "national", "domestic", "foreign", "subsidiary"}
"""Words that parties share with the language of loans."""
