"""What a question expects: its parts, and for each part the kinds of value that would answer it.

Nothing is understood beyond the words of a table: how a question opens, and which noun it asks for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from loanproof.capabilities.baseline.questions.opinions import asks_for_opinion, first_phrase
from loanproof.capabilities.baseline.questions.phrasing import ASKING, in_full
from loanproof.capabilities.baseline.questions.thing import LEAD, YES_NO, compound_of, head_of, main_clause, noun_of
from loanproof.capabilities.baseline.retrieval import stem_of
from loanproof.core import PhrasePattern, Words, WordTable, load_words
from loanproof.values import COVENANT_NAME_KIND, NO_CONTEXT, tokenize

_WORD = re.compile(r"[a-z0-9&]+(?:['’-][a-z0-9]+)*")
_MAX_OPENING = 6  # words in which the asking word must appear: "At what rate", "By how much"
_OPENING = ASKING - {"where", "why"}  # no value is asked for by these two
_CALENDAR_WORDS = frozenset({"calendar", "exact"})
_PAST_VERBS = frozenset("was were did had".split())
_HAS_EVER = frozenset({"has", "ever"})
_HAS_DONE = re.compile(
    r"(?:how|what|which)(?:\s+(?!after|before|when|once|until|if|that)[\w’']+){1,5}?\s+(?:has|have)(?!\s+to\b)"
    r"(?:\s+[\w’']+){0,4}?\s+(?:\w+ed|been|paid|drawn|made|given|taken|outstanding)\b",
    re.IGNORECASE,
)  # "How much paper has the Borrower outstanding?" asks what has happened
LABEL = re.compile(
    r"\b(?P<kind>(?i:Facility|Tranche|Term\s+Loan|Loan|Level|Class|Series|Stage|Category|Tier|Band))\s+"
    r"(?P<which>[A-Z][0-9]?|[0-9]{1,2}|[IVX]{1,4})\b"
)
"""Finds a thing with a letter or number of its own: *Facility B*."""
_CONDITION = re.compile(r"if\b(?:[^,?]|,(?=\S)){3,200},\s*", re.IGNORECASE)
_GOES_BACK = re.compile(r"\b(?:that|its|it|their|they|them|those)\b", re.IGNORECASE)
_TEST_NOUNS = frozenset("ratio level covenant test threshold minimum maximum limit".split())
ASKS_NONE = re.compile(r"\W*(?:which|who)\b[^,;]{0,60}?\b(?:no|not|none|free\s+of)\b", re.IGNORECASE)
"""Finds a question for what has none of a thing: *which facility pays no fee?*"""
_AT_THE_LATEST = re.compile(r"\bat the (?:very )?latest\b", re.IGNORECASE)  # a deadline, not the state of things
_LEADING_AND = re.compile(r"[,?]?\s+(?:and\s)?", re.IGNORECASE)


class Wanted(StrEnum):
    """A kind of value that a question asks for."""

    DATE = "date"
    MONEY = "money"
    RATE = "rate"
    PERIOD = "period"
    RATIO = "ratio"
    COUNT = "count"
    PARTY = "party"
    LAW = "law"
    CALENDAR = "calendar"


class _Asking(WordTable):
    """How one kind of value is asked for."""

    openings: Words
    nouns: Words = ()
    verbs: Words = ()
    terms: Words = ()


class _Expectations(WordTable):
    """All the words by which a question is read; each list is explained in ``expectations.words.yaml``."""

    wanted: dict[Wanted, _Asking]
    status: Words
    joints: Words
    former: Words
    meaning: PhrasePattern
    covenant: PhrasePattern
    times: PhrasePattern


_TABLE = load_words(__package__, "expectations", _Expectations)
PRICES = frozenset({Wanted.MONEY, Wanted.RATE})
_PAST_KINDS = frozenset({Wanted.MONEY, Wanted.RATE, Wanted.RATIO, Wanted.DATE})  # they may be asked for in the past
TERMS = {kind: one.terms for kind, one in _TABLE.wanted.items()}
"""For each kind, the last words of defined terms that may replace a value: *the Maturity Date* for a date."""
NOUNS = {kind: frozenset(map(stem_of, one.nouns)) for kind, one in _TABLE.wanted.items()}
"""For each kind, the stems of nouns that name a value of it; an answer may use any other such noun."""
TIMES = _TABLE.times
"""Finds words that express a time without a date."""
_JOINT = re.compile(
    "|".join(rf",?\s{re.escape(one)}\b" for one in _TABLE.joints)
    + r"|,\s(?:for how|at what|on what|which|what|how)\b|\?\s+(?=\w)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One of the things that a question asks.

    Attributes:
        text: Its words.
        wanted: The kinds of value, any of which would answer it; empty if it is answered in words.
        is_yes_no: Whether it is answered by yes or no.
        head: The words of the thing asked for: "exit fee" in "What is the rate of the exit fee?".
        is_past: Whether it asks what has happened: "When was the loan repaid?".
        labels: Which of several things it means, as kind and label: "facility" "D", "tranche" "2".
        covenants: The ids of the financial covenants that it asks about.
        compound: The last two words of the thing as stems, if both are significant: "exit fee".
        supposed: What it supposes before it asks: "if the park is sold".
        main: Its words without that, up to where it begins to say when, where or in which case.
    """

    text: str
    wanted: frozenset[Wanted] = frozenset()
    is_yes_no: bool = False
    head: tuple[str, ...] = ()
    is_past: bool = False
    labels: frozenset[tuple[str, str]] = frozenset()
    covenants: frozenset[str] = frozenset()
    compound: tuple[str, ...] = ()
    supposed: str = ""
    main: str = ""

    @property
    def goes_back(self) -> bool:
        """Whether it refers to something named earlier: *and when does its lease end*."""
        return _GOES_BACK.search(self.text) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question that has been read.

    Attributes:
        text: The question as it was asked.
        parts: What it asks, in order; never empty.
        is_opinion: Whether it asks for an opinion, about the market or about the future.
        status: The words by which it asks for the current state of things, if it does.
        former: The words by which it asks for an earlier state of things, if it does.
    """

    text: str
    parts: tuple[Part, ...]
    is_opinion: bool = False
    status: str | None = None
    former: str | None = None


def read_question(text: str) -> Question:
    """Read a question; one that the table does not recognise expects an answer in words."""
    text = " ".join(text.split())
    return Question(
        text=text,
        parts=tuple(map(_part, _split(in_full(text, YES_NO)))),
        is_opinion=asks_for_opinion(text),
        status=first_phrase(_AT_THE_LATEST.sub("", text), _TABLE.status),
        former=first_phrase(text, _TABLE.former),
    )


def _split(text: str) -> Iterator[str]:
    """Yield the questions that a text consists of; a clause before the first one belongs to it."""
    start = 0
    for match in _JOINT.finditer(text):
        if not _asks(text[start : match.start()]):
            continue
        yield text[start : match.start()]
        joint = _LEADING_AND.match(match[0])
        start = match.start() + (joint.end() if joint else 0)
    yield text[start:]


def _asks(text: str) -> bool:
    """Return whether a text contains a question: an asking word, or a yes-or-no verb at its start."""
    words = _WORD.findall(text.lower())
    return bool(ASKING & set(words)) or (bool(words) and words[0] in YES_NO)


def _part(text: str) -> Part:
    """Return one question of a text as a part, with all that it expects."""
    asked = _CONDITION.sub("", text, count=1)
    words = _WORD.findall(asked.lower())
    is_yes_no = bool(words) and (words[0] in YES_NO or words[0] == "whether")
    is_in_words = is_yes_no or _TABLE.meaning.search(text) or ASKS_NONE.match(asked)
    wanted = frozenset[Wanted]() if is_in_words else frozenset(_wanted(words))
    return Part(
        text=text.rstrip(" ?.,"),
        wanted=wanted,
        is_yes_no=is_yes_no,
        head=() if is_yes_no else head_of(words),
        is_past=_is_past(words, wanted),
        labels=labels_in(text),
        covenants=_asked_covenants(text, () if is_yes_no else head_of(words)),
        compound=() if is_yes_no else compound_of(words, head_of(words)),
        supposed="" if (supposed := _CONDITION.match(text)) is None else supposed[0],
        main=main_clause(asked),
    )


def _is_past(words: Sequence[str], wanted: frozenset[Wanted]) -> bool:
    """Return whether a question asks what has happened, judged by its verbs."""
    is_done = bool(wanted & _PAST_KINDS) and _HAS_DONE.match(" ".join(words)) is not None
    is_done = is_done or words[:1] in (["has"], ["have"])
    return next((word in _PAST_VERBS for word in words if word in YES_NO), False) or set(words) >= _HAS_EVER or is_done


def labels_in(text: str) -> frozenset[tuple[str, str]]:
    """Return the labelled things that a text names; *Facility B* and *Facility C* are different ones."""
    return frozenset((" ".join(one["kind"].lower().split()), one["which"]) for one in LABEL.finditer(text))


def covenants_in(text: str) -> frozenset[str]:
    """Return the ids of the financial covenants that a text names; all leverage covenants count as one."""
    found = COVENANT_NAME_KIND.find(tokenize(text.title()), NO_CONTEXT)
    kinds = (one.candidates[0].canonical for one in found)
    return frozenset("leverage" if "leverage" in kind else kind for kind in kinds)


def _asked_covenants(text: str, head: Sequence[str]) -> frozenset[str]:
    """Return the covenants that a part asks about: those its noun names or, if the noun is general, its text."""
    is_general = set(head) <= _TEST_NOUNS if head else _TABLE.covenant.search(text) is not None
    return covenants_in(text if is_general else " ".join(head))


def _wanted(words: Sequence[str]) -> set[Wanted]:
    """Return the kinds of value that a question asks for, by its opening, then its noun, then its verbs."""
    opened = {kind for kind, one in _TABLE.wanted.items() if _opens(words, one.openings)}
    if _CALENDAR_WORDS & set(words[:LEAD]) and "date" in words[:LEAD]:
        return {Wanted.CALENDAR}
    if Wanted.PERIOD in opened:
        return {Wanted.PERIOD}
    noun = noun_of(words)
    named = {kind for kind, one in _TABLE.wanted.items() if noun in one.nouns}
    if opened:
        is_time = named == {Wanted.PERIOD} and opened <= PRICES  # "how much time" does not ask for a sum
        return named if is_time else opened & named or opened
    if named or noun is not None:
        is_whom = words[:1] == ["which"] and bool(set(head_of(words)) & set(_TABLE.wanted[Wanted.PARTY].nouns))
        return named or ({Wanted.PARTY} if is_whom else set())  # "which insurer covers the mill?"
    return {kind for kind, one in _TABLE.wanted.items() if set(one.verbs) & set(words)}


def _opens(words: Sequence[str], openings: Iterable[str]) -> bool:
    """Return whether a question opens with one of some phrases; a few words such as prepositions may come first."""
    first = next((at for at, word in enumerate(words[:_MAX_OPENING]) if word in _OPENING), None)
    if first is None:
        return False
    return any(tuple(words[first:]) [: len(one)] == one for one in map(_words_of, openings))  # fmt: skip


def _words_of(phrase: str) -> tuple[str, ...]:
    """Return the words of an opening from its asking word on: ``by when`` is matched as ``when``."""
    words = tuple(_WORD.findall(phrase.lower()))
    at = next((place for place, word in enumerate(words) if word in _OPENING), 0)
    return words[at:]
