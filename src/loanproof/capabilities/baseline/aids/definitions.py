"""The defined terms of a document: what each says, and which other terms it uses.

Terms come from the document's definition sections, from numbered clauses and sentences that define one, and from
brackets in running text, such as ``(the “Borrower”)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from loanproof.core import Span
from loanproof.documents import UNREAD, SectionKind

if TYPE_CHECKING:
    from loanproof.documents import Document

_VERB = re.compile(r"\b(?:means?|has|have|is|are|includes?|refers?|shall\s+mean|shall\s+have)\b|[:=]", re.IGNORECASE)
_INLINE = re.compile(r"\((?P<before>[^()“”\"]{0,120}?)[“\"](?P<term>[A-Z][^“”\"]{0,60})[”\"](?P<after>[^()]{0,160}?)\)")
_TERMS = re.compile(r"[A-Z0-9][\w&’'/-]*(?:\s+(?:(?:of|and|to|the|for|in|or)\s+)?[A-Z0-9][\w&’'/-]*){0,7}")
_WORD = re.compile(rf"[0-9]+(?:[.,'_][0-9]+)*|[^\W\d_]+|{UNREAD}+")
_REACH = 400  # characters within which a definition must begin, or that a definition in passing takes
_MAX_INDENT = 40  # characters before a line in which the paragraph above it ends
_MIN_UNQUOTED = 3  # definitions of one form that make up a list of definitions
_NUMBERED = re.compile(
    r"\(?[0-9a-zA-Z.]{1,8}[.)]?\s{1,10}[“\"]?"
    r"(?P<term>[A-Z][\w&’'/-]{0,30}(?:[ \n](?:[A-Z(][\w&’'/)-]{0,30}|of|and|to|the|for|in|or)){0,6})"
    r"[”\"]?(?:\s?\([^()\n]{0,60}\))?:?\s{1,3}"
    r"(?:shall\s{1,3}mean|means?|has\sthe\smeaning|shall\shave\sthe\smeaning|refers?\sto)\b"
)
_PLAIN_TERM = r"[A-Z][\w&’'/-]{0,30}(?:[ ](?:[A-Z0-9(][\w&’'/)-]{0,30}|of|and|to|the|for|in|or)){0,6}"
_UNQUOTED = re.compile(
    rf"(?<=\n)[ \t]*(?P<term>{_PLAIN_TERM})"
    r"[ ](?:shall\s{1,3}mean|means?|has\sthe\smeaning)\b"
)
_WITH_IS = re.compile(rf"(?<=\n)[ \t]*(?P<term>{_PLAIN_TERM})(?:[ ]\([^()\n]{{1,40}}\))?[ ](?:is|are)[ ]")
_WITH_COLON = re.compile(rf"(?<=\n)[ \t]*(?P<term>{_PLAIN_TERM}):[ \t]+(?=\S)")
_IN_COLUMNS = re.compile(
    r"(?<=\n)[ \t]*[“\"](?P<term>[A-Z$£€][^“”\"\n]{0,60})[”\"](?:[ ]and[ ][“\"][^“”\"\n]{1,60}[”\"])?"
    r"(?:[ ]{2,}|[ ]?\t[ \t]*|[ ]?[:=–—-][ ]+)(?=\S)"
)
_IN_PASSING = re.compile(r"[“\"](?P<term>[A-Z][^“”\"\n]{1,60})[”\"]\s(?:shall\s(?:mean|be)|means?|is|are|being)\s")
_DEFINING = re.compile(
    r"\b(?:definitions?|defined|interpretation|meanings?|(?:terms|words|expressions)\s+used)\b", re.IGNORECASE
)
_WORDED = re.compile(r"\bThe\swords?\s[“\"](?P<term>[A-Z][^“”\"\n]{1,60})[”\"]\smeans?\b")

_RUN_TOGETHER = re.compile(r"(?<=[a-z]{3})(?=[A-Z][a-z]{2})")  # between words whose blank the file has lost


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """One defined term.

    Attributes:
        words: The words of the term in lower case, as section ids write them.
        term: The term as the document writes it.
        span: The whole definition.
        body: What follows ``means``.
        where: The section in which it is defined.
    """

    words: tuple[str, ...]
    term: str
    span: Span
    body: Span
    where: str

    def ends_with(self, head: tuple[str, ...]) -> bool:
        """Return whether the term ends with these words: its head noun says what it is."""
        return self.words[-len(head) :] == head


@dataclass(frozen=True, slots=True, kw_only=True)
class InlineTerm:
    """A term that a bracket gives to what comes before it: ``ACME LIMITED (the “Borrower”)``."""

    words: tuple[str, ...]
    term: str
    span: Span


def words_of_term(term: str) -> tuple[str, ...]:
    """Return the words of a term in lower case; ``Euro-Dollar`` is two words, and so is ``LoanCommitment``."""
    return tuple(_WORD.findall(_RUN_TOGETHER.sub(" ", term).lower()))


class Definitions:
    """All defined terms of one document, in ``all`` in the order of the text."""

    def __init__(self, document: Document) -> None:
        """Collect the definitions from the clause tree and the text; bracketed terms are searched when first needed."""
        self._text = document.text
        found = (
            _definition(document.text, one.id, one.span)
            for one in document.sections
            if one.kind is SectionKind.DEFINITION
        )
        lines = list(_unquoted(document))
        sections = [_before_the_next(one, lines) for one in found if one.words]
        taken = {one.words for one in sections}
        more = [
            one
            for one in (*_numbered(document), *_worded(document), *lines, *_in_passing(document))
            if one.words not in taken
        ]
        self.all = tuple(sorted((*sections, *more), key=lambda one: one.span))
        self._by_words: dict[tuple[str, ...], Definition] = {}
        for one in self.all:
            self._by_words.setdefault(one.words, one)
        for one in self.all:  # *Bank Bill Rate or BBSY Bid means* defines two terms
            for name in re.split(r"\s+or\s+", " ".join(one.words)) if "or" in one.words else ():
                self._by_words.setdefault(tuple(name.split()), one)

    def named(self, term: str) -> Definition | None:
        """Return the definition of a term, in any letter case, in the singular or plural."""
        return self._lookup(words_of_term(term))

    def around(self, span: Span) -> Definition | None:
        """Return the first definition that contains a span, or None."""
        return next((one for one in self.all if one.span.contains(span)), None)

    def ending(self, head: str) -> Iterator[Definition]:
        """Yield the definitions whose term ends with a head noun, in the order of the document."""
        words = words_of_term(head)
        return (one for one in self.all if one.ends_with(words))

    @cached_property
    def inline(self) -> tuple[InlineTerm, ...]:
        """The terms that brackets define, in order."""
        found = _INLINE.finditer(self._text)
        return tuple(
            InlineTerm(
                words=words_of_term(one["term"]),
                term=" ".join(one["term"].split()).strip(" ,."),
                span=Span(*one.span()),
            )
            for one in found
        )

    def uses(self, definition: Definition) -> tuple[Definition, ...]:
        """Return the other defined terms that a definition uses, in the order of their first use."""
        return tuple(one for one in self.used_in(definition.body) if one is not definition)

    def used_in(self, span: Span) -> tuple[Definition, ...]:
        """Return the defined terms that a stretch uses, in the order of their first use."""
        found: dict[tuple[str, ...], Definition] = {}
        for match in _TERMS.finditer(self._text, span.start, span.end):
            words = words_of_term(match[0])
            # Capitalised words may begin with others: *Such Final Maturity Date* still finds the longest
            # defined term.
            for start in range(len(words)):
                one = next((self._lookup(words[start:end]) for end in range(len(words), start, -1)
                            if self._lookup(words[start:end]) is not None), None)  # fmt: skip
                if one is not None:
                    found.setdefault(one.words, one)
                    break
        return tuple(found.values())

    def _lookup(self, words: tuple[str, ...]) -> Definition | None:
        return self._by_words.get(words) or self._by_words.get(_other_number(words))


def _other_number(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words with the last one in the plural instead of the singular, or the reverse."""
    if not words:
        return words
    last = words[-1]
    return (*words[:-1], last[:-1] if last.endswith("s") else f"{last}s")


