"""Parties: legal entities by their names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from loanproof.core import Reason, Span
from loanproof.values.kind import Kind
from loanproof.values.mentions import Mentions, Strictness
from loanproof.values.party.compare import compare_parties
from loanproof.values.party.find import find_parties, form_behind
from loanproof.values.party.legal_forms import lacks_form, same_form
from loanproof.values.party.parse import parse_party
from loanproof.values.party.spelling import name_pattern, same_spelling
from loanproof.values.party.value import Party
from loanproof.values.reading import Comparison, Context, Found, Reading
from loanproof.values.text.tokens import Tokens

_FEWEST_WORDS = 2
_LONGEST_FORM = 80  # characters


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

    def is_another(self, candidates: Sequence[Party], longer: Found[Party]) -> bool:
        """Return whether a longer name is the same one with another form: the GmbH of a GmbH & Co. KG."""
        return any(_has_other_form(value, other) for value in candidates for other in longer.candidates)

    def _by_name(self, value: Party, mentions: Mentions) -> Iterator[Span]:
        """Yield where the words of a name are, unless they are part of another party's name.

        A single word does not identify a company with a legal form. Where a text gives the name with another form, the
        name alone means that other company. A word that is no legal form may follow the name.
        """
        if not value.words or (value.form and len(value.words) < _FEWEST_WORDS):
            return
        if any(_has_other_form(value, other) for one in mentions.of(self) for other in one.candidates):
            return
        for span in mentions.matches(name_pattern(value.words)):
            form = form_behind(mentions.text[span.end : span.end + _LONGEST_FORM])
            around = mentions.overlapping(self, span)
            if _may_have(value, form) and all(_lacks_form(value, other) for one in around for other in one.candidates):
                yield span


def _is_same(one: Party, other: Party) -> bool:
    return compare_parties(one, other).relation.agrees


def _has_other_form(one: Party, other: Party) -> bool:
    return same_spelling(one.words, other.words) and not _may_have(one, other.form)


def _may_have(one: Party, form: str) -> bool:
    return same_form(one.form, form) or lacks_form(one.form, form)


def _lacks_form(one: Party, other: Party) -> bool:
    return compare_parties(one, other).reason is Reason.SUFFIX_MISSING


PARTY_KIND = PartyKind()
