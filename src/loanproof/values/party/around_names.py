"""The words around the names of parties that are no part of them, from ``around_names.words.yaml``."""

from __future__ import annotations

from loanproof.core import Words, WordTable, load_words


class _AroundNames(WordTable):
    end_a_name: dict[str, Words]
    begin_an_aside: Words
    titles: Words
    stop_a_name: Words
    join_a_name: Words
    no_name_alone: Words
    tell_members_apart: Words
    begin_many_names: Words
    class_members: Words


_WORDS = load_words(__package__, "around_names", _AroundNames)
END_A_NAME = {word: frozenset(following) for word, following in _WORDS.end_a_name.items()}
"""The words before which a name ends, each with those of which one must follow."""
BEGIN_AN_ASIDE = frozenset(_WORDS.begin_an_aside)
TITLES = frozenset(_WORDS.titles)
STOP_A_NAME = frozenset(_WORDS.stop_a_name)
JOIN_A_NAME = frozenset(_WORDS.join_a_name)
NO_NAME_ALONE = frozenset(_WORDS.no_name_alone)
TELL_MEMBERS_APART = frozenset(_WORDS.tell_members_apart)
BEGIN_MANY_NAMES = frozenset(_WORDS.begin_many_names)
CLASS_MEMBERS = frozenset(_WORDS.class_members)