def _numbered(document: Document) -> Iterator[Definition]:
    """Yield the definitions that are clauses or items of their own: ``1.4 Last Payment Date means the day …``."""
    for one in document.sections:
        if one.kind is not SectionKind.CLAUSE:
            continue
        match = _NUMBERED.match(document.text, one.span.start, min(one.span.end, one.span.start + _REACH))
        if match is not None:
            yield _written(match, one.span.end, one.id)


def _unquoted(document: Document) -> Iterator[Definition]:
    """Yield the definitions that are lines beginning with the bare term: ``Final Date means 30 June 2041``.

    In a clause on definitions a colon, or *is* where no term is quoted, can replace the verb: ``Margin: 2.20% per
    annum.`` After a term in quotation marks the gap between two columns can replace it too.
    """
    verbs = list(_UNQUOTED.finditer(document.text))
    colons = [one for one in _WITH_COLON.finditer(document.text) if _is_defining(document, one.start("term"))]
    plain = [one for one in _WITH_IS.finditer(document.text) if _opens_definition(document, one)]
    columns = list(_IN_COLUMNS.finditer(document.text))
    # A single line of one form may be a coincidence; several are a list of definitions.
    found = [one for some in (verbs, colons, plain, columns) if len(some) >= _MIN_UNQUOTED for one in some]
    found.sort(key=lambda one: one.start("term"))
    for at, match in enumerate(found):
        section = document.section_at(match.start("term"))
        if section is not None and section.kind is SectionKind.DEFINITION and section.parent is not None:
            section = document.sections[section.parent]
        limit = len(document.text) if section is None else section.span.end
        end = min(limit, found[at + 1].start("term")) if at + 1 < len(found) else limit
        yield _written(match, end, "" if section is None else section.id)


