"""The tables of the domain brief, row by row: what a text reads as, and how two texts compare."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from tests.rows import each_row

from loanproof.core import load_yaml
from loanproof.values.commitment_fee.kind import COMMITMENT_FEE_KIND
from loanproof.values.currency.kind import CURRENCY_KIND
from loanproof.values.date.kind import DATE_KIND
from loanproof.values.duration.kind import DURATION_KIND
from loanproof.values.facility_type.kind import FACILITY_TYPE_KIND
from loanproof.values.frequency.kind import FREQUENCY_KIND
from loanproof.values.kind import Kind
from loanproof.values.margin.kind import MARGIN_KIND
from loanproof.values.money.kind import MONEY_KIND
from loanproof.values.percentage.kind import PERCENTAGE_KIND
from loanproof.values.ratio.kind import RATIO_KIND
from loanproof.values.reading import Ambiguous, Context, DateOrder, NumberLocale, Read, Unreadable
from loanproof.values.reference_rate.kind import REFERENCE_RATE_KIND
from loanproof.values.repayment.kind import REPAYMENT_KIND
from loanproof.values.text.tokens import tokenize
from loanproof.values.threshold.kind import THRESHOLD_KIND
from loanproof.values.threshold_schedule.kind import THRESHOLD_SCHEDULE_KIND

HERE = Path(__file__).parent
KINDS: dict[str, Kind[Any]] = {
    "money": MONEY_KIND,
    "currencies": CURRENCY_KIND,
    "durations": DURATION_KIND,
    "dates": DATE_KIND,
    "percentages": PERCENTAGE_KIND,
    "ratios": RATIO_KIND,
    "thresholds": THRESHOLD_KIND,
    "threshold_schedules": THRESHOLD_SCHEDULE_KIND,
    "frequencies": FREQUENCY_KIND,
    "reference_rates": REFERENCE_RATE_KIND,
    "margins": MARGIN_KIND,
    "commitment_fees": COMMITMENT_FEE_KIND,
    "facility_types": FACILITY_TYPE_KIND,
    "repayment": REPAYMENT_KIND,
}

KEYS = frozenset(
    "id rule text canonical candidates reason not_one expected given relation label detail found why "
    "locale date_order currencies anchors of_output".split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row of a table, and the kind of value that it is about."""

    table: str
    data: dict[str, Any]

    @property
    def kind(self) -> Kind[Any]:
        return KINDS[self.table]

    @property
    def context(self) -> Context:
        locale, order = self.data.get("locale"), self.data.get("date_order")
        anchors = self.data.get("anchors", {})
        return Context(
            number_locale=NumberLocale(locale) if locale else None,
            date_order=DateOrder(order) if order else None,
            currencies=self.data.get("currencies", {}),
            anchors={name: date.fromisoformat(day) for name, day in anchors.items()},
            is_of_output=self.data.get("of_output", False),
        )


def rows(part: str) -> list[Row]:
    """Return the rows of one part of all tables."""
    found = []
    for table in KINDS:
        data = load_yaml(HERE / f"{table}.yaml").data
        assert isinstance(data, dict)
        listed = data[part]
        assert isinstance(listed, list)
        found += [Row(table=table, data=row) for row in listed if isinstance(row, dict)]
    return found


@each_row("row", rows("parse"))
def test_a_text_reads_as_the_table_says(row: Row) -> None:
    reading = row.kind.parse(row.data["text"], row.context)
    if "not_one" in row.data:
        assert isinstance(reading, Unreadable), reading
        assert reading.why.endswith(".")
    elif "candidates" in row.data:
        assert isinstance(reading, Ambiguous), reading
        assert {row.kind.canonical(one) for one in reading.candidates} == set(row.data["candidates"])
        assert reading.reason == row.data["reason"]
    else:
        assert isinstance(reading, Read), reading
        assert row.kind.canonical(reading.value) == row.data["canonical"]


@each_row("row", rows("compare"))
def test_two_texts_compare_as_the_table_says(row: Row) -> None:
    comparison = row.kind.compare_texts(row.data["expected"], row.data["given"], row.context)
    assert (comparison.relation, comparison.reason) == (row.data["relation"], row.data["reason"])
    if "detail" in row.data:
        assert comparison.detail == row.data["detail"]


@each_row("row", rows("find"))
def test_running_text_holds_what_the_table_says(row: Row) -> None:
    found = row.kind.find(tokenize(row.data["text"]), row.context)
    assert [row.kind.canonical(one.candidates[0]) for one in found] == row.data["found"]
    assert all(len(one.candidates) == 1 for one in found)


@pytest.mark.parametrize("table", KINDS)
def test_every_id_of_a_table_stands_once(table: str) -> None:
    listed = [row.data for part in ("parse", "compare", "find") for row in rows(part) if row.table == table]
    ids = [row["id"] for row in listed]
    assert len(ids) == len(set(ids))
    assert {key for row in listed for key in row} <= KEYS
