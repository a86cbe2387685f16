"""Reads who does what to whom: the part that each party of a text has in an act.

A party is recognised by its role. It acts as the subject of a verb (``the Borrower shall deliver``), after ``by``,
``of`` or ``from`` (``delivered by the Borrower``, ``consent of the Agent``), or as an owner (``the Bank's request``).
It is acted on after ``to`` or ``with``, and right after a verb (``tell the Borrower``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from loanproof.statements.texts.text import JOINTS
from loanproof.statements.vocabulary.acts import ACCEPTING, ACTS, BETWEEN, OWNED, PARTS, key_of
from loanproof.statements.vocabulary.keys import keys_between
from loanproof.statements.vocabulary.negations import negations_in
from loanproof.statements.vocabulary.reversing import MODALS
from loanproof.statements.vocabulary.role_names import BEFORE_ROLES, role_at
from loanproof.values import Phrases, TokenKind

if TYPE_CHECKING:
    from loanproof.statements.statement import Names
    from loanproof.statements.texts.text import StatedText
    from loanproof.values import Tokens

_BY, _TO = "by", "to"
_BEHIND_PARTICIPLES = frozenset({"by", "against"})
_BEFORE_VERBS = frozenset(
    {"not", "also", "only", "then", "have", "has", "to", "needs", "need", "so", "alone", "itself"}
)
_ASIDES = Phrases.of(
    [(True, ("at any time", "from time to time", "in writing", "by notice", "upon notice", "on notice"))]
)
_HAVING = frozenset({"has", "have"})
_PASSIVE = frozenset({"be", "been", "being"})
_BEING = frozenset({"is", "are"})
_NOTHING = frozenset({"nothing", "no", "none"})
# Words that show that a sentence describes another case, in which somebody else may act.
_OTHER_CASE = frozenset({"unless", "otherwise", "else", "rather", "instead"})
_NOUNS = frozenset(
    {"notice", "notices", "request", "consent", "demand", "waiver", "cost", "costs", "expense", "choice"}
)
_ACT_REACH = 4  # tokens from a party back to its act
_CONTRAST_REACH = 9  # the same in a contrast: "and not by the Lender"
_DISCRETION_REACH = 9  # tokens from a party to "its" discretion
_VERB_REACH = 40  # tokens from a modal verb to its main verb, including asides between commas
_MIN_VERB_LETTERS = 3
_MARKS, _SEMICOLON = frozenset(",;:()"), frozenset(";")
_PARTICIPLE_REACH = 8  # tokens from a participle to the modal verb: "a Finance Party intending to claim shall"
_PARTICIPLES = frozenset({"giving", "becoming", "notifying", "informing"})
_OWN_WILL = frozenset({"agree", "choose"})  # a party that agrees to pay is the one that pays


class Words(NamedTuple):
    """The content words and figures of the clause of an act, and those of its sentence, without the parties."""

    of_clause: frozenset[str]
    of_sentence: frozenset[str]

    def shared(self, other: Words) -> tuple[int, int]:
        """Return how many words two acts share in their clauses, and how many in their sentences."""
        return len(self.of_clause & other.of_clause), len(self.of_sentence & other.of_sentence)


class Part(NamedTuple):
    """The part of a party in an act.

    Attributes:
        act, part: The act, and whether the party does it (``by``) or it is done to the party (``to``).
        names: Who the party may be.
        is_sure: Whether the reading is reliable; a bare verb without ``s``, modal or ``has`` may be a noun.
        is_aside: Whether the text says that it is *not* this party.
        shown: The words that say so.
        words: What distinguishes this act from others of its kind.
        is_denied: Whether its clause denies something.
        is_other_case: Whether its sentence describes another case: ``unless``, ``otherwise``.
        is_verb: Whether a verb with the party as its subject says so.
    """

    act: str
    part: str
    names: Names
    is_sure: bool
    is_aside: bool
    shown: str
    words: Words
    is_denied: bool
    is_other_case: bool
    is_verb: bool

    @property
    def is_turned(self) -> bool:
        """Whether a verb is denied: a party that does not act is not compared with one that does."""
        return self.is_denied and self.is_verb


def parts_of(text: StatedText) -> list[Part]:
    """Return the parts of all parties of a text; cached, because a quote is compared with many answers."""
    return text.tokens.cached(parts_of, lambda: [part for part, _ in _with_places(text)])


def unread_parts(text: StatedText, act: str, part: str) -> Iterator[Words]:
    """Yield the words of each clause that names an act without a party that we can read in the given part."""
    read = {_clause(text, *place) for one, place in _with_places(text) if (one.act, one.part) == (act, part)}
    for at, token in enumerate(text.tokens.items):
        if token.kind is TokenKind.WORD and key_of(token.lower) == act:
            clause = _clause(text, at, at + 1)
            if not any(start <= clause[0] and clause[1] <= end for start, end in read):
                yield _words(text, clause, act)


def _with_places(text: StatedText) -> list[tuple[Part, tuple[int, int]]]:
    return text.tokens.cached(_with_places, lambda: list(_read(text)))


class _Found(NamedTuple):
    """An act in which a party has a part, and where the words that say so are."""

    act: str
    part: str
    start: int
    end: int
    is_sure: bool = True
    is_aside: bool = False
    is_verb: bool = False


def _read(text: StatedText) -> Iterator[tuple[Part, tuple[int, int]]]:
    tokens, at = text.tokens, 0
    before: tuple[int, list[_Found]] = 0, []
    while at < len(tokens):
        role = role_at(tokens, at)
        if role is None:
            at += 1
            continue
        names, end = role
        first, last = text.between_marks(at, at, _SEMICOLON)
        found = before[1] if _is_joined(tokens, before[0], at) else list(_acts_of_party(tokens, at, end))
        before = end, found
        is_other_case = any(tokens[place].lower in _OTHER_CASE for place in range(first, last))
        for one in found:
            part = Part(
                act=one.act,
                part=one.part,
                names=names,
                is_sure=one.is_sure,
                is_aside=one.is_aside,
                shown=tokens.text(one.start, one.end),
                words=_words(text, _clause(text, one.start, one.end), one.act),
                is_denied=any(True for _ in negations_in(tokens, *_clause(text, at, at + 1))),
                is_verb=one.is_verb,
                is_other_case=is_other_case,
            )
            yield part, (one.start, one.end)
        at = end


def _words(text: StatedText, clause: tuple[int, int], act: str) -> Words:
    stretches = clause, text.between_marks(clause[0], clause[0], _SEMICOLON)
    keys = (keys_between(text.tokens, *one, has_figures=True, has_parties=False) for one in stretches)
    return Words(*(one - {act} for one in keys))


def _is_joined(tokens: Tokens, end: int, at: int) -> bool:
    """Return whether a party shares the part of the party before it: ``consent of the Borrower and the Lenders``."""
    between = [tokens[one].lower for one in range(end, at)] if 0 < end < at <= end + _ACT_REACH else []
    return bool(between) and between[0] == "and" and set(between[1:]) <= BEFORE_ROLES | {"required", "majority"}


def _clause(text: StatedText, first: int, after: int) -> tuple[int, int]:
    """Return the clause around a stretch: between the nearest marks, or joints with another party."""
    start, end = text.sentence_of(first)
    start = next((one + 1 for one in range(first - 1, start - 1, -1) if _ends_clause(text.tokens, one)), start)
    return start, next((one for one in range(after, end) if _ends_clause(text.tokens, one)), end)


def _ends_clause(tokens: Tokens, at: int) -> bool:
    behind = at + 1 + (tokens[at + 1].lower in BEFORE_ROLES)
    is_joint = tokens[at].lower in JOINTS and role_at(tokens, behind) is not None
    return tokens[at].text in _MARKS or is_joint


def _acts_of_party(tokens: Tokens, at: int, end: int) -> Iterator[_Found]:
    """Yield the acts in which the party at ``at`` to ``end`` has a part."""
    if tokens[end].text == "'":
        if tokens[end + 2].lower == "account" and _is_payer(tokens, at):
            yield _Found("pay", _BY, at, end + 3)
        noun = _noun_from(tokens, end + 1, frozenset(ACTS))
        if noun is not None:
            yield _Found(ACTS[tokens[noun].lower], _BY, at, noun + 1)
        return
    before = at - 1
    while before >= 0 and (tokens[before].lower in BEFORE_ROLES or tokens[before].text.istitle()):
        if tokens[before].lower == "that" and before < at - 1:
            break  # in "guarantees that the Lenders have approved" they are the subject
        before -= 1
    word = tokens[before].lower if before >= 0 else ""
    if word in PARTS:
        yield from _after_preposition(tokens, before, end)
    elif word in ACTS and word not in _NOUNS:
        yield _Found(ACTS[word], _TO, before, end)
    else:
        yield from _as_subject(tokens, at, end)


def _is_payer(tokens: Tokens, at: int) -> bool:
    """Return whether something is for the account of a party: ``the fee is for the Borrower's account``."""
    before = at - 1 - (tokens[at - 1].lower in BEFORE_ROLES)
    return tokens[before].lower == "for" and tokens[before - 1].lower in _BEING | _PASSIVE


