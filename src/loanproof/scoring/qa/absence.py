"""Recognises absence in other words: answers that deny something exists, or shrug, without the prescribed sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.statements import plain_text
from loanproof.values import content_words

if TYPE_CHECKING:
    from loanproof.standards import EvalStandard


class QaAbsenceWords(WordTable):
    """The words of sentences that say what a document lacks."""

    verbs: Words
    participles: Words
    naming: Words
    joining: SingleWords
    documents: SingleWords
    information: SingleWords
    unable: Words
    finding: SingleWords
    found_in: SingleWords
    boundless: Words
    bounded: SingleWords
    carrying: SingleWords


_WORDS = load_words(__package__, "absence", QaAbsenceWords)
NAMING = _WORDS.naming
"""Words by which a refusal goes on to give a name as the answer."""
JOINING = _WORDS.joining
"""Words by which a name only says what a refusal is about."""
_VERBS, _PARTICIPLES, _CARRYING = "|".join(_WORDS.verbs), "|".join(_WORDS.participles), "|".join(_WORDS.carrying)
# "The Agreement does not specify", "is not stated", "makes no mention", "is silent", "cannot be found".
_ABSENCE = re.compile(
    rf"\b(?:{'|'.join(_WORDS.documents)})s? (?:[a-z]{{1,12}} )?"
    rf"(?:do|does|did)(?: not|n't) (?:[a-z]{{1,12}} )?(?:{_VERBS})\b"
    rf"|\b(?:is|are|was|were)(?: not|n't) (?:[a-z]{{1,12}} )?(?:{_PARTICIPLES})\b"
    r"|\b(?:makes? no|there is no|there are no|contains? no|has no|gives? no|no) "
    rf"(?:{'|'.join(_WORDS.information)})\b"
    r"|\bis silent\b"
    rf"|\b(?:{'|'.join(_WORDS.unable)}) (?:be )?(?:{'|'.join(_WORDS.finding)})\b"
    rf"|\bnot (?:{'|'.join(_WORDS.found_in)}) in\b",
    re.IGNORECASE,
)

_CLAUSE = re.compile(r"[,;:.]\s|\bbut\b|\bwhile\b")
# "has no floor", "carries another", "is uncapped", "is not limited".
_DENIED_EXISTENCE = re.compile(
    rf"\b(?:has|have|there is|there are|{_CARRYING}) no (?!other\b|further\b)"
    rf"|\b(?:{_CARRYING}) another |\b(?:is|are) (?:{'|'.join(_WORDS.boundless)})\b"
    rf"|\b(?:is|are)(?: not|n't) (?:{'|'.join(_WORDS.bounded)}|{_PARTICIPLES})\b",
    re.IGNORECASE,
)
_NEGATION = re.compile(r"\b(?:no|not|never|without)\b", re.IGNORECASE)


def denied_existence(answer: str, question: str, quotes: Sequence[str]) -> str | None:
    """Return the clause of an answer that denies what the question asks about: *the Reference Rate has no floor*.

    Every content word of the clause must be in the question, and neither the question nor a quote may deny something
    itself. ``None`` if there is no such clause.
    """
    asked = content_words(question)
    if _NEGATION.search(question) or any(map(_DENIED_EXISTENCE.search, quotes)):
        return None
    for clause in _CLAUSE.split(answer):
        found = _DENIED_EXISTENCE.search(clause)
        rest = content_words(clause.replace(found[0], " ")) - {"itself"} if found is not None else frozenset()
        # "X has no floor" must name X as well as what it lacks; "X is uncapped" needs only X.
        if found is not None and len(rest) >= (2 if found[0].endswith(" ") else 1) and rest <= asked:
            return clause.strip()
    return None


def states_absence(text: str) -> bool:
    """Return whether a text says, in any words, that the document lacks something."""
    return _ABSENCE.search(plain_text(text)) is not None


def shrugs(text: str, standard: EvalStandard) -> bool:
    """Return whether a text shrugs: *N/A*, *unknown*, or a phrase that the contract forbids in refusals."""
    plain = plain_text(text).casefold()
    if plain and standard.absence.answer(plain):
        return True
    return any(plain_text(phrase).casefold() in plain for phrase in standard.parameters.refusal.forbidden_phrases)
