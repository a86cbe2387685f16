"""Finds words that an answer denies and its source states, or the reverse, in the same surroundings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Reason, SingleWords, Words, WordTable, load_words
from loanproof.statements.bounds.word_senses import compares_at
from loanproof.statements.contradiction import Contradiction
from loanproof.statements.duties.consents import permits
from loanproof.statements.vocabulary.acts import ACTS, key_of
from loanproof.statements.vocabulary.negations import DENIALS, DENYING, OTHER_CASE
from loanproof.statements.vocabulary.role_names import role_at
from loanproof.values import Phrases, TokenKind, content_words_in

if TYPE_CHECKING:
    from loanproof.statements.texts.text import StatedText
    from loanproof.values import Tokens


class _OneSided(WordTable):
    existing: SingleWords
    small: SingleWords
    ends_of_things: SingleWords
    compared: SingleWords
    other_case: SingleWords
    clauses: SingleWords
    conditions: SingleWords
    set_aside: SingleWords
    always: Words
    persons: SingleWords


_WORDS = load_words(__package__, "one_sided", _OneSided)
_DENYING = Phrases.of((*DENIALS, ("verb", ["t"])))  # the "t" of "isn't"
_EXCEPTING_KINDS = frozenset({"case", "excepting", "apart"})
_LIMITING_KINDS = _EXCEPTING_KINDS | {"failing"}
_EXISTING, _SMALL, _ENDS = frozenset(_WORDS.existing), frozenset(_WORDS.small), frozenset(_WORDS.ends_of_things)
_COMPARED, _OTHER_CASE = frozenset(_WORDS.compared), OTHER_CASE.union(_WORDS.other_case)
_CLAUSES, _CONDITIONS, _CONTRAST_OPENINGS = (
    frozenset(w) for w in (_WORDS.clauses, _WORDS.conditions, _WORDS.set_aside)
)
_EXISTING_KEYS = frozenset(map(key_of, _EXISTING))
_PERSONS = frozenset(_WORDS.persons)
_ALWAYS = Phrases.of([(True, _WORDS.always)])
_ACTS = frozenset(ACTS.values())
_BREAKS = frozenset(",;:.()")
_MAX_THING_WORDS = 3  # content words that the name of a denied thing may have
_NEAR_TOKENS = 8  # how far apart two words may be to count as neighbours


class _Clause(NamedTuple):
    """A clause: its token range, the positions of its content words, and its denials (kind, start, end)."""

    start: int
    end: int
    places: tuple[int, ...]
    denials: tuple[tuple[str, int, int], ...]


class _Word(NamedTuple):
    """A content word: its key, whether it is denied, its clause, and the keys of the words near it."""

    key: str
    is_denied: bool
    clause: _Clause
    near: frozenset[str]


def denied_otherwise(answer: StatedText, quotes: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield a contradiction for the first word that one of answer and source denies and the other states.

    Each text must do so everywhere the word occurs, and a word near it must be the same in both. Comparisons are left
    to their own readers.
    """
    known: dict[str, list[tuple[_Word, StatedText]]] = {}
    for quote in quotes:
        for word in _words(quote):
            known.setdefault(word.key, []).append((word, quote))
    own: dict[str, list[_Word]] = {}
    for word in _words(answer):
        own.setdefault(word.key, []).append(word)
    for key, words in own.items():
        others = [(one, other, quote) for other, quote in known.get(key, ()) for one in words]
        if not others or not _is_opposite(words, [other for _, other, _ in others]):
            continue
        for one, other, quote in others:
            if (one.near & other.near or _is_bare_denial(one, answer)) and _is_contradiction(one, other, answer, quote):
                source, given = (text.tokens.text(*word.clause[:2]) for text, word in ((quote, other), (answer, one)))
                yield Contradiction(Reason.DIFFERENT, source, given)
                return


def _is_opposite(said: Sequence[_Word], known: Sequence[_Word]) -> bool:
    """Return whether one side denies a word in every occurrence, and the other in none."""
    sides = [{word.is_denied for word in words} for words in (said, known)]
    return all(len(side) == 1 for side in sides) and sides[0] != sides[1]


