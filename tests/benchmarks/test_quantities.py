"""The figures of a written value, ranges joined."""

import pytest

from loanproof.benchmarks.quantities import read_value
from loanproof.values import Context, NumberLocale

ENGLISH = Context(number_locale=NumberLocale.EN)


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("EUR 1,500-3,500", ("1500", "3500")),
        ("EUR 1,500 to 3,500", ("1500", "3500")),
        ("EUR 1,000,000-5,000,000", ("1000000", "5000000")),
        ("EUR 1,500-EUR 3,500", ("1500", "3500")),
        ("USD 5-10 million", ("5000000", "10000000")),
        ("EUR 5,000,000 - 3 months", ("5000000", "5000000")),
        ("USD 5,000,000", ("5000000", "5000000")),
    ],
)
def test_a_range_of_amounts_may_say_its_currency_once(text: str, ends: tuple[str, str]) -> None:
    (place,) = read_value(text, ENGLISH)
    assert [(f"{one.low:f}", f"{one.high:f}") for one in place.candidates] == [ends]
