"""The clauses that a model is shown, each under a short id that it cannot guess.

Ids have no vowels, so they do not look like words, and are not in order, so no id invites the next one. They depend
only on the document and the place: a clause that is shown twice has the same id both times.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from loanproof.core import Span, digest_data

if TYPE_CHECKING:
    from loanproof.capabilities.baseline import Paper

_ALPHABET = "BCDFGHJKLMNPQRSTVWXZ23456789"
_LETTERS = 3  # of an id
_SPACES = re.compile(r"\s+")
NO_LEADS: Mapping[Span, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownClause:
    """A stretch of a document under an id.

    Attributes:
        id: The id by which the model names it.
        span: Where it is in the document.
        heading: The heading above it, shown next to the id; it is not part of the clause.
        text: Its words on one line, as the model sees them.
    """

    id: str
    span: Span
    heading: str
    text: str

    @property
    def line(self) -> str:
        """The line of the prompt that shows it."""
        named = f"{self.id} ({self.heading})" if self.heading else self.id
        return f"{named}: {self.text}"


class ClauseDesk:
    """Gives the stretches of one paper their ids; no two stretches share an id."""

    def __init__(self, paper: Paper) -> None:
        """Take the paper whose stretches are shown."""
        self._paper = paper
        self._by_span: dict[Span, ShownClause] = {}
        self._taken: set[str] = set()

    def show(self, spans: Iterable[Span], leads: Mapping[Span, str] = NO_LEADS) -> tuple[ShownClause, ...]:
        """Return stretches as clauses, in the order of the document.

        Args:
            spans: The stretches.
            leads: For stretches that continue a sentence, the words above them; they are shown as the heading.
        """
        return tuple(self._clause(span, leads) for span in sorted(set(spans), key=lambda one: (one.start, one.end)))

    def _clause(self, span: Span, leads: Mapping[Span, str]) -> ShownClause:
        """Return the clause for a stretch; the same stretch always gets the same id."""
        if span not in self._by_span:
            chosen = next(one for one in self._ids(span) if one not in self._taken)
            self._taken.add(chosen)
            self._by_span[span] = ShownClause(
                id=chosen, span=span, heading=leads.get(span) or self._heading(span), text=words_of(self._paper, span)
            )
        return self._by_span[span]

    def _ids(self, span: Span) -> Iterator[str]:
        """Yield ids for a stretch; the first one that is not taken is used."""
        attempt = 0
        while True:
            # From the digest of the document, so that ids are stable and nobody can predict them.
            number = int(digest_data([self._paper.document.digest, span.start, span.end, attempt])[7:23], 16)
            letters = []
            for _ in range(_LETTERS):
                number, rest = divmod(number, len(_ALPHABET))
                letters.append(_ALPHABET[rest])
            yield "".join(letters)
            attempt += 1

    def _heading(self, span: Span) -> str:
        """Return the heading above a stretch, unless the stretch begins with it or it is too long to show."""
        section = self._paper.document.section_at(span.start)
        title = "" if section is None else " ".join((section.title or "").split())
        is_said = span.of(self._paper.text).lstrip()[: len(title) + 12].lower().find(title.lower()) >= 0
        return "" if is_said or len(title) > 60 else title


def words_of(paper: Paper, span: Span) -> str:
    """Return the words of a stretch on one line, without page headers and footers inside it."""
    text, start = [], span.start
    for page in paper.document.pages_of(span):
        for running in page.running:
            if span.start <= running.start and running.end <= span.end and running.start >= start:
                text.append(paper.text[start : running.start])
                start = running.end
    text.append(paper.text[start : span.end])
    return _SPACES.sub(" ", " ".join(text)).strip()
