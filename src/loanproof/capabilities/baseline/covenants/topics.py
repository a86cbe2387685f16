"""What an undertaking is about, judged by its heading and by what it acts on, and the usual names for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from loanproof.core import Words, WordTable, load_words

_WORD = re.compile(r"[a-z0-9]+")
_ENDINGS = "(?:s|es|d|ed|ing)?"
_MAX_READ = 420  # characters at the start of a provision, where it says what it acts on


class Topic(WordTable):
    """One topic: its names, the plainest first, and the words that identify it in headings and in provisions."""

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
    """Return the topics of an undertaking, the surest first: those its own heading names, then those it acts on."""
    found = [*_named(topics, _folded(titles[0] if titles else "")), *_acted_on(topics, _folded(words[:_MAX_READ]))]
    return tuple(dict.fromkeys(found))


def names_of(topics: dict[str, Topic], found: Sequence[str]) -> tuple[str, ...]:
    """Return the names of some topics, in the order of the topics; the plainest name of each comes first."""
    return tuple(dict.fromkeys(name for one in found for name in topics[one].names))


def _named(topics: dict[str, Topic], heading: str) -> Iterator[str]:
    """Yield the topics that a heading names."""
    return (key for key, topic in topics.items() if any(_contains(heading, one) for one in topic.headings))


def _acted_on(topics: dict[str, Topic], words: str) -> list[str]:
    """Return the topics whose objects appear in a text, in order of appearance."""
    found = {key: re.search(_pattern(topic.objects), words) for key, topic in topics.items() if topic.objects}
    places = {key: match.start() for key, match in found.items() if match is not None}
    return sorted(places, key=lambda key: places[key])


@cache
def _pattern(objects: Words) -> str:
    """Return a pattern for some objects, which may be inflected: *debts* is debt, and *a debtor* is somebody else."""
    return rf" (?:{'|'.join(map(_bare, objects))}){_ENDINGS} "


def _contains(words: str, phrase: str) -> bool:
    return f" {_bare(phrase)} " in words


def _bare(text: str) -> str:
    return " ".join(_WORD.findall(text.lower()))


def _folded(text: str) -> str:
    """Return the words of a text in lower case between single blanks, so that whole phrases can be searched for."""
    return f" {_bare(text)} "
