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


_WORDS = load_words(__package__, "absence", QaAbsenceWords)
NAMING = _WORDS.naming
"""Words by which a refusal goes on to give a name as the answer."""
JOINING = _WORDS.joining
"""Words by which a name only says what a refusal is about."""
_VERBS, _PARTICIPLES = "|".join(_WORDS.verbs), "|".join(_WORDS.participles)
# "The Agreement does not specify", "is not stated", "makes no mention", "is silent", "cannot be found".
_ABSENCE = re.compile(
    rf"\b(?:document|agreement|contract|letter|text|deed|file|clause)s? (?:[a-z]{{1,12}} )?"
    rf"(?:do|does|did)(?: not|n't) (?:[a-z]{{1,12}} )?(?:{_VERBS})\b"
    rf"|\b(?:is|are|was|were)(?: not|n't) (?:[a-z]{{1,12}} )?(?:{_PARTICIPLES})\b"
    r"|\b(?:makes? no|there is no|there are no|contains? no|has no|gives? no|no) "
    r"(?:mention|reference|information|provision|detail|details|indication)\b"
    r"|\bis silent\b"
    r"|\b(?:cannot|could not|can not|unable to) (?:be )?(?:find|found|locate|located|determine|determined)\b"
    r"|\bnot (?:found|available|stated|specified|mentioned) in\b",
    re.IGNORECASE,
)

_CLAUSE = re.compile(r"[,;:.]\s|\bbut\b|\bwhile\b")
# "has no floor", "carries another", "is uncapped", "is not limited".
_DENIED_EXISTENCE = re.compile(
    r"\b(?:has|have|there is|there are|carries|carry|bears?) no (?!other\b|further\b)"
    r"|\b(?:carries|carry|bears?) another |\b(?:is|are) (?:unlimited|uncapped|left open)\b"
    rf"|\b(?:is|are)(?: not|n't) (?:limited|capped|{_PARTICIPLES})\b",
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
