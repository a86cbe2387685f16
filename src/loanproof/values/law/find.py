"""Governing laws in running text."""

from __future__ import annotations

from loanproof.values.law.parse import CLAUSE_ENDS, after_china, read_name
from loanproof.values.law.places import BETWEEN_LAW_AND_PLACE, FIRST_WORDS, PROVISOS
from loanproof.values.law.value import Law, LawUse
from loanproof.values.reading import NO_CONTEXT, Context, Found, Read
from loanproof.values.text.finding import Starts
from loanproof.values.text.tokens import Tokens

_LAW_WORDS = frozenset({"law", "laws"})
_SORTS = frozenset({"common", "civil", "substantive", "domestic", "national", "material", "federal"})  # of law
_USE_WORDS = frozenset({"governed", "construed", "governing", "courts", "court", "."})
_STARTS = Starts.of(FIRST_WORDS | _USE_WORDS | CLAUSE_ENDS | PROVISOS)
_GOVERNED_REACH = 30  # tokens from "governed by" to the name of the law
_LONGEST_WAY = 12  # words from "laws" to the name of the place
_LONGEST_ASIDE = 30  # tokens in brackets between the two


def find_laws(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[Law], ...]:
    """Find every legal system that a text names, with how the text uses it.

    After the governing law, a proviso in the same sentence is about another instrument: ``provided that a Mortgage
    shall be governed by …``.
    """
    del context
    results: list[Found[Law]] = []
    end, governed_until, courts_until = 0, -1, -1
    governs, in_proviso = False, False
    for at in _STARTS.within(tokens):
        if at < end:
            continue
        in_proviso = in_proviso or (governs and tokens[at].lower in PROVISOS)
        is_said = tokens[at].lower in ("governed", "construed") or tokens.words(at, "governing", "law")
        if is_said and not in_proviso:
            governed_until = at + _GOVERNED_REACH
        if tokens[at].lower in ("courts", "court"):
            governed_until, courts_until = -1, at + 5
        if tokens[at].text == "." and tokens.gap(at + 1):
            governs, in_proviso, governed_until = False, False, -1
        elif tokens[at].lower in CLAUSE_ENDS or in_proviso:
            governed_until = -1
        named = read_name(tokens, at) if tokens[at].text[:1].isupper() else None
        if named is None:
            continue
        sort = named.end + 1 if tokens[named.end].lower in _SORTS else named.end
        after = sort + 1 if tokens[sort].lower in _LAW_WORDS else named.end
        is_law = after > named.end or _law_before(tokens, at)
        if named.adjective and not is_law:
            continue
        end = after
        use = LawUse.LAW if is_law else LawUse.PLACE
        if (at <= governed_until and (is_law or results)) or (is_law and _governs(tokens, end)):
            use, governs = LawUse.GOVERNING, True
        elif at <= courts_until and end == named.end:
            use = LawUse.COURTS
        results.append(Found(span=tokens.span(at, end), reading=Read(value=Law(codes=(named.code,), use=use))))
        if after_china(tokens, end) > end:
            governed_until = -1  # what follows only says where Hong Kong is
    return tuple(results)


def _governs(tokens: Tokens, after: int) -> bool:
    """Return whether the law that ends before ``after`` is said to govern: ``English law governs this Agreement``."""
    if tokens[after].lower in ("shall", "will"):
        after += 1
    return tokens[after].lower in ("governs", "govern")


def _law_before(tokens: Tokens, at: int) -> bool:
    """Return whether ``laws [and decisions] (…) of [the State of]`` leads to the place at ``at``."""
    place, first = at - 1, at - _LONGEST_WAY
    while place > first and (tokens[place].lower in BETWEEN_LAW_AND_PLACE or tokens[place].text in (",", ")")):
        opened = _opening(tokens, place) if tokens[place].text == ")" else place
        place, first = opened - 1, first - (place - opened)
    return tokens[place].lower in _LAW_WORDS and place < at - 1


def _opening(tokens: Tokens, close: int) -> int:
    """Return where the bracket opens that closes at ``close``; the same place where it does not."""
    near = range(close - 1, max(close - _LONGEST_ASIDE, -1), -1)
    return next((at for at in near if tokens[at].text == "("), close)
