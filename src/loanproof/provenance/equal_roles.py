"""Roles that a document itself equates: ``"Administrative Agent" means …, which shall be the Paying Agent``."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from loanproof.provenance.term_names import other_roles, own_roles

if TYPE_CHECKING:
    from loanproof.core import FieldId


def equal_roles(text: str, field: FieldId) -> frozenset[str]:
    """Return the roles, in lower case, that a document defines as the one that a field asks for.

    A role among several (``the Facility Agent or the Security Agent``) is not the same one.
    """
    pattern = _definitions(field)
    found = () if pattern is None else pattern.finditer(text)
    return frozenset(" ".join((match["other"] or match["defined"]).lower().split()) for match in found)


@cache
def _definitions(field: FieldId) -> re.Pattern[str] | None:
    own, other = (
        "|".join(r"\s".join(map(re.escape, one.split())) for one in roles)
        for roles in (own_roles(field), other_roles(field))
    )
    if not own:
        return None
    means = r"[\"”]\s{1,8}(?:shall\s)?means?\b(?:[^.;]{0,300}?\b(?:shall\sbe|is|being)\b)?\s{1,8}the\s{1,8}"
    alone = r"\b(?!\s{1,8}(?:or|and)\b)"
    forms = (rf"(?:{own}){means}(?P<other>{other}){alone}", rf"(?P<defined>{other}){means}(?:{own}){alone}")
    return re.compile("|".join(rf"[\"“]{form}" for form in forms), re.IGNORECASE)
