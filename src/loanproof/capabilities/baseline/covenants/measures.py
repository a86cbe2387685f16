"""What a financial covenant measures and what to call it: its own words, its heading, or the market's name for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.covenants.section_words import heading_of, is_generic
from loanproof.core import PhrasePattern, Words, WordTable, load_words
from loanproof.values import COVENANT_NAME_KIND, Read, tokenize

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.covenants.provisions import Provision
    from loanproof.core import Span

_RATIO = re.compile(
    r"\bratios?\s+of\s+\(i\)\s*(?P<first>.{2,1500}?)\s+to\s+\(ii\)\s*(?P<second>.{2,160})"
    r"|\bratios?(?:,[^,;]{0,120},)?\s+of\s+(?:\([a-z]+\)\s*)?"
    r"(?P<one>.{2,200}?)\s+to\s+(?:\([a-z]+\)\s*)?(?P<other>.{2,160})",
    re.IGNORECASE,
)
_SECOND_FIGURE = re.compile(r"\s*(?:per\s+cent\.?|%)?\s*(?:of|times)?\s*(?P<other>[^,;.]{4,120})", re.IGNORECASE)


class _Ratio(WordTable):
    """The names of a ratio of two figures, with the words by which each figure is recognised."""

    of: Words
    to: Words
    names: Words


class _Measures(WordTable):
    """The ratios, in the order in which they are tried, and the words around the name of a figure."""

    ratios: tuple[_Ratio, ...]
    singles: dict[str, str]
    ends_name: PhrasePattern
    before_name: PhrasePattern
    inside_name: PhrasePattern
    articles: PhrasePattern
    loose_end: PhrasePattern
    nouns: PhrasePattern
    before_noun: PhrasePattern
    players: PhrasePattern


_WORDS = load_words(__package__, "measures", _Measures)
_AFTER_NAME = re.compile(rf"(?:,|{_WORDS.ends_name.pattern}).*", re.IGNORECASE | re.DOTALL)
_NAME_WORD = rf"(?:[A-Z“][\w’“”-]*|{_WORDS.inside_name.pattern})"
_CAPITALISED_NAME = re.compile(
    rf"(?:\A|(?:{_WORDS.before_name.pattern})[\s,]+)"
    rf"(?:that\s+|its\s+|the\s+|a\s+)?(?P<name>{_NAME_WORD}(?:\s+{_NAME_WORD})*)"
)
_LOWER_CASE_NAME = re.compile(
    rf"(?:{_WORDS.articles.pattern}|{_WORDS.before_noun.pattern})\s+"
    rf"(?P<name>(?:[a-z-]+\s+){{0,4}}(?:{_WORDS.nouns.pattern}))"
)
_ARTICLE = re.compile(rf"\A(?:{_WORDS.articles.pattern})\s+", re.IGNORECASE)
_LOOSE_END = re.compile(rf"(?:\s+(?:{_WORDS.loose_end.pattern}))+\Z")
_CAPITALISED_WORD = re.compile(r"\b[A-Z][a-z]{4,}\b")
_CAPITALISED_PHRASE = re.compile(r"[A-Z][a-z]+(?:\s+[A-Z][a-z]+)+")


def names_of_measure(
    paper: Paper, provision: Provision, figure: Span, begin: int, *, is_in_table: bool = False
) -> tuple[str, ...]:
    """Return the names of what a covenant measures, the best first; if nothing else is found, its clause number.

    Args:
        paper: The document.
        provision: The provision that states the covenant.
        figure: Where its level is.
        begin: The position before which nothing is read, such as the end of the previous level.
        is_in_table: Whether the figure is the first of a table, which the sentence above it introduces.
    """
    sentence = paper.passages.sentence_at(figure.start)
    if is_in_table:
        sentence = paper.passages.sentence_at(len(paper.text[: sentence.start].rstrip()) - 1)
    start = max(min(sentence.start, figure.start), begin)
    before = " ".join(paper.text[start : figure.start].split())
    behind = " ".join(paper.text[figure.end : figure.end + 160].split())
    named = (_LOOSE_END.sub("", name) for name in _names(paper, provision, before, behind))
    found = list(dict.fromkeys(name for name in named if 2 < len(name) < 160 and name.lower() != "ratio"))
    titles = [one for one in provision.titles[:1] if provision.is_titled(one)]
    own = [one for one in titles if not is_generic(one) and heading_of(provision.section) == one]
    known = [name for name in (*titles, *found) if _is_known(name)]
    # The clause's own heading wins; otherwise the first name that is a known covenant.
    first = (own or known)[:1]
    ordered = [*first, *(name for name in found if name not in first)]
    return tuple(ordered) or (f"Financial covenant {provision.section.id}",)


def is_ratio(before: str, behind: str) -> bool:
    """Return whether the text around a figure compares two parts of a known ratio, such as a loan and a *value*."""
    other = _SECOND_FIGURE.match(" ".join(behind.split()))
    return other is not None and any(True for _ in _market_names(before, other["other"]))


def _names(paper: Paper, provision: Provision, before: str, behind: str) -> Iterator[str]:
    """Yield every possible name of what is measured, roughly from the most to the least reliable."""
    ratio = _RATIO.search(before)
    other = _SECOND_FIGURE.match(behind)
    if ratio is None and other is not None:
        yield from _market_names(before, other["other"])
    if ratio is not None:
        top, base = ratio["first"] or ratio["one"], ratio["second"] or ratio["other"]
        yield f"{_bare(_AFTER_NAME.sub('', top).strip(' ,'))} to {_bare(_AFTER_NAME.sub('', base).strip(' ,'))}"
        yield from _market_names(top, base)
    title = provision.titles[0] if provision.titles else ""
    if title and not is_generic(title) and provision.is_titled(title):
        yield title
    # A spelled-out ratio was named above; names found inside it would be those of its two figures.
    for found in COVENANT_NAME_KIND.find(tokenize(before), paper.context) if "ratio of" not in before else ():
        yield _LOOSE_END.sub("", before[found.span.start : found.span.end])
    yield from (word for word in _CAPITALISED_WORD.findall(before) if _is_known(word))
    for match in _CAPITALISED_NAME.finditer(before):
        name = match["name"].strip(" ,“”")
        if len(name.split()) > 1 and not _WORDS.players.fullmatch(name.split()[-1]):
            yield name
    yield from (match["name"] for match in _LOWER_CASE_NAME.finditer(before))
    yield from (one for one in provision.titles[1:2] if not is_generic(one))
    yield from (
        name for word, name in _WORDS.singles.items() if re.search(rf"(?<![\w-]){word}\b", before, re.IGNORECASE)
    )
    yield from sorted(
        (match[0] for match in _CAPITALISED_PHRASE.finditer(before) if not _WORDS.players.search(match[0])),
        key=len,
        reverse=True,
    )


def _market_names(one: str, other: str) -> Iterator[str]:
    """Yield the market's names for the first ratio of the table whose two figures appear in the two texts."""
    for ratio in _WORDS.ratios:
        if any(word in one.lower() for word in ratio.of) and any(word in other.lower() for word in ratio.to):
            yield from ratio.names
            return


def _bare(words: str) -> str:
    """Return a name without its leading article."""
    return _ARTICLE.sub("", words)


def _is_known(name: str) -> bool:
    """Return whether a name is that of a known financial covenant."""
    reading = COVENANT_NAME_KIND.read(name)
    return isinstance(reading, Read) and reading.value.known
