"""Margins: flat, by a grid, by dates or by option."""

from __future__ import annotations

from typing import Any

from loanproof.core import Span
from loanproof.values.date.kind import DATE_KIND
from loanproof.values.date.value import CalendarDate
from loanproof.values.kind import Kind, Part
from loanproof.values.margin.compare import compare_margins
from loanproof.values.margin.find import find_margins
from loanproof.values.margin.parse import parse_margin
from loanproof.values.margin.structure import MARGIN_STRUCTURE
from loanproof.values.margin.value import Margin
from loanproof.values.mentions import Mentions, Strictness
from loanproof.values.percentage.kind import CHARGED_RATE_KIND, PERCENTAGE_KIND
from loanproof.values.prose import prose_parts
from loanproof.values.reading import Comparison, Context, Found, Reading
from loanproof.values.text.tokens import Tokens


class MarginKind(Kind[Margin]):
    """Margins: flat, by a grid, by dates or by option."""

    name = "margin"
    noun = "margin"
    structure = MARGIN_STRUCTURE

    def parse(self, text: str, context: Context) -> Reading[Margin]:
        """Read a text that states one margin, whatever its structure."""
        return parse_margin(text, context)

    def find(self, tokens: Tokens, context: Context) -> tuple[Found[Margin], ...]:
        """Find every rate in running text that could be a margin."""
        return find_margins(tokens, context)

    def canonical(self, value: Margin) -> str:
        """Return the one text that equal values share."""
        return value.canonical

    def compare(self, expected: Margin, given: Margin) -> Comparison:
        """Compare a given value with the expected one."""
        return compare_margins(expected, given)

    def forms(self, value: Margin) -> tuple[str, ...]:
        """Return the rates in the units they were written in."""
        return ("; ".join(PERCENTAGE_KIND.forms(rate)[0] for rate in value.rates), value.canonical)

    def parts(self, value: Margin) -> tuple[Part[Any], ...]:
        """Return every rate, the figures of the conditions of a grid, and the dates of steps."""
        rates = value.rates if value.adjustment is None else (*value.rates, value.adjustment)
        parts: list[Part[Any]] = [CHARGED_RATE_KIND.part(rate) for rate in rates]
        parts += [part for row in value.rows for part in prose_parts(row.when.words)]
        parts += [DATE_KIND.part(CalendarDate(day=step.start)) for step in value.steps if step.start is not None]
        return tuple(dict.fromkeys(parts))

    def appears(self, value: Margin, mentions: Mentions, strictness: Strictness) -> tuple[Span, ...]:
        """Return where a margin appears: every part of it must."""
        return mentions.together(self.parts(value), strictness)


MARGIN_KIND = MarginKind()
