"""Finds duties that an answer changes: what may, must, must not or need not be done, from the words before the verb."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Reason, SingleWords, Words, WordTable, load_words
from loanproof.statements.bounds.word_senses import compared_words
from loanproof.statements.contradiction import Contradiction
from loanproof.statements.texts.text import JOINTS
from loanproof.statements.vocabulary.acts import key_of
from loanproof.statements.vocabulary.months import names_month
from loanproof.statements.vocabulary.negations import NOBODY, OTHER_CASE
from loanproof.values import Phrases, TokenKind, content_words_in

if TYPE_CHECKING:
    from loanproof.statements.texts.text import StatedText
    from loanproof.values import Tokens


class _Modality(WordTable):
    may: Words
    must: Words
    may_not: Words
    need_not: Words
    idle: SingleWords
    no_verbs: SingleWords
    choosing: SingleWords
    wishing: SingleWords
    passive: dict[str, Words]
    qualifying: SingleWords
    lacking: SingleWords
    other_case: SingleWords
    excepting: SingleWords
    conditions: SingleWords
    compared: SingleWords
    pronouns: SingleWords
    clauses: SingleWords
    aside_openings: SingleWords
    skipped: SingleWords


_WORDS = load_words(__package__, "modality", _Modality)
_MODALS = Phrases.of(
    [("may", _WORDS.may), ("must", _WORDS.must), ("may_not", _WORDS.may_not), ("need_not", _WORDS.need_not)]
)
_IDLE_KEYS = frozenset(map(key_of, _WORDS.idle))
_PASSIVE = Phrases.of(_WORDS.passive.items())
_QUALIFYING = frozenset(_WORDS.qualifying)
_WISHING = frozenset(_WORDS.wishing)
_NO_VERBS, _CHOOSING = frozenset(_WORDS.no_verbs), frozenset(_WORDS.choosing)
_EXCLUDED_MODALITIES = {
    "may": {"must", "may_not"},
    "must": {"may", "may_not", "need_not"},
    "may_not": {"may", "must"},
    "need_not": {"must"},
}
_MODALITY_OF_NOBODY = {"may": "may_not", "must": "need_not", "may_not": "may", "need_not": "must"}
_OTHER_CASE, _EXCEPTING = OTHER_CASE.union(_WORDS.other_case), frozenset(_WORDS.excepting)
_CONDITIONS, _LACKING = frozenset(_WORDS.conditions), frozenset(_WORDS.lacking)
_COMPARED = frozenset(_WORDS.compared)
_MARKS = frozenset(",;:()")
_PRONOUNS = frozenset(_WORDS.pronouns)
_CLAUSES = frozenset(_WORDS.clauses)
_ASIDE_OPENINGS, _SKIPPED_WORDS = frozenset(_WORDS.aside_openings), frozenset(_WORDS.skipped)
_OBJECT_REACH = 8  # tokens after a verb that are read as its object
_VERB_REACH = 80  # tokens from a modal verb to its main verb, including asides between commas


class _Duty(NamedTuple):
    """A duty or permission: its modality (may, must, may_not, need_not), the verb, the verb's objects, and where it is.

    ``other_case`` are the words of the sentence that may limit it to another case; ``is_qualified`` is true if words
    after the verb may name a case, and ``is_of_lack`` if the sentence says what follows where a condition is not met. A
    vague verb such as *make* is identified by its object. ``Security is permitted`` has no verb and applies to
    everything that is done with its things.
    """

    modality: str
    verb: str
    things: tuple[str, ...]
    start: int
    end: int
    compares: bool
    other_case: frozenset[str]
    is_qualified: bool
    is_of_lack: bool

    def is_same_act(self, other: _Duty) -> bool:
        """Return whether both are about the same act."""
        if not (self.verb and other.verb):
            bare, full = (self, other) if not self.verb else (other, self)
            return bool(bare.things) and bare.things[0] in (full.verb, *full.things)
        is_told_by_thing = self.verb in _IDLE_KEYS or self.compares or other.compares
        return self.verb == other.verb and (not is_told_by_thing or self.things[:1] == other.things[:1] != ())

    def may_be_other_case(self, other: _Duty) -> bool:
        """Return whether this duty may be about a different case than the other, or also reverses a comparison."""
        is_turned = (self.compares or other.compares) and not {self.modality, other.modality} <= {"may", "must"}
        is_bare = not self.is_qualified and set(self.things) <= set(other.things)  # "may assign its rights", to anyone
        is_exception = bool((self.other_case ^ other.other_case) & _EXCEPTING) and not is_bare
        if self.is_of_lack and other.other_case:  # "if either is missing, it may not" for "it may only if"
            return True
        return is_turned or is_exception or (self.modality != "must" and bool(self.other_case - other.other_case))


def changed_duties(answer: StatedText, quotes: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield a contradiction for the first act whose modality the answer changes, for example from *may* to *must*."""
    known = [(one, quote) for quote in quotes for one in _duties(quote)]
    said = _duties(answer)
    for one in said:
        others = [(other, quote) for other, quote in known if other.is_same_act(one)]
        own = {two.modality for two in said if two.is_same_act(one)}
        if not others or any(other.modality in own or one.may_be_other_case(other) for other, _ in others):
            continue
        if all(one.modality in _EXCLUDED_MODALITIES[other.modality] for other, _ in others):
            other, quote = others[0]
            source, given = quote.tokens.text(other.start, other.end), answer.tokens.text(one.start, one.end)
            yield Contradiction(Reason.DIFFERENT, source, given)
            return


