"""The class and the details of a repayment schedule, read from a text."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from loanproof.values.date.forms import read_date
from loanproof.values.facility_type.reborrowing import allows_reborrowing
from loanproof.values.frequency.forms import read_frequency
from loanproof.values.frequency.words import Rhythm
from loanproof.values.money.parse import read_money
from loanproof.values.number.parse import read_number
from loanproof.values.percentage.forms import read_percentage
from loanproof.values.percentage.value import Percentage
from loanproof.values.reading import Context
from loanproof.values.repayment.final import repays_on_the_last_day
from loanproof.values.repayment.regular import repays_in_parts
from loanproof.values.repayment.value import Amount, InstalmentRow, RepaymentClass
from loanproof.values.repayment.words import (
    CLASS_WORDS,
    FIRST,
    LAST,
    LAST_PAYMENTS,
    LINKS_TO_AMOUNT,
    OF_INSTALMENTS,
    REVOLVING_THINGS,
    TOTALS,
    WHOLE,
)
from loanproof.values.text.tokens import Tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """What a text states in addition to the class."""

    count: int | None = None
    frequency: Rhythm | None = None
    first: date | None = None
    last: date | None = None
    amount: Amount | None = None
    rows: tuple[InstalmentRow, ...] = ()
    some_rows: tuple[InstalmentRow, ...] = ()
    sweep: bool = False
    is_multiplied: bool = False  # 16 x USD 1.25m
    ends_otherwise: bool = False  # the last payment has an amount of its own


MONTHS_OF = {Rhythm.MONTHLY: 1, Rhythm.QUARTERLY: 3, Rhythm.SEMI_ANNUAL: 6, Rhythm.ANNUAL: 12}
_CLASS_STARTS = CLASS_WORDS.starts
# If a text has words of several classes, the first in this order decides.
_ORDER = (
    RepaymentClass.REVOLVING,
    RepaymentClass.MURABAHA,
    RepaymentClass.SCULPTED,
    RepaymentClass.ANNUITY,
    RepaymentClass.BALLOON,
    RepaymentClass.EQUAL,
    RepaymentClass.AMORTISING,
    RepaymentClass.ON_DEMAND,
    RepaymentClass.BULLET,
    RepaymentClass.SWEEP,
)
_PERIODS = {"month": Rhythm.MONTHLY, "quarter": Rhythm.QUARTERLY, "year": Rhythm.ANNUAL}
_NEAR_BALANCE = 4  # words from "entire" to "balance"
_NEAR = 8  # words between "first" or "final" and its date


def find_class_words(tokens: Tokens) -> tuple[tuple[RepaymentClass, int, int], ...]:
    """Return the words that name a class, each with the tokens it covers, left to right."""
    results: list[tuple[RepaymentClass, int, int]] = []
    end = 0
    for at in _CLASS_STARTS.within(tokens):
        matched = CLASS_WORDS.match(tokens, at) if at >= end else None
        if matched is not None and not (matched[0] is RepaymentClass.BALLOON and _is_whole(tokens, at)):
            results.append((matched[0], at, matched[1]))
            end = matched[1]
    return tuple(results)


def _is_whole(tokens: Tokens, at: int) -> bool:
    """Return whether a balance is the whole loan, not what instalments leave: ``the entire balance thereof``."""
    return any(tokens[before].lower in WHOLE for before in range(max(0, at - _NEAR_BALANCE), at))


def read_class(tokens: Tokens, details: Details) -> RepaymentClass | None:
    """Return the class that the words and details of a text amount to, or ``None``."""
    words = [found for found in find_class_words(tokens) if tokens[found[1] - 1].lower != "no"]
    named = {found[0] for found in words}
    if any(tokens[at].lower == "equal" and _counts_instalments(tokens, at + 1) for at in range(len(tokens))):
        named.add(RepaymentClass.EQUAL)
    in_parts, at_the_end = repays_in_parts(tokens), repays_on_the_last_day(tokens)
    others = {one for one, _, end in words if not _names_the_loan(tokens, end)}
    if others <= {RepaymentClass.BULLET} and at_the_end and not in_parts:
        return RepaymentClass.BULLET
    if details.is_multiplied:
        named.add(RepaymentClass.EQUAL)
    if details.count is not None:
        named.add(RepaymentClass.BALLOON if details.ends_otherwise else RepaymentClass.AMORTISING)
    if in_parts:
        named.add(RepaymentClass.BALLOON if at_the_end else RepaymentClass.AMORTISING)
    if allows_reborrowing(tokens):
        named.add(RepaymentClass.REVOLVING)
    strongest = next((one for one in _ORDER if one in named), None)
    if strongest in (
        RepaymentClass.REVOLVING,
        RepaymentClass.MURABAHA,
        RepaymentClass.SCULPTED,
        RepaymentClass.ANNUITY,
    ):
        return strongest
    if len(details.rows) >= 2:
        return RepaymentClass.TABLE
    in_shares = isinstance(details.amount, Percentage) and (details.frequency is not None or details.amount.per_annum)
    if strongest is RepaymentClass.BALLOON:
        return RepaymentClass.NOMINAL if in_shares and details.count is None else RepaymentClass.BALLOON
    if strongest is RepaymentClass.BULLET and in_shares:
        return RepaymentClass.NOMINAL
    return strongest


def _names_the_loan(tokens: Tokens, end: int) -> bool:
    """Return whether a word that ends at ``end`` only says which loan is meant: ``each Revolving Loan``."""
    return tokens[end - 1].lower == "revolving" and tokens[end].lower in REVOLVING_THINGS


def read_details(tokens: Tokens, context: Context) -> Details:
    """Read count, frequency, dates, amounts and rows in one walk from left to right."""
    walk = _Walk()
    at = 0
    while at < len(tokens):
        at = _step(tokens, at, context, walk)
    # With a count of instalments, a first and a last date are not a table.
    is_table = len(walk.dated) > (2 if walk.count not in (None, len(walk.dated)) else 1)
    written_out = is_table and len(walk.dated) == len(walk.days) and not walk.is_multiplied
    rows = walk.rows() if written_out else ()
    sweep = any(found[0] is RepaymentClass.SWEEP for found in find_class_words(tokens))
    if rows:
        count = None if walk.count == len(rows) else walk.count
        return Details(count=count, frequency=walk.frequency, rows=rows, sweep=sweep)
    amount = walk.amounts[0] if walk.amounts else None
    return Details(
        count=walk.count,
        frequency=walk.frequency,
        first=walk.first,
        last=walk.last,
        amount=amount,
        some_rows=walk.rows(),
        sweep=sweep,
        is_multiplied=walk.is_multiplied,
        ends_otherwise=walk.ends_otherwise,
    )


class _Walk:
    """What has been read so far on the way through a text."""

    __slots__ = (
        "amounts",
        "count",
        "dated",
        "days",
        "ends_otherwise",
        "first",
        "frequency",
        "is_multiplied",
        "last",
        "pending",
    )

    def __init__(self) -> None:
        self.count: int | None = None
        self.frequency: Rhythm | None = None
        self.first: date | None = None
        self.last: date | None = None
        self.amounts: list[Amount] = []
        self.days: list[date] = []
        self.dated: list[tuple[date, Amount]] = []
        self.pending: date | Amount | None = None
        self.is_multiplied = False
        self.ends_otherwise = False

    def rows(self) -> tuple[InstalmentRow, ...]:
        ordered = sorted(self.dated, key=lambda pair: pair[0])
        return tuple(InstalmentRow(day=day, amount=amount) for day, amount in ordered)

    def meet_day(self, day: date, *, is_first: bool, is_last: bool) -> None:
        self.days.append(day)
        if is_first and self.first is None:
            self.first = day
        elif is_last or self.last is None:
            self.last = day
        self._pair(day)

    def meet_amount(self, amount: Amount, *, is_last: bool, is_total: bool) -> None:
        self.ends_otherwise |= is_last and bool(self.amounts) and amount != self.amounts[0]
        self.amounts.insert(0 if is_total else len(self.amounts), amount)
        if not is_total and not (isinstance(amount, Percentage) and amount.per_annum):
            self._pair(amount)  # a total, or an amount per year, has no day

    def _pair(self, item: date | Amount) -> None:
        """Join a date and the amount next to it, in either order."""
        before = self.pending
        if isinstance(before, date) and not isinstance(item, date):
            self.dated.append((before, item))
            self.pending = None
        elif isinstance(item, date) and before is not None and not isinstance(before, date):
            self.dated.append((item, before))
            self.pending = None
        else:
            self.pending = item


def _step(tokens: Tokens, at: int, context: Context, walk: _Walk) -> int:
    """Read what is at ``at`` and return where to continue."""
    day = read_date(tokens, at, context=context)
    if day is not None and len(day.candidates) == 1:
        words = {tokens[back].lower for back in range(max(0, at - _NEAR), at)}
        near = _nearest(tokens, at)
        walk.meet_day(day.candidates[0], is_first=near in FIRST, is_last=bool(words & LAST) and near not in FIRST)
        return day.end
    amount = read_money(tokens, at, context=context) or read_percentage(tokens, at, context=context)
    if amount is not None and len(amount.candidates) == 1:
        walk.meet_amount(amount.candidates[0], is_last=_is_of_the_last(tokens, at), is_total=_is_total(tokens, at))
        period = _PERIODS.get(tokens[amount.end + 1].lower) if tokens[amount.end].lower == "a" else None
        walk.frequency = walk.frequency or period  # 0.25 % a quarter
        return amount.end if period is None else amount.end + 2
    frequency = read_frequency(tokens, at, context=context)
    if frequency is not None and len(frequency.candidates) == 1:
        rhythm = frequency.candidates[0].rhythm
        walk.frequency = walk.frequency or (rhythm if rhythm in MONTHS_OF else None)
        return frequency.end
    number = read_number(tokens, at, context=context)
    multiplied = number is not None and _multiplies(tokens, number.end, context)
    walk.is_multiplied |= multiplied
    if number is not None and (multiplied or _counts_instalments(tokens, number.end)):
        value = number.candidates[0].value
        walk.count = walk.count or (int(value) if value == int(value) and value < 1000 else None)
        return number.end
    return at + 1 if number is None else number.end


def _nearest(tokens: Tokens, at: int) -> str:
    """Return the nearest word before a date that says whether it is the first or the last."""
    for back in range(at - 1, max(-1, at - _NEAR), -1):
        if tokens[back].lower in FIRST or tokens[back].lower in LAST:
            return tokens[back].lower
    return ""


def _is_of_the_last(tokens: Tokens, at: int) -> bool:
    """Return whether an amount is the last payment: ``a final one of USD 5m``, ``balance of USD 5m``."""
    at -= 1
    while at > 0 and tokens[at].lower in LINKS_TO_AMOUNT:
        at -= 1
    return tokens[at].lower in LAST_PAYMENTS


def _is_total(tokens: Tokens, at: int) -> bool:
    """Return whether an amount is the total of all instalments: ``six instalments totalling USD 5m``."""
    at -= 1
    while at > 0 and tokens[at].lower in ("of", ":"):
        at -= 1
    return tokens[at].lower in TOTALS


def _multiplies(tokens: Tokens, at: int, context: Context) -> bool:
    """Return whether a number says how often an amount is paid: ``16 x USD 1.25m``."""
    return tokens[at].lower in ("x", "×", "times") and read_money(tokens, at + 1, context=context) is not None


def _counts_instalments(tokens: Tokens, at: int) -> bool:
    """Return whether instalments follow a number: ``20 equal consecutive quarterly instalments``."""
    for position in range(at, at + 7):
        word = tokens[position].lower
        if word in ("instalments", "installments", "repayments", "payments"):
            return True
        if word not in OF_INSTALMENTS:
            return False
    return False
