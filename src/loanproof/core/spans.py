"""Half-open spans of text, counted in characters."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """The characters from ``start`` up to, not including, ``end``. Never negative, never reversed."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"a span cannot run from {self.start} to {self.end}.")

    def __len__(self) -> int:
        return self.end - self.start

    def __bool__(self) -> bool:
        return self.end > self.start

    def contains(self, other: Span) -> bool:
        """Return whether ``other`` lies wholly inside this span."""
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: Span) -> bool:
        """Return whether the two spans share at least one character."""
        return max(self.start, other.start) < min(self.end, other.end)

    def shift(self, by: int) -> Span:
        """Return the span moved ``by`` characters to the right."""
        return Span(self.start + by, self.end + by)

    def cover(self, other: Span) -> Span:
        """Return the shortest span that contains both."""
        return Span(min(self.start, other.start), max(self.end, other.end))

    def of(self, text: str) -> str:
        """Return the characters that this span marks in ``text``."""
        return text[self.start : self.end]


class SpanSet:
    """Spans of one text, for repeated overlap checks in logarithmic time."""

    def __init__(self, spans: Iterable[Span] = ()) -> None:
        """Take spans in any order. Overlapping spans are merged; empty ones match nothing."""
        self._spans: list[Span] = []
        for span in sorted(filter(None, spans)):
            if self._spans and self._spans[-1].overlaps(span):
                span = self._spans.pop().cover(span)
            self._spans.append(span)

    def overlaps(self, span: Span) -> bool:
        """Return whether a span shares a character with any of these."""
        nearest = self._not_before(span)
        return nearest is not None and nearest.overlaps(span)

    def contains(self, span: Span) -> bool:
        """Return whether a span lies wholly inside one of these."""
        nearest = self._not_before(span)
        return nearest is not None and nearest.contains(span)

    def _not_before(self, span: Span) -> Span | None:
        at = bisect_right(self._spans, span.start, key=lambda one: one.end)
        return self._spans[at] if at < len(self._spans) else None
