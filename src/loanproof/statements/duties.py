"""Whether something may be done, must be done, must not be done or need not be done, by the words before its verb."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Reason, SingleWords, Words, WordTable, load_words
from loanproof.statements.acts import key_of
from loanproof.statements.compared import compared_words
from loanproof.statements.comparison import Contradiction
from loanproof.statements.negations import NOBODY
from loanproof.values import Phrases, TokenKind, content_words_in

if TYPE_CHECKING:
    from loanproof.statements.text import StatedText
    from loanproof.values import Tokens


class _Duties(WordTable):
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


_WORDS = load_words(__package__, "duties", _Duties)
_MODALS = Phrases.of(
    [("may", _WORDS.may), ("must", _WORDS.must), ("may_not", _WORDS.may_not), ("need_not", _WORDS.need_not)]
)
_IDLE_KEYS = frozenset(map(key_of, _WORDS.idle))
_PASSIVE = Phrases.of(_WORDS.passive.items())
_QUALIFYING = frozenset(_WORDS.qualifying)
_WISHING = frozenset(_WORDS.wishing)
_NO_VERBS, _CHOOSING = frozenset(_WORDS.no_verbs), frozenset(_WORDS.choosing)
_EXCLUDING = {
    "may": {"must", "may_not"},
    "must": {"may", "may_not", "need_not"},
    "may_not": {"may", "must"},
    "need_not": {"must"},
}
_OF_NOBODY = {"may": "may_not", "must": "need_not", "may_not": "may", "need_not": "must"}
# what tells of the other case, in which something else holds
_OTHER_CASE = frozenset("unless otherwise else only except save without until before if other than neither nor".split())
_EXCEPTING = frozenset({"unless", "except", "save", "without", "only", "otherwise", "than"})
_COMPARED = frozenset("later earlier more less least most fewer longer shorter".split())
_MARKS = frozenset(",;:()")
_PRONOUNS = frozenset({"it", "them", "so", "this", "that", "these"})
_JOINTS = frozenset({"and", "or", "but"})
_CLAUSES = frozenset("unless until if when where which but".split())  # "no … unless the Lender shall have paid"
_ASIDE = frozenset("by on upon at in with within without if subject".split())  # what commas enclose begins with
_PASSED = frozenset({"be", "have", "been", "not", "also", "then", "only", "so", "to"})
_NEAR = 8  # tokens from a verb to what it is done with
_REACH = 80  # tokens from a modal to its verb, over what stands between commas


class _Duty(NamedTuple):
    """What is said of a verb: which of the four, the verb, what it is done with, and where.

    ``other_case`` are the words of the sentence that may tell of the other case; ``is_qualified`` tells of words behind
    the verb that may name a case. A verb that says little is told by what it is done with; ``Security is permitted``
    has none, and speaks of all that is done with its things.
    """

    modality: str
    verb: str
    things: tuple[str, ...]
    start: int
    end: int
    compares: bool
    other_case: frozenset[str]
    is_qualified: bool

    def is_same_act(self, other: _Duty) -> bool:
        """Whether both speak of one act."""
        if not (self.verb and other.verb):
            bare, full = (self, other) if not self.verb else (other, self)
            return bool(bare.things) and bare.things[0] in (full.verb, *full.things)
        is_told_by_thing = self.verb in _IDLE_KEYS or self.compares or other.compares
        return self.verb == other.verb and (not is_told_by_thing or self.things[:1] == other.things[:1] != ())

    def may_be_other_case(self, other: _Duty) -> bool:
        """Whether a sentence may speak of another case than its source, or turns what it compares as well."""
        is_turned = (self.compares or other.compares) and not {self.modality, other.modality} <= {"may", "must"}
        is_bare = not self.is_qualified and set(self.things) <= set(other.things)  # "may assign its rights" to all
        is_exception = bool((self.other_case ^ other.other_case) & _EXCEPTING) and not is_bare
        return is_turned or is_exception or (self.modality != "must" and bool(self.other_case - other.other_case))


def changed_duties(answer: StatedText, quotes: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield the first thing of which an answer says that it must be done where its source says that it may, or so."""
    known = [(one, quote) for quote in quotes for one in _duties(quote)]
    said = _duties(answer)
    for one in said:
        others = [(other, quote) for other, quote in known if other.is_same_act(one)]
        own = {two.modality for two in said if two.is_same_act(one)}
        if not others or any(other.modality in own or one.may_be_other_case(other) for other, _ in others):
            continue
        if all(one.modality in _EXCLUDING[other.modality] for other, _ in others):
            other, quote = others[0]
            source, given = quote.tokens.text(other.start, other.end), answer.tokens.text(one.start, one.end)
            yield Contradiction(Reason.DIFFERENT, source, given)
            return


