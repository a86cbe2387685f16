"""From a text to the clause that it names."""

from __future__ import annotations

from loanproof.values.clause.value import Clause
from loanproof.values.reading import NO_CONTEXT, Context, Read, Reading, Unreadable


def parse_clause(text: str, context: Context = NO_CONTEXT) -> Reading[Clause]:
    """Read the name of a clause."""
    del context
    named = next((one for one in Clause if one.words == " ".join(text.lower().replace("_", " ").split())), None)
    return Unreadable(f"{text[:80]!r} is not the name of a clause.") if named is None else Read(value=named)
