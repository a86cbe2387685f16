"""Dates in running text."""

from __future__ import annotations

from loanproof.values.date.forms import DATE_STARTS, is_compact, is_dotted_short, read_day_of_month
from loanproof.values.date.parse import read_any_date, read_written_date
from loanproof.values.date.relative import relative_date_starts
from loanproof.values.date.value import DateValue
from loanproof.values.reading import NO_CONTEXT, Context, Found, Match
from loanproof.values.text.finding import find_each
from loanproof.values.text.tokens import TokenKind, Tokens


def find_dates(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[DateValue], ...]:
    """Find every date in running text, and every month or quarter with its year.

    A figure that could as well be a clause or account number (``12.10.20``, ``20310315``) is left out.
    """

    def read_at(at: int) -> Match[DateValue] | None:
        return None if _is_doubtful(tokens, at) else read_any_date(tokens, at, context)

    starts = {*DATE_STARTS.within(tokens), *relative_date_starts(tokens)}
    return find_each(tokens, read_at, sorted(starts))


def find_written_dates(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[DateValue], ...]:
    """Find every date in running text that is not a formula, and every day and month without a valid year."""

    def read_at(at: int) -> Match[DateValue] | None:
        if _is_doubtful(tokens, at):
            return None
        return read_written_date(tokens, at, context) or _day_of_month(tokens, at)

    return find_each(tokens, read_at, DATE_STARTS.within(tokens))


def _day_of_month(tokens: Tokens, at: int) -> Match[DateValue] | None:
    found = read_day_of_month(tokens, at)
    return None if found is None else Match(candidates=tuple(found.candidates), end=found.end)


def _is_doubtful(tokens: Tokens, at: int) -> bool:
    return is_dotted_short(tokens, at) or is_compact(tokens, at) or _is_inside_fraction(tokens, at)


def _is_inside_fraction(tokens: Tokens, at: int) -> bool:
    """Return whether a figure is the denominator of a fraction, the 3 of ``2/3``."""
    divided = tokens[at - 1].text == "/" and tokens[at - 2].kind is TokenKind.NUMBER and not tokens.gap(at)
    return divided and (len(tokens[at].text) == 1 or tokens[at].text == "10")
