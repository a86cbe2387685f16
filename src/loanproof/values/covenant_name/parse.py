"""From a text to a name of a covenant; the names are in ``names.words.yaml``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from loanproof.core import SingleWords, WordFault, Words, WordTable, load_words, repeated_phrases, unknown_phrases
from loanproof.values.covenant_name.value import CovenantName
from loanproof.values.reading import NO_CONTEXT, Context, Read, Reading, Unreadable
from loanproof.values.text.tokens import TokenKind, Tokens, tokenize


class _Names(WordTable):
    names: dict[str, Words]
    inverse: Words
    ignored: SingleWords
    common: Words

    def faults(self) -> Iterator[WordFault]:
        yield from repeated_phrases((("names", covenant), names) for covenant, names in self.names.items())
        known = [name for names in self.names.values() for name in names]
        few = [(("inverse",), self.inverse), (("common",), self.common)]
        yield from unknown_phrases(few, known, "a name of this table")


_WORDS = load_words(__package__, "names", _Names)
COVENANT_NAMES: Mapping[str, tuple[str, ...]] = _WORDS.names
"""The names that each covenant goes by, those that are common words too included."""
BY_WORDS = {name.lower(): covenant for covenant, names in _WORDS.names.items() for name in names}
_INVERSE = frozenset(map(str.lower, _WORDS.inverse))
IGNORED = frozenset(_WORDS.ignored)
COMMON = frozenset(map(str.lower, _WORDS.common))
"""Names that are common words too: in running text they need a word beside them."""
_MOST_WORDS = 20


def parse_covenant_name(text: str, context: Context = NO_CONTEXT) -> Reading[CovenantName]:
    """Read the name of a covenant; any text with a word in it is one, known or not."""
    del context
    tokens = tokenize(text[:400])
    words = _words(tokens)
    if not words or len(words) > _MOST_WORDS or len(text) > 400:
        return Unreadable(f"{text[:80]!r} is not the name of a covenant.")
    for reduced in (words, _without_bracket(tokens), [word for word in words if word not in IGNORED]):
        bare = " ".join(word for word in reduced if word not in IGNORED)
        alias = " ".join(reduced) if " ".join(reduced) in BY_WORDS else bare
        if alias in BY_WORDS:
            return Read(value=CovenantName(canonical=BY_WORDS[alias], known=True, inverse=alias in _INVERSE))
    return Read(value=CovenantName(canonical=" ".join(words), known=False))


def covenant_words(name: CovenantName) -> str:
    """Return the name of a covenant in words; for a known covenant these parse back to it."""
    if not name.known:
        return name.canonical
    return _WORDS.inverse[0] if name.inverse else name.canonical.replace("_", " ")


def _words(tokens: Tokens) -> list[str]:
    """Return the words; a slash or colon between two of them reads ``to``, a hyphen nothing."""
    words: list[str] = []
    for token in tokens.items:
        if token.kind is TokenKind.SIGN:
            words += ["to"] if token.text in ("/", ":") and words else []
        else:
            words.append(token.lower)
    while words and words[-1] == "to":
        words.pop()
    return words


def _without_bracket(tokens: Tokens) -> list[str]:
    """Return the words before the first bracket: ``Debt Service Coverage Ratio (DSCR)``."""
    bracket = next((at for at, token in enumerate(tokens.items) if token.text == "("), len(tokens))
    return _words(Tokens(folded=tokens.folded, items=tokens.items[:bracket]))
