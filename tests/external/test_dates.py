"""Our dates against the test data of a public date parser.

A row is in when it carries a year, its text is ASCII and every word in it is in ``ENGLISH``, and upstream expects
either one stamp or, in the group of impossible days, no date. The dates found in the text must be that one day, or
none. Rows that differ on purpose are listed with the reason in ``dates_differences.yaml``; a listed row that has come
to agree is an error too, so the list cannot go stale.
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from loanproof.core import load_yaml
from loanproof.values.date.find import find_dates
from loanproof.values.text.tokens import tokenize

AIM = 98
ENGLISH = frozenset(
    "january february march april may june july august september october november december jan feb mar apr jun jul aug "
    "sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur fri sat "
    "sun am pm a m p at noon midnight st nd rd th of the day year on t z h utc gmt est edt pdt cst".split()
)
STAMP = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})T")
IMPOSSIBLE = "test_error_should_be_raised_for_invalid_dates_with_too_large_day_number"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One text and the days that it holds by upstream's account."""

    number: str
    text: str
    days: frozenset[str]

    @property
    def agrees(self) -> bool:
        found = find_dates(tokenize(self.text))
        return {value.canonical for one in found for value in one.candidates} == self.days


def rows_of(file: Path) -> list[Row]:
    rows = []
    for line in file.read_text(encoding="utf-8").splitlines():
        data = json.loads(line)
        text = str(data["args"][0]) if data["args"] else ""
        words = {word.lower() for word in re.findall("[A-Za-z]+", text)}
        if not data["has_year"] or not text.isascii() or not words <= ENGLISH:
            continue
        stamps = [match[1] for arg in data["args"][1:] if isinstance(arg, str) and (match := STAMP.match(arg))]
        if stamps or data["group"] == IMPOSSIBLE:
            rows.append(Row(number=data["id"][-5:], text=text, days=frozenset(stamps[:1])))
    return rows


@pytest.mark.needs("external-cases")
def test_english_dates_with_a_year_agree_with_a_public_parser(shared: Path) -> None:
    rows = rows_of(shared / "external-cases" / "date_dateparser.jsonl")
    listed = load_yaml(Path(__file__).parent / "dates_differences.yaml").data
    assert isinstance(listed, dict)
    agreeing = {row.number for row in rows if row.agrees}
    differing = {row.number: row.text for row in rows if row.number not in agreeing}
    judged = len(rows) - len(listed.keys() & differing.keys())
    sys.stdout.write(
        f"\ndates: {len(agreeing)} of {len(rows)} rows agree; {len(rows) - judged} differ on purpose; "
        f"{len(agreeing)} of the {judged} others agree\n"
    )
    assert len(rows) >= 70
    assert not listed.keys() - differing.keys(), "these rows are listed as different, but are not"
    unlisted = {number: text for number, text in differing.items() if number not in listed}
    assert len(agreeing) * 100 >= AIM * judged, unlisted