def released(answer: StatedText, quotes: Sequence[StatedText], asked: StatedText) -> Iterator[Contradiction]:
    """Yield a contradiction if an answer denies the duty it has just described: ``it is not bound to do so``.

    This applies only if the source and the question contain a duty, and nothing that is optional.
    """
    known = [(one, text) for text in (*quotes, asked) for one in _modals(text)]
    duties = [(at, text) for (modality, at), text in known if modality == "must"]
    if not duties or any(modality in ("may", "need_not") for (modality, _), _ in known):
        return
    tokens = answer.tokens
    for modality, at, end in _MODALS.each_in(tokens):
        start, last = answer.sentence_of(at)
        points_back = tokens[end].kind is TokenKind.SIGN or tokens[end + 1].lower in _PRONOUNS
        cases = (one for one in range(start, last) if tokens[one].lower in _EXCEPTING | {"if", "until"})
        hangs = any(not _is_own_wish(tokens, one) for one in cases)
        if modality == "need_not" and points_back and not hangs:
            place, text = duties[0]
            source = text.tokens.text(place, min(place + _OBJECT_REACH, len(text.tokens)))
            yield Contradiction(Reason.DIFFERENT, source, tokens.text(at, end), of_question=text is asked)
            return


def _modals(text: StatedText) -> Iterator[tuple[str, int]]:
    return ((modality, at) for modality, at, _ in _MODALS.each_in(text.tokens) if not names_month(text.tokens, at))


def _duties(text: StatedText) -> list[_Duty]:
    return text.tokens.cached(_duties, lambda: [*_read(text), *_passive(text)])


def _read(text: StatedText) -> Iterator[_Duty]:
    """Yield the duties that a modal verb expresses."""
    tokens, at = text.tokens, 0
    while at < len(tokens):
        matched = _MODALS.match(tokens, at)
        if matched is None or names_month(tokens, at):
            at += 1
            continue
        last, opens = text.sentence_of(at)[1], _clause_start(text, at)
        own = next((one + 1 for one in range(at - 1, opens - 1, -1) if tokens[one].lower in _CLAUSES), opens)
        before = {tokens[one].lower for one in range(own, at)}
        modality, end = _modality_of_nobody(tokens, at, *matched) if before & NOBODY else matched
        is_aside = tokens[opens - 1].text == "," and tokens[opens].lower in JOINTS
        verb = _verb(tokens, end, min(last, end + _VERB_REACH), is_aside=is_aside)
        closes = next((one for one in range(end, last) if tokens[one].text in _MARKS), last)
        compares = bool(compared_words(text, opens, closes)) or any(
            tokens[one].lower in _COMPARED for one in range(opens, closes)
        )
        # "this does not show that it is bound to issue" is not a duty
        if verb is not None and before.isdisjoint({"not", "t"}):
            yield _duty(text, modality, key_of(tokens[verb].lower), (at, verb + 1), compares=compares)
        at = end


