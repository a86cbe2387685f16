"""Commitment fees: a rate on undrawn commitments, a share of the margin, a grid, a fee letter, or none.

A facility fee on all commitments and a ticking fee are read as what they are. A share of the margin and a rate
agree only through the margin (:func:`compare_fees_under_margin`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from loanproof.core import Reason
from loanproof.values.grids import Condition, GridRow, compare_grids, read_condition
from loanproof.values.kinds import Kind
from loanproof.values.margins import Margin
from loanproof.values.percentages import (
    Percentage,
    RateUnit,
    compare_percentages,
    find_percentages,
    read_bare_figure,
)
from loanproof.values.phrases import Phrases, inside, sentence_of, states_roughly
from loanproof.values.priced_text import Priced, counts_other_period, read_price, read_priced
from loanproof.values.reading import (
    EQUAL,
    UNKNOWN,
    Ambiguous,
    At,
    Comparison,
    Context,
    Found,
    NotOne,
    Read,
    Reading,
    Relation,
    different,
    partial,
)
from loanproof.values.schedule_comparison import compare_levels
from loanproof.values.schedules import Level, read_levels
from loanproof.values.tokens import Tokens, tokenize


class FeeBasis(StrEnum):
    """What a fee is stated as."""

    PER_ANNUM = "pa"
    SHARE_OF_MARGIN = "pct_of_margin"
    GRID = "grid"
    FEE_LETTER = "fee_letter"
    NONE = "none"


class FeeBase(StrEnum):
    """What a fee is charged on."""

    UNDRAWN = "undrawn"
    TOTAL = "total"  # all commitments, drawn or not


class FeeType(StrEnum):
    """The name under which a document charges for commitments."""

    COMMITMENT = "commitment"
    FACILITY = "facility"
    TICKING = "ticking"


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitmentFee:
    """A fee for commitments.

    Attributes:
        value: The rate or share; none for a grid, a fee letter or no fee.
        on: What it is charged on, where the text says so.
        rows: The rows of a grid, or the steps of a fee that rises with time.
    """

    basis: FeeBasis
    value: Percentage | None = None
    on: FeeBase | None = None
    rows: tuple[GridRow, ...] = ()
    fee_type: FeeType = FeeType.COMMITMENT

    @property
    def canonical(self) -> str:
        """Rate, base and type; a word where there is no rate."""
        if self.basis in (FeeBasis.FEE_LETTER, FeeBasis.NONE):
            return self.basis.value
        rates = "; ".join(row.canonical for row in self.rows) if self.value is None else self.value.canonical
        base = "" if self.on is None else f" on {self.on.value}"
        return f"{rates}{base} ({self.fee_type.value})"


_BASES = Phrases.of(
    [
        (
            FeeBase.TOTAL,
            (
                "drawn or undrawn|drawn or not|drawn and undrawn|whether or not drawn|whether drawn or undrawn"
                "|used or unused|regardless of usage|whether used or unused|total commitments|total commitment"
                "|aggregate commitments|aggregate amount of the commitments|full amount of the commitments"
                "|regardless of utilisation|regardless of utilization"
            ),
        ),
        (
            FeeBase.UNDRAWN,
            (
                "undrawn|unused|unutilised|unutilized|undisbursed|unfunded|uncancelled|uncanceled"
                "|available commitment|available commitments|unborrowed|uncalled|available facility"
            ),
        ),
    ]
)
# Words for the whole of a facility, unless the text says that the fee is on what is undrawn of it.
_WHOLE = Phrases.of(
    [
        (
            FeeBase.TOTAL,
            (
                "sanctioned amount|sanctioned limit|facility amount|total facility|aggregate facility|entire facility"
                "|total amount|full amount|loan amount|drawn amount|drawn amounts|outstanding loans"
            ),
        )
    ]
)
_TYPES = Phrases.of([(FeeType.FACILITY, "facility fee|facility fees"), (FeeType.TICKING, "ticking fee|ticking fees")])
_OTHER_FEES = Phrases.of(
    [
        (
            True,
            (
                "utilisation fee|utilization fee|arrangement fee|upfront fee|up front fee|agency fee|participation fee"
                "|exit fee|prepayment fee|structuring fee|work fee"
            ),
        )
    ]
)
_OWN_FEES = Phrases.of([(True, "commitment|commitments|facility fee|ticking fee|undrawn|unused|fee letter")])
_ONCE = Phrases.of([(True, "flat|one off|one time|once|upfront|up front|lump sum|single payment")])
_FEE_LETTER = Phrases.of([(True, "fee letter|fee letters|fees letter|fee side letter|fee agreement")])
_NONE = Phrases.of(
    [
        (
            True,
            (
                "N/A|NA|n.a.|none|nil|not applicable|no commitment fee|no fee|not payable|no such fee|none payable"
                "|no commitment fee is payable|no commitment fees|not charged|zero"
            ),
        )
    ]
)


def parse_commitment_fee(text: str, context: Context = UNKNOWN) -> Reading[CommitmentFee]:
    """Read a text that states a commitment fee, a reference to a fee letter, or that there is none."""
    tokens = tokenize(text)
    named = _TYPES.first_in(tokens)
    fee_type = FeeType.COMMITMENT if named is None else named[0]
    base = read_base(tokens)
    if states_roughly(tokens):
        return NotOne(sentence_of(text, "states a fee only roughly"))
    if counts_other_period(tokens):
        return NotOne(sentence_of(text, "states a rate for another period than a year"))
    if _OTHER_FEES.first_in(tokens) is not None and _OWN_FEES.first_in(tokens) is None:
        return NotOne(sentence_of(text, "states another fee than one for commitments"))
    priced = read_priced(tokens, context)
    running = any(one.value.per_annum or one.value.of_margin for one in priced)
    if priced and not running and _ONCE.first_in(tokens) is not None:
        return NotOne(sentence_of(text, "states a fee that is paid once, not by the year"))
    if len(priced) == 1:
        value = priced[0].value
        basis = FeeBasis.SHARE_OF_MARGIN if value.of_margin else FeeBasis.PER_ANNUM
        return Read(value=CommitmentFee(basis=basis, value=value, on=base, fee_type=fee_type))
    if priced:
        rows = _dated_rows(read_levels(tokens, context, read_price)) or _rows(priced, context)
        return Read(value=CommitmentFee(basis=FeeBasis.GRID, on=base, rows=rows, fee_type=fee_type))
    if _FEE_LETTER.first_in(tokens) is not None:
        return Read(value=CommitmentFee(basis=FeeBasis.FEE_LETTER, fee_type=fee_type))
    start, end = inside(tokens)
    bare = read_bare_figure(tokens, start, context=context)
    if bare is not None and bare.end >= end and len(bare.candidates) == 1:
        return Read(value=CommitmentFee(basis=FeeBasis.PER_ANNUM, value=bare.candidates[0]))
    if _NONE.first_in(tokens) is not None:
        return Read(value=CommitmentFee(basis=FeeBasis.NONE))
    return NotOne(sentence_of(text, "states no commitment fee, and does not say that there is none"))


def read_base(tokens: Tokens) -> FeeBase | None:
    """Return what a text says a fee is charged on, if it says so."""
    charged = _BASES.first_in(tokens) or _WHOLE.first_in(tokens)
    return None if charged is None else charged[0]


def find_commitment_fees(tokens: Tokens, context: Context = UNKNOWN) -> tuple[Found[CommitmentFee], ...]:
    """Find every rate and share of the margin in running text that could be a commitment fee."""
    results: list[Found[CommitmentFee]] = []
    for found in find_percentages(tokens, context):
        fees = tuple(_fee(one) for one in found.candidates)
        reason = found.reading.reason if isinstance(found.reading, Ambiguous) else None
        results.append(Found(span=found.span, reading=At(candidates=fees, end=0, reason=reason).reading))
    return tuple(results)


def compare_commitment_fees(expected: CommitmentFee, given: CommitmentFee) -> Comparison:
    """Compare two fees; a share of the margin and a rate are different values here."""
    wordless = (FeeBasis.FEE_LETTER, FeeBasis.NONE)
    if expected.basis in wordless or given.basis in wordless:
        return EQUAL if expected.basis is given.basis else different()
    if expected.rows or given.rows:
        result = _compare_rows(expected, given)
    elif expected.value is None or given.value is None:
        return different(Reason.NOT_READABLE)
    else:
        result = compare_percentages(expected.value, given.value)
    if result.relation is Relation.EQUAL and _is_other_base(expected, given):
        return partial(Reason.WRONG_BASIS, "charged on other commitments")
    return result


def compare_fees_under_margin(expected: CommitmentFee, given: CommitmentFee, margin: Margin) -> Comparison:
    """Compare two fees where the margin is known: 40 % of a flat 2.25 % is 0.90 %.

    Under a margin with several rates the product is true for one of them only, and agrees in part.
    """
    result = compare_commitment_fees(expected, given)
    share, rate = expected.value, given.value
    if result.relation is not Relation.DIFFERENT or share is None or rate is None or not share.of_margin:
        return result
    products = [fee_under(share, one) for one in dict.fromkeys(margin.rates)]
    agreeing = [one for one in products if one is not None and compare_percentages(one, rate) == EQUAL]
    if not agreeing:
        return result
    return EQUAL if len(products) == 1 else partial(Reason.GRID_INCOMPLETE, "true for one rate of the margin only")


def fee_under(share: Percentage, margin: Percentage) -> Percentage | None:
    """Return the rate that a share of a margin comes to; nothing where a unit is missing."""
    if share.bps is None or margin.bps is None:
        return None
    return Percentage(figure=share.bps * margin.bps / Decimal(10_000), unit=RateUnit.BPS, per_annum=True)


def _compare_rows(expected: CommitmentFee, given: CommitmentFee) -> Comparison:
    if not expected.rows:
        agrees = expected.value is not None and _agrees_with_any(expected.value, (row.value for row in given.rows))
        return partial(Reason.LIST_EXTRA) if agrees else different()
    steps = _steps(expected), _steps(given)
    if all(steps):
        return _compare_steps(*steps)
    if given.rows:
        return compare_grids(expected.rows, given.rows, expected.rows[0].value)
    first = expected.rows[0].value
    agrees = given.value is not None and _agrees_with_any(first, (given.value,))
    return partial(Reason.GRID_INCOMPLETE, "the first rate only") if agrees else different()


def _compare_steps(expected: tuple[Level[Percentage], ...], given: tuple[Level[Percentage], ...]) -> Comparison:
    """Compare fees that change on dates. With the first rate right, a later one that is wrong is one wrong row."""
    if not _agrees_with_any(expected[0].value, (given[0].value,)):
        return different()
    result = compare_levels(expected, given, compare_percentages)
    return partial(Reason.ROW_DIFFERS) if result.relation is Relation.DIFFERENT else result


def _steps(fee: CommitmentFee) -> tuple[Level[Percentage], ...]:
    """Return the rows of a fee as rates that change on dates; none where they depend on something else."""
    written = "; ".join(f"{row.value.canonical} {row.when.words}" for row in fee.rows)
    return read_levels(tokenize(written), UNKNOWN, read_price) if fee.rows else ()


def _agrees_with_any(expected: Percentage, given: Iterable[Percentage]) -> bool:
    return any(compare_percentages(expected, one).relation is not Relation.DIFFERENT for one in given)


def _is_other_base(expected: CommitmentFee, given: CommitmentFee) -> bool:
    return _base(expected) is not _base(given)


def _base(fee: CommitmentFee) -> FeeBase:
    if fee.on is not None:
        return fee.on
    return FeeBase.TOTAL if fee.fee_type is FeeType.FACILITY else FeeBase.UNDRAWN


def _fee(value: Percentage) -> CommitmentFee:
    basis = FeeBasis.SHARE_OF_MARGIN if value.of_margin else FeeBasis.PER_ANNUM
    return CommitmentFee(basis=basis, value=value)


def _rows(priced: tuple[Priced, ...], context: Context) -> tuple[GridRow, ...]:
    return tuple(GridRow(when=read_condition(one.words, context), value=one.value) for one in priced)


def _dated_rows(levels: tuple[Level[Percentage], ...]) -> tuple[GridRow, ...]:
    """Return rates that change on dates as rows, each with its days in one form of words."""
    return tuple(GridRow(when=Condition(words=_days(level)), value=level.value) for level in levels)


def _days(level: Level[Percentage]) -> str:
    first = "" if level.start is None else f"from {level.start.isoformat()}"
    last = "" if level.end is None else f"until {level.end.isoformat()}"
    return f"{first} {last}".strip()


COMMITMENT_FEE_KIND: Kind[CommitmentFee] = Kind(
    name="commitment_fee",
    parse=parse_commitment_fee,
    find=find_commitment_fees,
    canonical=lambda value: value.canonical,
    compare=compare_commitment_fees,
)