def _is_bare_denial(one: _Word, answer: StatedText) -> bool:
    """Return whether a clause only denies an act: ``and is never payable``, but not ``not yet agreed``."""
    is_yet_to_be = any(answer.tokens[at].lower == "yet" for at in range(*one.clause[:2]))
    return one.is_denied and one.near <= _EXISTING_KEYS and one.key in _ACTS and not is_yet_to_be


def _is_contradiction(one: _Word, other: _Word, answer: StatedText, quote: StatedText) -> bool:
    """Return whether two opposite words really contradict: no double negation or opposite case explains them."""
    if one.is_denied:
        kinds = {kind for kind, _, _ in other.clause.denials}
        if _compares(answer, *one.clause[:2]) and any(kind == "apart" for kind, _, _ in one.clause.denials):
            return False  # "no more than a quarter in anything other than cash" describes the rest
        if "apart" in kinds and _is_always(answer, one.clause):  # "never" contradicts even a rule with an exception
            return len(one.clause.denials) == 1
        is_plain = (
            not kinds and not _denies_a_comparison(quote, other.clause) and not _has_exception(quote, other.clause)
        )
        return is_plain and len(one.clause.denials) == 1 and not _is_conditional(answer, one.clause)
    if _has_exception(quote, other.clause) and not _continues_denial(quote, other.clause):
        return False
    if _is_forbidden_without(quote, other.clause):
        return False
    start, end = answer.sentence_of(one.clause.start)
    tokens = answer.tokens
    if any(tokens[at].lower in _OTHER_CASE for at in range(end, end + 2)):  # the next sentence is "Failing that, …"
        return False
    return not any(tokens[at].lower in _OTHER_CASE or _denies_at(answer, at) for at in range(start, end))


def _is_forbidden_without(quote: StatedText, clause: _Clause) -> bool:
    """Return whether a clause tells what is done without something, and nothing permits it.

    A quote may begin behind the words that forbid it: ``(ii) reduce the rate without the consent of each Lender``.
    """
    tokens, (start, end) = quote.tokens, quote.sentence_of(clause.start)
    only = len(clause.denials) == 1 and tokens[clause.denials[0][1]].lower == "without"
    return only and not permits(tokens, start, end)


def _denies_at(text: StatedText, at: int) -> bool:
    """Return whether a denial begins at a token; ``not more than`` is a comparison and denies nothing."""
    matched = _DENYING.match(text.tokens, at)
    return matched is not None and not _is_compared(text, matched[1])


def _has_exception(quote: StatedText, clause: _Clause) -> bool:
    """Return whether a rule has an exception, or a negation before it: the answer may then describe the other case."""
    start, end = quote.sentence_of(clause.start)
    found = ((at, _DENYING.match(quote.tokens, at)) for at in range(start, end))
    denials = [(at, one[0], one[1]) for at, one in found if one is not None]
    return any(kind in _EXCEPTING_KINDS for _, kind, _ in denials) or any(
        at < clause.start and not _is_compared(quote, after) for at, _, after in denials
    )


def _continues_denial(quote: StatedText, clause: _Clause) -> bool:
    """Return whether a clause goes on with the denial before it: ``it may not do so twice, nor in two quarters``."""
    first = quote.sentence_of(clause.start)[0]
    kinds = (found[0] for at in range(first, clause.end) if (found := _DENYING.match(quote.tokens, at)) is not None)
    is_further = bool(clause.denials) and quote.tokens[clause.denials[0][1]].lower == "nor"
    return is_further and _EXCEPTING_KINDS.isdisjoint(kinds)


def _denies_a_comparison(quote: StatedText, clause: _Clause) -> bool:
    """Return whether a clause has a denial that was left to the readers of values and comparisons."""
    start, end = clause[:2]
    denying = (_DENYING.match(quote.tokens, at) for at in range(start, end))
    # "not less than 75%" denies nothing
    left = (one for one in denying if one is not None and not _is_compared(quote, one[1]))
    return _compares(quote, start, end) and any(left)


