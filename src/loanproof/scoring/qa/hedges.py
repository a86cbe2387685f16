"""Checks hedges: whether an answer keeps those of its source.

An answer may use another phrase of the same group, a synonym, or words that state a condition outright. If statements
are checked (C-21), it must also leave the hedge in force, with the same party, and on the same side.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from loanproof.scoring.qa.assent import asks_consent, leaves_to
from loanproof.scoring.qa.hedge_phrases import WORDS, Hedge, hedge_of
from loanproof.scoring.qa.stated_phrases import TextWords, any_states, is_denied, is_stated, words_of
from loanproof.scoring.qa.turned_hedges import (
    GOVERNING_REACH,
    is_inflected,
    names_side,
    reverses_side,
    turns_exception,
)
from loanproof.statements import CHOICES, DENYING, NOBODY, Names, plain_text, roles_between
from loanproof.values import content_words, tokenize

if TYPE_CHECKING:
    from loanproof.standards import Parameters

_NOBODY_WORDS = DENYING | NOBODY | {"t"}  # the "t" of "isn't"
_EVERYBODY_WORDS = frozenset({"every", "each", "all"})
_FEW_WORDS = 2
_GROUPS_OF_A_PARTY = frozenset({"discretion", "permission"})  # hedges that leave something to a party
_DISMISSED = re.compile(
    rf"\b(?:{'|'.join(WORDS.dismissing)}|whatever(?= (?:{'|'.join(WORDS.after_whatever)})\b))\b[^,;.]{{0,200}}",
    re.IGNORECASE,
)
_CONDITION = re.compile(rf"\b(?:{'|'.join(WORDS.conditions)})\b(?:[^,;.]|[,.](?=[0-9])){{0,200}}", re.IGNORECASE)
_BRACKETS = re.compile(r"\([^()]{0,200}\)")
_CLAUSE = re.compile(r"[,;()]|\. |\bor\b|\bthough\b|\bunless\b|\bbut\b")


def keeps_hedge(
    answer: str, hedge: str, parameters: Parameters, quotes: Iterable[str] = (), asked: Sequence[str] = ()
) -> bool:
    """Return whether an answer in plain text keeps a hedge of the source.

    The hedge is kept by the phrase itself, by another phrase of its group or a synonym, or by an outright condition.
    If a hedge has phrases of several groups, the longest phrase decides. A denied phrase does not keep it. If
    statements are checked (C-21), three more things do not keep it: a phrase after *whether or not*, a discretion of a
    different party from the one in the hedge or its quote, and a condition that is one of the facts ``asked`` for.
    """
    words, known = words_of(answer), hedge_of(hedge, parameters)
    if parameters.clarifications.statements:
        return _keeps_sense(words, known, quotes, asked)
    return _keeps_words(words, known, known.accepted, known.turned)


def _keeps_words(words: TextWords, hedge: Hedge, accepted: Iterable[str], turned: frozenset[str]) -> bool:
    """Return whether an answer has an accepted phrase that is not ``turned``, or states the condition outright."""
    # Without brackets, "the lesser (not the greater) of" contains the phrase "the lesser of".
    readings = (words, words_of(_BRACKETS.sub(" ", words.text)))
    is_phrase = any(any_states(readings, [phrase]) for phrase in accepted if phrase not in turned)
    return is_phrase or _states_condition(words, hedge)


def _keeps_sense(whole: TextWords, hedge: Hedge, quotes: Iterable[str], asked: Sequence[str]) -> bool:
    """Return whether an answer keeps a hedge and does not dismiss it, turn it round or leave it to another party."""
    words = _without_asked(_without_dismissed(whole), hedge, asked)
    is_of_party = not _GROUPS_OF_A_PARTY.isdisjoint(hedge.groups)
    holders = _holders(hedge, quotes) if is_of_party else frozenset()
    if is_of_party:
        words = _without_others(words, holders)
    if _denies_duty(hedge.words):
        is_free = _denies_duty(words) or any(is_stated(words, phrase) for phrase in WORDS.no_duty)
        return is_free and not _has_duty(words, _EVERYBODY_WORDS)
    if turns_exception(whole, hedge, asked) or reverses_side(words, hedge):
        return False
    if leaves_to(words.text, hedge.text, holders) or asks_consent(words.text, hedge.text, _holders(hedge, ())):
        return True
    chosen = hedge.chosen
    same, other = ((), ()) if chosen is None else (CHOICES[chosen], CHOICES[not chosen])
    is_kept = _keeps_words(words, hedge, (*hedge.accepted, *same), hedge.turned.union(other))
    return is_kept or _says_word(words, hedge)


def _says_word(words: TextWords, hedge: Hedge) -> bool:
    """Return whether an answer has the adverb of a short hedge as an adjective: *prompt notice* for *promptly*."""
    named = hedge.text.lower().split()
    adverb = next((word for word in named if word.endswith("ly")), None)
    if adverb is None or len(named) > _FEW_WORDS:
        return False
    plain = f"{adverb[:-1]}e" if adverb.endswith("bly") else adverb[:-2]
    return any(word == plain and not is_denied(words, at) for at, word in enumerate(words.texts))


def _denies_duty(words: TextWords) -> bool:
    """Return whether a text denies a duty: *No Lender is obliged*."""
    return _has_duty(words, _NOBODY_WORDS)


def _has_duty(words: TextWords, whose: frozenset[str]) -> bool:
    """Return whether one of the words ``whose`` comes shortly before a word for a duty."""
    for at in (at for duty in WORDS.duties for at in words.places.get(duty, ())):
        is_duty = words.texts[at] not in ("has", "have") or words.texts[at + 1 : at + 2] == ("to",)
        if is_duty and not whose.isdisjoint(words.texts[max(0, at - GOVERNING_REACH) : at]):
            return True
    return False


def _without_dismissed(words: TextWords) -> TextWords:
    """Return a text without what it says does not matter, to the end of the clause: *whether or not …*, *even if …*."""
    kept = _DISMISSED.sub(" ", words.text)
    return words if kept == words.text else words_of(kept)


def _without_asked(words: TextWords, hedge: Hedge, asked: Iterable[str]) -> TextWords:
    """Return a text without the conditions that are a fact asked for and share no word with the hedge."""
    stems, facts = content_words(hedge.text), [fact.casefold() for fact in asked]

    def kept(match: re.Match[str]) -> str:
        said = content_words(match[0])
        is_own = any(is_inflected(stem, word) for stem in stems for word in said)
        return match[0] if is_own or not any(fact in match[0].casefold() for fact in facts) else " "

    text = _CONDITION.sub(kept, words.text)
    return words if text == words.text else words_of(text)


def _holders(hedge: Hedge, quotes: Iterable[str]) -> Names:
    """Return the roles to which a hedge leaves something: those in it, otherwise the nearest before it in a quote."""
    tokens = hedge.words.tokens
    named = roles_between(tokens, 0, len(tokens))
    for quote in () if named else map(plain_text, quotes):
        at = quote.lower().find(hedge.words.text.lower())
        before = tokenize(quote[: max(0, at)])
        for start in range(len(before) - 1, -1, -1):
            is_owner = before[start + 1].text == "'"  # "the Bank may reject the Borrower's request in its discretion"
            named = named or (frozenset() if is_owner else roles_between(before, start, start + 1))
    return named


def _without_others(words: TextWords, holders: Names) -> TextWords:
    """Return a text without the clauses that name only roles to which the hedge does not leave anything."""
    if not holders:
        return words
    clauses = _CLAUSE.split(words.text)
    tokenized = [tokenize(clause) for clause in clauses]
    named = [roles_between(tokens, 0, len(tokens)) for tokens in tokenized]
    kept = [clause for clause, roles in zip(clauses, named, strict=True) if not roles or roles & holders]
    return words_of(" , ".join(kept))


def _states_condition(answer: TextWords, hedge: Hedge) -> bool:
    """Return whether an answer states most of a hedge apart from its known phrase: *no Default is continuing*.

    One word of content is too little, unless the hedge has no known phrase. *Regardless of* rules this out.
    """
    rest = content_words(hedge.text) - content_words(" ".join(hedge.group_phrases))
    is_dismissed = any(word in answer.text.lower() for word in WORDS.dismissals)
    if is_dismissed or len(rest) < (_FEW_WORDS if hedge.groups else 1):
        return False
    said = content_words(answer.text)
    sides = {side for side, same in WORDS.sides.items() if names_side(answer, same)}
    kept = sum(word in sides or any(is_inflected(word, other) for other in said) for word in rest)
    return 4 * kept >= 3 * len(rest)
