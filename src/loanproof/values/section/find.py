"""Section references in running text."""

from __future__ import annotations

from loanproof.values.reading import NO_CONTEXT, Context, Found, Read
from loanproof.values.section.grammar import BEGINNINGS, Path, read_levels, read_number, read_section, skip_sub
from loanproof.values.section.value import SectionId
from loanproof.values.section.words import PLURALS, STATUTES
from loanproof.values.text.finding import Starts
from loanproof.values.text.tokens import Tokens

_STARTS = Starts.of(BEGINNINGS | {"sub"})


def find_sections(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[SectionId], ...]:
    """Find the cross-references in running text; each begins with its word (``Clause``, ``Section``, ``§`` …).

    In a list such as ``Sections 2.05 and 2.06`` every member is found.
    """
    del context
    return tuple(
        Found(span=tokens.span(start, end), reading=Read(value=SectionId(path=path)))
        for start, end, path in find_paths(tokens, 0)
    )


def find_paths(tokens: Tokens, at: int) -> list[tuple[int, int, Path]]:
    """Return start, end and steps of each reference from ``at`` on, including the members of lists."""
    results: list[tuple[int, int, Path]] = []
    end = at
    for start in _STARTS.within(tokens):
        begins = start >= end and tokens[skip_sub(tokens, start)].lower in BEGINNINGS
        found = read_section(tokens, start) if begins else None
        if found is None:
            continue
        path, end = found
        if not _is_of_a_statute(tokens, end):
            results.append((start, end, path))
            if tokens[skip_sub(tokens, start)].lower in PLURALS or tokens.words(start, "§", "§"):
                end = _more_of_a_list(tokens, end, results)
    return results


def names_another(tokens: Tokens, end: int) -> bool:
    """Return whether another reference follows one that ends at ``end``: ``5.1 and 5.2``, ``5.1(a), (b)``."""
    if any(find_paths(tokens, end)):
        return True
    if tokens[end].lower not in (",", ";", "and", "or", "&", "-", "to"):
        return False
    number = read_number(tokens, end + 1)
    return bool(read_levels(tokens, end + 1).path) or (number is not None and len(number.path) > 1)


def _is_of_a_statute(tokens: Tokens, end: int) -> bool:
    """Return whether ``of the Bankruptcy Code`` or the like follows: it is then not a section of this document."""
    if not tokens.words(end, "of"):
        return False
    at = end + 2 if tokens.words(end + 1, "the") else end + 1
    named = [tokens[place] for place in range(at, at + 5)]
    for token in named:
        if token.lower in STATUTES:
            return True
        if not token.text[:1].isupper():
            return False
    return False


def _more_of_a_list(tokens: Tokens, end: int, results: list[tuple[int, int, Path]]) -> int:
    """Take in the further numbers of ``Sections 2.05, 2.06 and 2.07(b)``; each must contain a point."""
    while tokens[end].lower in (",", "and", "or"):
        start = end + 2 if tokens[end].text == "," and tokens[end + 1].lower in ("and", "or") else end + 1
        number = read_number(tokens, start) if "." in tokens[start].text else None
        if number is None or len(number.path) < 2 or tokens[number.end].text == "%":
            break
        results.append((start, number.end, number.path))
        end = number.end
    return end
