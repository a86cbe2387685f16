"""Half-open stretches of text, counted in characters."""

from __future__ import annotations

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
        """Tell whether ``other`` lies wholly inside this span."""
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: Span) -> bool:
        """Tell whether the two spans share at least one character."""
        return max(self.start, other.start) < min(self.end, other.end)

    def shift(self, by: int) -> Span:
        """Return the same stretch, ``by`` characters further on."""
        return Span(self.start + by, self.end + by)

    def cover(self, other: Span) -> Span:
        """Return the shortest span that holds both."""
        return Span(min(self.start, other.start), max(self.end, other.end))

    def of(self, text: str) -> str:
        """Return the characters that this span marks in ``text``."""
        return text[self.start : self.end]
