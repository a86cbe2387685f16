"""Periods of time in running text."""

from __future__ import annotations

from loanproof.values.duration.lists import read_listed_duration
from loanproof.values.duration.parse import DURATION_STARTS, parse_duration, read_counted_day, read_duration
from loanproof.values.duration.value import Duration
from loanproof.values.reading import NO_CONTEXT, Context, Found, Match, Unreadable
from loanproof.values.text.finding import find_each
from loanproof.values.text.tokens import TokenKind, Tokens


def find_durations(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[Duration], ...]:
    """Find every period in running text whose unit is written in words, its own or that of its list."""

    def read_at(at: int) -> Match[Duration] | None:
        inside = tokens[at - 1].text == "/" and tokens[at - 2].kind is TokenKind.NUMBER  # the 3 of "2/3 months"
        alone = None if inside else read_duration(tokens, at, context=context)
        return alone or read_counted_day(tokens, at) or read_listed_duration(tokens, at)

    return find_each(tokens, read_at, DURATION_STARTS.within(tokens))


def duration_text(found: Found[Duration], text: str) -> str:
    """Return a found period as text that can be read alone: ``1 month`` from ``one, two or three months``."""
    written = found.span.of(text)
    return found.candidates[0].canonical if isinstance(parse_duration(written), Unreadable) else written
