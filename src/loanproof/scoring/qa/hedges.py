"""Checks hedges: whether an answer keeps those of its source, and whether it adds doubts of its own.

The contract lists the hedging phrases in groups. An answer may use another phrase of the same group, a synonym from
``hedges.words.yaml``, or words that state a condition outright.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from loanproof.core import Words, WordTable, load_words
from loanproof.scoring.qa.assent import DENIALS, asks_consent, leaves_to
from loanproof.scoring.qa.stated_phrases import (
    TextWords,
    any_states,
    is_denied,
    is_stated,
    places_in,
    words_in,
    words_of,
)
from loanproof.statements import CHOICES, DENYING, NOBODY, Names, plain_text, roles_between
from loanproof.values import (
    COMPARISONS,
    EVERYDAY_COMPARISONS,
    ROUGHLY,
    Operator,
    are_akin,
    content_words,
    tokenize,
)

if TYPE_CHECKING:
    from loanproof.standards import Parameters


class _Hedges(WordTable):
    same_sense: dict[str, Words]
    synonyms: dict[str, Words]
    no_duty: Words
    explicit: Words
    own_doubt: Words
    floors: Words
    ceilings: Words


_WORDS = load_words(__package__, "hedges", _Hedges)


def _bounding(operator: Operator) -> tuple[str, ...]:
    """Return the comparisons that set a level, without everyday words, which would be found in every clause."""
    return tuple(phrase for phrase in COMPARISONS[operator] if phrase not in EVERYDAY_COMPARISONS)


_DUTY_WORDS = frozenset("obliged obligated bound required compelled forced has have".split())
_NOBODY_WORDS = DENYING | NOBODY | {"t"}  # the "t" of "isn't"
_EVERYBODY_WORDS = frozenset({"every", "each", "all"})
_EXCEPTION_WORDS = frozenset("unless except save excepting other exception exceptions spared free".split())
_UNLESS_PHRASES = ("not if", "not where", "not when")
_SYNONYMS: Mapping[str, tuple[str, ...]] = {
    **_WORDS.synonyms,
    "approximation": (*sorted(ROUGHLY), *_WORDS.synonyms["approximation"]),
    "level": (
        *_bounding(Operator.AT_MOST),
        *_bounding(Operator.AT_LEAST),
        *_WORDS.floors,
        *_WORDS.ceilings,
        *_WORDS.synonyms["level"],
    ),
}
# The two sides of the group of levels: a ceiling in place of a floor does not keep the hedge.
_FLOORS = frozenset({*_bounding(Operator.AT_LEAST), *_WORDS.floors, "floor"})
_CEILINGS = frozenset(
    {*_bounding(Operator.AT_MOST), *_WORDS.ceilings, "up to", "cap", "capped", "ceiling", "limited to"}
)
# Each side of a value, the words for it, and its opposite: "or such longer period" does not keep "shorter".
_SIDES = (
    ("shorter", frozenset({"shorter", "less", "fewer"}), "longer"),
    ("longer", frozenset({"longer", "more", "greater"}), "shorter"),
    ("earlier", frozenset({"earlier", "sooner", "before"}), "later"),
    ("later", frozenset({"later", "after"}), "earlier"),
    ("lower", frozenset({"lower", "less", "smaller"}), "higher"),
    ("higher", frozenset({"higher", "more", "greater", "larger"}), "lower"),
)
# Words of these groups occur in nearly every clause, so in an answer they do not count as added doubt.
_EVERYDAY = frozenset({"level", "materiality", "permission", "drafting"})
_EVERYDAY_PHRASES = frozenset({"about", "reasonably", "substantially", "promptly", "anticipated", "other than"})
_DISMISSALS = ("regardless", "irrespective", "whether or not")
_FEW_WORDS = 2
# Words before a condition in which its duty may be denied: "does not have to prepay if it reinvests".
_CONDITION_REACH = 14
_RULING = frozenset("if where when unless until as provided without".split())  # a word after one is in its condition
_GOVERNING_REACH = 4  # words between a word and what governs it
_STEM_LETTERS = 4  # letters that two forms of a word share at least
_GROUPS_OF_A_PARTY = frozenset({"discretion", "permission"})  # hedges that leave something to a party
_DISMISSED = re.compile(
    r"\b(?:whether or not|regardless of|irrespective of|even if|even where|no matter"
    r"|whatever(?= (?:the|its|their|his|may|happens)\b))\b[^,;.]{0,200}",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:if|when|where|while|during|once|as long as|so long as)\b(?:[^,;.]|[,.](?=[0-9])){0,200}", re.IGNORECASE
)
_BRACKETS = re.compile(r"\([^()]{0,200}\)")
_CLAUSE = re.compile(r"[,;()]|\. |\bor\b|\bthough\b|\bunless\b|\bbut\b")
_SENTENCE = re.compile(r"(?:[;:]|\.(?=\s))")


def keeps_hedge(
    answer: str, hedge: str, parameters: Parameters, quotes: Iterable[str] = (), asked: Sequence[str] = ()
) -> bool:
    """Return whether an answer in plain text keeps a hedge of the source.

    The hedge is kept by the phrase itself, by another phrase of its group or a synonym, or by an outright condition.
    If a hedge has phrases of several groups, the longest phrase decides. A denied phrase does not keep it. If
    statements are checked (C-21), three more things do not keep it: a phrase after *whether or not*, a discretion of a
    different party from the one in the hedge or its quote, and a condition that is one of the facts ``asked`` for.
    """
    words = whole = words_of(answer)
    groups = _groups_of(hedge, parameters)
    if parameters.clarifications.statements:
        words = _without_asked(_without_dismissed(words), hedge, asked)
        if _GROUPS_OF_A_PARTY.intersection(groups):
            words = _without_others(words, _holders(hedge, quotes))
    accepted = [hedge, *_WORDS.explicit, *(_UNLESS_PHRASES if hedge.lower().startswith("unless") else ())]
    accepted += [phrase for known, same in _WORDS.same_sense.items() if known in hedge.lower() for phrase in same]
    for group in groups:
        accepted += [*parameters.hedges.groups[group], *_SYNONYMS.get(group, ())]
    if parameters.clarifications.statements and _denies_duty(words_of(plain_text(hedge))):
        is_free = _denies_duty(words) or any(is_stated(words, phrase) for phrase in _WORDS.no_duty)
        return is_free and not _has_duty(words, _EVERYBODY_WORDS)
    if parameters.clarifications.statements:
        if _turns_exception(whole, hedge, asked) or _reverses_side(words, hedge):
            return False
        if _GROUPS_OF_A_PARTY.intersection(groups) and leaves_to(words.text, hedge, _holders(hedge, quotes)):
            return True
        if asks_consent(words.text, hedge, _holders(hedge, ())):
            return True
    turned = _other_side(hedge)
    if parameters.clarifications.statements:
        chosen = _chosen(hedge)
        accepted += CHOICES[chosen] if chosen is not None else ()
        turned |= frozenset(() if chosen is None else CHOICES[not chosen])
    # Without brackets, "the lesser (not the greater) of" contains the phrase "the lesser of".
    readings = (words, words_of(_BRACKETS.sub(" ", words.text)))
    if any(any_states(readings, [phrase]) for phrase in accepted if phrase not in turned):
        return True
    if parameters.clarifications.statements and _says_word(words, hedge):
        return True
    return _states_condition(words, hedge, groups, parameters)


def _says_word(words: TextWords, hedge: str) -> bool:
    """Return whether an answer has the adverb of a short hedge as an adjective: *prompt notice* for *promptly*."""
    named = hedge.lower().split()
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
    for at in (at for duty in _DUTY_WORDS for at in words.places.get(duty, ())):
        is_duty = words.texts[at] not in ("has", "have") or words.texts[at + 1 : at + 2] == ("to",)
        if is_duty and not whose.isdisjoint(words.texts[max(0, at - _GOVERNING_REACH) : at]):
            return True
    return False


def _without_lifted(words: TextWords, asked: Sequence[str]) -> TextWords:
    """Return a text without the sentences that contain no fact asked for; all of it if no sentence contains one.

    A sentence such as *the limit falls away if a Default is continuing* is about something else.
    """
    sentences = _SENTENCE.split(words.text)
    facts = [fact.casefold() for fact in asked]
    holding = [any(fact in one.casefold() for fact in facts) for one in sentences]
    kept = [one for one, holds in zip(sentences, holding, strict=True) if holds]
    return words_of(" . ".join(kept)) if kept else words


def _turns_exception(whole: TextWords, hedge: str, asked: Sequence[str]) -> bool:
    """Return whether an answer reverses an exception into a condition: *if it objects* for *unless it objects*.

    Denying the exception counts too: *they cannot agree otherwise* for *unless otherwise agreed*.
    """
    if not hedge.lower().startswith("unless"):
        return False
    words = _without_lifted(whole, asked)
    stems = [word for word in content_words(hedge) if word != "unless"]
    for at, word in enumerate(words.texts):
        before = words.texts[max(0, at - _GOVERNING_REACH) : at]
        known = [stem for stem in stems if _is_inflected(stem, word)]
        is_ruled = not _RULING.isdisjoint(words.texts[max(0, at - _CONDITION_REACH) : at])
        if "cannot" in before and not is_ruled and any(stem.endswith("ed") for stem in known):
            return True
        if "if" in before and known and not _offers_other(words, at):
            # A denial or exception nearby restores the sense: "only if the sender has not received it".
            return (DENIALS | _EXCEPTION_WORDS).isdisjoint(
                words.texts[max(0, at - _CONDITION_REACH) : at + _GOVERNING_REACH]
            )
    return False


def _offers_other(words: TextWords, at: int) -> bool:
    """Return whether a condition only says when another value holds: *30 June, or later if the Bank agrees*."""
    near = words.texts[max(0, at - _CONDITION_REACH) : at]
    sides = frozenset(word for _, same, _ in _SIDES for word in same)
    return any(one == "or" and not sides.isdisjoint(near[place + 1 : place + 4]) for place, one in enumerate(near))


def _chosen(hedge: str) -> int | None:
    """Return which of two values a hedge chooses, as an index of ``CHOICES``; ``None`` if it is neither or both."""
    words = words_of(plain_text(hedge))
    sides = [side for side, phrases in enumerate(CHOICES) if any_states([words], phrases)]
    return sides[0] if len(sides) == 1 else None


def _reverses_side(words: TextWords, hedge: str) -> bool:
    """Return whether an answer names the opposite side of a hedge and not its side: *longer* for *shorter*."""
    named = words_of(plain_text(hedge)).places
    return any(
        side in named and turned not in named and _names_side(words, (turned,)) and not _names_side(words, same)
        for side, same, turned in _SIDES
    )


def _names_side(words: TextWords, wanted: Iterable[str]) -> bool:
    """Return whether an answer has one of the wanted words other than before *than*: *less*, but not *less than*."""
    places = (at for word in wanted for at in words.places.get(word, ()))
    return any(words.texts[at + 1 : at + 2] != ("than",) for at in places)


def _without_dismissed(words: TextWords) -> TextWords:
    """Return a text without what it says does not matter, to the end of the clause: *whether or not …*, *even if …*."""
    kept = _DISMISSED.sub(" ", words.text)
    return words if kept == words.text else words_of(kept)


def _without_asked(words: TextWords, hedge: str, asked: Iterable[str]) -> TextWords:
    """Return a text without the conditions that are a fact asked for and share no word with the hedge."""
    stems, facts = content_words(hedge), [fact.casefold() for fact in asked]

    def kept(match: re.Match[str]) -> str:
        said = content_words(match[0])
        is_own = any(_is_inflected(stem, word) for stem in stems for word in said)
        return match[0] if is_own or not any(fact in match[0].casefold() for fact in facts) else " "

    text = _CONDITION.sub(kept, words.text)
    return words if text == words.text else words_of(text)


def _holders(hedge: str, quotes: Iterable[str]) -> Names:
    """Return the roles to which a hedge leaves something: those in it, otherwise the nearest before it in a quote."""
    tokens = tokenize(plain_text(hedge))
    named = roles_between(tokens, 0, len(tokens))
    for quote in () if named else map(plain_text, quotes):
        at = quote.lower().find(plain_text(hedge).lower())
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


def _other_side(hedge: str) -> frozenset[str]:
    """Return the phrases for the opposite of the hedge's level: a maximum does not keep a minimum."""
    words = words_of(plain_text(hedge))
    is_floor, is_ceiling = (any_states([words], side) for side in (_FLOORS, _CEILINGS))
    if is_floor is is_ceiling:
        return frozenset()
    return _CEILINGS | {"exceed", "limit"} if is_floor else _FLOORS


