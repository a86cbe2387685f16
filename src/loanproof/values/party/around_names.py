"""Words around the names of parties that are not part of the name, from ``around_names.words.yaml``."""

from __future__ import annotations

from loanproof.core import SingleWords, WordTable, load_words


class _AroundNames(WordTable):
    end_a_name: dict[str, SingleWords]
    begin_an_aside: SingleWords
    titles: SingleWords
    stop_a_name: SingleWords
    join_a_name: SingleWords
    no_name_alone: SingleWords
    tell_members_apart: SingleWords
    begin_many_names: SingleWords
    class_members: SingleWords
    listed: SingleWords
    listed_members: SingleWords


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
LISTED = frozenset(_WORDS.listed)
LISTED_MEMBERS = frozenset(_WORDS.listed_members)
