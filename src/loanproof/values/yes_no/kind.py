"""Yes-or-no answers."""

from __future__ import annotations

from typing import Any

from loanproof.core import Span
from loanproof.values.kind import Kind, Part
from loanproof.values.mentions import Mentions, Strictness
from loanproof.values.reading import Comparison, Context, Found, Read, Reading
from loanproof.values.structure import exact_number
from loanproof.values.text.labels import labels
from loanproof.values.text.tokens import Tokens
from loanproof.values.yes_no.compare import compare_yes_no
from loanproof.values.yes_no.parse import parse_yes_no
from loanproof.values.yes_no.value import YesNo


class YesNoKind(Kind[YesNo]):
    """Yes-or-no answers: a conclusion about a document, never words of it."""

    name = "yes_no"
    noun = "yes or no"
    labels = labels(
        "mac", "mac clause", "material adverse change", "material adverse change clause", "negative pledge",
        "negative pledge clause", "answer",
    )  # fmt: skip
    is_conclusion = True

    def parse(self, text: str, context: Context) -> Reading[YesNo]:
        """Read an answer by its leading token."""
        return parse_yes_no(text, context)

    def find(self, tokens: Tokens, context: Context) -> tuple[Found[YesNo], ...]:
        """Find nothing: a conclusion is not in the text."""
        del tokens, context
        return ()

    def canonical(self, value: YesNo) -> str:
        """Return the one text that equal values share."""
        return value.canonical

    def compare(self, expected: YesNo, given: YesNo) -> Comparison:
        """Compare a given value with the expected one."""
        return compare_yes_no(expected, given)

    def forms(self, value: YesNo) -> tuple[str, ...]:
        """Return the mandated form."""
        return (value.canonical,)

    def parts(self, value: YesNo) -> tuple[Part[Any], ...]:
        """Return nothing: the words that support a yes depend on the clause in question."""
        del value
        return ()

    def appears(self, value: YesNo, mentions: Mentions, strictness: Strictness) -> tuple[Span, ...]:
        """Return the whole text for presence, since a conclusion cannot be invented."""
        del value
        return mentions.whole if strictness.is_presence else ()

    def read_number(self, written: object, context: Context) -> Reading[YesNo]:
        """Read ``true`` and ``false``, also written as one and zero."""
        if isinstance(written, bool) or exact_number(written) in (0, 1):
            return Read(value=YesNo.YES if written else YesNo.NO)
        return super().read_number(written, context)


YES_NO_KIND = YesNoKind()