def _is_compared(quote: StatedText, at: int) -> bool:
    return compares_at(quote, at) or quote.tokens[at].lower in _COMPARED


def _is_always(answer: StatedText, clause: _Clause) -> bool:
    """Return whether a clause, or the rest of its sentence, says that it holds in every case: ``at any time``."""
    return any(_ALWAYS.match(answer.tokens, at) for at in range(clause.start, answer.sentence_of(clause.start)[1]))


def _is_conditional(answer: StatedText, clause: _Clause) -> bool:
    """Return whether a denial depends on a condition, so that it may describe the same rule from the opposite case."""
    tokens, (start, end) = answer.tokens, answer.sentence_of(clause.start)
    start = next((at + 1 for at in range(clause.start - 1, start - 1, -1) if tokens[at].text == ";"), start)
    end = next((at for at in range(clause.start, end) if tokens[at].text == ";"), end)
    is_before = any(tokens.words(at, "before", "then") for at in range(start, end))
    return is_before or any(tokens[at].lower in _CONDITIONS for at in range(start, end))


def _words(text: StatedText) -> list[_Word]:
    """Return the content words of a text; cached, because a quote is compared with many answers."""
    return text.tokens.cached(_words, lambda: list(_read(text)))


def _read(text: StatedText) -> Iterator[_Word]:
    tokens = text.tokens
    for clause in _clauses(text):
        denied = {at for one in clause.denials for at in _scope(tokens, one, clause)}
        keys = {at: key_of(tokens[at].lower) for at in clause.places}
        own = [at for at in clause.places if role_at(tokens, at) is None]
        for number, at in enumerate(own):
            is_idle = tokens[at].lower in _EXISTING | _CLAUSES or _DENYING.match(tokens, at) is not None
            if not is_idle:
                beside = own[max(0, number - _NEAR_TOKENS) : number + _NEAR_TOKENS + 1]
                beside = [other for other in beside if _DENYING.match(tokens, other) is None]
                near = frozenset(keys[other] for other in beside if abs(other - at) <= _NEAR_TOKENS)
                yield _Word(keys[at], at in denied, clause, near - {keys[at]})


def _clauses(text: StatedText) -> Iterator[_Clause]:
    """Yield the clauses of a text: punctuation ends a clause, and words such as ``but`` and ``if`` begin one."""
    tokens, start = text.tokens, 0
    for at in range(len(tokens) + 1):
        word = tokens[at].lower
        if at < len(tokens) and not _is_mark(tokens, at) and word not in _CLAUSES:
            continue
        if at > start:
            places = tuple(
                one for one in range(start, at) if _is_content_word(tokens, one) and not text.is_in_value(one)
            )
            yield _Clause(start, at, places, tuple(_denials(text, start, at)))
        start = at if word in _CLAUSES else at + 1


def _is_mark(tokens: Tokens, at: int) -> bool:
    text = tokens[at].text
    return tokens[at].kind is TokenKind.SIGN and text in _BREAKS and (text in "()" or bool(tokens.gap(at + 1)))


def _is_content_word(tokens: Tokens, at: int) -> bool:
    is_word = tokens[at].kind is TokenKind.WORD and tokens[at].lower not in _SMALL
    return is_word and bool(content_words_in(tokens, at, at + 1))