def _states_condition(answer: TextWords, hedge: str, groups: Sequence[str], parameters: Parameters) -> bool:
    """Return whether an answer states most of a hedge apart from its known phrase: *no Default is continuing*.

    One word of content is too little, unless the hedge has no known phrase. *Regardless of* rules this out.
    """
    known = content_words(" ".join(phrase for group in groups for phrase in parameters.hedges.groups[group]))
    rest = content_words(hedge) - known
    if len(rest) < (_FEW_WORDS if groups else 1) or any(word in answer.text.lower() for word in _DISMISSALS):
        return False
    said = content_words(answer.text)
    sides = {side for side, same, _ in _SIDES if _names_side(answer, same)}
    kept = sum(word in sides or any(_is_inflected(word, other) for other in said) for word in rest)
    return 4 * kept >= 3 * len(rest)


def _is_inflected(word: str, other: str) -> bool:
    """Return whether two words are forms of one: *agree* and *agreed*, *continuing* and *continues*."""
    if are_akin(word, other):
        return True
    least = max(_STEM_LETTERS, min(len(word), len(other)) - 1)
    return word[:least] == other[:least] and len(other) >= least


def own_doubts(answer: str, sources: Iterable[str], parameters: Parameters) -> tuple[str, ...]:
    """Return the doubts that an answer adds: none of the ``sources`` has the doubt, or a phrase of its group."""
    given = words_of(answer)
    stated = {
        group: [one for one in phrases if one not in _EVERYDAY_PHRASES and is_stated(given, one)]
        for group, phrases in parameters.hedges.groups.items()
        if group not in _EVERYDAY
    }
    plain = [phrase for phrase in _WORDS.own_doubt if is_stated(given, phrase)]
    if not plain and not any(stated.values()):
        return ()
    known = [words_of(plain_text(source)) for source in sources]
    doubts = [phrase for phrase in plain if not any_states(known, [phrase])]
    for group, own in stated.items():
        if own and not any_states(known, (*parameters.hedges.groups[group], *_SYNONYMS.get(group, ()))):
            doubts += own
    return tuple(dict.fromkeys(doubts))


def _groups_of(hedge: str, parameters: Parameters) -> tuple[str, ...]:
    """Return the groups of the longest known phrase in a hedge; none if it has no known phrase.

    Synonyms count if no phrase of the contract is in the hedge: *in their discretion* for *in its discretion*.
    """
    words = words_of(plain_text(hedge))

    def standing(groups: Mapping[str, Sequence[str]]) -> list[tuple[int, str]]:
        named = ((group, phrase) for group, phrases in groups.items() for phrase in phrases)
        return [
            (len(words_in(phrase)), group) for group, phrase in named if any(True for _ in places_in(words, phrase))
        ]

    found = standing(parameters.hedges.groups) or standing(_SYNONYMS)
    longest = max((length for length, _ in found), default=0)
    return tuple(dict.fromkeys(group for length, group in found if length == longest))
