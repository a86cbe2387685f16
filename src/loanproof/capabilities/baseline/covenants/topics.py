"""What an undertaking is about, by its heading and by what it acts on, and the names that people know it by."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from loanproof.core import Words, WordTable, load_words

_WORD = re.compile(r"[a-z0-9]+")
_REACH = 420  # characters in which a prohibition or duty says what it acts on


class Topic(WordTable):
    """One topic: its names, the first of which is the plainest, and the words that tell it."""

    names: Words
    headings: Words = ()
    objects: Words = ()


class _Topics(WordTable):
    """The topics of each class of undertaking."""

    negative: dict[str, Topic]
    positive: dict[str, Topic]
    information: dict[str, Topic]


_TOPICS = load_words(__package__, "topics", _Topics)
NEGATIVE, POSITIVE, INFORMATION = _TOPICS.negative, _TOPICS.positive, _TOPICS.information


def topics_of(topics: dict[str, Topic], titles: Sequence[str], words: str) -> tuple[str, ...]:
    """Return the topics of an undertaking, the surest first: what its own heading names, then what it acts on."""
    found = [*_named(topics, _folded(titles[0] if titles else "")), *_acted_on(topics, _folded(words[:_REACH]))]
    return tuple(dict.fromkeys(found))


def names_of(topics: dict[str, Topic], found: Sequence[str]) -> tuple[str, ...]:
    """Return the names of some topics, the plainest of the surest first."""
    return tuple(dict.fromkeys(name for one in found for name in topics[one].names))


def _named(topics: dict[str, Topic], heading: str) -> Iterator[str]:
    return (key for key, topic in topics.items() if any(_holds(heading, one) for one in topic.headings))


def _acted_on(topics: dict[str, Topic], words: str) -> list[str]:
    places = {key: min((at for one in topic.objects if (at := words.find(f" {_bare(one)}")) >= 0), default=-1)
              for key, topic in topics.items()}  # fmt: skip
    return sorted((key for key, at in places.items() if at >= 0), key=lambda key: places[key])


def _holds(words: str, phrase: str) -> bool:
    return f" {_bare(phrase)} " in words


def _bare(text: str) -> str:
    return " ".join(_WORD.findall(text.lower()))


def _folded(text: str) -> str:
    return f" {_bare(text)} "
