"""Parties: legal entities by their names."""

from __future__ import annotations

from collections.abc import Iterator

from loanproof.core import Reason, Span
from loanproof.values.kind import Kind
from loanproof.values.mentions import Mentions, Strictness
from loanproof.values.party.compare import compare_parties
from loanproof.values.party.find import find_parties
from loanproof.values.party.parse import parse_party
from loanproof.values.party.value import Party
from loanproof.values.reading import Comparison, Context, Found, Reading
from loanproof.values.text.tokens import Tokens

_FEWEST_WORDS = 2


class PartyKind(Kind[Party]):
    """Parties: legal entities by their names."""

    name = "party"
    noun = "party"
    is_name = True

    def parse(self, text: str, context: Context) -> Reading[Party]:
        """Read a text as the name of one party."""
        return parse_party(text, context)

    def find(self, tokens: Tokens, context: Context) -> tuple[Found[Party], ...]:
        """Find the names with a legal form in running text."""
        return find_parties(tokens, context)

    def canonical(self, value: Party) -> str:
        """Return the one text that equal values share."""
        return value.canonical

    def compare(self, expected: Party, given: Party) -> Comparison:
        """Compare a given value with the expected one."""
        return compare_parties(expected, given)

    def forms(self, value: Party) -> tuple[str, ...]:
        """Return the name as written, then its identifying words."""
        return (value.written or value.canonical, value.canonical)

    def appears(self, value: Party, mentions: Mentions, strictness: Strictness) -> tuple[Span, ...]:
        """Return where the entity is named, with its own legal form or without one; another form is another entity."""
        del strictness
        same = tuple(one.span for one in mentions.of(self) if any(_is_same(value, other) for other in one.candidates))
        return same or tuple(self._by_name(value, mentions))

    def _by_name(self, value: Party, mentions: Mentions) -> Iterator[Span]:
        """Yield where the words of a name are, unless they are part of another party's name.

        A single word does not identify a company with a legal form. Where a text gives the name with another form, the
        name alone means that other company.
        """
        if not value.words or (value.form and len(value.words) < _FEWEST_WORDS):
            return
        named = (other for one in mentions.of(self) for other in one.candidates if other.words == value.words)
        if any(not _lacks_form(value, other) for other in named):
            return
        for span in mentions.phrase(value.words):
            around = [one for one in mentions.of(self) if one.span.overlaps(span)]
            if all(_lacks_form(value, other) for one in around for other in one.candidates):
                yield span


def _is_same(one: Party, other: Party) -> bool:
    return compare_parties(one, other).relation.agrees


def _lacks_form(one: Party, other: Party) -> bool:
    return compare_parties(one, other).reason is Reason.SUFFIX_MISSING


PARTY_KIND = PartyKind()
