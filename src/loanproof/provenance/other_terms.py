"""Whether a quote's own words tie a value in it to another term than the one it is cited for (C-31).

The nearest name in the sentence of the value decides: in ``the Margin is 2.25 % and default interest is 2.00 %`` each
figure has its own. Without a name nearby, nothing counts against the value.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from loanproof.core import Span
from loanproof.provenance.term_names import Name, is_set_apart, may_be_own, role_names, term_names, tie_right_before
from loanproof.values import CLAUSE_KIND, LAW_KIND, PARTY_KIND, REFERENCE_RATE_KIND, Clause, LawUse

if TYPE_CHECKING:
    from loanproof.provenance.claims import Term
    from loanproof.values import Mentions, Part, ReferenceRate

# A full stop after an abbreviation of loan documents does not end a sentence.
_STOP = re.compile(
    r"(?<!\bcent)(?<!\bp\.a)(?<!\bLtd)(?<!\bInc)(?<!\bCo)(?<!\bCorp)(?<!N\.A)(?<!\bNo)\.(?=\s+[\"“(\[A-Z0-9])"
    r"|;(?=\s)|\n[ \t\r]{0,200}\n|\f"
)
# Text in brackets, or between commas with words that set it apart.
_ASIDES = re.compile(
    r"\([^()]{0,400}\)|\[[^\[\]]{0,400}\]"
    r"|,\s(?:subject to|save|except|other than|excluding|without|in addition to|notwithstanding)\b[^,;]{0,200},",
    re.IGNORECASE,
)
# A bracket behind a value names it, unless it takes something out: "Encumbrance (other than Permitted Encumbrances)".
_NAMED_BEHIND = re.compile(
    r"[^.;()0-9]{0,60}\((?!\s{0,2}(?:other|save|except|excepting|excluding|not|without|apart|unless)\b)"
    r"(?:(?:being )?the)?\s{0,2}[\"“']{0,2}(?:\w{1,20} ){0,2}"
    r"|[^.;()0-9]{0,40}\b(?:as|by way of|being)\s{1,2}(?:an?\s|the\s)?",
    re.IGNORECASE,
)
_LED_ROLE = re.compile(
    r"[\s,.]{0,4}(?:\([^()]{0,80}\)[\s,.]{0,4})?(?:(?:acting|in its capacity)\s{1,2})?"
    r"(?:as\s{1,2}|\((?:together|collectively|each|jointly|both)?,?\s{0,2}(?:as\s{1,2})?(?:the|an?)\s{1,2})[\"“]?"
    r"(?:(?:an?|the|original|initial|sole|joint|its)\s{1,2}){0,3}[\"“]?",
    re.IGNORECASE,
)
_BETWEEN_PARTIES = re.compile(r"[\s,;]{0,4}(?:\([^()]{0,80}\)[\s,]{0,4})?(?:(?:and|or|&)\s{1,2})?", re.IGNORECASE)
# The mark before a defined term may be missing, where a quote begins with it.
_DEFINITION = re.compile(
    r"(?:^|[\"“])(?P<term>[^\"“”\n\d]{2,60})[\"”]\s{1,4}(?:shall\s)?means?\b"
    r"|(?:^|\n|\.\s)\s{0,4}(?P<bare>[A-Z][\w-]{0,20}(?:\s[A-Z][\w-]{0,20}){0,4})\s(?:shall\s)?means?\b"
)
# Words between an amount and what it is: "GBP 4,000,000 senior secured term loan".
_NO_PREPOSITION = r"(?!(?:of|under|on|for|in|to|by|and|or|with|from|at|as|per|the|is|are|if|that|which)\b)"
_ATTRIBUTE = re.compile(rf"\s{{1,2}}(?:{_NO_PREPOSITION}[\w-]{{1,20}}\s{{1,2}}){{0,3}}", re.IGNORECASE)
_CELL_BEHIND = re.compile(r"[ \t|,]{1,40}[0-9.]{0,12}[0-9]")
_CELL_BEFORE = re.compile(r"[0-9]\s?%?[ \t|,]{1,40}$")
# Words by which something has an adverse effect; the subject precedes them.
_HAVING = re.compile(
    r"(?:\b(?:which|that|has|have|had|having|or|is|are|be|reasonably"
    r"|likely|expected|could|would|might|may|will|shall|not"
    r"|to|an?|any|no|results?|in|causes?|leads?|gives?|rise|produces?)\b[\s,]{1,40})+$",
    re.IGNORECASE,
)
_HAS = re.compile(r"\b(?:have|has|had|having|results? in|causes?|leads? to|gives? rise to|produces?)\b", re.IGNORECASE)
_OPINION = re.compile(r"\bin the (?:\w{1,20} )?opinion of [^,]{1,80}", re.IGNORECASE)
_NO_NOUN = re.compile(r"\S*\s+(?:to|affect\w*|impair\w*)\b", re.IGNORECASE)
# Acts in one list: "sell, mortgage, pledge or otherwise encumber".
_ACTS_IN_ROW = re.compile(
    r"(?:[\s,]|or\b|and\b|otherwise\b|mortgage\b|pledge\b|charge\b|assign\b|lease\b){1,120}", re.IGNORECASE
)
_LONGEST_HEADING = 10  # words
_LONGEST_GAP = 120  # characters between a value and the name that is given to it
_LONGEST_ROLE = 200  # characters after the name of a party in which to look for its role


class Naming:
    """What a text says about the terms that its values belong to, for one term they are cited for.

    ``equal_roles`` are other names that the document of the text gives to the requested role.
    """

    def __init__(self, mentions: Mentions, term: Term, equal_roles: frozenset[str] = frozenset()) -> None:
        self._mentions = mentions
        self._text = mentions.text
        self._term = term
        self._equal_roles = equal_roles

    def tied_elsewhere(self, part: Part[Any], place: Span) -> str | None:
        """Return the words that tie the value at a place to another term; ``None`` if there are none.

        They are empty if a text names security without forbidding any: it is then not tied to another term either.
        """
        if self._other_facility is not None:
            return self._other_facility
        if part.kind is REFERENCE_RATE_KIND:
            return self._other_method(part)
        if part.kind is PARTY_KIND:
            return self._other_role(place)
        tied = self._by_names(place)
        if tied is None and part.kind is CLAUSE_KIND:
            return (self._qualifier if Clause.MATERIAL_ADVERSE_CHANGE in part.candidates else self._no_bar)(place)
        return self._only_a_place(place) if tied is None and part.kind is LAW_KIND else tied

    @cached_property
    def _names(self) -> tuple[Name, ...]:
        return term_names(self._mentions.tokens, self._term.field)

    @cached_property
    def _first_own(self) -> int:
        """Where the first name of the term itself is; past the end of the text if there is none."""
        return next((name.span.start for name in self._names if name.is_own), len(self._text))

    @cached_property
    def _stops(self) -> tuple[Span, ...]:
        return tuple(Span(*match.span()) for match in _STOP.finditer(self._text))

    @cached_property
    def _asides(self) -> tuple[Span, ...]:
        return tuple(Span(*match.span()) for match in _ASIDES.finditer(self._text))

    @cached_property
    def _definitions(self) -> tuple[tuple[Span, str], ...]:
        """Where each defined term is defined, in order, with the term."""
        return tuple((Span(*one.span()), one["term"] or one["bare"]) for one in _DEFINITION.finditer(self._text))

    def _by_names(self, place: Span) -> str | None:
        defined = tie_right_before(self._text, place.start, self._term.field) or self._defined_otherwise(place)
        if defined is not None or all(name.is_own for name in self._names):
            return defined
        stretch = self._sentence(place)
        near = self._between(stretch.start, stretch.end)
        before = (name for name in near if name.span.start <= place.start and not name.takes_back)
        ahead = [name for name in before if not self._is_aside(name.span, place)]
        taking = next((name for name in reversed(ahead) if name.takes_on), None)
        if taking is not None:
            return self._words(taking)
        behind = next((name for name in near if 0 <= name.span.start - place.end <= _LONGEST_GAP), None)
        if behind is not None and self._is_named_by(behind, place):
            return self._words(behind)
        if self._first_own < len(self._text) and self._is_in_row(place):
            return None
        if behind is not None and behind.is_own and _ATTRIBUTE.fullmatch(self._text, place.end, behind.span.start):
            return None
        if behind is not None and behind.is_own and _ACTS_IN_ROW.fullmatch(self._text, place.end, behind.span.start):
            return None
        excess = [behind] if behind is not None and behind.takes_back else []
        deciding = ahead or excess or self._leading(stretch)
        return self._words(deciding[-1]) if deciding else None

    def _defined_otherwise(self, place: Span) -> str | None:
        """Return the term in whose definition a value is, if it cannot be the field's: ``"Closing Date" means …``."""
        at = bisect_right(self._definitions, place.start, key=lambda one: one[0].end) - 1
        if at < 0 or may_be_own(self._definitions[at][1], self._term.field):
            return None
        last, term = self._definitions[at]
        own = (name.is_own for name in self._between(last.start, place.end + _LONGEST_GAP))
        return term if self._is_one_list(last, place) and not any(own) else None

    def _words(self, name: Name) -> str | None:
        return None if name.is_own else name.span.of(self._text)

    def _between(self, start: int, end: int) -> Sequence[Name]:
        first, last = (bisect_left(self._names, edge, key=lambda name: name.span.start) for edge in (start, end))
        return self._names[first:last]

    def _is_named_by(self, name: Name, place: Span) -> bool:
        """Return whether a name after a value is given to it there: ``2.25 per cent. per annum (the "Margin")``."""
        gap = self._text[place.end : name.span.start][:_LONGEST_GAP].replace("p.a.", "").lstrip(".")
        return _NAMED_BEHIND.fullmatch(gap) is not None

    def _leading(self, stretch: Span) -> Sequence[Name]:
        """Return the name that applies to a sentence without one, from a heading or the opening of its list."""
        before = self._between(0, stretch.start)
        if not before or self._first_own < stretch.start:
            return ()
        last = before[-1]
        own = self._sentence(last.span)
        return [last] if self._is_one_list(own, stretch) or len(own.of(self._text).split()) <= _LONGEST_HEADING else ()

    def _sentence(self, place: Span) -> Span:
        """Return the sentence, or list item, around a place, including its full stop."""
        before = bisect_right(self._stops, place.start, key=lambda stop: stop.end)
        after = bisect_left(self._stops, place.end, key=lambda stop: stop.start)
        start = self._stops[before - 1].end if before else 0
        return Span(start, self._stops[after].end if after < len(self._stops) else len(self._text))

    def _is_aside(self, name: Span, place: Span) -> bool:
        """Return whether a name is in an aside that does not contain the value."""
        at = bisect_right(self._asides, name.start, key=lambda one: one.start) - 1
        return at >= 0 and self._asides[at].contains(name) and self._asides[at].end <= place.start

    def _is_in_row(self, place: Span) -> bool:
        """Return whether a figure is in a row of figures, whose names are those of columns."""
        before = _CELL_BEFORE.search(self._text, max(0, place.start - 50), place.start)
        return before is not None or _CELL_BEHIND.match(self._text, place.end) is not None

    @cached_property
    def _other_facility(self) -> str | None:
        """The label of another tranche, if the text has no label of the tranche that is meant."""
        others = [span for label in self._term.others for span in self._labels(label)]
        own = [span for label in self._term.labels for span in self._labels(label)]
        if not others or any(not any(other.contains(span) and other != span for other in others) for span in own):
            return None
        return others[0].of(self._text)

    def _labels(self, label: str) -> list[Span]:
        """Return where a label appears without being excluded by the words before it."""
        tokens = self._mentions.tokens
        spans = self._mentions.phrase(label.split())
        starts = {tokens.span(at, at + 1).start: at for at in range(len(tokens))} if spans else {}
        return [span for span in spans if not is_set_apart(tokens, starts.get(span.start, 0))]

    def _other_method(self, part: Part[Any]) -> str | None:
        """Return the name of the same rate with another method, if the text never names it with this one."""
        wanted: list[ReferenceRate] = [rate for value in part.candidates for rate in value.rates]
        families, styles = {rate.family for rate in wanted}, {rate.style for rate in wanted}
        named = [
            (one.span, rate.style)
            for one in self._mentions.of(REFERENCE_RATE_KIND)
            for value in one.candidates
            for rate in value.rates
            if rate.family in families
        ]
        if None in styles or any(style in styles for _, style in named):
            return None
        return next((span.of(self._text) for span, style in named if style is not None), None)

    def _other_role(self, place: Span) -> str | None:
        """Return the role that the text gives a party right after its name, unless the requested one is among them.

        Parties in a list have the role that follows the last of them: ``X Limited and Y Limited (the "Guarantors")``.
        """
        begin, following = place.end, len(self._text)
        for party in (one.span for one in self._mentions.of(PARTY_KIND) if one.span.start >= place.end):
            if not _BETWEEN_PARTIES.fullmatch(self._text, begin, party.start):
                following = party.start
                break
            begin = party.end
        end = min(following, begin + _LONGEST_ROLE)
        names = [name for name in self._roles if place.end <= name.span.start < end]
        if not names or any(name.is_own or self._is_equal(name) for name in names):
            return None
        first = names[0].span
        role = first.of(self._text)
        if begin > place.end and not role.lower().endswith("s"):
            return None  # X Limited, Y Limited and Z Bank (the "Lender"): the role is that of the last
        return role if _LED_ROLE.fullmatch(self._text, begin, first.start) else None

    def _is_equal(self, name: Name) -> bool:
        return " ".join(name.span.of(self._text).lower().split()) in self._equal_roles

    @cached_property
    def _roles(self) -> tuple[Name, ...]:
        return role_names(self._mentions.tokens, self._term.field)

    def _only_a_place(self, place: Span) -> str | None:
        """Return a place that is named, but not as a law, unless words on governing law lead to it."""
        used = {value.use for one in self._mentions.overlapping(LAW_KIND, place) for value in one.candidates}
        if not used or used & {LawUse.LAW, LawUse.GOVERNING}:
            return None
        ahead = self._between(self._sentence(place).start, place.start)
        return None if any(name.is_own for name in ahead) else place.of(self._text)

    def _qualifier(self, place: Span) -> str | None:
        """Return the words that an adverse effect only qualifies, if no event leads to it.

        ``Any default under a lease that would have a Material Adverse Effect`` is about leases.
        """
        start = self._sentence(place).start
        if any(name.is_own for name in self._between(start, place.start)):
            return None
        if _NO_NOUN.match(self._text, place.end):
            return self._text[start : place.end].strip()
        having = _HAVING.search(self._text, max(start, place.start - _LONGEST_GAP), place.start)
        if having is None or not _HAS.search(having.group()):
            return None
        head = _OPINION.sub("", self._text[max(start, having.start() - _LONGEST_GAP) : having.start()])
        return head.strip(" ,") if any(map(str.isalpha, head)) else None

    def _no_bar(self, place: Span) -> str | None:
        """Return empty words if a text names security without forbidding anybody to create or permit it.

        ``Security for debts that do not exceed USD 5,000,000`` says what is permitted.
        """
        at = bisect_left(self._acts, place)
        near = self._acts[max(0, at - 1) : at + 1]
        return None if any(self._is_one_list(min(act, place), max(act, place)) for act in near) else ""

    def _is_one_list(self, first: Span, last: Span) -> bool:
        """Return whether two places are in one sentence, including all items of its list."""
        edges = (bisect_left(self._ends, edge) for edge in (first.end - 1, last.start))
        return len(set(edges)) == 1

    @cached_property
    def _acts(self) -> tuple[Span, ...]:
        return tuple(name.span for name in self._names if name.is_own)

    @cached_property
    def _ends(self) -> tuple[int, ...]:
        """Where sentences end; items of a list are parts of one sentence."""
        return tuple(stop.start for stop in self._stops if stop.of(self._text) != ";")