def _duty(text: StatedText, modality: str, verb: str, place: tuple[int, int], *, compares: bool) -> _Duty:
    tokens, (start, last) = text.tokens, text.sentence_of(place[0])
    telling = (one for one in range(start, last) if not _is_own_wish(tokens, one))
    other_case = _OTHER_CASE.intersection(tokens[one].lower for one in telling if not _is_plain_comparison(tokens, one))
    is_qualified = any(tokens[one].lower in _QUALIFYING for one in range(place[1], last))
    things = tuple(_things(tokens, place[1], min(last, place[1] + _OBJECT_REACH))) if verb else _subject(text, place[0])
    words = [tokens[one].lower for one in range(start, last)]
    opening = next((at for at, word in enumerate(words) if word in _CONDITIONS), len(words))
    is_of_lack = not _LACKING.isdisjoint(words[opening : _end_of_condition(words, opening)])
    return _Duty(modality, verb, things, *place, compares, other_case, is_qualified, is_of_lack)


def _end_of_condition(words: Sequence[str], opening: int) -> int:
    return next((at for at in range(opening, len(words)) if words[at] in _MARKS), len(words))


def _is_plain_comparison(tokens: Tokens, at: int) -> bool:
    """Return whether a ``than`` or ``other`` is not part of ``other than``, and so does not name an exception."""
    is_pair = tokens.words(at - 1, "other", "than") or tokens.words(at, "other", "than")
    return tokens[at].lower in ("other", "than") and not is_pair


def _is_own_wish(tokens: Tokens, at: int) -> bool:
    """Return whether an ``if`` leaves an act to somebody's choice rather than naming a case: ``if it wishes``."""
    return tokens[at].lower == "if" and (tokens[at + 2].lower in _WISHING or tokens[at + 3].lower in _WISHING)


def _things(tokens: Tokens, start: int, end: int) -> Iterator[str]:
    """Yield the keys of the content words of a stretch, up to a mark."""
    for one in range(start, end):
        if tokens[one].text in _MARKS:
            return
        if tokens[one].kind is TokenKind.WORD and content_words_in(tokens, one, one + 1):
            yield key_of(tokens[one].lower)


def _subject(text: StatedText, at: int) -> tuple[str, ...]:
    """Return the keys of the content words before ``is permitted`` in its clause."""
    return tuple(_things(text.tokens, _clause_start(text, at), at))


def _passive(text: StatedText) -> Iterator[_Duty]:
    """Yield what is permitted or prohibited without a verb of its own: ``Security over its assets is permitted``."""
    for modality, at, end in _PASSIVE.each_in(text.tokens):
        if text.tokens[end].lower not in ("to", "from", "by"):
            opens = _clause_start(text, at)
            compares = bool(compared_words(text, opens, at)) or any(map(text.is_in_value, range(opens, at)))
            if not any(text.tokens[one].lower in NOBODY for one in range(opens, at)):
                yield _duty(text, modality, "", (at, end), compares=compares)


def _modality_of_nobody(tokens: Tokens, at: int, modality: str, end: int) -> tuple[str, int]:
    """Return the modality after a subject such as ``no Lender``, and where it ends: ``shall be obligated to``."""
    inner = _MODALS.match(tokens, end)
    is_plain = inner is None and end == at + 1  # "no Lender shall provide" is a prohibition
    said = "may_not" if modality == "must" and is_plain else _MODALITY_OF_NOBODY[modality]
    return said, end if inner is None else inner[1]


def _clause_start(text: StatedText, at: int) -> int:
    """Return where the clause of a token begins: after the last mark before it."""
    return text.between_marks(at, at, _MARKS)[0]


def _after_next_comma(tokens: Tokens, at: int, end: int) -> int:
    """Return the position after the next comma that is not in brackets."""
    depth = 0
    for one in range(at, end):
        depth += (tokens[one].text == "(") - (tokens[one].text == ")")
        if tokens[one].text == "," and depth <= 0:
            return one + 1
    return end


def _verb(tokens: Tokens, at: int, end: int, *, is_aside: bool) -> int | None:
    """Return the position of the main verb after a modal verb, skipping adverbs and asides between commas.

    ``is_aside`` is true if the modal itself is in an aside, which the next comma ends: ``may, and if asked shall, by
    notice to the Borrower, cancel``.
    """
    while at < end:
        word = tokens[at].lower
        if word in _ASIDE_OPENINGS or (tokens[at].text == "," and not is_aside):
            at = _after_next_comma(tokens, at + 1, end)
        elif tokens[at].text == ",":
            at, is_aside = at + 1, False
        elif word in _SKIPPED_WORDS or word.endswith("ly"):
            at += 1
        elif word in _CHOOSING and tokens[at + 1].lower == "to":
            at += 2  # the act of "may elect to waive" is to waive
        elif tokens[at].kind is not TokenKind.WORD or word in _NO_VERBS or (len(word) < 3 and word != "do"):
            return None
        else:
            return at
    return None
