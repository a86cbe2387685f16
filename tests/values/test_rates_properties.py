"""Laws that hold for every kind of rate, fee, threshold and schedule, on any text."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loanproof.values.commitment_fee.kind import COMMITMENT_FEE_KIND
from loanproof.values.facility_type.kind import FACILITY_TYPE_KIND
from loanproof.values.frequency.kind import FREQUENCY_KIND
from loanproof.values.kind import Kind
from loanproof.values.margin.kind import MARGIN_KIND
from loanproof.values.percentage.kind import PERCENTAGE_KIND
from loanproof.values.percentage.value import Percentage
from loanproof.values.ratio.kind import RATIO_KIND
from loanproof.values.ratio.value import Ratio
from loanproof.values.reading import Context, NumberLocale, Read, Relation, Unreadable, candidates_of
from loanproof.values.reference_rate.kind import REFERENCE_RATE_KIND
from loanproof.values.repayment.kind import REPAYMENT_KIND
from loanproof.values.text.tokens import tokenize
from loanproof.values.threshold.kind import THRESHOLD_KIND
from loanproof.values.threshold_schedule.kind import THRESHOLD_SCHEDULE_KIND

ENGLISH = Context(number_locale=NumberLocale.EN)
KINDS: list[Kind[Any]] = [
    PERCENTAGE_KIND,
    RATIO_KIND,
    THRESHOLD_KIND,
    THRESHOLD_SCHEDULE_KIND,
    FREQUENCY_KIND,
    REFERENCE_RATE_KIND,
    MARGIN_KIND,
    COMMITMENT_FEE_KIND,
    FACILITY_TYPE_KIND,
    REPAYMENT_KIND,
]
# A detail or comparison beyond what is expected is right one way and missing the other way.
JUDGE_ONLY_WHAT_IS_EXPECTED: list[Kind[Any]] = [THRESHOLD_KIND, THRESHOLD_SCHEDULE_KIND, REPAYMENT_KIND]
# Words of all kinds, so that random texts often come near to a value of several kinds at once.
PIECES = (
    "2.25% 225 bps 2¼% per cent. per annum p.a. of the Margin ± +/- - + L S+225 40 4.00:1 4.0x to 1.00 four times "
    "shall not exceed at least ≤ > = or less within 120 days minimum between and 31 December 2026 until after from "
    "thereafter 1 January 2027 , ; : ( ) quarterly half-yearly biannual every three months each 30 June if drawn "
    "Term SOFR EURIBOR 3M 1/3/6M as selected compounded in arrears Daily Simple fixed rate Base Rate undrawn total "
    "Commitments Fee Letter N/A facility fee leverage opening 20 equal instalments balance maturity bullet first "
    "final USD 5,000,000 last day of its Interest Period term loan RCF delayed draw bridge one-half five (5) % / 100"
).split()
texts = st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join)
# Random pieces are seldom a whole value, and two of them almost never: laws on values draw from these as well.
WRITTEN: dict[Kind[Any], list[str]] = {
    PERCENTAGE_KIND: ["2.25%", "225 bps", "2¼ per cent. per annum", "0.40%", "40 bps", "120%"],
    RATIO_KIND: ["4.00:1", "4.0x", "four times", "4.00 to 1.00", "3.75:1", "1.10x"],
    THRESHOLD_KIND: ["shall not exceed 4.00:1", "≤ 4.0x", "at least 4.00:1", "> 4.0x", "4.00:1", "120%"],
    THRESHOLD_SCHEDULE_KIND: ["4.00:1 until 31 December 2026, 3.50:1 thereafter", "4.0x", "≤ 4.00:1", "3.50:1"],
    FREQUENCY_KIND: ["quarterly", "every three months", "half-yearly", "annually", "monthly"],
    REFERENCE_RATE_KIND: ["Term SOFR", "3M EURIBOR", "three-month EURIBOR", "SOFR compounded in arrears", "Base Rate"],
    MARGIN_KIND: ["2.25% per annum", "225 bps", "SOFR + 2.25%", "S+225", "1.75% p.a."],
    COMMITMENT_FEE_KIND: ["40% of the Margin", "forty per cent. of the Margin", "0.40% p.a.", "40 bps per annum"],
    FACILITY_TYPE_KIND: ["term loan", "term loan facility", "RCF", "revolving credit facility", "bridge facility"],
    REPAYMENT_KIND: ["bullet", "in full on the maturity date", "20 equal quarterly instalments", "bullet repayment"],
}


def near(kind: Kind[Any]) -> st.SearchStrategy[str]:
    """Return texts, about half of which are a value of a kind."""
    return st.one_of(st.sampled_from(WRITTEN[kind]), texts)


signs = st.text(alphabet="0123456789.,:;'%x×±+-–/()[]≤≥<>= ", max_size=60)
kinds = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


@kinds
@given(text=st.one_of(st.text(max_size=80), signs, texts))
def test_no_text_raises_and_what_is_no_value_is_said_in_a_sentence(kind: Kind[Any], text: str) -> None:
    reading = kind.parse(text, ENGLISH)
    if isinstance(reading, Unreadable):
        assert reading.why.endswith(".")
    for value in candidates_of(reading):
        assert kind.canonical(value)
    kind.find(tokenize(text), ENGLISH)


@kinds
def test_each_written_value_is_one(kind: Kind[Any]) -> None:
    assert [text for text in WRITTEN[kind] if not candidates_of(kind.parse(text, ENGLISH))] == []


@kinds
@given(data=st.data())
def test_a_value_equals_itself(kind: Kind[Any], data: st.DataObject) -> None:
    for value in candidates_of(kind.parse(data.draw(near(kind)), ENGLISH)):
        assert kind.compare(value, value).relation is Relation.EQUAL


@kinds
@given(data=st.data())
def test_equality_is_symmetric(kind: Kind[Any], data: st.DataObject) -> None:
    one, other = data.draw(near(kind)), data.draw(near(kind))
    for left in candidates_of(kind.parse(one, ENGLISH)):
        for right in candidates_of(kind.parse(other, ENGLISH)):
            there, back = kind.compare(left, right).relation, kind.compare(right, left).relation
            if kind in JUDGE_ONLY_WHAT_IS_EXPECTED:
                assert (there is Relation.EQUAL) <= (back is not Relation.DIFFERENT), (left, right)
            else:
                assert (there is Relation.EQUAL) == (back is Relation.EQUAL), (left, right)


@kinds
@given(text=texts)
def test_what_is_found_stands_where_it_is_said_to_stand(kind: Kind[Any], text: str) -> None:
    last = 0
    for found in kind.find(tokenize(text), ENGLISH):
        assert last <= found.span.start < found.span.end <= len(text)
        last = found.span.end
        again = kind.parse(found.span.of(text), ENGLISH)
        canonical = {kind.canonical(one) for one in found.candidates}
        assert canonical & {kind.canonical(one) for one in candidates_of(again)}, found.span.of(text)


@pytest.mark.sampled(one_of=3)
@kinds
@pytest.mark.parametrize(
    "piece", ["(", "1", "1,", "4.0x ", "2% ", "one ", "to ", "not ", "SOFR ", "- ", "1/3/", "\ud800"]
)
def test_a_long_text_of_one_piece_is_read_to_its_end(kind: Kind[Any], piece: str) -> None:
    text = piece * (4_000 // len(piece))
    kind.parse(text, ENGLISH)
    assert all(found.span.end <= len(text) for found in kind.find(tokenize(text), ENGLISH))


hundredths = st.integers(min_value=1, max_value=99_99).map(lambda cents: Decimal(cents) / 100)


@given(rate=hundredths, form=st.sampled_from(["{}%", "{} per cent.", "{} per cent. per annum", "{}% p.a.", "({} %)"]))
def test_a_written_percentage_reads_as_itself(rate: Decimal, form: str) -> None:
    reading = PERCENTAGE_KIND.parse(form.format(rate), ENGLISH)
    assert isinstance(reading, Read)
    assert reading.value.bps == rate * 100


@given(rate=hundredths)
def test_percent_and_basis_points_of_one_rate_are_equal(rate: Decimal) -> None:
    in_bps = f"{(rate * 100).normalize():f} bps"
    assert PERCENTAGE_KIND.compare_texts(f"{rate}%", in_bps).relation is Relation.EQUAL
    in_percent_by_mistake = PERCENTAGE_KIND.compare_texts(f"{rate}%", f"{rate} bps")
    assert in_percent_by_mistake.relation is Relation.DIFFERENT


@given(ratio=hundredths, form=st.sampled_from(["{}:1", "{}x", "{}×", "{} to 1.00", "{}:1.00", "{} times", "{} : 1"]))
def test_a_written_ratio_reads_as_itself(ratio: Decimal, form: str) -> None:
    reading = RATIO_KIND.parse(form.format(ratio), ENGLISH)
    assert isinstance(reading, Read)
    assert reading.value == Ratio(value=ratio)


@given(
    ratio=hundredths,
    phrase=st.sampled_from([
        ("shall not exceed", "<="), ("not more than", "<="), ("≤", "<="), ("less than", "<"), ("below", "<"),
        ("not less than", ">="), ("at least", ">="), ("≥", ">="), ("more than", ">"), ("in excess of", ">"),
    ]),
)  # fmt: skip
def test_a_written_threshold_reads_as_itself(ratio: Decimal, phrase: tuple[str, str]) -> None:
    reading = THRESHOLD_KIND.parse(f"{phrase[0]} {ratio}:1", ENGLISH)
    assert isinstance(reading, Read)
    assert (reading.value.operator, reading.value.value) == (phrase[1], ratio)


@given(
    ratios=st.lists(hundredths, min_size=2, max_size=5),
    start=st.dates(min_value=date(2000, 1, 1), max_value=date(2060, 1, 1)),
    days=st.integers(min_value=1, max_value=800),
)
def test_a_written_step_schedule_reads_as_itself(ratios: list[Decimal], start: date, days: int) -> None:
    ends = [start + timedelta(days=days * place) for place in range(len(ratios) - 1)]
    written = [f"{ratio:.2f}:1 to {end.isoformat()}" for ratio, end in zip(ratios, ends, strict=False)]
    reading = THRESHOLD_SCHEDULE_KIND.parse("; ".join([*written, f"{ratios[-1]:.2f}:1 thereafter"]), ENGLISH)
    assert isinstance(reading, Read)
    levels = reading.value.levels
    assert [level.value.value for level in levels] == ratios
    assert [level.end for level in levels] == [*ends, None]
    assert [level.start for level in levels[1:]] == [end + timedelta(days=1) for end in ends]


@given(figure=hundredths)
def test_a_figure_without_unit_never_becomes_a_rate(figure: Decimal) -> None:
    reading = PERCENTAGE_KIND.parse(str(figure), ENGLISH)
    assert isinstance(reading, Read)
    assert isinstance(reading.value, Percentage)
    assert reading.value.bps is None
