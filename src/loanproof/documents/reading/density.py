"""Refuses text that repeats one kind of thing over and over: no agreement does, and checking it would take too long.

The cost of a check grows with the number of values in a document, not with its length. A credit agreement of 230 pages
has about 3,000 figures and 25,000 signs; a text with many times more is refused before anybody waits for it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from loanproof.core import FileError

if TYPE_CHECKING:
    from loanproof.documents.reading.limits import Limits

_FIGURE = re.compile(r"\d+")
_SIGN = re.compile(r"[^\w\s]")
_WORD = re.compile(r"[^\W\d_]+")
_SHARE = 7  # “the”, the most frequent word of English, is about a fifteenth of a text


def refuse_dense(texts: Sequence[str], limits: Limits, *, file: Path) -> None:
    """Raise :class:`FileError` if the pages of a document contain more of one thing than any agreement does."""
    for problem in _problems(texts, limits):
        hint = "Split the file, or take out what is not a part of the agreement."
        raise FileError(f"the text {problem}, unlike any agreement.", file=file, hint=hint)


def _problems(texts: Sequence[str], limits: Limits) -> Iterator[str]:
    for name, pattern, most in (("figures", _FIGURE, limits.figures), ("signs", _SIGN, limits.signs)):
        if sum(1 for text in texts for _ in pattern.finditer(text)) > most:
            yield f"holds more than {most:,} {name}"
    if sum(map(len, texts)) <= 2 * limits.same_words:  # a word and a blank are two characters
        return
    words = Counter(word.lower() for text in texts for word in _WORD.findall(text))
    [(word, count)] = words.most_common(1) or [("", 0)]
    if count > limits.same_words and count * _SHARE > words.total():
        yield f"says {word[:40]!r} {count:,} times"
