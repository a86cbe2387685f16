"""What every look at a covenant needs: the documents, the contract, and the notation of the document."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from loanproof.provenance import Claim, claim_of_text
from loanproof.scoring.covenants.words import COVENANT_WORDS, is_unsaid
from loanproof.scoring.written_values import write_value
from loanproof.standards import Label
from loanproof.values import DATE_KIND, CalendarDate, Context, Wording, content_words, tokenize

if TYPE_CHECKING:
    from datetime import date

    from loanproof.provenance import DocumentSet
    from loanproof.standards import EvalStandard

_NOTHING_OF_A_COVENANT = Wording(COVENANT_WORDS.nothing)


class Ground:
    """The documents, the contract and the notation in which both sides are read; the first document sets it."""

    def __init__(self, documents: DocumentSet, standard: EvalStandard) -> None:
        self.documents = documents
        self.standard = standard
        self.context: Context = documents[documents.names[0]].mentions.context

    @cached_property
    def lines(self) -> tuple[frozenset[str], ...]:
        """The content words of each line of the documents."""
        texts = (line for source in self.documents for line in source.document.text.splitlines())
        return tuple(content_words(line) for line in texts if line.strip())

    def has_line_about(self, text: str) -> bool:
        """Tell whether some line of the documents holds half of the content words of a text."""
        words = content_words(text[:_LONGEST])
        return bool(words) and any(2 * len(words & line) >= len(words) for line in self.lines)

    def stands(self, text: str) -> bool:
        """Tell whether every figure of a text stands somewhere in the documents."""
        parts = self.claim_of(text[:_LONGEST]).parts
        return all(any(source.holds(part) for source in self.documents) for part in parts)

    def claim_of(self, text: str | None) -> Claim:
        """Return what quotes must support of a text, read in the notation of the document; nothing of no text."""
        return claim_of_text(text or "", context=self.context)

    def wrong_value(self, text: str) -> tuple[Label, str | None]:
        """Return what a wrong value is, and the ruling that says so where it stands nowhere in the documents."""
        return (
            (Label.FAIL, None)
            if self.stands(text)
            else (self.standard.parameters.covenants.wrong_value_nowhere, "C-09")
        )

    def days_in(self, text: str) -> tuple[date, ...]:
        """Return the days that a text names, in its order; one that may mean several days gives all of them."""
        found = DATE_KIND.find(tokenize(text[:_LONGEST]), self.context)
        values = (value for one in found for value in one.candidates)
        return tuple(value.day for value in values if isinstance(value, CalendarDate))


_LONGEST = 4000  # characters of an answer that are searched for figures and days


def text_of(value: object) -> str | None:
    """Return what an output wrote as a value, as text; nothing where it wrote nothing, or only blanks.

    An amount or a period may be an object: ``{amount, currency}``, ``{days}``, ``{months}``.
    """
    if isinstance(value, Mapping):
        amount, currency = value.get("amount", value.get("value")), value.get("currency")
        if amount is not None:
            return " ".join(text for text in (text_of(currency), text_of(amount)) if text is not None) or None
        for unit in ("days", "months"):
            if value.get(unit) is not None:
                return f"{text_of(value[unit])} {unit}"
    written = write_value(value)
    return written.strip() or None if written is not None else None


def says_nothing(text: str | None) -> bool:
    """Tell whether a text is missing, or says that there is nothing or that it is unknown: ``none``, ``uncapped``."""
    return text is None or is_unsaid(text) or _NOTHING_OF_A_COVENANT.is_all_of(text)
