"""Names of financial covenants: one id for the many ways to call the same test.

A name that is in no table keeps its own words and equals only itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from loanproof.values.kinds import Kind
from loanproof.values.reading import EQUAL, UNKNOWN, Comparison, Context, Found, NotOne, Read, Reading, different
from loanproof.values.tokens import TokenKind, Tokens, tokenize

_ALIASES = {
    "total_net_leverage": (
        "leverage", "total net leverage", "net leverage", "net debt to ebitda", "total net debt to ebitda",
        "net debt to earnings", "net total leverage", "net debt to consolidated ebitda",
    ),
    "total_gross_leverage": (
        "total debt to ebitda", "debt to ebitda", "gross leverage", "total leverage", "gross debt to ebitda",
        "total gross leverage", "indebtedness to ebitda", "total indebtedness to ebitda", "funded debt to ebitda",
    ),
    "senior_secured_leverage": (
        "senior leverage", "first lien net leverage", "first lien leverage", "senior secured net leverage",
        "senior secured leverage", "senior net leverage", "secured leverage", "secured net leverage",
        "senior debt to ebitda", "senior secured debt to ebitda",
    ),
    "interest_cover": (
        "icr", "interest cover", "interest coverage", "ebitda to net finance charges", "ebitda to interest",
        "ebitda to net interest", "ebitda to finance charges", "ebitda to interest expense", "net interest cover",
        "net interest coverage",
    ),
    "fixed_charge_cover": (
        "fccr", "fixed charge coverage", "fixed charge cover", "fixed charges cover", "fixed charges coverage",
    ),
    "debt_service_cover": (
        "dscr", "adscr", "cashflow cover", "cash flow cover", "debt service cover", "debt service coverage",
        "historic dscr", "projected dscr", "annual debt service cover", "cashflow coverage", "cash flow coverage",
    ),
    "loan_life_cover": ("llcr", "loan life cover", "loan life coverage"),
    "project_life_cover": ("plcr", "project life cover", "project life coverage"),
    "loan_to_value": ("ltv", "loan to value", "security cover", "asset cover", "security coverage", "asset coverage"),
    "gearing": (
        "gearing", "debt to equity", "debt to tangible net worth", "debt to capitalisation", "debt to capitalization",
        "total debt to tangible net worth", "debt to total capitalisation", "debt to total capitalization",
    ),
    "net_worth": ("net worth", "tangible net worth", "tnw"),
    "liquidity": ("liquidity", "cash", "minimum cash balance", "cash balance"),
    "current_ratio": ("current",),
    "capex": ("capital expenditure", "capital expenditures", "capex"),
    "ebitda_minimum": ("ebitda",),
}  # fmt: skip
_BY_WORDS = {alias: canonical for canonical, aliases in _ALIASES.items() for alias in aliases}
_INVERSE = frozenset({"security cover", "asset cover", "security coverage", "asset coverage"})
LEVERAGE = frozenset({"total_net_leverage", "total_gross_leverage", "senior_secured_leverage"})
_IGNORED = frozenset(
    """the a ratio ratios covenant covenants test financial minimum maximum consolidated adjusted min max limit limits
    limitation on annual level requirement condition undertaking historic historical projected forward backward looking
    average pro forma springing""".split()
)  # fmt: skip
_COMMON = frozenset({"leverage", "cash", "current", "liquidity", "gearing", "ebitda", "capex"})
_MOST_WORDS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class CovenantName:
    """The name of a covenant: its id, or its own words where no table knows it.

    ``inverse`` marks Security Cover, which is value over loan: 150 % cover is not 150 % loan to value.
    """

    canonical: str
    known: bool
    inverse: bool = False


def parse_covenant_name(text: str, context: Context = UNKNOWN) -> Reading[CovenantName]:
    """Read the name of a covenant; any text with a word in it is one, known or not."""
    del context
    tokens = tokenize(text[:400])
    words = _words(tokens)
    if not words or len(words) > _MOST_WORDS or len(text) > 400:
        return NotOne(f"{text[:80]!r} is not the name of a covenant.")
    for reduced in (words, _without_bracket(tokens), [word for word in words if word not in _IGNORED]):
        bare = " ".join(word for word in reduced if word not in _IGNORED)
        alias = " ".join(reduced) if " ".join(reduced) in _BY_WORDS else bare
        if alias in _BY_WORDS:
            return Read(value=CovenantName(canonical=_BY_WORDS[alias], known=True, inverse=alias in _INVERSE))
    return Read(value=CovenantName(canonical=" ".join(words), known=False))


def find_covenant_names(tokens: Tokens, context: Context = UNKNOWN) -> tuple[Found[CovenantName], ...]:
    """Find the known names in running text; a name begins with a capital letter or is written in capitals."""
    results: list[Found[CovenantName]] = []
    at = 0
    while at < len(tokens):
        end = _known_end(tokens, at) if tokens[at].text[:1].isupper() else None
        if end is None:
            at += 1
            continue
        reading = parse_covenant_name(tokens.text(at, end), context)
        if isinstance(reading, Read):
            results.append(Found(span=tokens.span(at, end), reading=reading))
        at = end
    return tuple(results)


def compare_covenant_names(expected: CovenantName, given: CovenantName, *, one_leverage: bool = False) -> Comparison:
    """Compare two names.

    Args:
        expected: The name that the case expects.
        given: The name that the system gave.
        one_leverage: The document has a single leverage covenant, so that any leverage name means it.
    """
    if expected.canonical == given.canonical and expected.inverse == given.inverse:
        return EQUAL
    if one_leverage and {expected.canonical, given.canonical} <= LEVERAGE:
        return EQUAL
    if expected.canonical == given.canonical:
        return different(detail="Security Cover is the inverse of Loan to Value")
    return different(detail=f"{given.canonical} for {expected.canonical}")


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


def _known_end(tokens: Tokens, at: int) -> int | None:
    """Return where the longest known name that begins at ``at`` ends; bare ``Cash`` or ``Current`` is none."""
    best = None
    words: list[str] = []
    for end in range(at, min(at + 9, len(tokens))):
        token = tokens[end]
        if token.kind is TokenKind.SIGN and token.text not in ("/", "-"):
            break
        if token.text != "-":
            words.append("to" if token.text == "/" else token.lower)
        bare = " ".join(word for word in words if word not in _IGNORED)
        if bare in _BY_WORDS and token.kind is TokenKind.WORD and (len(words) > 1 or words[0] not in _COMMON):
            best = end + 1
    return best


COVENANT_NAME_KIND = Kind(
    name="covenant_name",
    parse=parse_covenant_name,
    find=find_covenant_names,
    canonical=lambda name: name.canonical,
    compare=compare_covenant_names,
)
