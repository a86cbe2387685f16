"""Bare figures that are rates, and those that are none: the table beside this file, row by row."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from loanproof.core import load_yaml
from loanproof.values import MARGIN_KIND, Mentions, Strictness, parts_of
from loanproof.values.reading import Context, NumberLocale

ENGLISH = Context(number_locale=NumberLocale.EN)
ROWS: Any = load_yaml(Path(__file__).with_name("table_rates.yaml")).data


@pytest.mark.parametrize("strictness", [Strictness.PRESENCE, Strictness.SUPPORT])
@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in ROWS])
def test_a_text_shows_the_rates_that_the_table_says(row: dict[str, Any], strictness: Strictness) -> None:
    mentions = Mentions.in_text(row["text"], ENGLISH)
    asked = [*row.get("shows", ()), *row["lacks"]]
    shown = [rate for rate in asked if all(mentions.appears(part, strictness) for part in parts_of(MARGIN_KIND, rate))]
    assert shown == list(row.get("shows", ()))


def test_a_rate_appears_in_its_row_and_where_it_is_written_out() -> None:
    [row] = [row for row in ROWS if row["id"] == "also with its unit elsewhere"]
    [part] = parts_of(MARGIN_KIND, "2.75%")
    spans = Mentions.in_text(row["text"], ENGLISH).appears(part, Strictness.SUPPORT)
    assert [span.of(row["text"]) for span in spans] == ["2.75 per cent. per annum", "2.75"]


LOOSE = [
    ("the number of a heading", "7. FINANCIAL COVENANTS", False, True),
    ("a figure below a unit", "The Margin, in per cent. per annum, for Facility A is 7 from closing.", True, True),
    ("a figure far from any unit", "The Margin for Facility A is 7 from closing.", False, True),
    ("the rate itself", "The Margin is 7 per cent. per annum.", True, True),
    ("another figure", "The Margin is 8 per cent. per annum.", False, False),
]


@pytest.mark.parametrize(("text", "present", "supported"), [pytest.param(*row, id=why) for why, *row in LOOSE])
def test_revision_1_takes_bare_numbers_for_rates(text: str, *, present: bool, supported: bool) -> None:
    [part] = parts_of(MARGIN_KIND, "7% p.a.", ENGLISH)
    mentions = Mentions.in_text(text, ENGLISH)
    found = [bool(mentions.appears(part, one)) for one in (Strictness.LOOSE_PRESENCE, Strictness.LOOSE_SUPPORT)]
    assert found == [present, supported]
