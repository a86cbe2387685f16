"""From its structured form to a reference rate."""

from __future__ import annotations

from dataclasses import replace

from loanproof.values.reference_rate.names import BESIDE, NAMES, Named, RateFamily, Style
from loanproof.values.reference_rate.parse import parse_reference_rate
from loanproof.values.reference_rate.tenors import RateTenor, read_tenor
from loanproof.values.reference_rate.value import ReferenceRates
from loanproof.values.structure import Parts, UnreadPart
from loanproof.values.text.tokens import tokenize


def reference_rate_of(parts: Parts) -> ReferenceRates:
    """Return the rate of ``{family, tenor, method}``; the family may name method and tenor itself: ``Term SOFR 3M``."""
    parts.needed("family")
    rates = parts.only("family", parse_reference_rate(parts.text("family") or "", parts.context)).rates
    if len(rates) != 1:
        raise parts.unread("family", "names more than one reference rate")
    rate = rates[0]
    method, tenor = _method(parts), _tenor(parts)
    if rate.family is RateFamily.FIXED and (method != Named() or tenor is not None):
        raise UnreadPart("A fixed rate has neither tenor nor method.")
    for one, other in ((rate.style, method.style), (rate.timing, method.timing), (rate.tenor, tenor)):
        if None not in (one, other) and one != other:
            raise UnreadPart(f"The family says {one}, but another part says {other}.")
    timing = rate.timing or method.timing
    # As in texts: only compounding can be in arrears or in advance.
    style = rate.style or method.style or (None if timing is None else Style.COMPOUNDED)
    whole = replace(rate, style=style, timing=timing if style is Style.COMPOUNDED else None, tenor=rate.tenor or tenor)
    return ReferenceRates(rates=(whole,))


def _method(parts: Parts) -> Named:
    """Read ``compounded in arrears``, or the same in the words of the formats: ``in_arrears``."""
    written = parts.text("method")
    tokens = tokenize("" if written is None else written.replace("_", " "))
    said = Named()
    at = 0
    while at < len(tokens):
        matched = BESIDE.match(tokens, at) if NAMES.match(tokens, at) is None else None
        if matched is None and tokens[at].text not in (",", "(", ")"):
            raise parts.unread("method", "is no method of a reference rate")
        if matched is not None:
            said = Named(style=said.style or matched[0].style, timing=said.timing or matched[0].timing)
        at = at + 1 if matched is None else matched[1]
    return said


def _tenor(parts: Parts) -> RateTenor | None:
    written = parts.text("tenor")
    if written is None:
        return None
    tokens = tokenize(written)
    found = read_tenor(tokens, 0)
    if found is None or found[1] < len(tokens):
        raise parts.unread("tenor", "is no tenor of a reference rate")
    return found[0]
