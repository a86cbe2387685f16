"""How a house reviews: who, how many, blind or not, and how many sure answers are checked anyway."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

from pydantic import Field

from loanproof.core import Exact, FileModel, Flag, Whole, fold_name, load_yaml, validate_yaml

SPOT_CHECK = Decimal("0.05")
_LOCK_MINUTES = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewPolicy:
    """The settings under which a document is queued; they apply to its items permanently.

    Attributes:
        people: Who may decide; empty means anybody.
        four_eyes: Whether every decision needs another person's approval.
        wants_blind: Whether Tier 1 items are confirmed blind, if there are enough people for it.
        spot_check: The share of fields in order that is queued anyway.
        sentinels: The share of fields in order for which a deliberately wrong value is queued as well.
    """

    people: tuple[str, ...] = ()
    four_eyes: bool = False
    wants_blind: bool = True
    spot_check: Decimal = SPOT_CHECK
    sentinels: Decimal = Decimal(0)
    lock: timedelta = timedelta(minutes=_LOCK_MINUTES)

    @property
    def is_blind(self) -> bool:
        """Whether blind confirmation is on: a mismatch needs another person, so it takes at least two."""
        return self.wants_blind and len({fold_name(one) for one in self.people}) > 1

    def admits(self, person: str) -> bool:
        """Return whether somebody may decide."""
        return not self.people or fold_name(person) in {fold_name(one) for one in self.people}


class _PolicyFile(FileModel):
    people: tuple[str, ...] = ()
    four_eyes: Flag = False
    blind: Flag = True
    spot_check: Exact = Field(default=SPOT_CHECK, ge=0, le=1)
    sentinels: Exact = Field(default=Decimal(0), ge=0, le=1)
    lock_minutes: Whole = Field(default=_LOCK_MINUTES, ge=1, le=1440)


def load_policy(path: Path) -> ReviewPolicy:
    """Load the settings of a house from its YAML file."""
    read = validate_yaml(_PolicyFile, load_yaml(path))
    return ReviewPolicy(
        people=read.people,
        four_eyes=read.four_eyes,
        wants_blind=read.blind,
        spot_check=read.spot_check,
        sentinels=read.sentinels,
        lock=timedelta(minutes=read.lock_minutes),
    )
