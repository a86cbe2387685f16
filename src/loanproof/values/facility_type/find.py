"""Types of facility in running text."""

from __future__ import annotations

from loanproof.values.facility_type.parse import AGAIN, CLASS_NAMES, OTHER_NAMES, other_name
from loanproof.values.facility_type.reborrowing import reborrowing_at
from loanproof.values.facility_type.value import Facility, FacilityClass, FacilityTypes
from loanproof.values.reading import NO_CONTEXT, Context, Found, Match
from loanproof.values.text.finding import find_each
from loanproof.values.text.tokens import Tokens

_STARTS = CLASS_NAMES.starts | OTHER_NAMES.starts | AGAIN.starts
_REVOLVER = FacilityTypes(facilities=(Facility(facility_class=FacilityClass.REVOLVING),))


def find_facility_types(tokens: Tokens, context: Context = NO_CONTEXT) -> tuple[Found[FacilityTypes], ...]:
    """Find every mention of a facility type in running text; other facilities are named by the word found.

    A statement that repaid amounts may be borrowed again counts as a mention of a revolver.
    """
    del context

    def read_at(at: int) -> Match[FacilityTypes] | None:
        named, other = CLASS_NAMES.match(tokens, at), OTHER_NAMES.match(tokens, at)
        if named is None and other is None:
            again = reborrowing_at(tokens, at)
            return None if again is None else Match(candidates=(_REVOLVER,), end=again)
        end = max(match[1] for match in (named, other) if match is not None)
        facility = (
            Facility(facility_class=named[0])
            if named is not None and (other is None or other[1] <= named[1])
            else Facility(facility_class=FacilityClass.OTHER, name=other_name(tokens, at, end))
        )
        return Match(candidates=(FacilityTypes(facilities=(facility,)),), end=end)

    return find_each(tokens, read_at, _STARTS.within(tokens))
