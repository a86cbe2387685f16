"""Plain text that no other kind reads. Its figures and names are its content or, without any, its words."""

from __future__ import annotations

import re

from loanproof.core import Reason, Span
from loanproof.values.kind import Kind
from loanproof.values.mentions import Mentions, Strictness
from loanproof.values.prose import prose_parts
from loanproof.values.reading import EQUAL, Comparison, Context, Found, Read, Reading, Unreadable, different, partial
from loanproof.values.text.content_words import content_words
from loanproof.values.text.tokens import TokenKind, Tokens, tokenize

_FEWEST_LETTERS = 6  # shorter words, such as "yes" or "other", are in every document
_LONG_FIGURE = re.compile(r"[0-9]{4,}")
_BETWEEN_DIGITS = re.compile(r"(?<=[0-9])[\s,.'’](?=[0-9])")


class PlainTextKind(Kind[str]):
    """Plain text that no other kind reads."""

    name = "text"
    noun = "text"

    def parse(self, text: str, context: Context) -> Reading[str]:
        """Read any text that has a word or a figure in it."""
        del context
        return Read(value=text.strip()) if _words(text) else Unreadable("The text is blank.")

    def find(self, tokens: Tokens, context: Context) -> tuple[Found[str], ...]:
        """Find nothing: every stretch of a document is plain text."""
        del tokens, context
        return ()

    def canonical(self, value: str) -> str:
        """Return the words in lower case."""
        return " ".join(_words(value))

    def compare(self, expected: str, given: str) -> Comparison:
        """Compare two texts: the same words are equal; if one contains the content words of the other, partial."""
        if self.canonical(expected) == self.canonical(given):
            return EQUAL
        wanted, offered = content_words(expected), content_words(given)
        if wanted and offered and (offered < wanted or wanted < offered):
            return partial(Reason.DETAIL_MISSING if offered < wanted else Reason.LIST_EXTRA)
        return different()

    def forms(self, value: str) -> tuple[str, ...]:
        """Return the words."""
        return (value,)

    def appears(self, value: str, mentions: Mentions, strictness: Strictness) -> tuple[Span, ...]:
        """Return where all the values of a text appear or, without any, where its words are.

        Words assert little, so for presence only a long figure must appear, however its digits are grouped.
        """
        parts = prose_parts(value, mentions.context)
        if parts:
            return mentions.together(parts, strictness)
        words = _words(value)
        said = mentions.phrase(words) if sum(map(len, words)) >= _FEWEST_LETTERS else ()
        if said or not strictness.is_presence:
            return said
        figures = _LONG_FIGURE.findall(_digits(value))
        text = _digits(mentions.tokens.folded.text) if figures else ""
        return mentions.whole if all(figure in text for figure in figures) else ()


def _digits(text: str) -> str:
    """Return a text in which the digits of each figure are joined."""
    return _BETWEEN_DIGITS.sub("", text)


def _words(text: str) -> list[str]:
    return [token.lower for token in tokenize(text).items if token.kind is not TokenKind.SIGN]


PLAIN_TEXT_KIND = PlainTextKind()
