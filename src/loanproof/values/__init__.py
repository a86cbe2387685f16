"""What loan terms mean: parse, find in text, canonical form, compare. Decimal only, pure, linear time."""

from loanproof.values.reading import DateOrder, NumberLocale

__all__ = ["DateOrder", "NumberLocale"]
