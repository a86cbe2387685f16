"""Names that no parser knows."""

from __future__ import annotations

import re

from loanproof.core import Span
from loanproof.values.mentions import Mentions, Strictness
from loanproof.values.plain_text.kind import PlainTextKind
from loanproof.values.text.content_words import content_words

_CAPITALISED = re.compile(r"\b[A-Z]\w{2,40}")


class UnknownNameKind(PlainTextKind):
    """Plain text where a name was asked for: its capitalised words are the name, and could be invented."""

    name = "unknown_name"
    noun = "name"

    def appears(self, value: str, mentions: Mentions, strictness: Strictness) -> tuple[Span, ...]:
        """Return where the text appears as plain text, if each of its capitalised words appears too."""
        named = (word for word in _CAPITALISED.findall(value) if content_words(word))
        if not all(word.casefold() in mentions.casefolded for word in named):
            return ()
        return super().appears(value, mentions, strictness)


UNKNOWN_NAME_KIND = UnknownNameKind()