def _opens_definition(document: Document, match: re.Match[str]) -> bool:
    """Return whether *Term is* begins a paragraph of a clause on definitions, in a document without quoted terms."""
    before = document.text[max(0, match.start() - _MAX_INDENT) : match.start()].rstrip(" \t")
    begins = before.endswith("\n\n") or before.rstrip().endswith((".", ";", ":"))
    quoted = sum(one.kind is SectionKind.DEFINITION for one in document.sections)
    return begins and quoted < _MIN_UNQUOTED and _is_defining(document, match.start("term"))


def _is_defining(document: Document, offset: int) -> bool:
    """Return whether a place is in a clause whose heading, or a heading above it, is about definitions."""
    section = document.section_at(offset)
    while section is not None:
        if _DEFINING.search(section.title or "") and section.kind is not SectionKind.DEFINITION:
            return True
        section = None if section.parent is None else document.sections[section.parent]
    return False


def _before_the_next(definition: Definition, lines: Sequence[Definition]) -> Definition:
    """Return a definition, cut where the next line that defines a term begins."""
    starts = [one.span.start for one in lines if definition.body.start < one.span.start < definition.span.end]
    if not starts:
        return definition
    end = min(starts)
    return replace(definition, span=Span(definition.span.start, end), body=Span(definition.body.start, end))


def _in_passing(document: Document) -> Iterator[Definition]:
    """Yield the terms in quotation marks that a sentence of an ordinary clause explains: ``the “Spread” is …``."""
    for match in _IN_PASSING.finditer(document.text):
        section = document.section_at(match.start())
        if section is not None and section.kind in (SectionKind.DEFINITION, SectionKind.CONTENTS):
            continue
        blank = document.text.find("\n\n", match.end())
        ends = (
            len(document.text) if blank < 0 else blank,
            match.end() + _REACH,
            *(() if section is None else (section.span.end,)),
        )
        yield _written(match, min(ends), "" if section is None else section.id)


def _worded(document: Document) -> Iterator[Definition]:
    """Yield the definitions of forms that speak of words: ``The words "Completion Date" mean …``."""
    for match in _WORDED.finditer(document.text):
        end = document.text.find("\n\n", match.end())
        section = document.section_at(match.start())
        end = len(document.text) if end < 0 else end
        yield _written(match, end, "" if section is None else section.id)


def _written(match: re.Match[str], end: int, where: str) -> Definition:
    """Return the definition that a match begins and that ends at a given place."""
    return Definition(
        words=words_of_term(match["term"]),
        term=" ".join(match["term"].split()),
        span=Span(match.start("term"), max(end, match.end())),
        body=Span(match.end(), max(end, match.end())),
        where=where,
    )


def _definition(text: str, section_id: str, span: Span) -> Definition:
    """Return the definition in a definition section, whose id ends with the term: ``1.1#margin``."""
    where, _, words = section_id.partition("#")
    # A term that is defined twice in one place has a number after it: 1.1#margin, 1.1#margin!2.
    words = words.partition("!")[0]
    written = text[span.start : min(span.end, span.start + 200)]
    count = len(words.split())
    end_of_term = 0
    for at, match in enumerate(_WORD.finditer(written)):
        if at >= count:
            break
        end_of_term = match.end()
    verb = _VERB.search(text, span.start + end_of_term, min(span.end, span.start + end_of_term + _REACH))
    start = span.start + end_of_term if verb is None else verb.end()
    term = " ".join(written[:end_of_term].strip(" “”\"‘’'").split())
    return Definition(
        words=words_of_term(term) if count == 1 else tuple(words.split()),
        term=term,
        span=span,
        body=Span(min(start, span.end), span.end),
        where=where,
    )
