"""The habits of programs that quote: ways to write a true quote so that it says the same."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Callable
from typing import NamedTuple

from loanproof.documents.quotes.terms import exceptions_and_negations


class Habit(NamedTuple):
    """A habit: it returns the quote as such a program writes it, or ``None`` if this passage gives no hold for it."""

    name: str
    write: Callable[[str, random.Random], str | None]


_MARKER = re.compile(r"(?m)(?<=[;:.]\n)[^\S\n]*\([a-z]{1,4}\)\s+|(?<=[;:.]\n\n)[^\S\n]*\([a-z]{1,4}\)\s+")
_PERCENT = re.compile(r"(?<=[0-9)]) ?(?:per cent\.?|percent|%)")


def _flat(text: str) -> str:
    return " ".join(text.split())


def _around(opening: str, closing: str) -> Callable[[str, random.Random], str | None]:
    def write(text: str, rng: random.Random) -> str | None:
        words = text.split()
        start = rng.randrange(len(words) - 3)
        end = start + rng.randint(1, 3)
        return " ".join([*words[:start], opening + " ".join(words[start:end]) + closing, *words[end:]])

    return write


def _plain_quotes(text: str, by: Callable[[str], str]) -> str | None:
    flat = _flat(text)
    changed = "".join(by(character) if character in "\"'“”‘’" else character for character in flat)
    return changed if changed != flat else None


def _entities(text: str, rng: random.Random) -> str | None:
    del rng
    entity = {"'": "&#x27;", "’": "&#x27;", "‘": "&lsquo;", '"': "&quot;", "“": "&ldquo;", "”": "&rdquo;"}
    return _plain_quotes(html.escape(_flat(text), quote=False), lambda character: entity[character])


def _escapes(text: str, rng: random.Random) -> str | None:
    del rng
    escape = {"'": "\\u2019", "’": "\\u2019", "‘": "\\u2018", '"': "\\u201c", "“": "\\u201c", "”": "\\u201d"}
    return _plain_quotes(text, lambda character: escape[character])


def _curly(text: str, rng: random.Random) -> str | None:
    del rng
    curly = {"'": "’", "’": "'", "‘": "'", '"': "”", "“": '"', "”": '"'}
    return _plain_quotes(text, lambda character: curly[character])


def _line_breaks(text: str, rng: random.Random) -> str | None:
    words = text.split()
    at = rng.randrange(2, len(words) - 2)
    return " ".join(words[:at]) + "\\n" + " ".join(words[at:])


def _no_break(text: str, rng: random.Random) -> str | None:
    return "".join("\u00a0" if character == " " and rng.random() < 0.3 else character for character in _flat(text))


def _bracketed(text: str, rng: random.Random) -> str | None:
    del rng
    flat = _flat(text)
    first = flat.split()[0]
    return f"[{flat[0].swapcase()}]{flat[1:]}" if first.isalpha() and len(first) > 1 and first[1:].islower() else None


def _elision(text: str, rng: random.Random) -> str | None:
    words = text.split()
    start = rng.randrange(5, max(len(words) - 12, 6))
    end = start + rng.randint(3, 8)
    left_out = " ".join(words[start:end]).lower()
    fragments = " ".join(words[:start]), " ".join(words[end:])
    if len(words) - end < 5 or exceptions_and_negations(left_out) or any(map(str.isdigit, left_out)):
        return None
    return f"{fragments[0]} {rng.choice(('...', '[…]', '…', '[...]'))} {fragments[1]}"


def _list_letter(text: str, rng: random.Random) -> str | None:
    del rng
    found = list(_MARKER.finditer(text))
    return _flat(text[: found[-1].start()] + "\n" + text[found[-1].end() :]) if found else None


def _joined(text: str, rng: random.Random) -> str | None:
    found = list(_MARKER.finditer(text))
    bullet = rng.choice(("", "- ", "• "))
    return _flat(_MARKER.sub(f"\n{bullet}", text)) if len(found) > 1 else None


def _hyphenated(text: str, rng: random.Random) -> str | None:
    flat = _flat(text)
    words = [match for match in re.finditer(r"\b[a-z]{8,}\b", flat) if match.end() < len(flat)]
    if not words:
        return None
    match = rng.choice(words)
    return flat[: match.start() + 4] + rng.choice(("-\n", "- ")) + flat[match.start() + 4 :]


def _percent(text: str, rng: random.Random) -> str | None:
    del rng
    flat = _flat(text)
    other = _PERCENT.sub(lambda match: " per cent." if "%" in match[0] else "%", flat)
    return other if other != flat else None


def _citation(text: str, rng: random.Random) -> str | None:
    return f"{_flat(text)} [{rng.randint(1, 40)}]"


def _cut(text: str, rng: random.Random) -> str | None:
    words = text.split()
    last = words[-1]
    return " ".join([*words[:-1], last[: rng.randint(4, len(last) - 2)]]) if last.isalpha() and len(last) > 6 else None


HABITS = (
    Habit("bold", _around("**", "**")),
    Habit("italics", _around("*", "*")),
    Habit("entities", _entities),
    Habit("escapes as text", _escapes),
    Habit("line breaks as text", _line_breaks),
    Habit("curly quotes", _curly),
    Habit("no-break blanks", _no_break),
    Habit("letter in brackets", _bracketed),
    Habit("marked elision", _elision),
    Habit("dropped list letter", _list_letter),
    Habit("joined bullets", _joined),
    Habit("hyphen at a line end", _hyphenated),
    Habit("% for per cent.", _percent),
    Habit("trailing [3]", _citation),
    Habit("cut in mid-word", _cut),
)
