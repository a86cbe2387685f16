"""Names and roles of parties in a text, enough to see that a quote names somebody else.

A name is a run of capitalised words that ends in a legal form. A role is a defined word for a party. A defined
term such as ``Business Day`` is neither: a quote that changes it is altered, but nobody was swapped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from loanproof.core import Span
from loanproof.documents.quotes.folding import fold_text
from loanproof.values import DISTINCT_ROLES, FORMS_IN_QUOTES

_FORMS = "|".join(re.escape(form) for form in dict.fromkeys((*FORMS_IN_QUOTES, *map(str.upper, FORMS_IN_QUOTES))))
_NAME = re.compile(
    r"(?<!\w)(?:[A-Z](?:[\w&'’-]|\.(?=\w)){0,30} {1,2}(?:(?:of|and|&|de|für) {1,2})?){0,5}"
    r"[A-Z](?:[\w&'’-]|\.(?=\w)){0,30}(?: {1,2}\([A-Z][\w&'’ -]{0,30}\))?"
    rf"(?:,? {{1,2}}(?:{_FORMS})\b\.?){{1,3}}"
)
_LEADING = re.compile(
    r"(?:(?:The|THE|Each|Any|A|An|Such|This|No|Every|All|If|In|By|To|For|Between|BETWEEN|And|AND|Of|OF|On|As|That|When"
    r"|Where|Neither|Either|Both|Subject|Section|Clause) +)+"
)
_ROLE_AND = re.compile(
    rf"(?i:(?:{'|'.join(sorted(DISTINCT_ROLES))})s?) +(?:and|AND|&) +"
)  # as Borrower and Acme Limited
_ABBREVIATED = re.compile(r"\.[A-Za-z]$")
_SPACES = re.compile(r"\s+")


def find_names(text: str) -> Iterator[Span]:
    """Yield the places of names in text as written, without articles before them, in linear time.

    Line breaks inside a name count as spaces. A legal form on its own is not a name.
    """
    flat = text.translate({0x0A: " ", 0x0C: " ", 0x09: " ", 0x0D: " "})
    for match in _NAME.finditer(flat):
        leading = _LEADING.match(match[0]) or _ROLE_AND.match(match[0])
        start = match.start() + (leading.end() if leading else 0)
        name = flat[start : match.end()].rstrip(" ,.")
        if _ABBREVIATED.search(name) and flat[start + len(name) : start + len(name) + 1] == ".":
            name += "."  # the last point of N.A. belongs to the name
        if re.match(rf"(?:{_FORMS})\b[. ]*$", name) is None and name:
            yield Span(start, start + len(name))


def name_key(name: str) -> str:
    """Return a name for comparison: folded, without commas and full stops."""
    return _SPACES.sub(" ", re.sub(r"[.,]", "", fold_text(name).text)).strip()


def is_role(word: str) -> bool:
    """Return whether a folded word is a role of a party, in the singular or plural."""
    return word in DISTINCT_ROLES or singular(word) in DISTINCT_ROLES


def singular(word: str) -> str:
    """Return a role in the singular."""
    return word[:-3] + "y" if word.endswith("ies") else word.removesuffix("s")
