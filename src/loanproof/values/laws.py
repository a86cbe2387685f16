"""Governing law: which legal system a text names, and whether it says that the agreement is governed by it.

In running text every mention of a place is found, because presence is tested on it; ``use`` keeps apart a
governing-law clause, another mention of a law, the courts of a place and the place itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from loanproof.core import Reason
from loanproof.values.kinds import Kind
from loanproof.values.law_places import ADJECTIVES, BROAD, CODES, FIRST_WORDS, MOST_WORDS, PLACES, words_of
from loanproof.values.reading import (
    EQUAL,
    UNKNOWN,
    Comparison,
    Context,
    Found,
    NotOne,
    Read,
    Reading,
    different,
    partial,
)
from loanproof.values.tokens import TokenKind, Tokens, tokenize


class LawUse(StrEnum):
    """What a text says about the legal system that it names."""

    GOVERNING = "governing"  # governed by the laws of …
    LAW = "law"  # a law is mentioned
    COURTS = "courts"  # the courts of … have jurisdiction
    PLACE = "place"  # the place only


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """One legal system, or several named together, by code. How it was used is no part of its identity."""

    codes: tuple[str, ...]
    use: LawUse = field(default=LawUse.PLACE, compare=False)

    @property
    def canonical(self) -> str:
        """The codes in order, joined by ``+``: ``GB-EAW``, ``GB-EAW+US-NY``."""
        return "+".join(self.codes)


class _Named(NamedTuple):
    code: str
    end: int
    adjective: bool


_LAW_WORDS = frozenset({"law", "laws"})
_FILLER = frozenset(
    """the law laws of govern governs governed by governing and construed interpreted in accordance with under state
    province commonwealth republic internal substantive local is are shall be this agreement non contractual
    obligations arising out or connection it any as to kingdom territory federal applicable therein emirate domestic
    special administrative region general obligation section sections 1401 jurisdiction relevant exclusively
    only exclusive""".split()
)  # fmt: skip
_ENDS = frozenset({"without", "excluding", "except", "notwithstanding", "regardless", "irrespective", "but"})
_OF_CHINA = (("of", "the", "people", "'", "s", "republic", "of", "china"), ("of", "the", "prc"), ("of", "china"))
_GOVERNED_REACH = 30  # tokens from "governed by" to the name of the law
_LONGEST = 600


def parse_law(text: str, context: Context = UNKNOWN) -> Reading[Law]:
    """Read the law, or the laws, that a text names; courts and conflict-of-laws riders are passed over."""
    del context
    tokens = tokenize(text[: _LONGEST + 1])
    codes: list[str] = []
    at = 0
    while at < len(tokens) and len(text) <= _LONGEST:
        courts = _after_courts(tokens, at)
        named = None if courts else _name_at(tokens, at)
        if tokens[at].lower in _ENDS or tokens.words(at, "other", "than"):
            break
        if named is not None:
            codes.append(named.code)
            at = _after_china(tokens, named.end)
        elif courts or _is_filler(tokens, at):
            at = courts or at + 1
        else:
            return NotOne(f"{text[:80]!r} is not the name of a law: {tokens[at].text!r} is not understood.")
    found = _specific(codes)
    return Read(value=Law(codes=found)) if found else NotOne(f"{text[:80]!r} names no law.")


def find_laws(tokens: Tokens, context: Context = UNKNOWN) -> tuple[Found[Law], ...]:
    """Find every legal system that a text names, each with the use that the text makes of it."""
    del context
    results: list[Found[Law]] = []
    at, governed_until, courts_until = 0, -1, -1
    while at < len(tokens):
        if tokens[at].lower in ("governed", "construed") or tokens.words(at, "governing", "law"):
            governed_until = at + _GOVERNED_REACH
        if tokens[at].lower in ("courts", "court"):
            governed_until, courts_until = -1, at + 5
        if (tokens[at].text == "." and tokens.gap(at + 1)) or tokens[at].lower in _ENDS:
            governed_until = -1
        named = _name_at(tokens, at) if tokens[at].text[:1].isupper() else None
        if named is None:
            at += 1
            continue
        end = named.end + 1 if tokens[named.end].lower in _LAW_WORDS else named.end
        is_law = end > named.end or _law_before(tokens, at)
        if named.adjective and not is_law:
            at += 1
            continue
        use = LawUse.LAW if is_law else LawUse.PLACE
        if at <= governed_until and (is_law or results):
            use = LawUse.GOVERNING
        elif at <= courts_until and end == named.end:
            use = LawUse.COURTS
        results.append(Found(span=tokens.span(at, end), reading=Read(value=Law(codes=(named.code,), use=use))))
        at = end
        if _after_china(tokens, end) > end:
            governed_until = -1  # what follows says where Hong Kong lies
    return tuple(results)


def compare_laws(expected: Law, given: Law) -> Comparison:
    """Compare two laws: the same, too broad (``UK law``), one of several, or another system."""
    if expected.codes == given.codes:
        return EQUAL
    shared = set(expected.codes) & set(given.codes)
    if shared and len(given.codes) > len(shared):
        return partial(Reason.LIST_EXTRA, f"{given.canonical} for {expected.canonical}")
    if shared:
        return partial(Reason.LIST_INCOMPLETE, f"{given.canonical} for {expected.canonical}")
    broad = given.codes[0] if len(given.codes) == 1 else ""
    if broad in BROAD and all(code.startswith(broad + "-") for code in expected.codes):
        return partial(Reason.CLASS_TOO_BROAD, f"{BROAD[broad]} has several legal systems")
    return different(detail=f"{given.canonical} for {expected.canonical}")


def _name_at(tokens: Tokens, at: int) -> _Named | None:
    """Return the longest place, adjective or code that begins at ``at``."""
    if not FIRST_WORDS.issuperset(words_of(tokens[at].text)[:1]):
        return None  # most capitalised words
    best: _Named | None = None
    words: list[str] = []
    for end in range(at, at + 2 * MOST_WORDS + 2):
        token = tokens[end]
        if not token.text or len(words) > MOST_WORDS or "\n\n" in (tokens.gap(end) if end > at else ""):
            break
        if token.kind is TokenKind.SIGN and token.text not in ("&", "'", ".", "-"):
            break
        words += words_of(token.text)
        if token.kind is TokenKind.SIGN and token.text != "&":
            continue
        key = tuple(words)
        code = PLACES.get(key) or ADJECTIVES.get(key) or CODES.get(key)
        if code is not None:
            best = _Named(code, end + 1, key not in PLACES)
    if best is not None and tokens[best.end].text == "." and len(tokens[best.end - 1].text) == 1:
        best = best._replace(end=best.end + 1)
    return best


def _law_before(tokens: Tokens, at: int) -> bool:
    """Tell whether ``laws of [the State of]`` leads to the place at ``at``."""
    place = at - 1
    while place > at - 9 and tokens[place].lower in (
        "the", "of", "state", "province", "commonwealth", "republic", "and", "kingdom", ",", "emirate", "territory",
    ):  # fmt: skip
        place -= 1
    return tokens[place].lower in _LAW_WORDS and place < at - 1


def _after_china(tokens: Tokens, at: int) -> int:
    """Pass over ``of the People's Republic of China`` after Hong Kong or Macau."""
    if tokens[at - 1].lower not in ("region", "sar", "kong", "macau", "macao", "hksar"):
        return at
    at_tail = at + 1 if tokens[at].text == "," else at
    return next((at_tail + len(phrase) for phrase in _OF_CHINA if tokens.words(at_tail, *phrase)), at)


def _after_courts(tokens: Tokens, at: int) -> int | None:
    """Return the position after ``courts of Singapore have jurisdiction``, or nothing."""
    if tokens[at].lower not in ("courts", "court"):
        return None
    end = at
    while tokens[end].text and tokens[end].text not in (".", ";") and end < at + 40:
        end += 1
    return end


def _is_filler(tokens: Tokens, at: int) -> bool:
    token = tokens[at]
    if token.kind is TokenKind.SIGN:
        return token.text in "\"'(),.;:/&-§[]" or token.text == ""
    return token.lower in _FILLER or token.text in ("5", "1401", "5-1401")


def _specific(codes: list[str]) -> tuple[str, ...]:
    """Return the codes once each, without a country whose part is named too: Ontario and Canada is Ontario."""
    named = set(codes)
    return tuple(
        sorted(code for code in named if not (code in BROAD and any(one.startswith(code + "-") for one in named)))
    )


LAW_KIND = Kind(
    name="law",
    parse=parse_law,
    find=find_laws,
    canonical=lambda law: law.canonical,
    compare=compare_laws,
)
