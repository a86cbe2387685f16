"""A bare yes or no against its own quote: with the question it says what the quote must not contradict (C-21).

Only a plain sentence decides: it has every word of the question, and neither of them limits anything.
"""

from __future__ import annotations

from collections.abc import Sequence

from loanproof.core import SingleWords, WordTable, load_words
from loanproof.statements import DENYING, NOBODY, split_sentences
from loanproof.values import Tokens, are_akin, content_words, tokenize


class _BareWords(WordTable):
    yes: SingleWords
    no: SingleWords
    may: SingleWords
    must: SingleWords
    is_: SingleWords
    limiting: SingleWords


_WORDS = load_words(__package__, "bare_answers", _BareWords)
_YES, _NO, _LIMITING = frozenset(_WORDS.yes), frozenset(_WORDS.no), frozenset(_WORDS.limiting)
_MODALS = (frozenset(_WORDS.may), frozenset(_WORDS.must), frozenset(_WORDS.is_))
_DENIALS = DENYING | NOBODY | {"cannot", "nor"}


def denied_by_quotes(answer: str, question: str, quotes: Sequence[str]) -> str | None:
    """Return the sentence of a quote that says the opposite of a bare yes or no to a question; None if none does."""
    words = [token.lower for token in tokenize(answer).items if token.text.isalpha()]
    asked = tokenize(question)
    if len(words) != 1 or words[0] not in _YES | _NO or len(asked) == 0:
        return None
    modals = next((one for one in _MODALS if asked[0].lower in one), frozenset[str]())
    plain = {token.lower for token in asked.items}
    if not modals or plain & (_DENIALS | _LIMITING):
        return None
    sentences = (one for quote in quotes for one in split_sentences(quote))
    return next((one for one in sentences if _is_opposite(one, asked, modals, is_yes=words[0] in _YES)), None)


def _is_opposite(sentence: str, asked: Tokens, modals: frozenset[str], *, is_yes: bool) -> bool:
    """Return whether a sentence has all that is asked, and plainly denies a yes or affirms what a no denies.

    What is denied of more than is asked denies no yes: ``not secured by a second mortgage``.
    """
    tokens = tokenize(sentence)
    said = [token.lower for token in tokens.items]
    known = content_words(sentence)
    wanted = content_words(" ".join(token.text for token in asked.items[1:]))
    if not wanted or not all(any(are_akin(one, other) for other in known) for one in wanted):
        return False
    if not _LIMITING.isdisjoint(said) or not _has_subject_first(tokens, asked, modals):
        return False
    if is_yes and not all(any(are_akin(one, other) for other in wanted) for one in known):
        return False
    at = [place for place, word in enumerate(said) if word in modals]
    denials = [place for place, word in enumerate(said) if word in _DENIALS]
    if len(at) != 1 or len(denials) > 1:
        return "cannot" in said and "can" in modals and is_yes and len(denials) == 1
    is_denied = bool(denials) and (denials[0] == at[0] + 1 or denials[0] == 0)
    return is_denied if is_yes else not denials


def _has_subject_first(tokens: Tokens, asked: Tokens, modals: frozenset[str]) -> bool:
    """Return whether what the question asks about comes before the verb: of *The Lenders are* nothing of the Agent."""
    subject = next((words for token in asked.items[1:] if (words := content_words(token.text))), frozenset[str]())
    verbs = modals | {"cannot"}
    end = next((place for place, token in enumerate(tokens.items) if token.lower in verbs), 0)
    before = content_words(tokens.text(0, end)) if end else frozenset[str]()
    return any(are_akin(one, other) for one in subject for other in before)
