"""The parties of a document by its own names for them: ``Borrower (Party A)``, ``TARN BANK PLC (the "Lender")``.

A name is told by the role that the document gives it, so that who reads *the borrower*, *Party A* or the name of the
company reads one party. A name with two roles that exclude each other, or with none, stays a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from loanproof.statements.roles import role_at
from loanproof.statements.text import ARTICLES
from loanproof.values import PARTY_KIND, fold_characters, tokenize

if TYPE_CHECKING:
    from loanproof.statements.statement import Names
    from loanproof.values import Found, Mentions, Party

_QUOTES = '"“”„'
_LETTER = r"Party\s[A-Z]\b"
_CALLED = r"(?:the\s|hereinafter\s(?:referred\sto\sas|called)\s)?"
_BRACKET = rf"\s?\({_CALLED}(?:the\s)?[{_QUOTES}]?"
_LETTERS = re.compile(
    rf"(?P<role>\b[A-Z][A-Za-z ]{{2,30}}?){_BRACKET}(?P<name>{_LETTER})|"
    rf"\b(?P<own_name>{_LETTER})(?:{_BRACKET}|\s?[:,]\s(?:the\s)?)(?P<own_role>[A-Z][a-z]{{2,20}}(?:\s[A-Z][a-z]{{2,20}})?)"
)
_TERMS = re.compile(rf"[{_QUOTES}](?P<term>[^{_QUOTES}\n]{{2,40}})[{_QUOTES}]")
_ACTING = re.compile(r",?\s{1,4}(?:acting\s)?as\s(?:the\s)?(?P<term>[A-Za-z]{2,20}(?:\s[A-Za-z]{2,20}){0,2})\b")
# What stands between a name and its bracket is of the name: "a Delaware corporation", "acting through its branch".
_APPOSED = re.compile(
    r"\s*(?:,?\s*(?:an?|as|acting|in|having|with|whose|being|company|registered|incorporated|organi[sz]ed)\b[^()]{0,250})?"
    rf",?\s*\((?P<inside>[^()]{{2,160}})\)(?:{_ACTING.pattern}(?:\s?\((?P<also>[^()]{{2,120}})\))?)?",
)
_LABEL = re.compile(r"(?P<role>\b[A-Z][a-z]{2,20}(?:\s[A-Z][a-z]{2,20})?)(?:\s?\([^()\n]{2,40}\))?\s?:\s{0,20}\Z")
_LONGEST = 80  # characters of a label


@dataclass(frozen=True)
class NamedParties:
    """The names of the parties of some documents, each with the words for its role."""

    roles: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, documents: Iterable[Mentions]) -> NamedParties:
        """Read who is who in some documents."""
        found: dict[str, list[str]] = {}
        for mentions in documents:
            for name, role in _named(mentions):
                found.setdefault(name.casefold(), []).append(role)
        return cls(tuple((name, roles[0]) for name, roles in found.items() if _agree(roles)))

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        names = sorted((name for name, _ in self.roles), key=len, reverse=True)
        spaced = (r"\s+".join(map(re.escape, name.split())) for name in names)
        return re.compile(rf"(?<!\w)(?:{'|'.join(spaced)})(?!\w)", re.IGNORECASE) if names else None

    def told(self, text: str) -> str:
        """Return a text with the role of each party in the place of its name."""
        return "".join(told for _, told in self._pieces(text))

    def as_written(self, shown: str, texts: Sequence[str]) -> str:
        """Return the words of one of some texts that stand behind those which were read."""
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
        """Yield the pieces of a text, each as it is written and as it is told."""
        roles, last = dict(self.roles), 0
        for match in self._pattern.finditer(text) if self._pattern is not None else ():
            if match[0][0].isupper():
                yield text[last : match.start()], text[last : match.start()]
                yield match[0], roles[" ".join(match[0].casefold().split())]
                last = match.end()
        yield text[last:], text[last:]


def _agree(roles: Sequence[str]) -> bool:
    return bool(frozenset.intersection(*(_meant(role) for role in roles)))


def _meant(term: str) -> Names:
    """Return what the role at the end of a term may stand for: that of one party, as ``Primary Lender`` is."""
    tokens = tokenize(term)
    found = (role_at(tokens, at) for at in range(len(tokens)))
    is_one = not term.lower().endswith("s")
    return next((one[0] for one in found if one is not None and one[1] == len(tokens) and is_one), frozenset())


def _named(mentions: Mentions) -> tuple[tuple[str, str], ...]:
    """Return the names of a document, each with a role that it gives it, once."""
    return mentions.tokens.cached(_named, lambda: tuple(_read(mentions)))


def _read(mentions: Mentions) -> Iterator[tuple[str, str]]:
    text = mentions.tokens.folded.original
    for match in _LETTERS.finditer(text):
        role = " ".join((match["role"] or match["own_role"]).split())
        if _meant(role):
            yield " ".join((match["name"] or match["own_name"]).split()), role
    for found in mentions.of(PARTY_KIND):
        terms = [" ".join(term.split()) for term in _called(text, found)]
        roles = [term for term in (*terms, *_acting(text, found)) if _meant(term)]
        for name in (*_forms(found, text), *(term for term in terms if _is_short_for(term, found))) if roles else ():
            yield from ((name, role) for role in roles)


def _called(text: str, found: Found[Party]) -> Iterator[str]:
    """Yield the terms of a document for a party: the label before its name, and those in the brackets behind it."""
    label = _LABEL.search(text, max(0, found.span.start - _LONGEST), found.span.start)
    if label is not None:
        yield label["role"]
    apposed = _APPOSED.match(text, found.span.end)
    inside = " ".join(filter(None, apposed.group("inside", "also"))) if apposed is not None else ""
    yield from (match["term"] for match in _TERMS.finditer(inside))


def _acting(text: str, found: Found[Party]) -> Iterator[str]:
    """Yield what a party acts as, behind its name: the beginnings of ``Administrative Agent for the``."""
    acting = _ACTING.match(text, found.span.end)
    words = acting["term"].split() if acting is not None else []
    yield from (" ".join(words[:count]) for count in range(1, len(words) + 1))


def _is_short_for(term: str, found: Found[Party]) -> bool:
    """Return whether a term is some words of a name: ``Holdings`` for what is ``Grebe Foods Holdings LLC`` in full."""
    words = set(term.casefold().split())
    return any(words <= {*one.words, *one.full} for one in found.candidates)


def _forms(found: Found[Party], text: str) -> Iterator[str]:
    """Yield a name as it is written, and without its legal form."""
    for name in (found.span.of(text), *(" ".join(one.words) for one in found.candidates)):
        words = name.split()
        if words[0].lower() not in ARTICLES:
            yield " ".join(words)
