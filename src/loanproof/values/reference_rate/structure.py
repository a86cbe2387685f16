"""From its structured form to a reference rate."""

from __future__ import annotations

from dataclasses import replace

from loanproof.values.kind import Structure
from loanproof.values.reference_rate.names import BESIDE, NAMES, Named, RateFamily, Style
from loanproof.values.reference_rate.parse import parse_reference_rate
from loanproof.values.reference_rate.tenors import RateTenor, read_tenor
from loanproof.values.reference_rate.value import ReferenceRates
from loanproof.values.reference_rate.writing import write_family
from loanproof.values.structure import Fields, UnreadField
from loanproof.values.text.tokens import tokenize


def reference_rate_of(fields: Fields) -> ReferenceRates:
    """Return the rate of ``{family, tenor, method}``; the family may name method and tenor itself: ``Term SOFR 3M``."""
    fields.needed("family")
    rates = fields.only("family", parse_reference_rate(fields.text("family") or "", fields.context)).rates
    if len(rates) != 1:
        raise fields.unread("family", "names more than one reference rate")
    rate = rates[0]
    method, tenor = _method(fields), _tenor(fields)
    if rate.family is RateFamily.FIXED and (method != Named() or tenor is not None):
        raise UnreadField("A fixed rate has neither tenor nor method.")
    for one, other in ((rate.style, method.style), (rate.timing, method.timing), (rate.tenor, tenor)):
        if None not in (one, other) and one != other:
            raise UnreadField(f"The family says {one}, but another part says {other}.")
    timing = rate.timing or method.timing
    # As in texts: only compounding can be in arrears or in advance.
    style = rate.style or method.style or (None if timing is None else Style.COMPOUNDED)
    whole = replace(rate, style=style, timing=timing if style is Style.COMPOUNDED else None, tenor=rate.tenor or tenor)
    return ReferenceRates(rates=(whole,))


def _method(fields: Fields) -> Named:
    """Read ``compounded in arrears``, or the same in the words of the formats: ``in_arrears``."""
    written = fields.text("method")
    tokens = tokenize("" if written is None else written.replace("_", " "))
    said = Named()
    at = 0
    while at < len(tokens):
        matched = BESIDE.match(tokens, at) if NAMES.match(tokens, at) is None else None
        if matched is None and tokens[at].text not in (",", "(", ")"):
            raise fields.unread("method", "is not a method of a reference rate")
        if matched is not None:
            said = Named(style=said.style or matched[0].style, timing=said.timing or matched[0].timing)
        at = at + 1 if matched is None else matched[1]
    return said


def _tenor(fields: Fields) -> RateTenor | None:
    written = fields.text("tenor")
    if written is None:
        return None
    tokens = tokenize(written)
    found = read_tenor(tokens, 0)
    if found is None or found[1] < len(tokens):
        raise fields.unread("tenor", "is not a tenor of a reference rate")
    return found[0]


def write_reference_rate(value: ReferenceRates) -> dict[str, object]:
    """Return the structured form of the first rate: a structure has room for only one."""
    rate = value.rates[0]
    method = " ".join(one.value.replace("_", " ") for one in (rate.style, rate.timing) if one is not None)
    written = {
        "family": write_family(rate),
        "tenor": None if rate.tenor is None else rate.tenor.canonical,
        "method": method or None,
    }
    return {key: text for key, text in written.items() if text is not None}


REFERENCE_RATE_STRUCTURE: Structure[ReferenceRates] = Structure(read=reference_rate_of, write=write_reference_rate)
