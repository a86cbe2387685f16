"""Documents that the borrower must deliver: how a clause describes them, and what they can be called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from loanproof.core import PhrasePattern, SingleWords, WordTable, load_words


class _Papers(WordTable):
    """Lists of words and phrases; each is explained in ``papers_due.words.yaml``."""

    papers: PhrasePattern
    tells: PhrasePattern
    bounds: SingleWords
    statements: PhrasePattern
    plain: SingleWords


_WORDS = load_words(__package__, "papers_due", _Papers)
_NAME_BOUNDARIES = frozenset(_WORDS.bounds)
_FILLER_WORDS = frozenset(_WORDS.plain)
_DOCUMENT_NOUN = re.compile(_WORDS.papers.pattern, re.IGNORECASE)
_OWNER = re.compile(
    r"\s+of\s+(?P<owner>(?:the\s+)?[A-Z][\w&’'-]*"
    r"(?:\s+(?:[A-Z][\w&’'-]*|and(?=\s[A-Z])))*(?:\s+(?:Ltd|Inc|Co|Corp)\.)?)"
)
_ABOUT = re.compile(r"\s+of\s+(?:any\s+|all\s+|its\s+|the\s+)?(?P<about>[a-z]{4,})\b")
_MAX_WORDS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperDue:
    """A document in the clause's own words, with its owner and its subject if the clause states them."""

    words: str
    owner: str | None
    about: str | None


def papers_in(words: str) -> Iterator[PaperDue]:
    """Yield the documents that a text names, in order: ``an Inventory Report by the Collateral Manager``."""
    for noun in _DOCUMENT_NOUN.finditer(words):
        before = re.split(r"[,;:()]", words[: noun.start()])[-1].split()
        kept: list[str] = []
        # The name runs back from the noun to the nearest article, preposition or other boundary word.
        for word in reversed(before[-_MAX_WORDS:]):
            if word.lower() in _NAME_BOUNDARIES or not word[0].isalpha():
                break
            kept.insert(0, word)
        while kept and kept[0].lower() == "and":
            kept.pop(0)
        owner = _OWNER.match(words, noun.end())
        about = _ABOUT.match(words, noun.end())
        if about is not None and not _WORDS.tells.fullmatch(noun[0]) and not about["about"].endswith("s"):
            about = None  # "a list of debtors" is named by its subject, "a statement of income" is not
        if kept or about or owner:
            yield PaperDue(
                words=" ".join((*kept, noun[0])),
                owner=None if owner is None else owner["owner"].removeprefix("the "),
                about=None if about is None else about["about"],
            )


def names_of_paper(paper: PaperDue, periods: Sequence[str]) -> Iterator[str]:
    """Yield the names of a document, the fullest first; ``periods`` are words for how often it is due, *Quarterly*."""
    bare = " ".join(word for word in paper.words.split() if word.lower() not in _FILLER_WORDS)
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
