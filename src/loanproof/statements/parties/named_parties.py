"""The names that a document gives its parties: ``Borrower (Party A)``, ``TARN BANK PLC (the "Lender")``.

A name is replaced by the role that the document gives it, so that *the borrower*, *Party A* and the name of the company
are read as one party. A name with incompatible roles, or with none, is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from loanproof.statements.texts.text import ARTICLES
from loanproof.statements.vocabulary.role_names import role_at
from loanproof.values import PARTY_KIND, fold_characters, tokenize

if TYPE_CHECKING:
    from loanproof.statements.statement import Names
    from loanproof.values import Found, Mentions, Party

_QUOTES = '"“”„'
_PARTY_LETTER = r"Party\s[A-Z]\b"
_CALLED_THE = r"(?:the\s|hereinafter\s(?:referred\sto\sas|called)\s)?"
_BRACKET = rf"\s?\({_CALLED_THE}(?:the\s)?[{_QUOTES}]?"
_LETTERED_PARTY = re.compile(
    rf"(?P<role>\b[A-Z][A-Za-z ]{{2,30}}?){_BRACKET}(?P<name>{_PARTY_LETTER})|"
    rf"\b(?P<own_name>{_PARTY_LETTER})(?:{_BRACKET}|\s?[:,]\s(?:the\s)?)"
    rf"(?P<own_role>[A-Z][a-z]{{2,20}}(?:\s[A-Z][a-z]{{2,20}})?)"
)
_QUOTED_TERM = re.compile(rf"[{_QUOTES}](?P<term>[^{_QUOTES}\n]{{2,40}})[{_QUOTES}]")
_ACTING_AS = re.compile(r",?\s{1,4}(?:acting\s)?as\s(?:the\s)?(?P<term>[A-Za-z]{2,20}(?:\s[A-Za-z]{2,20}){0,2})\b")
# The words between a name and its bracket describe the party: "a Delaware corporation", "acting through its branch".
_BRACKET_BEHIND_NAME = re.compile(
    r"\s*(?:,?\s*(?:an?|as|acting|in|having|with|whose|being"
    r"|company|registered|incorporated|organi[sz]ed)\b[^()]{0,250})?"
    rf",?\s*\((?P<inside>[^()]{{2,160}})\)(?:{_ACTING_AS.pattern}(?:\s?\((?P<also>[^()]{{2,120}})\))?)?",
)
_LABEL_BEFORE_NAME = re.compile(
    r"(?P<role>\b[A-Z][a-z]{2,20}(?:\s[A-Z][a-z]{2,20})?)(?:\s?\([^()\n]{2,40}\))?\s?:\s{0,20}\Z"
)
_LABEL_LENGTH = 80  # characters searched for a label before a name


@dataclass(frozen=True)
class NamedParties:
    """The names of the parties of some documents, case-folded, each with the words for its role."""

    roles: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, documents: Iterable[Mentions]) -> NamedParties:
        """Return the parties that some documents name, with their roles."""
        found: dict[str, list[str]] = {}
        for mentions in documents:
            for name, role in _names_with_roles(mentions):
                found.setdefault(name.casefold(), []).append(role)
        return cls(tuple((name, roles[0]) for name, roles in found.items() if _are_compatible(roles)))

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        names = sorted((name for name, _ in self.roles), key=len, reverse=True)
        spaced = (r"\s+".join(map(re.escape, name.split())) for name in names)
        return re.compile(rf"(?<!\w)(?:{'|'.join(spaced)})(?!\w)", re.IGNORECASE) if names else None

    def told(self, text: str) -> str:
        """Return a text in which each name of a party is replaced by the party's role."""
        return "".join(told for _, told in self._pieces(text))

    def as_written(self, shown: str, texts: Sequence[str]) -> str:
        """Return words as one of the texts writes them, given the same words with names replaced by roles.

        If no text contains the words, they are returned unchanged.
        """
        for text in texts:
            pieces = list(self._pieces(text))
            folded = fold_characters("".join(told for _, told in pieces))
            at = folded.text.find(shown)
            if at >= 0:
                span = folded.span_of(at, at + len(shown))
                ends = list(accumulate((len(told) for _, told in pieces), initial=0))
                return "".join(
                    written[max(0, span.start - start) : span.end - start] if told == written else written
                    for (written, told), (start, end) in zip(pieces, pairwise(ends), strict=True)
                    if start < span.end and end > span.start
                )
        return shown

    def _pieces(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield the pieces of a text, each as it is written and with a name replaced by its role."""
        roles, last = dict(self.roles), 0
        for match in self._pattern.finditer(text) if self._pattern is not None else ():
            if match[0][0].isupper():
                yield text[last : match.start()], text[last : match.start()]
                yield match[0], roles[" ".join(match[0].casefold().split())]
                last = match.end()
        yield text[last:], text[last:]


def _are_compatible(roles: Sequence[str]) -> bool:
    return bool(frozenset.intersection(*(_role_of(role) for role in roles)))


def _role_of(term: str) -> Names:
    """Return what the role at the end of a term such as ``Primary Lender`` may refer to; a plural has none."""
    tokens = tokenize(term)
    found = (role_at(tokens, at) for at in range(len(tokens)))
    is_one = not term.lower().endswith("s")
    return next((one[0] for one in found if one is not None and one[1] == len(tokens) and is_one), frozenset())


def _names_with_roles(mentions: Mentions) -> tuple[tuple[str, str], ...]:
    """Return the names in a document, each paired with a role that the document gives it; the result is cached."""
    return mentions.tokens.cached(_names_with_roles, lambda: tuple(_read(mentions)))


def _read(mentions: Mentions) -> Iterator[tuple[str, str]]:
    text = mentions.tokens.folded.original
    for match in _LETTERED_PARTY.finditer(text):
        role = " ".join((match["role"] or match["own_role"]).split())
        if _role_of(role):
            yield " ".join((match["name"] or match["own_name"]).split()), role
    for found in mentions.of(PARTY_KIND):
        terms = [" ".join(term.split()) for term in _terms_for(text, found)]
        roles = [term for term in (*terms, *_acting_as(text, found)) if _role_of(term)]
        for name in (*_forms(found, text), *(term for term in terms if _is_short_for(term, found))) if roles else ():
            yield from ((name, role) for role in roles)


def _terms_for(text: str, found: Found[Party]) -> Iterator[str]:
    """Yield the document's terms for a party: the label before its name, and those in the brackets after it."""
    label = _LABEL_BEFORE_NAME.search(text, max(0, found.span.start - _LABEL_LENGTH), found.span.start)
    if label is not None:
        yield label["role"]
    apposed = _BRACKET_BEHIND_NAME.match(text, found.span.end)
    inside = " ".join(filter(None, apposed.group("inside", "also"))) if apposed is not None else ""
    yield from (match["term"] for match in _QUOTED_TERM.finditer(inside))


def _acting_as(text: str, found: Found[Party]) -> Iterator[str]:
    """Yield the possible roles after ``as`` following a name: the first one, two and three words of the phrase."""
    acting = _ACTING_AS.match(text, found.span.end)
    words = acting["term"].split() if acting is not None else []
    yield from (" ".join(words[:count]) for count in range(1, len(words) + 1))


def _is_short_for(term: str, found: Found[Party]) -> bool:
    """Return whether a term consists of words of a party's name: ``Holdings`` for ``Grebe Foods Holdings LLC``."""
    words = set(term.casefold().split())
    return any(words <= {*one.words, *one.full} for one in found.candidates)


def _forms(found: Found[Party], text: str) -> Iterator[str]:
    """Yield a name as it is written, and without its legal form, unless it begins with an article."""
    for name in (found.span.of(text), *(" ".join(one.words) for one in found.candidates)):
        words = name.split()
        if words[0].lower() not in ARTICLES:
            yield " ".join(words)
