"""Finds two statements that an answer crosses: it says of each what its source says of the other.

``3(a) is a default after three days; anything else at once`` has two statements. An answer crosses them if it joins
words of the first with words of the second, and the rest of the second with the rest of the first. Only words count
that stand in one statement of the answer and in one of the source: what both statements name tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Reason, SingleWords, WordTable, load_words
from loanproof.statements.contradiction import Contradiction
from loanproof.statements.vocabulary.acts import key_of
from loanproof.values import TokenKind, content_words_in

if TYPE_CHECKING:
    from loanproof.statements.texts.text import StatedText
    from loanproof.values import Tokens


class _Crossed(WordTable):
    parting: SingleWords
    joining: SingleWords
    telling: SingleWords


_WORDS = load_words(__package__, "crossed", _Crossed)
_PARTING, _JOINING, _TELLING = (frozenset(words) for words in (_WORDS.parting, _WORDS.joining, _WORDS.telling))
_MAX_STATEMENTS = 12  # of one text that are compared


class _Word(NamedTuple):
    """A word or value: its key, the number of the statement that it stands in, its tokens, and whether it is plain.

    A plain word may stand by chance where it does; a value, a name or a word such as *during* does not.
    """

    key: str
    statement: int
    start: int
    end: int
    is_plain: bool


def crossed_statements(answer: StatedText, quotes: Sequence[StatedText]) -> Iterator[Contradiction]:
    """Yield a contradiction for the first two statements that an answer crosses."""
    own = _told_once(answer, after_commas=True)
    for quote in quotes:
        known = _told_once(quote, after_commas=False)
        shared = own.keys() & known.keys()
        cells: dict[tuple[int, int], list[str]] = {}
        for key in sorted(shared, key=lambda key: own[key].start):
            cells.setdefault((own[key].statement, known[key].statement), []).append(key)
        for here, there in combinations(sorted({one for one, _ in cells}), 2):
            for one, other in combinations(sorted({two for _, two in cells}), 2):
                corners = ((here, one), (here, other), (there, one), (there, other))
                if all(corner in cells for corner in corners) and _is_sure([cells[corner] for corner in corners], own):
                    said = [own[key] for corner in corners[:2] for key in cells[corner]]
                    source = [known[key] for corner in (corners[0], corners[2]) for key in cells[corner]]
                    yield Contradiction(Reason.SUBJECT_EXCHANGED, _shown(quote, source), _shown(answer, said))
                    return


def _is_sure(corners: Sequence[Sequence[str]], words: Mapping[str, _Word]) -> bool:
    """Return whether at most one of the four corners rests on a single plain word."""
    return sum(len(keys) == 1 and words[keys[0]].is_plain for keys in corners) <= 1


def _shown(text: StatedText, words: Sequence[_Word]) -> str:
    return text.tokens.text(min(word.start for word in words), max(word.end for word in words))


def _told_once(text: StatedText, *, after_commas: bool) -> dict[str, _Word]:
    """Return the words that a text has in one statement only, by their keys; cached for each way of parting."""
    return text.tokens.cached((_told_once, after_commas), lambda: _read_once(text, after_commas=after_commas))


def _read_once(text: StatedText, *, after_commas: bool) -> dict[str, _Word]:
    found: dict[str, _Word] = {}
    often: set[str] = set()
    for word in _words(text, after_commas=after_commas):
        if found.setdefault(word.key, word).statement != word.statement:
            often.add(word.key)
    return {key: word for key, word in found.items() if key not in often and word.statement < _MAX_STATEMENTS}


def _words(text: StatedText, *, after_commas: bool) -> Iterator[_Word]:
    """Yield the values and telling words of a text, each with the number of its statement."""
    tokens, at, number = text.tokens, 0, 0
    values = {text.position(value.span.start): value for value in text.values}
    firsts = {start for start, _ in text.sentences if start}
    while at < len(tokens):
        token, start = tokens[at], at
        is_joined = after_commas and token.text == "," and tokens[at + 1].lower in _JOINING
        number += at in firsts or token.text == ";" or token.lower in _PARTING or is_joined
        at = max(at + 1, text.position(values[at].span.end)) if at in values else at + 1
        if start in values:
            part = values[start].part
            yield _Word(
                f"{part.kind.name} {part.kind.canonical(part.candidates[0])}", number, start, at, is_plain=False
            )
        elif token.lower in _TELLING:
            yield _Word(token.lower, number, start, at, is_plain=False)
        elif token.kind is not TokenKind.SIGN and (content_words_in(tokens, start, at) or _is_letter(tokens, start)):
            is_name = token.text[0].isupper() and start not in firsts and start > 0
            yield _Word(key_of(token.lower), number, start, at, is_plain=not (is_name or _is_letter(tokens, start)))


def _is_letter(tokens: Tokens, at: int) -> bool:
    """Return whether a token is the letter of a paragraph: the *b* of *3(b)*."""
    return tokens[at - 1].text == "(" and len(tokens[at].text) == 1 and tokens[at].text.isalpha()
