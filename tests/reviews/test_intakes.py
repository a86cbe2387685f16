"""Which fields a person looks at, and which of what is in order: by hash, not by chance."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from tests.reviews.review_samples import field, intake

from loanproof.reviews import BrokenRule, Mode, ReviewPolicy, Trigger, queue_items

RULE = (BrokenRule(rule="support", sentence="None of the quotes shows it."),)
NO_SPOTS = ReviewPolicy(spot_check=Decimal(0))
TRIGGERS: dict[str, tuple[dict[str, Any], Trigger | None]] = {
    "HIGH in order": ({"confidence": "HIGH"}, None),
    "HIGH that breaks a rule": ({"confidence": "HIGH", "rules_broken": RULE}, Trigger.RULE),
    "MEDIUM": ({"confidence": "MEDIUM"}, Trigger.MEDIUM),
    "MEDIUM that breaks a rule": ({"confidence": "MEDIUM", "rules_broken": RULE}, Trigger.RULE),
    "LOW": ({"confidence": "LOW"}, Trigger.LOW),
    "LOW that breaks a rule": ({"confidence": "LOW", "rules_broken": RULE}, Trigger.LOW),
    "a level nobody knows": ({"confidence": "SURE"}, Trigger.LOW),
    "a fabricated quote": (
        {"confidence": "HIGH", "rules_broken": RULE, "is_fabricated": True},
        Trigger.FABRICATED_QUOTE,
    ),
}


@pytest.mark.parametrize("name", TRIGGERS)
def test_a_field_is_queued_for_its_reason(name: str) -> None:
    changes, trigger = TRIGGERS[name]
    found = [one.trigger for one in queue_items(intake(field(**changes), policy=NO_SPOTS))]
    assert found == ([] if trigger is None else [trigger])


@pytest.mark.parametrize(
    ("trigger", "blocks"),
    [
        (Trigger.LOW, True),
        (Trigger.RULE, True),
        (Trigger.FABRICATED_QUOTE, True),
        (Trigger.MEDIUM, False),
        (Trigger.SPOT_CHECK, False),
        (Trigger.SENTINEL, False),
    ],
)
def test_only_what_counts_as_low_blocks_an_export(trigger: Trigger, blocks: bool) -> None:
    assert trigger.blocks_export is blocks


def test_a_share_of_what_is_in_order_is_spot_checked_and_always_the_same() -> None:
    many = [field(confidence="HIGH", value=f"value {number}") for number in range(4000)]
    chosen = [
        [one.output for one in queue_items(intake(*many))],
        [one.output for one in queue_items(intake(*reversed(many)))][::-1],
    ]
    assert chosen[0] == chosen[1]
    assert 140 <= len(chosen[0]) <= 260  # 200 expected, standard deviation 13.8


def test_only_tier_one_is_confirmed_blind() -> None:
    named = ReviewPolicy(people=("Ana", "Ben"))
    found = queue_items(intake(field(is_tier_one=True), field("tenor"), policy=named))
    assert [one.mode for one in found] == [Mode.BLIND, Mode.OPEN]