def released(answer: StatedText, quotes: Sequence[StatedText], asked: StatedText) -> Iterator[Contradiction]:
    """Yield that an answer takes back what it tells, where its source and the question know only a duty.

    ``It is not bound to`` speaks of what stands before it. What is left to somebody in the source is no duty.
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
        hangs = any(not _leaves_free(tokens, one) for one in cases)
        if modality == "need_not" and points_back and not hangs:
            place, text = duties[0]
            source = text.tokens.text(place, min(place + _NEAR, len(text.tokens)))
            yield Contradiction(Reason.DIFFERENT, source, tokens.text(at, end), of_question=text is asked)
            return


def _modals(text: StatedText) -> Iterator[tuple[str, int]]:
    return ((modality, at) for modality, at, _ in _MODALS.each_in(text.tokens))


def _duties(text: StatedText) -> list[_Duty]:
    return text.tokens.cached(_duties, lambda: [*_read(text), *_passive(text)])


def _read(text: StatedText) -> Iterator[_Duty]:
    tokens, at = text.tokens, 0
    while at < len(tokens):
        matched = _MODALS.match(tokens, at)
        is_month = tokens[at].text == "May" and tokens[at - 1].kind is TokenKind.NUMBER
        if matched is None or is_month:
            at += 1
            continue
        start, last = text.sentence_of(at)
        opens = _clause_start(tokens, start, at)
        own = next((one + 1 for one in range(at - 1, opens - 1, -1) if tokens[one].lower in _CLAUSES), opens)
        before = {tokens[one].lower for one in range(own, at)}
        modality, end = _of_nobody(tokens, at, *matched) if before & NOBODY else matched
        is_aside = tokens[opens - 1].text == "," and tokens[opens].lower in _JOINTS
        verb = _verb(tokens, end, min(last, end + _REACH), is_aside=is_aside)
        closes = next((one for one in range(end, last) if tokens[one].text in _MARKS), last)
        compares = bool(compared_words(text, opens, closes)) or any(
            tokens[one].lower in _COMPARED for one in range(opens, closes)
        )
        if verb is not None and before.isdisjoint({"not", "t"}):  # "this does not show that it is bound to issue"
            yield _duty(text, modality, key_of(tokens[verb].lower), (at, verb + 1), compares=compares)
        at = end


def _duty(text: StatedText, modality: str, verb: str, place: tuple[int, int], *, compares: bool) -> _Duty:
    tokens, (start, last) = text.tokens, text.sentence_of(place[0])
    telling = (one for one in range(start, last) if not _leaves_free(tokens, one))
    other_case = _OTHER_CASE.intersection(tokens[one].lower for one in telling if not _compares(tokens, one))
    is_qualified = any(tokens[one].lower in _QUALIFYING for one in range(place[1], last))
    things = tuple(_things(tokens, place[1], min(last, place[1] + _NEAR))) if verb else _subject(text, place[0])
    return _Duty(modality, verb, things, *place, compares, other_case, is_qualified)


def _compares(tokens: Tokens, at: int) -> bool:
    """Return whether a ``than`` compares, or an ``other`` is none of ``other than``."""
    is_pair = tokens.words(at - 1, "other", "than") or tokens.words(at, "other", "than")
    return tokens[at].lower in ("other", "than") and not is_pair


def _leaves_free(tokens: Tokens, at: int) -> bool:
    """Return whether an ``if`` leaves an act to somebody rather than names a case: ``if it wishes``."""
    return tokens[at].lower == "if" and (tokens[at + 2].lower in _WISHING or tokens[at + 3].lower in _WISHING)


def _things(tokens: Tokens, start: int, end: int) -> Iterator[str]:
    """Yield the telling words behind a verb, up to a mark."""
    for one in range(start, end):
        if tokens[one].text in _MARKS:
            return
        if tokens[one].kind is TokenKind.WORD and content_words_in(tokens, one, one + 1):
            yield key_of(tokens[one].lower)


def _subject(text: StatedText, at: int) -> tuple[str, ...]:
    """Return the telling words before ``is permitted``, in its clause."""
    return tuple(_things(text.tokens, _clause_start(text.tokens, text.sentence_of(at)[0], at), at))


def _passive(text: StatedText) -> Iterator[_Duty]:
    """Yield what is said to be permitted or prohibited without a verb of its own."""
    for modality, at, end in _PASSIVE.each_in(text.tokens):
        if text.tokens[end].lower not in ("to", "from", "by"):
            opens = _clause_start(text.tokens, text.sentence_of(at)[0], at)
            compares = bool(compared_words(text, opens, at)) or any(map(text.is_in_value, range(opens, at)))
            if not any(text.tokens[one].lower in NOBODY for one in range(opens, at)):
                yield _duty(text, modality, "", (at, end), compares=compares)


def _of_nobody(tokens: Tokens, at: int, modality: str, end: int) -> tuple[str, int]:
    """Return what a modal says behind ``no Lender``, and where it ends: ``shall be obligated to`` is one modal."""
    inner = _MODALS.match(tokens, end)
    is_plain = inner is None and end == at + 1  # "no Lender shall provide"
    said = "may_not" if modality == "must" and is_plain else _OF_NOBODY[modality]
    return said, end if inner is None else inner[1]


def _clause_start(tokens: Tokens, start: int, at: int) -> int:
    """Return where the clause of a token begins: behind the last mark before it."""
    return next((one + 1 for one in range(at - 1, start - 1, -1) if tokens[one].text in _MARKS), start)


def _behind_comma(tokens: Tokens, at: int, end: int) -> int:
    """Return what is behind the next comma that is not in brackets."""
    depth = 0
    for one in range(at, end):
        depth += (tokens[one].text == "(") - (tokens[one].text == ")")
        if tokens[one].text == "," and depth <= 0:
            return one + 1
    return end


def _verb(tokens: Tokens, at: int, end: int, *, is_aside: bool) -> int | None:
    """Return the verb behind a modal; what commas enclose and adverbs are passed over.

    ``is_aside`` tells that the modal is between commas itself, which the next one ends: ``may, and if asked shall,
    by notice to the Borrower, cancel``.
    """
    while at < end:
        word = tokens[at].lower
        if word in _ASIDE or (tokens[at].text == "," and not is_aside):
            at = _behind_comma(tokens, at + 1, end)
        elif tokens[at].text == ",":
            at, is_aside = at + 1, False
        elif word in _PASSED or word.endswith("ly"):
            at += 1
        elif word in _CHOOSING and tokens[at + 1].lower == "to":
            at += 2  # "may elect to waive"
        elif tokens[at].kind is not TokenKind.WORD or word in _NO_VERBS or (len(word) < 3 and word != "do"):
            return None
        else:
            return at
    return None
