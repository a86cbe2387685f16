"""Names of covenants in running text."""

from __future__ import annotations

from loanproof.values.covenant_name.parse import BY_WORDS, COMMON, IGNORED, parse_covenant_name
from loanproof.values.covenant_name.value import CovenantName
from loanproof.values.reading import NO_CONTEXT, Context, Found, Read
from loanproof.values.text.finding import Starts
from loanproof.values.text.tokens import TokenKind, Tokens

_STARTS = Starts.of(IGNORED.union(name.split()[0] for name in BY_WORDS))


def find_covenant_names(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[CovenantName], ...]:
    """Find the known names in running text; a name begins with a capital letter or is written in capitals."""
    results: list[Found[CovenantName]] = []
    end = 0
    for at in _STARTS.within(tokens):
        known = _known_end(tokens, at) if at >= end and tokens[at].text[:1].isupper() else None
        if known is None:
            continue
        end = known
        reading = parse_covenant_name(tokens.text(at, end), context)
        if isinstance(reading, Read):
            results.append(Found(span=tokens.span(at, end), reading=reading))
    return tuple(results)


def _known_end(tokens: Tokens, at: int) -> int | None:
    """Return where the longest known name starting at ``at`` ends; bare ``Cash`` or ``Current`` does not count."""
    best = None
    words: list[str] = []
    for end in range(at, min(at + 9, len(tokens))):
        token = tokens[end]
        if token.kind is TokenKind.SIGN and token.text not in ("/", "-"):
            break
        if token.text != "-":
            words.append("to" if token.text == "/" else token.lower)
        bare = " ".join(word for word in words if word not in IGNORED)
        if bare in BY_WORDS and token.kind is TokenKind.WORD and (len(words) > 1 or words[0] not in COMMON):
            best = end + 1
    return best
