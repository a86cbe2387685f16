"""Papers that are to be delivered: what a clause calls them, and the names that this gives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from loanproof.core import PhrasePattern, SingleWords, WordTable, load_words


class _Papers(WordTable):
    """Each list is explained in the table."""

    papers: PhrasePattern
    tells: PhrasePattern
    bounds: SingleWords
    statements: PhrasePattern
    plain: SingleWords


_WORDS = load_words(__package__, "papers_due", _Papers)
_BOUNDS = frozenset(_WORDS.bounds)
_PLAIN = frozenset(_WORDS.plain)
_NOUN = re.compile(_WORDS.papers.pattern, re.IGNORECASE)
_OWNER = re.compile(
    r"\s+of\s+(?P<owner>(?:the\s+)?[A-Z][\w&’'-]*(?:\s+(?:[A-Z][\w&’'-]*|and(?=\s[A-Z])))*(?:\s+(?:Ltd|Inc|Co|Corp)\.)?)"
)
_ABOUT = re.compile(r"\s+of\s+(?:any\s+|all\s+|its\s+|the\s+)?(?P<about>[a-z]{4,})\b")
_MOST_WORDS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperDue:
    """A paper by its own words, whose it is, and what it is about, where the words say so."""

    words: str
    owner: str | None
    about: str | None


def papers_in(words: str) -> Iterator[PaperDue]:
    """Yield the papers that some words name, in order: ``an Inventory Report by the Collateral Manager``."""
    for noun in _NOUN.finditer(words):
        before = re.split(r"[,;:()]", words[: noun.start()])[-1].split()
        kept: list[str] = []
        for word in reversed(before[-_MOST_WORDS:]):
            if word.lower() in _BOUNDS or not word[0].isalpha():
                break
            kept.insert(0, word)
        while kept and kept[0].lower() == "and":
            kept.pop(0)
        owner = _OWNER.match(words, noun.end())
        about = _ABOUT.match(words, noun.end())
        if about is not None and not _WORDS.tells.fullmatch(noun[0]) and not about["about"].endswith("s"):
            about = None  # a list of debtors, but no statement of income
        if kept or about or owner:
            yield PaperDue(
                words=" ".join((*kept, noun[0])),
                owner=None if owner is None else owner["owner"].removeprefix("the "),
                about=None if about is None else about["about"],
            )


def names_of_paper(paper: PaperDue, periods: Sequence[str]) -> Iterator[str]:
    """Yield the names of a paper, the fullest first; ``periods`` are the words for its rhythm."""
    bare = " ".join(word for word in paper.words.split() if word.lower() not in _PLAIN)
    if paper.about is not None:
        yield f"{bare} of {paper.about}"
    for words in dict.fromkeys((paper.words, bare)):
        owned = (f"{words} of {paper.owner}", f"{words} of the {paper.owner}") if paper.owner else ()
        yield from (*owned, words)
        for period in periods[:1]:
            if not words.lower().startswith(period.lower()):
                yield from (f"{period} {one}" for one in (*owned, words))
    noun = _WORDS.statements.search(bare)
    if noun is not None and paper.owner:
        yield from (f"{one} {noun[0]} of {paper.owner}" for one in periods)