def _after_preposition(tokens: Tokens, before: int, end: int) -> Iterator[_Found]:
    """Yield the act of a party after a preposition: ``acceptable to the Bank``, ``consent of the Agent``."""
    is_aside = tokens[before - 1].lower == "not"
    head = _act_before(tokens, before - 1 if is_aside else before, is_aside=is_aside)
    if head is None:
        return
    word, small = tokens[head].lower, tokens[before].lower
    if word in ACCEPTING:
        if small == "to":
            yield _Found("accept", _BY, head, end, is_aside=is_aside)
    else:
        yield _Found(key_of(word), PARTS[small], head, end, is_aside=is_aside)


def _act_before(tokens: Tokens, before: int, *, is_aside: bool) -> int | None:
    """Return the nearest act before a preposition, or None if a mark or another party comes between."""
    far = _CONTRAST_REACH if is_aside else _ACT_REACH
    far = 1 if tokens[before].lower == "of" else far  # in "cancel the Commitments of the Lenders" they do not cancel
    for one in range(before - 1, max(-1, before - 1 - far), -1):
        token = tokens[one]
        is_participle = one == before - 1 and tokens[before].lower in _BEHIND_PARTICIPLES and token.lower.endswith("ed")
        if token.lower in ACTS or token.lower in ACCEPTING or is_participle:
            return one
        is_other = role_at(tokens, one) is not None or token.lower in JOINTS
        if token.kind is TokenKind.SIGN or (is_other and not is_aside):
            return None
    return None


