"""From a text to a name of a covenant."""

from __future__ import annotations

from loanproof.values.covenant_name.value import CovenantName
from loanproof.values.reading import NO_CONTEXT, Context, Read, Reading, Unreadable
from loanproof.values.text.tokens import TokenKind, Tokens, tokenize

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
BY_WORDS = {alias: canonical for canonical, aliases in _ALIASES.items() for alias in aliases}
_INVERSE = frozenset({"security cover", "asset cover", "security coverage", "asset coverage"})
IGNORED = frozenset(
    """the a ratio ratios covenant covenants test financial minimum maximum consolidated adjusted min max limit limits
    limitation on annual level requirement condition undertaking historic historical projected forward backward looking
    average pro forma springing""".split()
)  # fmt: skip
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
