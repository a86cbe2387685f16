"""The legal forms of companies: each with the ways it is written, from ``legal_forms.words.yaml``.

Two forms are two different entities. Spelling does not matter: a form is looked up by its letters alone, so
``S.A.``, ``SA`` and ``S. A.`` are one surface.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from loanproof.core import SingleWords, WordFault, Words, WordTable, load_words, repeated_phrases, unknown_phrases

_EXTRA_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "ß": "ss", "ı": "i"})
MOST_WORDS = 7


@lru_cache(maxsize=8192)  # cached: the same words are on every page
def form_key(words: str) -> str:
    """Return the key of a form: its letters in lower case, without accents, spaces and signs."""
    plain = unicodedata.normalize("NFD", words.casefold().translate(_EXTRA_LETTERS))
    return unicodedata.normalize("NFC", "".join(char for char in plain if char.isalnum()))


class _LegalForms(WordTable):
    forms: dict[str, Words]
    after_company: Words
    before_name: Words
    incomplete: Words
    interchangeable: dict[str, Words]
    common_words: Words
    never_found: Words
    plain: Words
    name_goes_on: Words
    small_letters: Words
    letters_of_words: Words
    own_spellings: Words
    only_so: dict[str, Words]
    abbreviated: SingleWords
    may_have_a_point: SingleWords
    in_quotes: Words
    last_words_in_quotes: Words

    def faults(self) -> Iterator[WordFault]:
        yield from repeated_phrases(((("forms", form), ways) for form, ways in self.forms.items()), form_key)
        named = self._lists(
            "after_company", "before_name", "incomplete", "common_words", "never_found", "plain", "name_goes_on"
        )
        same = [(("interchangeable", one), (one, *others)) for one, others in self.interchangeable.items()]
        yield from unknown_phrases([*named, *same], self.forms, "a form of this table")
        keys = {form_key(way) for ways in self.forms.values() for way in ways}
        written = self._lists(
            "small_letters", "letters_of_words", "own_spellings", "abbreviated", "may_have_a_point", "in_quotes"
        )
        only_so = [(("only_so", key), (key, *ways)) for key, ways in self.only_so.items()]
        for path, ways in [*written, *only_so]:
            unread = (way for way in ways if form_key(way) not in keys)
            yield from (WordFault(path, way, "is not a way to write a form of this table") for way in unread)

    def _lists(self, *names: str) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
        return [((name,), getattr(self, name)) for name in names]


def _surfaces() -> dict[str, str]:
    table = {form_key(way): form for form, ways in _WORDS.forms.items() for way in ways}
    for form in _WORDS.after_company:
        for way in _WORDS.forms[form]:
            for company, kind in (("co", "company"), ("company", "company"), ("and co", "and company")):
                table.setdefault(form_key(f"{company} {way}"), f"{kind} {form}")
    return table


_WORDS = load_words(__package__, "legal_forms", _LegalForms)
SUFFIXES = _surfaces()
# A form is looked up by its letters alone, so its first word may be any beginning of them: L.L.C., GmbH & Co.
_FIRST_LETTERS = frozenset(key[:length] for key in SUFFIXES for length in range(1, len(key) + 1))
PREFIXES = {key: form for key, form in SUFFIXES.items() if form in _WORDS.before_name}
HAN_FORMS = tuple(sorted((key for key in SUFFIXES if not key.isascii() and key >= "\u3000"), key=len, reverse=True))
INCOMPLETE = frozenset(_WORDS.incomplete)
INTERCHANGEABLE = frozenset(
    frozenset({one, other}) for one, others in _WORDS.interchangeable.items() for other in others
)
COMMON_WORDS = frozenset(_WORDS.common_words)
"""Forms that are in running text without naming anybody: found only where a real name is before them."""
NEVER_FOUND = frozenset(_WORDS.never_found)
PLAIN_FORMS = frozenset(_WORDS.plain)
NAME_GOES_ON = frozenset(_WORDS.name_goes_on)
SMALL_LETTERS = frozenset(map(form_key, _WORDS.small_letters))
LETTERS_OF_WORDS = frozenset(map(form_key, _WORDS.letters_of_words))
OWN_SPELLINGS = frozenset(_WORDS.own_spellings)
ONLY_SO = {form_key(key): frozenset(ways) for key, ways in _WORDS.only_so.items()}
"""The forms that count in running text in a few spellings only, by their letters."""
ABBREVIATED = frozenset(_WORDS.abbreviated)
FORMS_WITH_A_POINT = frozenset(_WORDS.may_have_a_point)
"""Short forms in lower case that may end in a point which ends no sentence; inner points are written."""
FORMS_IN_QUOTES = (*_WORDS.in_quotes, *_WORDS.last_words_in_quotes)
"""The last words of a name in a quote, as they are written: legal forms, and words such as ``Bank``."""


@lru_cache(maxsize=8192)
def begins_form(word: str) -> bool:
    """Return whether some legal form begins with a word; this quickly rules out most words of a text."""
    return form_key(word) in _FIRST_LETTERS


def same_form(one: str, other: str) -> bool:
    """Return whether two classes may be the same legal form; ``Private Limited`` is Singapore's or India's."""
    return one == other or frozenset(_without_company(one, other)) in INTERCHANGEABLE


def lacks_form(one: str, other: str) -> bool:
    """Return whether exactly one of two classes is missing, or is only the beginning of the other."""
    shorter, longer = sorted(_without_company(one, other), key=len)
    if not shorter:
        return bool(longer)
    return shorter in INCOMPLETE and (longer.startswith(shorter + " ") or longer.endswith(" " + shorter))


def _without_company(one: str, other: str) -> tuple[str, str]:
    """Return two forms without the ``Company`` that both begin with: ``Company Private Limited``, ``Co. Pte. Ltd.``."""
    start = "company "
    both = one.startswith(start) and other.startswith(start)
    return (one.removeprefix(start), other.removeprefix(start)) if both else (one, other)
