"""Outputs on covenants that are well formed: every part is read, and silence is told from none."""

from __future__ import annotations

from decimal import Decimal

import pytest

from loanproof.core import Capability
from loanproof.outputs import CovenantsOutput, parse_output


def test_every_part_of_a_covenant_is_read() -> None:
    waiver = {
        "covenant": "Leverage",
        "original_threshold": "4.00:1",
        "waived_threshold": "suspended",
        "test_dates": ["2027-03-31"],
        "temporary": True,
        "covenant_survives": True,
        "provenance": [{"page": 3}],
    }
    written = {
        "name": "Leverage",
        "type": ["financial", "negative"],
        "steps": [{"from": "2027-01-01", "to": None, "threshold": "3.50:1"}],
        "waiver": waiver,
        "carve_outs": [{"scope": "subsidiary debt", "cap": {"amount": 25, "currency": "USD"}, "shared_cap": False}],
        "grace_period": {"days": 5, "unit": "business", "triggers": ["non-payment"]},
        "cross_default": {"present": True, "kind": "cross_default", "thresholds": ["USD 1", "USD 2"]},
    }
    output = parse_output({"covenants": [written]}, Capability.COVENANTS)
    assert isinstance(output, CovenantsOutput)
    assert output.findings == ()
    assert output.flags is None
    [covenant] = output.covenants
    assert covenant.types == ("financial", "negative")
    assert (covenant.steps[0].period.start, covenant.steps[0].threshold) == ("2027-01-01", "3.50:1")
    assert covenant.waiver is not None
    assert (covenant.waiver.waived_threshold, covenant.waiver.test_dates) == ("suspended", ("2027-03-31",))
    assert covenant.waiver.is_temporary
    assert covenant.carve_outs[0].cap == {"amount": Decimal(25), "currency": "USD"}
    assert covenant.carve_outs[0].has_shared_cap is False
    assert covenant.grace_period is not None
    assert (covenant.grace_period.days, covenant.grace_period.triggers) == (Decimal(5), ("non-payment",))
    assert covenant.cross_default is not None
    assert covenant.cross_default.thresholds == ("USD 1", "USD 2")


@pytest.mark.parametrize("waiver", [{"test_dates": ["2027-03-31"]}, {"period": {"test_dates": ["2027-03-31"]}}])
def test_the_test_dates_of_a_waiver_may_stand_beside_or_inside_its_period(waiver: object) -> None:
    output = parse_output({"covenants": [{"name": "Leverage", "waiver": waiver}]}, Capability.COVENANTS)
    assert isinstance(output, CovenantsOutput)
    assert output.findings == ()
    assert output.covenants[0].waiver is not None
    assert output.covenants[0].waiver.test_dates == ("2027-03-31",)


@pytest.mark.parametrize(
    ("written", "days"),
    [("five (5) Business Days", Decimal(5)), ("five (6) Business Days", None), ("three (3)", Decimal(3))],
)
def test_days_in_words_and_figures_that_disagree_name_no_number(written: str, days: Decimal | None) -> None:
    output = parse_output({"covenants": [], "flags": {"grace_periods": [{"days": written}]}}, Capability.COVENANTS)
    assert isinstance(output, CovenantsOutput)
    assert output.flags is not None
    assert output.flags.grace_periods is not None
    assert output.flags.grace_periods[0].days == days


def test_flags_tell_silence_from_none_stated() -> None:
    silent = parse_output({"covenants": [], "flags": {}}, Capability.COVENANTS)
    none = parse_output({"covenants": [], "flags": {"grace_periods": []}}, Capability.COVENANTS)
    assert isinstance(silent, CovenantsOutput)
    assert isinstance(none, CovenantsOutput)
    assert silent.flags is not None
    assert none.flags is not None
    assert (silent.flags.grace_periods, none.flags.grace_periods) == (None, ())
