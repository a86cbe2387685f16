"""The words of references to a place in an agreement, from ``sections.words.yaml``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from loanproof.core import SingleWords, WordFault, Words, WordTable, load_words, repeated_phrases, unknown_phrases


class _Sections(WordTable):
    clauses: SingleWords
    articles: SingleWords
    plurals: SingleWords
    paragraphs: SingleWords
    attached: dict[Literal["sched", "exh", "annex", "app"], SingleWords]
    parts: SingleWords
    recitals: SingleWords
    paragraphs_behind: SingleWords
    counted: SingleWords
    unnumbered: SingleWords
    statutes: SingleWords
    without_number: dict[Literal["cover", "parties", "sig", "recital"], Words]
    called: SingleWords

    def faults(self) -> Iterator[WordFault]:
        attached = [(("attached", mark), words) for mark, words in self.attached.items()]
        heads = [(("clauses",), self.clauses), (("paragraphs",), self.paragraphs), (("parts",), self.parts)]
        yield from repeated_phrases([*heads, *attached, (("recitals",), self.recitals)])
        yield from repeated_phrases((("without_number", part), names) for part, names in self.without_number.items())
        few = [(("articles",), self.articles), (("plurals",), self.plurals)]
        yield from unknown_phrases(few, self.clauses, "a word for a clause of this table")


_WORDS = load_words(__package__, "sections", _Sections)
CLAUSES = frozenset(_WORDS.clauses)
ARTICLES = frozenset(_WORDS.articles)
PLURALS = frozenset(_WORDS.plurals)
PARAGRAPHS = frozenset(_WORDS.paragraphs)
ATTACHED_MARKS = {word: mark for mark, words in _WORDS.attached.items() for word in words}
PARTS = frozenset(_WORDS.parts)
RECITALS = frozenset(_WORDS.recitals)
PARAGRAPHS_BEHIND = frozenset(_WORDS.paragraphs_behind)
COUNTED = frozenset(_WORDS.counted)
UNNUMBERED = frozenset(_WORDS.unnumbered)
STATUTES = frozenset(_WORDS.statutes)
WITHOUT_NUMBER = {name.lower(): part for part, names in _WORDS.without_number.items() for name in names}
"""The parts of a document that have no number, by what they are called."""
CALLED = _WORDS.called
