"""Finds words next to a value that change its meaning and that no passage of the documents supports.

A value is judged by its figure, its name or its law, and the words around it are normally free. But *4.00:1 (waived
until 2028)* is no longer a threshold, and *2.50 per cent. per annum, payable by the Lenders* says something that
nobody agreed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.core import Reason, SingleWords, Words, WordTable, load_words
from loanproof.scoring.checks import Check
from loanproof.scoring.results import CaseFinding
from loanproof.scoring.wording import quoted
from loanproof.standards import Label, ValueKind
from loanproof.values import ROLES, Phrases, are_akin, content_words, tokenize

if TYPE_CHECKING:
    from loanproof.provenance import Claim
    from loanproof.scoring.context import ScoringContext
    from loanproof.values import Tokens


class _Words(WordTable):
    deny: Words
    deny_parties: Words
    limit: Words
    limit_amounts: Words
    others: SingleWords
    payers: Words
    obligors: SingleWords


_WORDS = load_words(__package__, "changing_words", _Words)
_CHANGING = Phrases.of([(True, _WORDS.deny), (False, _WORDS.limit)])
_STATES = Phrases.of([(False, _WORDS.limit_amounts)])
_OF_PARTIES = Phrases.of([(True, (*_WORDS.deny, *_WORDS.deny_parties)), (False, _WORDS.limit)])
_PAYERS = Phrases.of([(True, _WORDS.payers)])
_OBLIGORS, _OTHERS = frozenset(_WORDS.obligors), frozenset(_WORDS.others)
_DETERMINERS = frozenset("the a an each any all".split())
_MAX_PLACES = 50  # how many occurrences of a value are looked at in one document
_STEM_LENGTH = 5  # words that share their first five letters count as forms of one word


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangingWords:
    """Words that change a value: they deny it (``denies``), or they only limit it."""

    words: str
    denies: bool


def changing_words(
    text: str, passages: Sequence[str], context: ScoringContext, *, kind: ValueKind | None = None
) -> Iterator[ChangingWords]:
    """Yield the words of a text that change its value, unless a passage about the value says the same."""
    tokens = tokenize(text)
    states = _STATES.each_in(tokens) if kind is ValueKind.MONEY else ()
    own_states = (found for found in states if _stands_alone(tokens, *found[1:]))
    for denies, start, end in (*_words_for(kind).each_in(tokens), *own_states):
        words = tokens.text(start, end)
        is_of_others = tokens[end].lower in _OTHERS  # "an uncommitted accordion": the word limits something else
        if not is_of_others and not any(_says(passage, words) for passage in passages):
            yield ChangingWords(words=words, denies=denies)
    for _, start, end in _PAYERS.each_in(tokens):
        role_at = end + (tokens[end].lower in _DETERMINERS)
        role = tokens[role_at].lower.removesuffix("s")
        if {role, f"{role}s"} & ROLES and not _pays(role, passages, context):
            yield ChangingWords(words=tokens.text(start, role_at + 1), denies=False)


def _words_for(kind: ValueKind | None) -> Phrases[bool]:
    return _OF_PARTIES if kind is not None and kind.is_party else _CHANGING


def _stands_alone(tokens: Tokens, start: int, end: int) -> bool:
    """Return whether words tell the state of an amount: ``(drawn)``, and not ``(to be drawn in one advance)``."""
    return not tokens[start - 1].text.isalpha() and not tokens[end].text.isalpha()


def checks_of(found: Iterable[ChangingWords]) -> tuple[Check, ...]:
    """Return a failing check for each group of words that denies the value."""
    return tuple(Check(Label.FAIL, Reason.FACT_DENIED, _sentence(one), ruling="C-33") for one in found if one.denies)


def findings_of(found: Iterable[ChangingWords], item: str) -> tuple[CaseFinding, ...]:
    """Return a finding for each group of words that only limits the value; each asks a person to look."""
    return tuple(
        CaseFinding(code=Reason.UNGROUNDED_WORDS, message=_sentence(one), item=item) for one in found if not one.denies
    )


def sentences_of(found: Iterable[ChangingWords]) -> Iterator[tuple[Reason, str]]:
    """Return the code and the sentence of each, for the checks that run without gold."""
    return ((Reason.FACT_DENIED if one.denies else Reason.UNGROUNDED_WORDS, _sentence(one)) for one in found)


def passages_with(claim: Claim, context: ScoringContext) -> Iterator[str]:
    """Yield the paragraphs of the documents in which a value appears."""
    for source in context.documents:
        mentions = source.mentions
        for part in claim.parts:
            spans = mentions.appears(part, context.standard.presence)[:_MAX_PLACES]
            yield from (one.of(mentions.text) for one, _ in mentions.paragraphs if any(map(one.overlaps, spans)))


def _says(passage: str, words: str) -> bool:
    """Return whether a passage contains some words, or forms of all their content words: *a waiver* for *waived*."""
    telling, known = content_words(words), content_words(passage)
    has_forms = bool(telling) and all(any(_is_form(one, other) for other in known) for one in telling)
    return has_forms or " ".join(words.lower().split()) in " ".join(passage.lower().split())


def _is_form(word: str, other: str) -> bool:
    return are_akin(word, other) or (len(word) > _STEM_LENGTH and word[:_STEM_LENGTH] == other[:_STEM_LENGTH])


def _pays(role: str, passages: Sequence[str], context: ScoringContext) -> bool:
    """Return whether a passage says that a party pays; for an obligor, any place in the documents may say so."""
    pays = re.compile(
        rf"\b{re.escape(role)}s?\b[^.;]{{0,120}}\b(?:pays?|paid|bears?)\b"
        rf"|\b(?:payable|paid|borne|owed) by (?:the |each |any )?{re.escape(role)}",
        re.IGNORECASE,
    )
    return any(map(pays.search, passages)) or (role in _OBLIGORS and context.has_match(pays))


def _sentence(one: ChangingWords) -> str:
    return f"The output says {quoted(one.words)} of the value, which no passage on it does."
