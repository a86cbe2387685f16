"""Types of facility in running text."""

from __future__ import annotations

from loanproof.values.facility_type.parse import CLASS_NAMES, OTHER_NAMES, other_name
from loanproof.values.facility_type.value import Facility, FacilityClass, FacilityTypes
from loanproof.values.reading import NO_CONTEXT, Context, Found, Read
from loanproof.values.text.tokens import Tokens


def find_facility_types(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[FacilityTypes], ...]:
    """Find every mention of a type of facility in running text; other facilities are named by the word found."""
    del context
    results: list[Found[FacilityTypes]] = []
    at = 0
    while at < len(tokens):
        named, other = CLASS_NAMES.match(tokens, at), OTHER_NAMES.match(tokens, at)
        if named is None and other is None:
            at += 1
            continue
        end = max(match[1] for match in (named, other) if match is not None)
        facility = (
            Facility(facility_class=named[0])
            if named is not None and (other is None or other[1] <= named[1])
            else Facility(facility_class=FacilityClass.OTHER, name=other_name(tokens, at, end))
        )
        results.append(Found(span=tokens.span(at, end), reading=Read(value=FacilityTypes(facilities=(facility,)))))
        at = end
    return tuple(results)
