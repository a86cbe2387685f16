"""Types of facility."""

from __future__ import annotations

from typing import Any

from loanproof.core import Span
from loanproof.values.facility_type.compare import compare_facility_types
from loanproof.values.facility_type.find import find_facility_types
from loanproof.values.facility_type.parse import parse_facility_type
from loanproof.values.facility_type.value import Facility, FacilityTypes
from loanproof.values.kind import Kind, Part
from loanproof.values.mentions import Mentions, Strictness
from loanproof.values.reading import Comparison, Context, Found, Reading
from loanproof.values.text.tokens import Tokens


class FacilityTypeKind(Kind[FacilityTypes]):
    """Types of facility: a class of the contract, or another facility identified by its own words."""

    name = "facility_type"
    noun = "type of facility"
    is_conclusion = True
    joins_lists = True

    def parse(self, text: str, context: Context) -> Reading[FacilityTypes]:
        """Read a text that names one or more facilities."""
        return parse_facility_type(text, context)

    def find(self, tokens: Tokens, context: Context) -> tuple[Found[FacilityTypes], ...]:
        """Find every one in running text."""
        return find_facility_types(tokens, context)

    def canonical(self, value: FacilityTypes) -> str:
        """Return the one text that equal values share."""
        return value.canonical

    def compare(self, expected: FacilityTypes, given: FacilityTypes) -> Comparison:
        """Compare a given value with the expected one."""
        return compare_facility_types(expected, given)

    def forms(self, value: FacilityTypes) -> tuple[str, ...]:
        """Return the classes and names in words."""
        return (value.canonical.replace("_", " "), value.canonical)

    def parts(self, value: FacilityTypes) -> tuple[Part[Any], ...]:
        """Return each of the facilities."""
        return tuple(self.part(FacilityTypes(facilities=(one,))) for one in value.facilities)

    def appears(self, value: FacilityTypes, mentions: Mentions, strictness: Strictness) -> tuple[Span, ...]:
        """Return where the facilities are named; a class is a conclusion, the words of another facility are not."""
        found = [self._places(facility, mentions, strictness) for facility in value.facilities]
        return tuple(span for spans in found for span in spans) if all(found) else ()

    def _places(self, facility: Facility, mentions: Mentions, strictness: Strictness) -> tuple[Span, ...]:
        if strictness.is_presence and not facility.name:
            return mentions.whole
        named = (one for one in mentions.of(self) if any(facility in other.facilities for other in one.candidates))
        return tuple(one.span for one in named) or mentions.wording(facility.name)


FACILITY_TYPE_KIND = FacilityTypeKind()