def _noun_from(tokens: Tokens, at: int, nouns: frozenset[str]) -> int | None:
    """Return the first of some nouns from a position on, with only words such as ``prior written`` before it."""
    for one in range(at, at + _ACT_REACH):
        if tokens[one].lower in nouns:
            return one
        if tokens[one].lower not in BETWEEN:
            return None
    return None


def _as_subject(tokens: Tokens, at: int, end: int) -> Iterator[_Found]:
    """Yield what a party does according to the verb after it, and what is in its own discretion."""
    modal = _behind_participle(tokens, _behind_brackets(tokens, end))
    is_modal = tokens[modal].lower in MODALS
    own = next(
        (one for one in range(end, min(end + _DISCRETION_REACH, len(tokens))) if tokens[one].lower == "its"), None
    )
    noun = None if own is None else _noun_from(tokens, own + 1, OWNED)
    if noun is not None and not any(role_at(tokens, one) for one in range(end, noun)):
        yield _Found(key_of(tokens[noun].lower), _BY, at, noun + 1)
    verb = _verb(tokens, modal + 1 if is_modal else end)
    is_having = tokens[end].lower in _HAVING
    if verb == end and tokens[verb].lower in _PARTICIPLES:  # "the earlier of the Agent giving notice and"
        yield _Found(key_of(tokens[verb].lower), _BY, at, verb + 1)
    # "a lender selected by the Borrower" does not select
    if verb is None or (not is_having and tokens[verb].lower.endswith(("ed", "ing"))):
        return
    act, is_sure = key_of(tokens[verb].lower), is_modal or is_having or tokens[verb].lower.endswith("s")
    is_plural = (
        tokens[end - 1].lower.endswith("s") and tokens[verb].lower in ACTS.keys() - _NOUNS
    )  # "the Lenders elect"
    yield _Found(act, _BY, at, verb + 1, is_sure=is_sure or is_plural, is_verb=True)
    second = verb + 2
    if tokens[verb + 1].lower in JOINTS and tokens[second].lower in ACTS.keys() - _NOUNS:  # "has subscribed and paid"
        yield _Found(ACTS[tokens[second].lower], _BY, at, second + 1, is_sure=is_modal or is_having, is_verb=True)
    to = next((one for one in range(verb + 1, verb + _ACT_REACH) if tokens[one].lower == "to"), None)
    if to is None or act not in _OWN_WILL or any(_parts_clause(tokens, one) for one in range(verb + 1, to)):
        return
    if tokens[to + 1].lower in ACTS:  # "the Bank agrees in writing to extend"
        yield _Found(ACTS[tokens[to + 1].lower], _BY, at, to + 2, is_verb=True)


def _behind_participle(tokens: Tokens, at: int) -> int:
    """Return the modal verb after a participle (``a Party intending to claim shall``), or else the position itself."""
    near = range(at, min(at + _PARTICIPLE_REACH, len(tokens))) if tokens[at].lower.endswith("ing") else range(0)
    modal = next((one for one in near if tokens[one].lower in MODALS), at)
    return at if any(_parts_clause(tokens, one) for one in range(at, modal)) else modal


def _parts_clause(tokens: Tokens, at: int) -> bool:
    return tokens[at].kind is TokenKind.SIGN or role_at(tokens, at) is not None


def _behind_brackets(tokens: Tokens, at: int) -> int:
    if tokens[at].text != "(":
        return at
    return next((end + 1 for end in range(at, min(at + _VERB_REACH, len(tokens))) if tokens[end].text == ")"), at)


def _verb(tokens: Tokens, at: int) -> int | None:
    """Return the verb from a position on, skipping asides between commas, or None if it is passive or too far away."""
    end = min(at + _VERB_REACH, len(tokens))
    while at < end:
        word = tokens[at].lower
        if word in _PASSIVE or (word in _BEING and tokens[at + 1].lower != "to"):
            return None
        aside = _ASIDES.match(tokens, at)
        if aside is not None:
            at = aside[1]
        elif tokens[at].text == ",":
            at = next((comma + 1 for comma in range(at + 1, end) if tokens[comma].text == ","), end)
        elif word in _BEING or word in _BEFORE_VERBS or word.endswith("ly"):
            at += 1
        else:
            is_verb = word.isalpha() and len(word) >= _MIN_VERB_LETTERS and tokens[at + 1].lower not in _NOTHING
            return at if is_verb else None
    return None
