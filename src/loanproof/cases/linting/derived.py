"""Derivable values, recomputed from the case itself: a tenor, a maturity, a total, a share of the margin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, TypeVar

from loanproof.cases.linting.computed import is_computed_date
from loanproof.cases.linting.fields import list_fields, plain
from loanproof.standards import COMMITMENT_FEE, FACILITY_AMOUNT, MARGIN, MATURITY_DATE, TENOR
from loanproof.values import (
    CalendarDate,
    CommitmentFee,
    Duration,
    Margin,
    Money,
    Percentage,
    RelativeDate,
    add_months,
    candidates_of,
    fee_under,
)

if TYPE_CHECKING:
    from loanproof.cases.citations import KeyPath
    from loanproof.cases.extraction import AnyField, ExtractionExpected
    from loanproof.cases.linting.case_under_check import CaseUnderCheck
    from loanproof.cases.linting.report import LintProblem
    from loanproof.core import FieldId

V = TypeVar("V")


def check_derivable(expected: ExtractionExpected, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    """Yield an error for a derivable value that is computed differently, a warning if it cannot be computed."""
    for place, name, field in list_fields(expected):
        sums = _Sums(expected=expected, subject=subject, name=name, field=field, place=place)
        for at, derivable in enumerate(field.derivable):
            if name == MATURITY_DATE and is_computed_date(derivable.value, field.citations, subject):
                continue
            value = sums.read(name, derivable.value)
            agrees = None if value is None else sums.agrees(value)
            where: KeyPath = (*place, "derivable", at)
            if agrees is None:
                yield subject.warning(where, "the derivable value cannot be worked out from this case.")
            elif not agrees:
                yield subject.error(where, "the derivable value comes out otherwise from the values of this case.")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sums:
    """The values of a case that a derivable value of one field may follow from."""

    expected: ExtractionExpected
    subject: CaseUnderCheck
    name: FieldId
    field: AnyField
    place: KeyPath

    def agrees(self, value: object) -> bool | None:
        """Return whether a derivable value is right; ``None`` if the case does not say enough."""
        match value:
            case Duration() if self.name == TENOR:
                end = self._one(MATURITY_DATE, CalendarDate)
                return None if end is None else self._runs(value, end.day)
            case CalendarDate() if self.name == MATURITY_DATE:
                period = self._period()
                return None if period is None else self._runs(period, value.day)
            case Money() if self.name == FACILITY_AMOUNT:
                return self._is_total(value)
            case CommitmentFee() if self.name == COMMITMENT_FEE:
                return self._is_share(value)
            case _:
                return None

    def read(self, name: FieldId, value: object) -> object | None:
        """Return the value of a written text; ``None`` if it is unreadable or ambiguous."""
        kind = self.subject.cache.standard.kind_of(name).of_item
        written = plain(value)
        found = candidates_of(kind.read(written)) if isinstance(written, str | Mapping) else ()
        return found[0] if len(found) == 1 else None

    def _of(self, name: FieldId) -> object | None:
        """Return the expected value of a field: that of the same tranche, else that of the document."""
        holder = self.expected.fields
        if self.place[1] == "tranches" and isinstance(self.place[2], int):
            own = self.expected.tranches[self.place[2]].fields.get(name)
            if own is not None:
                return self.read(name, own.value)
        field = holder.get(name)
        return None if field is None else self.read(name, field.value)

    def _one(self, name: FieldId, kind: type[V]) -> V | None:
        value = self._of(name)
        return value if isinstance(value, kind) else None

    def _period(self) -> Duration | None:
        own = self.read(self.name, self.field.value)
        return own.period if isinstance(own, RelativeDate) else self._one(TENOR, Duration)

    def _runs(self, period: Duration, end: date) -> bool:
        """Return whether a period that begins on a date in the documents ends on a day."""
        return any(_after(start, period) == end for start in self.subject.cache.days)

    def _is_total(self, value: Money) -> bool | None:
        amounts = [
            self.read(FACILITY_AMOUNT, field.value)
            for tranche in self.expected.tranches
            for name, field in self.expected.tranche_fields(tranche)
            if name == FACILITY_AMOUNT
        ]
        money = [one for one in amounts if isinstance(one, Money) and one.currency == value.currency]
        if not money or len(money) < len(self.expected.tranches):
            return None
        return sum((one.amount for one in money), Decimal(0)) == value.amount

    def _is_share(self, value: CommitmentFee) -> bool | None:
        share = self.read(self.name, self.field.value)
        margin = self._one(MARGIN, Margin)
        if not isinstance(share, CommitmentFee) or share.value is None or not share.value.of_margin or margin is None:
            return None
        rate = value.value
        products = [fee_under(share.value, one) for one in margin.rates]
        return rate is not None and any(_same(product, rate) for product in products)


def _same(product: Percentage | None, rate: Percentage) -> bool:
    return product is not None and product.bps == rate.bps


def _after(start: date, period: Duration) -> date | None:
    """Return the day at the end of a period; ``None`` for a period in Business Days."""
    moved = add_months(start, period.months) if not period.business_days else None
    if moved is None or period.days > (date.max - moved).days:
        return None
    return moved + timedelta(days=period.days)
