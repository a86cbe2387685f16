"""Recognises grounded refusals: the prescribed sentence with a specific topic and at most one pointer.

A single regular expression is not enough, because a full stop inside *U.S.*, *Pte. Ltd.* or *Clause 12.3* breaks it.
So the head is matched first, the rest is split at the words of the pointer, and both parts are checked sentence by
sentence.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from loanproof.core import Reason, SingleWords, WordTable, load_words
from loanproof.scoring.qa.told_names import told_names
from loanproof.statements import (
    ends_with_abbreviation,
    plain_text,
    split_sentences,
    without_abbreviation_stops,
)
from loanproof.values import NO_CONTEXT, SECTION_KIND, TokenKind, tokenize

if TYPE_CHECKING:
    from loanproof.standards import Parameters


class _Refusals(WordTable):
    turning: SingleWords
    turning_after_comma: SingleWords
    subjects: SingleWords
    usually: SingleWords
    referring_back: SingleWords
    checked: SingleWords
    of_a_search: SingleWords


_WORDS = load_words(__package__, "refusal", _Refusals)
_EXACT = "the document does not contain information about "
_TAIL = re.compile(r"(?:^| )if this information is required, it may be found in ", re.IGNORECASE)
_VERB = re.compile(r"\b(?:is|are|was|were|equals?|amounts? to|would be)\b", re.IGNORECASE)
_TURNS_TO_CLAIM = re.compile(
    rf"\b(?:{'|'.join(_WORDS.turning)})\b|[,;] (?:{'|'.join(_WORDS.turning_after_comma)})\b"
    rf"|(?:[,;:]| -) (?:as |since |for )?(?:{'|'.join(_WORDS.subjects)})\b"
    # what is usual is a claim about the market: "the fee, which is usually paid in advance"
    rf"|(?:, (?:which|who)\b[^,;.]{{0,60}}? |\()(?:{'|'.join(_WORDS.usually)}|generally(?! accepted))\b",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"[0-9]")
_REFERS_BACK = re.compile(rf"(?:{'|'.join(_WORDS.referring_back)})\b", re.IGNORECASE)
# A refusal on its own line is a sentence of its own, whatever the previous line ends with.
_OWN_LINE = re.compile(
    r"\n[ \t]{0,8}(?:[-*•][ \t]{0,4})?(?=the (?:[a-z]{1,12} )?documents? do(?:es)? not )", re.IGNORECASE
)
# In an answer to several questions, the refusal may be joined to the other part: "…, but the document does not …".
_JOINED = re.compile(
    r"(?:[,;:]|\s[-–—])\s{1,4}(?:(?:but|and|while|whereas|however|although),?\s{1,4})?"
    r"(?=the (?:[a-z]{1,12} )?documents? do(?:es)? not contain\b)",
    re.IGNORECASE,
)
# Or it may be an item of a list: "(a) USD 2,500. (b) The document does not …".
_ITEM = re.compile(
    r"(?:^|[.;:,]\s{1,4})(?:\(?(?:[a-z]|[ivx]{1,4}|[0-9]{1,2})\)|[0-9]{1,2}[.:])\s{1,4}"
    r"(?=the (?:[a-z]{1,12} )?documents? do(?:es)? not contain\b)",
    re.IGNORECASE,
)
_LOOK_BACK = 200  # characters
_MAX_OUTER_PAIRS = 4  # pairs of marks around a text, such as **"…"**
_OUTER_MARKS = " .,;:\"'()[]"
_CHECKED = frozenset(_WORDS.checked)
_SEARCH_WORDS = _CHECKED.union(_WORDS.of_a_search)


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A text read as a refusal.

    Attributes:
        head: The refusing words as written; empty if the text does not begin with them.
        topic: What the document is said not to contain.
        pointer: Where it may be found instead, if the text says so.
        is_exact: Whether the head has exactly the prescribed words.
        why: Why the form of the text is not that of a grounded refusal; ``None`` if it is.
    """

    head: str = ""
    topic: str = ""
    pointer: str | None = None
    is_exact: bool = False
    why: Reason | None = Reason.REFUSAL_WORDS


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitAnswer:
    """An answer split into the sentences that claim something and those that refuse."""

    claims: str
    refusals: tuple[Refusal, ...]


def read_refusal(text: str, parameters: Parameters, *, document_count: int) -> Refusal:
    """Return a whole text read as a refusal.

    White space, typography, letter case, quotation marks or emphasis (``**``) around the whole text, and a sentence
    that only says which clauses were searched do not matter. The plural *documents* is accepted only if several were
    submitted and the contract allows it.
    """
    plain = _unquoted(plain_text(text))
    head = _head_of(parameters, document_count).match(plain)
    if head is None:
        return Refusal()
    first, *others = split_sentences(plain[head.end() :]) or ("",)
    rest = " ".join([first, *(sentence for sentence in others if not _reports_search(sentence))])
    tail = _TAIL.search(rest)
    topic = rest if tail is None else rest[: tail.start()]
    pointer = None if tail is None else rest[tail.end() :]
    return Refusal(
        head=head[0].strip(),
        topic=_trimmed(topic),
        pointer=None if pointer is None else _trimmed(pointer),
        is_exact=head[0].lower() == _EXACT,
        why=_fault(topic, pointer, parameters),
    )


