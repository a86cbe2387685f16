"""What a document says its currency symbols mean: ``"Dollars" and "$" mean the lawful currency of Singapore``.

A colon, a sign or the next column may replace the verb, and the terms may follow their currency in brackets: ``United
States dollars ("Dollars" or "$")``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from loanproof.values.currency.parse import read_currency
from loanproof.values.currency.table import SHARED, TABLE
from loanproof.values.reading import Context
from loanproof.values.text.finding import Starts
from loanproof.values.text.tokens import TokenKind, Tokens, tokenize

_QUOTES = frozenset({'"', "'"})
_BETWEEN = frozenset({",", "and", "or", "the", "sign", "signs", "symbol", "symbols", "term", "terms", "each", "a"})
_VERBS = frozenset(
    """mean means denote denotes refer refers are is signify signifies stand stands designate designates represent
    represents indicate indicates""".split()
)
_SIGNS_FOR_VERB = frozenset({":", "=", "-"})
_BEFORE_VERB = frozenset({"shall", "both", "each", "will"})
_WORDS = frozenset({"$", "dollar", "dollars", "rupees", "pounds", "kroner", "kronor", "yuan"})
_JOINING = frozenset({"and", "or", ",", "each"})
_MOST_TERMS = 8
_REACH = 24  # tokens between the verb and the currency or the country
_SUMS = frozenset({"sums", "amounts", "figures", "moneys", "monies", "payments", "values"})
_BEING = frozenset({"are", "is", "be"})
_REACH_IN = 4  # tokens between "are" and "in": are all expressed in
_SEVERAL = 2
_REACH_BACK = 12  # tokens of a currency before the terms in brackets
_LAWFUL = frozenset({"currency", "money", "tender", "unit"})
_COUNTRIES = sorted(
    ((tuple(token.lower for token in tokenize(name).items), row.code) for row in TABLE for name in row.countries),
    key=lambda pair: -len(pair[0]),
)
_REFERENCES = frozenset({"reference", "references"})
_STARTS = Starts.of(_QUOTES | _REFERENCES | _WORDS)


def currency_definitions(tokens: Tokens) -> Mapping[str, str]:
    """Return what the document defines its currency words and symbols to mean, in lower case: ``{"$": "SGD"}``.

    Only currency terms count, and only if the definition names one currency or its country. A term with two different
    definitions is left out, and so is a list of terms for several currencies: ``“€” and “US$” are the lawful money of
    the member states and of the United States``.
    """
    meanings: dict[str, set[str]] = {}
    end = 0
    for at in _STARTS.within(tokens):
        if at < end:
            continue
        terms, end = _terms(tokens, at)
        code = (_meaning(tokens, end) or _meaning_before(tokens, at, end)) if terms else None
        if code is not None and len(_own_currencies(terms)) < _SEVERAL:
            for term in terms:
                meanings.setdefault(term, set()).add(code)
    said = MappingProxyType({term: codes.pop() for term, codes in meanings.items() if len(codes) == 1})
    return said if meanings else _of_all_sums(tokens)


def _of_all_sums(tokens: Tokens) -> Mapping[str, str]:
    """Return what shared signs mean if a document says which currency all its sums are in.

    ``All amounts in this Agreement are expressed in Australian dollars``. If a document names two such currencies,
    neither counts.
    """
    codes: set[str] = set()
    for at in tokens.places.get("all", ()):
        if tokens[at + 1].lower not in _SUMS:
            continue
        verb = next((end for end in range(at + 2, at + _REACH) if tokens[end].lower in _BEING), None)
        place = next((end for end in range(verb or 0, (verb or 0) + _REACH_IN) if tokens[end].lower == "in"), None)
        found = None if verb is None or place is None else read_currency(tokens, place + 1, loose=True)
        codes |= set() if found is None else {one.code for one in found.candidates}
    meant = {text.lower(): code for code in codes for text, shared in SHARED.items() if code in shared}
    return MappingProxyType(meant if len(codes) == 1 else {})


def with_currency(context: Context, code: str) -> Context:
    """Return a context in which signs and words shared by several currencies mean this one, unless defined.

    In a loan said to be in ``USD``, ``$500,000,000`` is an amount in US dollars.
    """
    undefined = (
        {text.lower(): code for text, codes in SHARED.items() if code in codes} if not context.currencies else {}
    )
    return replace(context, currencies=MappingProxyType(undefined)) if undefined else context


def _own_currencies(terms: Sequence[str]) -> frozenset[str]:
    """Return the currencies of those terms that mean only one currency in any document."""
    found = (read_currency(tokenize(term), 0, loose=True) for term in terms)
    return frozenset(one.candidates[0].code for one in found if one is not None and len(one.candidates) == 1)


def _terms(tokens: Tokens, at: int) -> tuple[list[str], int]:
    """Read currency terms in a row, in quotation marks or after ``references to``."""
    quoted = tokens[at].text in _QUOTES
    refers = tokens[at].lower in _REFERENCES and tokens[at + 1].lower == "to"
    if not quoted and not refers and not _is_defined(tokens, at):
        return [], at
    terms: list[str] = []
    position = at + 2 if refers else at
    while len(terms) < _MOST_TERMS:
        while tokens[position].lower in _BETWEEN:
            position += 1
        term = _term(tokens, position, quoted=quoted or tokens[position].text in _QUOTES)
        if term is None:
            break
        terms.append(term[0])
        position = term[1]
        if _begins_column(tokens, position):
            break
    return terms, position if terms else at


def _is_defined(tokens: Tokens, at: int) -> bool:
    """Return whether a currency word is defined without quotation marks, in text that lost its bold type."""
    if tokens[at].lower not in _WORDS:
        return False
    end = at + 1
    while end - at < _MOST_TERMS and not _begins_column(tokens, end):
        symbol = read_currency(tokens, end)  # $, A$ and AUD each mean
        if symbol is None and tokens[end].lower not in _WORDS | _JOINING:
            break
        end = end + 1 if symbol is None else symbol.end
    heads_line = at == 0 or "\n" in tokens.gap(at)
    return tokens[end].lower in ("means", "mean") or (heads_line and _replaces_verb(tokens, end))


def _replaces_verb(tokens: Tokens, at: int) -> bool:
    """Return whether a sign, or the gap between two columns, replaces the verb."""
    is_dash = tokens[at].text == "-" and bool(tokens.gap(at))
    return tokens[at].text in (":", "=") or is_dash or _begins_column(tokens, at)


def _begins_column(tokens: Tokens, at: int) -> bool:
    return "\t" in tokens.gap(at) or "  " in tokens.gap(at)


def _term(tokens: Tokens, at: int, *, quoted: bool) -> tuple[str, int] | None:
    start = at + 1 if quoted else at
    if quoted and tokens[at].text not in _QUOTES:
        return None
    found = read_currency(tokens, start, loose=quoted)
    if found is None:
        return None
    end = found.end
    while quoted and tokens[end].text in (",", "."):
        end += 1
    if quoted and tokens[end].text not in _QUOTES:
        return None
    return " ".join(tokens.text(start, found.end).lower().split()), end + 1 if quoted else found.end


def _meaning(tokens: Tokens, at: int) -> str | None:
    """Read the verb, or what replaces it, and then the first currency or country before the sentence ends.

    Without a verb the currency must be called the lawful one, or follow at once.
    """
    while tokens[at].lower in _BEFORE_VERB:
        at += 1
    has_verb = tokens[at].lower in _VERBS
    if not has_verb and not _replaces_verb(tokens, at):
        return None
    first = at + 1 if has_verb or tokens[at].text in _SIGNS_FOR_VERB else at
    lawful = False
    for position in range(first, min(at + _REACH, len(tokens))):
        word = tokens[position]
        if word.text in (";", '"') or (word.text == "." and tokens[position - 1].kind is not TokenKind.WORD):
            return None
        lawful = lawful or word.lower in _LAWFUL
        country = _country(tokens, position) if lawful else None
        if country is not None:
            return country
        found = read_currency(tokens, position)
        if found is not None and len(found.candidates) == 1 and (has_verb or position <= first + 1):
            return found.candidates[0].code
    return None


def _meaning_before(tokens: Tokens, start: int, end: int) -> str | None:
    """Read the currency before terms in brackets: ``lawful money of the United States (the "Dollars" or "$")``."""
    opening = start - 2 if tokens[start - 1].lower == "the" else start - 1
    if tokens[opening].text != "(" or tokens[end].text != ")":
        return None
    for at in range(max(0, opening - _REACH_BACK), opening):
        found = read_currency(tokens, at)
        if found is not None and found.end == opening and len(found.candidates) == 1:
            return found.candidates[0].code
    return None


def _country(tokens: Tokens, at: int) -> str | None:
    return next((code for words, code in _COUNTRIES if tokens.words(at, *words)), None)
