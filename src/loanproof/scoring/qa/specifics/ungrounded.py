"""Finds words of an answer that are in no cited passage, not in the question and in no definition it uses (C-22)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.core import SpanSet
from loanproof.scoring.qa.specifics.examples import supposed_in
from loanproof.scoring.qa.specifics.held import stem_of, stems_of
from loanproof.scoring.qa.specifics.names import file_names_in
from loanproof.scoring.qa.specifics.words import WORDS
from loanproof.statements import denials_alone, stated_in
from loanproof.values import Phrases, TokenKind, content_words, tokenize

if TYPE_CHECKING:
    from loanproof.core import Span
    from loanproof.scoring.qa.specifics.sources import Sources
    from loanproof.statements import StatedText

_MAX_WORDS = 12  # how many words a finding names
_SPEECH = stems_of(WORDS.speech)
_TELLING = Phrases.of((phrase, [phrase]) for phrase in WORDS.telling)


def ungrounded_words(answer: StatedText, sources: Sources) -> tuple[str, ...]:
    """Return the content words of an answer that have no source, in its order, then its phrases, denials and examples.

    The phrases are those like *at any time*; they and the denials count if no source has them. Words inside values and
    file names are left out, because values are checked by their type; but a person looks at what is only supposed.
    """
    texts = (*sources.passages, sources.case.question, *sources.definitions_used(answer.text))
    grounds = _SPEECH.union(*(stems_of(content_words(text)) for text in texts))
    left = SpanSet((*file_names_in(answer.text), *(value.span for value in answer.values)))
    found: dict[str, str] = {}
    for token, span in _words(answer):
        if not left.overlaps(span) and content_words(token):
            found.setdefault(stem_of(token), token.lower())
    strange = [word for stem, word in found.items() if stem not in grounds]
    known = {phrase for text in texts for phrase, _, _ in _TELLING.each_in(tokenize(text))}
    strange += [phrase for phrase, _, _ in _TELLING.each_in(answer.tokens) if phrase not in known]
    gold = (citation.quote for citation in sources.case.expected.citations)
    denying = [stated_in(text, answer.notation) for text in (*gold, *sources.quotes, sources.case.question)]
    supposed = (one.part.written for one in supposed_in(answer))
    return tuple(dict.fromkeys((*strange, *denials_alone(answer, denying), *supposed)))[:_MAX_WORDS]


def _words(answer: StatedText) -> Iterator[tuple[str, Span]]:
    for at, token in enumerate(answer.tokens.items):
        if token.kind is TokenKind.WORD and len(token.text) > 2:
            yield token.text, answer.tokens.span(at, at + 1)