def split_refusals(text: str, parameters: Parameters, *, document_count: int) -> SplitAnswer:
    """Separate the refusing sentences of an answer, each with its pointer, from its claims.

    A refusal joined to other text by a comma, a colon or *but* counts, but not as the exact sentence if it begins
    with a small letter. A sentence that continues about what was just refused (*It is probably 1%*) stays among the
    claims, and the refusal is marked as followed by a claim.
    """
    plain = _ITEM.sub(lambda item: ". " if item.start() else "", plain_text(_OWN_LINE.sub("\n\n", text)))
    sentences = deque(split_sentences(_JOINED.sub(". ", plain)))
    head = _head_of(parameters, document_count)
    claims: list[str] = []
    refusals: list[Refusal] = []
    while sentences:
        sentence = sentences.popleft()
        if head.match(sentence) is None:
            claims.append(sentence)
            continue
        if sentences and _TAIL.match(sentences[0]):
            sentence = f"{sentence} {sentences.popleft()}"
        refusal = read_refusal(sentence, parameters, document_count=document_count)
        refusal = replace(refusal, is_exact=refusal.is_exact and not sentence[0].islower())
        if sentences and _REFERS_BACK.match(sentences[0]):
            refusal = replace(refusal, why=Reason.REFUSAL_EXTRA_SENTENCE)
        refusals.append(refusal)
    return SplitAnswer(claims=" ".join(claims), refusals=tuple(refusals))


def _fault(topic: str, pointer: str | None, parameters: Parameters) -> Reason | None:
    """Return what is wrong with the form of a refusal after its head; ``None`` if nothing is."""
    rule = parameters.refusal
    parts = [topic] if pointer is None else [topic, pointer]
    if any(len(split_sentences(part)) > 1 for part in parts):
        return Reason.REFUSAL_EXTRA_SENTENCE
    if any(_asserts(part) or any(one.is_plain for one in told_names(part)) for part in parts):
        return Reason.REFUSAL_ASSERTION
    if _bare(topic) in {"", *map(_bare, rule.generic_topics)}:
        return Reason.REFUSAL_GENERIC
    if pointer is None and (rule.pointer_required or not topic.rstrip("\"') ]").endswith(".")):
        return Reason.REFUSAL_WORDS
    return None


def _asserts(text: str) -> bool:
    """Return whether a topic or pointer goes on to claim something.

    It does if a figure other than a clause number follows a verb such as *is*, unless *whether* or a quoted question
    makes it a question. It also does if it continues with a claim: *the fee, but such fees are paid at signing*.
    """
    if _TURNS_TO_CLAIM.search(text):
        return True
    for segment in without_abbreviation_stops(_without_sections(text)).split("."):
        figures = [match.start() for match in _DIGIT.finditer(segment)]
        for verb in _VERB.finditer(segment) if figures else ():
            before = segment[max(0, verb.start() - _LOOK_BACK) : verb.start()].replace(";", ",").rpartition(",")[2]
            asks = "whether" in before.lower().split() or before.rstrip().endswith('"')  # after a quoted question
            if verb.end() <= figures[-1] and not asks:
                return True
    return False


def _without_sections(text: str) -> str:
    kept, last = [], 0
    for found in SECTION_KIND.find(tokenize(text), NO_CONTEXT):
        kept.append(text[last : found.span.start])
        last = found.span.end
    return " ".join([*kept, text[last:]])


def _reports_search(sentence: str) -> bool:
    """Return whether a sentence only says which places were searched: *Clauses 12 and 23 were checked*."""
    tokens = tokenize(_without_sections(sentence)).items
    words = {token.lower for token in tokens if token.kind is TokenKind.WORD}
    signs = {token.text for token in tokens if token.kind not in (TokenKind.WORD, TokenKind.NUMBER)}
    return bool(words & _CHECKED) and words <= _SEARCH_WORDS and signs <= set(".,()")


def _trimmed(part: str) -> str:
    part = part.strip()
    part = part[:-1] if part.endswith(('."', ".'")) else part  # the closing mark of a quotation that was cut
    return part if ends_with_abbreviation(part) else part.removesuffix(".").rstrip()


def _bare(topic: str) -> str:
    return topic.casefold().strip(_OUTER_MARKS).removeprefix("the ").strip()


def _unquoted(text: str) -> str:
    text = text.removeprefix("> ")
    for _ in range(_MAX_OUTER_PAIRS):
        if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'*_":
            text = text[1:-1].strip()
    return text


def _head_of(parameters: Parameters, document_count: int) -> re.Pattern[str]:
    rule = parameters.refusal
    is_plural = document_count > 1 and rule.plural_allowed
    return _head_pattern(rule.optional_adjectives, rule.optional_quantifier, rule.prepositions, is_plural)


@lru_cache(maxsize=64)
def _head_pattern(
    adjectives: tuple[str, ...], quantifier: str, prepositions: tuple[str, ...], is_plural: bool
) -> re.Pattern[str]:
    """Return the pattern of the head, in which only the words vary that the contract allows to vary."""
    any_adjective, any_preposition = (
        "|".join(map(re.escape, words)) or "(?!)" for words in (adjectives, ("about", *prepositions))
    )
    return re.compile(
        rf"the (?:(?:{any_adjective}) )?document{'s?' if is_plural else ''} do(?:es)? not contain "
        rf"(?:{re.escape(quantifier)} )?information (?:{any_preposition}) ",
        re.IGNORECASE,
    )
