"""The vocabulary of exceptions, and two rules built on it."""

from __future__ import annotations

import re

from loanproof.core import PhrasePattern, WordTable, load_words


class _Exceptions(WordTable):
    """Lists of words and phrases; each is explained in ``exceptions.words.yaml``."""

    excepts: PhrasePattern
    opens_list: PhrasePattern
    opens_condition: PhrasePattern
    condition: PhrasePattern
    leads_to_list: PhrasePattern
    consents: PhrasePattern
    states_tests: PhrasePattern
    speaks_of: PhrasePattern
    does_not_reach: PhrasePattern
    leaves_free: PhrasePattern
    begins: PhrasePattern
    joins_two: PhrasePattern
    described: PhrasePattern
    of_two: PhrasePattern
    caps: PhrasePattern
    limits: PhrasePattern
    ends_figure: PhrasePattern
    shared: PhrasePattern
    for_a_time: PhrasePattern
    in_spite_of: PhrasePattern
    spike: PhrasePattern
    leading: PhrasePattern
    loose: PhrasePattern


EXCEPTIONS = load_words(__package__, "exceptions", _Exceptions)
OF_TWO = re.compile(rf"(?:{EXCEPTIONS.of_two.pattern})(?:\s+\([a-z]{{1,4}}\))?", re.IGNORECASE)
"""The words before two figures of which only one counts: ``the greater of (i)``."""
_LEAVES_FREE = "|".join((EXCEPTIONS.does_not_reach.pattern, EXCEPTIONS.leaves_free.pattern))
_ONLY_EXCEPTS = re.compile(rf"(?:{EXCEPTIONS.speaks_of.pattern})[^.;:]{{0,80}}?(?:{_LEAVES_FREE})", re.IGNORECASE)
_LEADS_TO_EXCEPTIONS = re.compile(rf"(?:{EXCEPTIONS.leads_to_list.pattern})[^.;]{{0,160}}\Z", re.IGNORECASE)
_LEAVES_ROOM_FOR_CONSENT = re.compile(rf"(?:{EXCEPTIONS.consents.pattern})[^:]{{0,60}}\Z", re.IGNORECASE)
_MAX_LEAD = 300
_MAX_OF_TWO = 40  # characters before a figure in which it begins


def start_of_pair(text: str, start: int, figure: int) -> int | None:
    """Return where ``the greater of`` begins directly before a figure, if a text has it there behind a start."""
    found = [one for one in OF_TWO.finditer(text, max(start, figure - _MAX_OF_TWO), figure) if one.end() >= figure - 6]
    return found[-1].start() if found else None


def only_excepts(words: str) -> bool:
    """Return whether a text only says what another does not cover: ``Paragraph (a) does not apply to …``."""
    return _ONLY_EXCEPTS.match(" ".join(words.split())) is not None


def is_exception(words: str) -> bool:
    """Return whether a text leads to a list of exceptions."""
    if only_excepts(words):
        return True
    found = _LEADS_TO_EXCEPTIONS.search(words[-_MAX_LEAD:].rstrip(" :;,-–—\n"))
    # "It undertakes as follows, except to the extent that the Agent consents:" leads to the undertakings themselves.
    # "The following are tested on each Quarter Date:" leads to the tests.
    return (
        found is not None
        and not _LEAVES_ROOM_FOR_CONSENT.search(found[0])
        and not EXCEPTIONS.states_tests.match(found[0])
    )
