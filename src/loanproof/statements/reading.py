"""Reads the statement about a value: everything that the text around one place says about the value there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.statements.bounds.reading import read_bound
from loanproof.statements.parties.role_mentions import roles_offered
from loanproof.statements.parties.roles import Roles, read_roles
from loanproof.statements.parts.alternatives import read_alternatives
from loanproof.statements.parts.anchors import read_anchor
from loanproof.statements.parts.debts import read_debt
from loanproof.statements.parts.periods import read_period, read_recurring
from loanproof.statements.parts.polarity import read_polarity
from loanproof.statements.parts.sides import read_counted, read_side
from loanproof.statements.parts.spreads import read_spread
from loanproof.statements.parts.terms import read_around, read_base, read_subjects
from loanproof.statements.statement import Polarity, Statement
from loanproof.statements.texts.place import Place, parted_from, place_of
from loanproof.values import DATE_KIND, content_words_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loanproof.core import Span
    from loanproof.statements.texts.text import StatedText

_TIME_AND_LEVEL_WORDS = frozenset({"before", "after", "during", "until", "above", "below", "without"})
_PERIOD_NOUNS = {"annual": "year", "annually": "year", "yearly": "year", "quarterly": "quarter", "monthly": "month"}
_BRIEF_TEXT = 30  # tokens; a text up to this length counts as a single line
_SHORT_TEXT = 160  # tokens of a text that are read for its roles


def read_statement(text: StatedText, span: Span) -> Statement:
    """Return what a text says about the value at a span.

    The result is cached with the text, because one gold quote is compared with many answers.
    """
    return text.tokens.cached((read_statement, span), lambda: _read(text, span))


def read_statements(text: StatedText) -> tuple[Statement, ...]:
    """Return what a text says about each of its values, in order."""
    return tuple(read_statement(text, value.span) for value in text.values)


def _read(text: StatedText, span: Span) -> Statement:
    place = place_of(text, span)
    side = read_side(place)
    roles = read_roles(place)
    return Statement(
        span=span,
        polarity=polarity_at(text, span),
        bound=read_bound(place, side),
        is_brief=len(text.tokens) <= _BRIEF_TEXT,
        kind=place.kind,
        on_day=place.kind is DATE_KIND and place.word(place.first - 1) == "on",
        side=side,
        counted=read_counted(place, side),
        per=read_period(place),
        debt=read_debt(place),
        spread=read_spread(place),
        recurs=read_recurring(place),
        counts_from=read_anchor(place),
        of=read_base(place),
        subjects=read_subjects(place),
        around=read_around(place),
        giver=roles.giver,
        taker=roles.taker,
        act=roles.act,
        alternatives=read_alternatives(text, place.first)
        or tuple(text.tokens.span(start, end) for start, end in roles_offered(place)),
    )


def roles_in_text(text: StatedText) -> Roles:
    """Return who gives and who takes in a short text, whether or not it contains values."""
    tokens = text.tokens
    end = min(len(tokens), _SHORT_TEXT)
    place = Place(tokens=tokens, kind=None, first=0, after=0, start=0, end=end, before=0, behind=end, begins=True)
    return read_roles(place, of_nouns=True)


def words_around(text: StatedText, span: Span, others: Iterable[Span] = ()) -> tuple[frozenset[str], frozenset[str]]:
    """Return the content words of the stretch about the value at a span: those before the value, and those after it.

    Words that belong to what is at ``others`` are left out.
    """
    beside = tuple((text.position(one.start), text.position(one.end)) for one in others)

    def read() -> tuple[frozenset[str], frozenset[str]]:
        place = parted_from(place_of(text, span), beside)
        return _content_words_between(place, place.start, place.first), _content_words_between(
            place, place.after, place.end
        )

    return text.tokens.cached((words_around, span, beside), read)


def _content_words_between(place: Place, start: int, end: int) -> frozenset[str]:
    """Return the content words of a stretch, plus words such as ``before``; ``quarterly`` counts as ``quarter``."""
    order = _TIME_AND_LEVEL_WORDS.intersection(token.lower for token in place.tokens.items[start:end])
    return frozenset(_PERIOD_NOUNS.get(word, word) for word in content_words_in(place.tokens, start, end)) | order


def polarity_at(text: StatedText, span: Span) -> Polarity:
    """Return whether a text states, denies or replaces what is at a span."""
    place = place_of(text, span)
    sentence = text.sentence_of(place.first)[0]
    return text.tokens.cached((polarity_at, span), lambda: read_polarity(place, sentence))