def _denials(text: StatedText, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """Yield the denials of a clause that really deny something: kind, start and end."""
    for found in _DENYING.each_in(text.tokens, start, end, beyond=True):
        if not _is_spent(text, *found, (start, end)):
            yield found


def _is_spent(text: StatedText, kind: str, at: int, after: int, clause: tuple[int, int]) -> bool:
    """Return whether a denial denies nothing: ``No,`` at the start, ``whether or not``, ``except that``.

    A plain denial in a clause with a value or a comparison counts as spent too, because these have their own readers.
    """
    tokens, sentence = text.tokens, text.sentence_of(at)[0]
    word, before, following = tokens[at].lower, tokens[at - 1].lower, tokens[after]
    if word == "t":
        return before != "'"
    if word == "no" and at == sentence and following.kind is TokenKind.SIGN:
        return True
    if kind == "excepting" and following.lower == "that":
        return True
    if word == "no" and (_is_paired_no(tokens, at, clause) or tokens.words(at - 2, "yes", "or")):
        return True
    if "whether" in (following.lower, tokens[after - 1].lower):
        return True  # "irrespective of whether it is drawn" says the same as "whether or not"
    if word == "whatever" and any(tokens[one].lower in ("is", "are") for one in range(after, clause[1])):
        return True  # "of whatever the Commitment then is" denies nothing
    if kind in ("thing", "verb") and after == at + 1 and _compares(text, *clause):
        return True
    if word in DENYING and _is_cancelled(tokens, *clause):
        return True  # "no amendment without the consent": the two denials cancel each other
    if word == "without":
        return any(tokens[one].lower in DENYING for one in range(*text.sentence_of(at)))
    # "Not during the Build Period." denies what was asked, and not the period
    is_aside = (at == sentence or before in (",", "(", "and", "but")) and following.lower in _CONTRAST_OPENINGS
    return (word == "not" and before in ("or", "if")) or (word in ("not", "never") and is_aside)


def _is_paired_no(tokens: Tokens, at: int, clause: tuple[int, int]) -> bool:
    """Return whether a ``no`` is one of a pair in which one depends on the other: ``No payment, no assignment``."""
    is_first = at == clause[0] and tokens[clause[1]].text == "," and tokens[clause[1] + 1].lower == "no"
    is_second = at == clause[0] and tokens[at - 1].text == ","
    return is_first or (is_second and any(tokens[one].lower == "no" for one in range(max(0, at - _NEAR_TOKENS), at)))


def _compares(text: StatedText, start: int, end: int) -> bool:
    return any(
        text.tokens[at].lower in _COMPARED or compares_at(text, at) or text.is_in_value(at) for at in range(start, end)
    )


def _is_cancelled(tokens: Tokens, start: int, end: int) -> bool:
    """Return whether a ``without`` or ``other … than`` in the clause, or an ``unless`` after it, cancels a denial."""
    words = {tokens[at].lower for at in range(start, end)}
    is_cancelled = "without" in words or {"other", "than"} <= words  # "on no other day than a Payment Date"
    return is_cancelled or "unless" in (tokens[end].lower, tokens[end + 1].lower)


def _scope(tokens: Tokens, denial: tuple[str, int, int], clause: _Clause) -> Sequence[int]:
    """Return the positions of the content words of a clause that a denial applies to."""
    kind, at, after = denial
    before = [one for one in clause.places if one < at][-_MAX_THING_WORDS:]
    following = [one for one in clause.places if one >= after]
    if kind == "before":
        return before
    # "unless the Bank agrees to extend it" does not deny the extension
    if kind in _LIMITING_KINDS or kind == "refusing":
        return ()
    if kind == "thing":
        named = _thing(tokens, after, clause)
        is_party = bool(named) and (role_at(tokens, named[-1]) is not None or tokens[named[-1]].lower in _PERSONS)
        if not is_party:
            return named[:_MAX_THING_WORDS]
        # "no Lender shall be obliged" denies the verb, not the Lender
        following = [one for one in following if one > named[-1] and role_at(tokens, one) is None]
    following = [one for one in following if not tokens[one].lower.endswith("ly")]
    if following and tokens[following[0]].lower in _EXISTING:
        return following[1:2] if tokens[following[0] + 1].lower == "to" else before
    return following[:1]


def _thing(tokens: Tokens, after: int, clause: _Clause) -> list[int]:
    """Return the positions of the content words of the thing after a denial, up to a verb or a preposition."""
    found: list[int] = []
    for at in range(after, clause.end):
        if at in clause.places:
            found.append(at)
        elif found and tokens[at].lower in _ENDS:
            break
    return found
