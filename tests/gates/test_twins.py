"""What twins show: follows and holds, pair by pair, whatever comes first and however often it is asked."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from tests.gates.samples import case, item
from tests.tables import load_table

from loanproof.cases import Twin
from loanproof.gates import TwinFigures, TwinTally
from loanproof.scoring import CaseScore, Compared
from loanproof.standards import Label

ROWS: list[dict[str, Any]] = load_table(Path(__file__).with_name("twins.yaml"))
WHOLE = Fraction(1)
PAIR = Twin(original="A", twin="A-twin", fact="margin")


def scored(case_id: str, written: Any) -> CaseScore:
    """Return the score of a case as a row writes it."""
    if not isinstance(written, dict):
        empty = case(case_id, item("margin", Label.FAIL), item("borrower", Label.FAIL))
        return replace(empty, is_answered=written != "none", has_invalid_gold=written == "invalid")
    return case(case_id, *(answer(name, str(one)) for name, one in written.items()))


def answer(name: str, written: str, tranche: str | None = None) -> Any:
    label, _, rest = written.partition(" ")
    value, _, value_label = rest.partition("/")
    compared = Compared(output_canonical=value or None, output_raw=value or None)
    given = item(name, Label(label), tranche=tranche)
    return replace(given, compared=compared, value_label=Label(value_label or label))


def figures(*scores: CaseScore, twins: tuple[Twin, ...] = (PAIR,), repeat: int = 1) -> dict[str, TwinFigures]:
    tally = TwinTally(twins)
    for score in scores:
        tally.add(score, repeat)
    return dict(tally.figures())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_a_pair_is_counted_as_by_hand_whichever_case_comes_first(row: dict[str, Any]) -> None:
    both = scored("A", row["original"]), scored("A-twin", row["twin"])
    for order in permutations(both):
        found = figures(*order)["margin"]
        assert (found.n, found.follows, found.holds) == (row["n"], row["follows"], row["holds"])


RIGHT = {"margin": "correct 2.00", "borrower": "correct Acme"}
CHANGED = {"margin": "correct 3.50", "borrower": "correct Acme"}
KEPT = {"margin": "fail 2.00", "borrower": "correct Acme"}


def test_every_repeat_counts_for_the_shares_and_the_pair_once_and_repeats_are_never_mixed() -> None:
    tally = TwinTally((PAIR,))
    for repeat, twin in ((1, CHANGED), (2, KEPT), (3, CHANGED)):
        tally.add(scored("A", RIGHT), repeat)
        tally.add(scored("A-twin", twin), repeat)
    [(_, found)] = tally.figures()
    assert found == TwinFigures(n=1, follows=Fraction(2, 3), holds=WHOLE)


def test_a_case_may_have_several_twins_each_with_its_own_fact() -> None:
    other = Twin(original="A", twin="A-other", fact="borrower")
    third = {"margin": "correct 2.00", "borrower": "fail Acme"}
    scores = scored("A", RIGHT), scored("A-twin", CHANGED), scored("A-other", third)
    for order in permutations(scores):
        found = figures(*order, twins=(PAIR, other))
        assert found == {
            "margin": TwinFigures(n=1, follows=WHOLE, holds=WHOLE),
            "borrower": TwinFigures(n=1, follows=Fraction(0), holds=WHOLE),
        }


def test_a_fact_of_several_tranches_is_followed_in_all_of_them() -> None:
    def tranches(second: str) -> list[Any]:
        return [answer("margin", "correct 2.00", "Facility A"), answer("margin", second, "Facility B")]

    original = case("A", *tranches("correct 2.25"))
    assert figures(original, case("A-twin", *tranches("correct 3.50")))["margin"].follows == 1
    assert figures(original, case("A-twin", *tranches("fail 2.25")))["margin"].follows == 0


def test_half_a_pair_is_no_pair() -> None:
    found = figures(scored("A", RIGHT))["margin"]
    assert (found.n, found.follows, found.holds) == (0, None, None)


def test_what_waits_is_let_go_when_its_twins_have_come() -> None:
    tally = TwinTally((PAIR,))
    for repeat in range(1, 101):
        tally.add(scored("A", RIGHT), repeat)
        tally.add(scored("A-twin", CHANGED), repeat)
        tally.add(scored("B", RIGHT), repeat)
    assert not tally._waiting


def test_an_extra_item_is_nobodys_fact() -> None:
    extra = replace(answer("guarantors", "fail Bolt"), head=item("guarantors", is_extra=True).head)
    twin = scored("A-twin", CHANGED)
    found = figures(scored("A", RIGHT), replace(twin, items=(*twin.items, extra)))["margin"]
    assert found == TwinFigures(n=1, follows=WHOLE, holds=WHOLE)
