"""Which words for nothing apply where: one list for every part of an answer (C-17), or one each (revision 1).

Every reader of an answer asks the :class:`Absence` of its standard, so that a word keeps its meaning under each
revision of the rulings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.values.text.absence import (
    LEFT_OPEN,
    NOT_YET,
    NOTHING,
    UNDETERMINABLE,
    Wording,
    leaves_open,
    names_no_place,
    says_nothing,
    says_undeterminable,
)

Says: TypeAlias = Callable[[str], bool]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Absence:
    """Tests of whether a text says nothing, one for each part of an answer.

    Attributes:
        value: A value: there is none.
        item: The items of a list: there is none.
        unsettled: A value: the document does not settle it.
        explained: A value that begins by saying that there is none, and then explains it.
        date: An effective date that begins by saying that it is not stated or not clear.
        unread: A value that begins by saying that it is not clear what can be read.
        hesitation: A value that begins by saying that it is not known yet, so that it names nothing invented.
        answer: An answer to a question: nothing is said of the document.
        place: A page, section, file or quote: it was left out.
        label: A tranche or another value that is meant: none.
        nobody: Whoever or whatever is listed: there is none.
        carve_out: An exception from a covenant: there is none.
        component: A part of a covenant, its type or its flags: it was left out.
        covenant: A threshold, frequency, condition or date of a covenant: there is none, or it was left out.
        open_flag: A flag in words: neither raised nor denied.
        denied_flag: A flag in words: denied.
        source: A publication, reference or value of a benchmark: none is named.
    """

    value: Says
    item: Says
    unsettled: Says
    explained: Says
    date: Says
    unread: Says
    hesitation: Says
    answer: Says
    place: Says
    label: Says
    nobody: Says
    carve_out: Says
    component: Says
    covenant: Says
    open_flag: Says
    denied_flag: Says
    source: Says


class FirstRevisionWords(WordTable):
    """The words of the file; each key is explained there."""

    value: Words
    explained: Words
    date: Words
    unread: Words
    hesitation: Words
    nobody: Words
    nobody_closing: SingleWords
    covenant: Words
    denied_flag: Words
    source: Words


class _Listed:
    """A list of texts; letter case, white space, underscores and outer full stops do not count."""

    def __init__(self, texts: Iterable[str], closing: Iterable[str] = ()) -> None:
        self._texts = frozenset(texts)
        self._closing = frozenset(closing)

    def __call__(self, text: str) -> bool:
        folded = " ".join(text.lower().replace("_", " ").split()).strip(" .")
        head, _, last = folded.rpartition(" ")
        return folded in self._texts or (last in self._closing and head in self._texts)


def _any_of(*tests: Says) -> Says:
    return lambda text: any(test(text) for test in tests)


def _is_blank(text: str) -> bool:
    return not text.strip()


def _has_signs_only(text: str) -> bool:
    return not any(map(str.isalnum, text))


def _never(_: str) -> bool:
    return False


ONE_LIST = Absence(
    value=says_nothing,
    item=says_nothing,
    unsettled=says_undeterminable,
    explained=NOTHING.begins,
    date=_any_of(says_nothing, NOTHING.opens, UNDETERMINABLE.opens),
    unread=UNDETERMINABLE.opens,
    hesitation=_any_of(NOT_YET.opens, LEFT_OPEN.opens),
    answer=names_no_place,
    place=names_no_place,
    label=names_no_place,
    nobody=says_nothing,
    carve_out=names_no_place,
    component=names_no_place,
    covenant=names_no_place,
    open_flag=_any_of(leaves_open, LEFT_OPEN.begins),
    denied_flag=_any_of(says_nothing, NOTHING.opens),
    source=_any_of(names_no_place, NOT_YET.is_all_of),
)

_WORDS = load_words(__package__, "absence_by_part", FirstRevisionWords)
_NOBODY = _Listed(_WORDS.nobody, _WORDS.nobody_closing)
LIST_FOR_EACH = Absence(
    value=_Listed(_WORDS.value),
    item=_never,
    unsettled=_never,
    explained=Wording(_WORDS.explained).begins,
    date=Wording(_WORDS.date).opens,
    unread=Wording(_WORDS.unread).opens,
    hesitation=Wording(_WORDS.hesitation).opens,
    answer=_NOBODY,
    place=_any_of(_has_signs_only, _NOBODY),
    label=_never,
    nobody=_NOBODY,
    carve_out=_NOBODY,
    component=_is_blank,
    covenant=_Listed(_WORDS.covenant),
    open_flag=_is_blank,
    denied_flag=Wording(_WORDS.denied_flag).opens,
    source=_any_of(_has_signs_only, _Listed(_WORDS.source)),
)
