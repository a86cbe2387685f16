"""A part of an output, read key by key: wrong types and unknown keys are reported."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from decimal import Decimal
from enum import StrEnum
from functools import cache
from typing import TypeVar

from loanproof.core import plain_decimal
from loanproof.outputs.findings import FindingCode, Findings, inner_place, quote_for_message
from loanproof.outputs.plain_data import Value

Word = TypeVar("Word", bound=StrEnum)

_NUMBER = re.compile(r"[+-]?[0-9]{1,12}(?:\.[0-9]{1,12})?")
FLAG_WORDS = {"true": True, "yes": True, "y": True, "false": False, "no": False, "n": False}
_FLAG = re.compile(r"\s*(true|yes|y|false|no|n)\s*(?:[,;:.(\u2013\u2014-]|$)", re.IGNORECASE)


@cache
def _words_of(words: type[StrEnum]) -> Mapping[str, str]:
    """Return the words of a closed set by their lower case form."""
    return {word.value.lower(): word.value for word in words}


class Part:
    """One JSON object of an output, its path, and the list for findings. Reading never raises."""

    def __init__(self, data: Mapping[str, Value], place: str, findings: Findings) -> None:
        self.data = data
        self.place = place
        self.findings = findings
        self._asked: set[str] = set()

    def __contains__(self, key: str) -> bool:
        """Return whether the key is present, even with null."""
        return key in self.data

    def at(self, key: str | int) -> str:
        """Return the path of a key."""
        return inner_place(self.place, key)

    def note(self, code: FindingCode, key: str | None, message: str) -> None:
        """Note a finding about a key, or about the part itself."""
        self.findings.add(code, self.place if key is None else self.at(key), message)

    def value(self, key: str) -> Value:
        """Return a value of any type; null and a missing key are the same."""
        self._asked.add(key)
        return self.data.get(key)

    def values(self, key: str) -> tuple[Value, ...]:
        """Return a list of values of any type; anything else is read as a list of one, with a finding."""
        value = self.value(key)
        if value is None or isinstance(value, tuple):
            return value or ()
        self._wrong(self.at(key), "a list", value)
        return (value,)

    def text(self, key: str) -> str | None:
        """Return a string; a number is read as its digits, with a finding, anything else as ``None``."""
        return self._as_text(self.value(key), self.at(key))

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of strings; one string is read as a list of one, with a finding."""
        value = self.value(key)
        if value is None:
            return ()
        if not isinstance(value, tuple):
            self._wrong(self.at(key), "a list of strings", value)
            value = (value,) if isinstance(value, str | Decimal) else ()
        read = [self._as_text(item, inner_place(self.at(key), at)) for at, item in enumerate(value)]
        return tuple(text for text in read if text is not None)

    def flag(self, key: str) -> bool | None:
        """Return true or false; a word that means one of them, perhaps with more words, is read with a finding."""
        value = self.value(key)
        if value is None or isinstance(value, bool):
            return value
        self._wrong(self.at(key), "true or false", value)
        word = _FLAG.match(value) if isinstance(value, str) else None
        return None if word is None else FLAG_WORDS[word[1].lower()]

    def number(self, key: str) -> Decimal | None:
        """Return a number; one written as a string is read with a finding, anything else is ``None``."""
        value = self.value(key)
        if value is None or isinstance(value, Decimal):
            return value
        self._wrong(self.at(key), "a number", value)
        written = _NUMBER.fullmatch(value.strip()) if isinstance(value, str) else None
        return None if written is None else Decimal(written[0])

    def word(self, key: str, words: type[Word]) -> Word | None:
        """Return one of a closed set of words in any letter case; any other value is a finding and ``None``."""
        text = self.text(key)
        if text is None:
            return None
        word = _words_of(words).get(text.strip().lower())
        if word is not None:
            return words(word)
        known = ", ".join(words)
        self.note(FindingCode.UNKNOWN_WORD, key, f"{quote_for_message(text)} is none of: {known}.")
        return None

    def part(self, key: str, *, text_as: str | None = None) -> Part | None:
        """Return the object under a key; anything but an object and null is a finding and ``None``.

        With ``text_as`` a string is read as an object with the string under that key, with the same finding.
        """
        value = self.value(key)
        return None if value is None else self._as_part(value, self.at(key), text_as)

    def parts(self, key: str, *, text_as: str | None = None) -> tuple[Part, ...]:
        """Return a list of objects; one object is read as a list of one, with a finding; other items are left out.

        With ``text_as`` a string in the list is read as an object with the string under that key, with a finding.
        """
        value = self.value(key)
        if value is None:
            return ()
        if not isinstance(value, tuple):
            self._wrong(self.at(key), "a list", value)
            return (Part(value, self.at(key), self.findings),) if isinstance(value, Mapping) else ()
        read = [self._as_part(item, inner_place(self.at(key), at), text_as) for at, item in enumerate(value)]
        return tuple(part for part in read if part is not None)

    def close(self, known: Collection[str] = ()) -> None:
        """Report every key that was present but never read; the value stays in the output's ``raw``.

        A key that is one of those read, or of ``known``, in other letters is told with that one.
        """
        for key in self.data:
            if key not in self._asked:
                message = f"The key {quote_for_message(key)} is unknown here and is not read."
                near = key.lower().replace("-", "_").replace(" ", "_")
                meant = f" Did you mean {near!r}?" if near in self._asked or near in known else ""
                self.note(FindingCode.UNKNOWN_KEY, key, f"{message}{meant}")

    def _as_part(self, value: Value, place: str, text_as: str | None) -> Part | None:
        if isinstance(value, Mapping):
            return Part(value, place, self.findings)
        self._wrong(place, "an object", value)
        if text_as is None or not isinstance(value, str) or not value.strip():
            return None
        return Part({text_as: value}, place, self.findings)

    def _as_text(self, value: Value, place: str) -> str | None:
        if value is None or isinstance(value, str):
            return value
        self._wrong(place, "a string", value)
        return plain_decimal(value) if isinstance(value, Decimal) else None

    def _wrong(self, place: str, wanted: str, value: Value) -> None:
        self.findings.add(FindingCode.WRONG_TYPE, place, f"This must be {wanted}, not {type_of(value)}.")


def type_of(value: Value) -> str:
    """Return the JSON name of a value's type, for a message."""
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case str():
            return "a string"
        case Decimal():
            return "a number"
        case tuple():
            return "a list"
        case _:
            return "an object"
