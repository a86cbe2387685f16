"""What a covenants case expects: covenants with their edge cases, and the flags of the document."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from loanproof.cases.lineage import WithLineage
from loanproof.cases.written import Confirmable, ExpectedCitation, Many, Text
from loanproof.core import FileModel, Flag, Whole
from loanproof.values import Operator

PER_AGREEMENT = "per_agreement"


class CovenantClass(StrEnum):
    """The four classes of covenants."""

    FINANCIAL = "financial"
    INFORMATION = "information"
    NEGATIVE = "negative"
    POSITIVE = "positive"


class CovenantFrequency(StrEnum):
    """How often a covenant is tested; ``none`` for a covenant that is not tested."""

    MONTHLY = "monthly"
    QUARTERLY = "quarterly"
    SEMI_ANNUAL = "semi_annual"
    ANNUAL = "annual"
    WEEKLY = "weekly"
    AT_ALL_TIMES = "at_all_times"
    ON_UTILISATION = "on_utilisation"
    ON_INCURRENCE = "on_incurrence"
    ON_PAYMENT_DATE = "on_payment_date"
    NOT_STATED = "not_stated"
    NONE = "none"


class DayUnit(StrEnum):
    """How the days of a grace period are counted."""

    CALENDAR = "calendar"
    BUSINESS = "business"


class CrossDefaultKind(StrEnum):
    """Which default elsewhere is a default here."""

    CROSS_PAYMENT_DEFAULT = "cross_payment_default"
    CROSS_DEFAULT = "cross_default"
    CROSS_ACCELERATION = "cross_acceleration"


class ExpectedStep(FileModel):
    """A threshold that applies for a time; without ``to`` it applies from then on, without ``from`` up to then."""

    from_: Text | None = Field(default=None, alias="from")
    to: Text | None = None
    threshold: Text


class WaiverPeriod(FileModel):
    """From when to when a waiver applies, or the test dates it covers."""

    from_: Text | None = Field(default=None, alias="from")
    to: Text | None = None
    test_dates: Many[Text] = ()


class ExpectedWaiver(Confirmable):
    """A waiver with its components; ``waived_threshold`` may be ``suspended``; the original threshold is optional."""

    covenant: Text
    original_threshold: Text | None = None
    waived_threshold: Text
    period: WaiverPeriod | None = None
    test_dates: Many[Text] = ()
    temporary: Flag = True
    covenant_survives: Flag = True
    citations: Many[ExpectedCitation] = ()

    @property
    def all_test_dates(self) -> tuple[str, ...]:
        """The test dates, from the waiver or from its period."""
        return self.test_dates or (() if self.period is None else self.period.test_dates)


class ExpectedCarveOut(Confirmable):
    """An exception to a covenant, and its cap."""

    scope: Text
    cap: Text | None = None
    shared_cap: Flag = False
    citations: Many[ExpectedCitation] = ()


class ExpectedGracePeriod(Confirmable):
    """A time within which a default can be remedied."""

    days: Whole = Field(ge=0)
    unit: DayUnit
    triggers: Many[Text] = ()
    citations: Many[ExpectedCitation] = ()


class ExpectedCrossDefault(Confirmable):
    """Whether a default elsewhere is a default here, of which kind, and above which threshold."""

    present: Flag
    kind: CrossDefaultKind | None = None
    threshold: Text | None = None
    thresholds: Many[Text] = ()
    citations: Many[ExpectedCitation] = ()


class ExpectedCovenant(WithLineage[Text]):
    """One covenant; ``threshold`` is verbatim, and ``lineage`` is that of the threshold."""

    name: Text
    also: Many[Text] = ()
    type: CovenantClass
    secondary_type: CovenantClass | None = None
    threshold: Text | None = None
    operator: Operator | None = None
    steps: Many[ExpectedStep] = ()
    testing_frequency: CovenantFrequency
    condition: Text | None = None
    effective_date: Text = PER_AGREEMENT
    waiver: ExpectedWaiver | None = None
    carve_outs: Many[ExpectedCarveOut] = ()
    grace_period: ExpectedGracePeriod | None = None
    cross_default: ExpectedCrossDefault | None = None
    citations: Many[ExpectedCitation] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Every name of the covenant, the main one first."""
        return self.name, *self.also


class ExpectedFlags(FileModel):
    """The flags of the document. ``None`` is not scored; an empty list means that the output must say "none"."""

    grace_periods: tuple[ExpectedGracePeriod, ...] | None = None
    cross_default: ExpectedCrossDefault | None = None


class CovenantsExpected(FileModel):
    """The expected answer of a covenants case; ``exhaustive`` makes every other covenant a fault."""

    exhaustive: Flag = False
    covenants: Many[ExpectedCovenant] = ()
    flags: ExpectedFlags | None = None
