"""The typed mentions of a paper with words in doubt, without any that may be a fragment of a longer value.

Next to a word in doubt, ``DUNE BREWERS LIMITED`` may lack the first word of its name, and ``1,850`` the rest of its
digits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from loanproof.documents import UNREAD
from loanproof.values import Mentions

if TYPE_CHECKING:
    from loanproof.core import Span
    from loanproof.values import Found, Kind

V = TypeVar("V")
_FULL_LINE = 40  # characters; a shorter line is a heading or the end of a paragraph


class SureMentions(Mentions):
    """The mentions of a text that are not next to a word in doubt."""

    def of(self, kind: Kind[V]) -> tuple[Found[V], ...]:
        """Return every value of a kind that is surely complete, in order, with its place."""
        if kind not in self._found:
            self._found[kind] = tuple(one for one in super().of(kind) if not self._is_beside_doubt(one.span))
        return super().of(kind)

    def _is_beside_doubt(self, span: Span) -> bool:
        """Return whether a value contains a word in doubt, or has one right before or after it."""
        start = self.text.rfind("\n", 0, span.start) + 1
        above = self.text.rfind("\n", 0, max(start - 1, 0)) + 1
        if start == span.start and start - above > _FULL_LINE:
            start = above  # the sentence runs on from the line above
        end = self.text.find("\n", span.end)
        before, behind = self.text[start : span.start], self.text[span.end : end if end >= 0 else len(self.text)]
        is_near = before.rstrip().endswith(UNREAD) or behind.lstrip().startswith(UNREAD)
        return is_near or UNREAD in span.of(self.text)
