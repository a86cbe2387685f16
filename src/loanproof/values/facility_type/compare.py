"""How two types of facility compare."""

from __future__ import annotations

from loanproof.core import Reason
from loanproof.values.facility_type.value import Facility, FacilityClass, FacilityTypes
from loanproof.values.reading import EQUAL, Comparison, different, partial

_TERM_LOAN = Facility(facility_class=FacilityClass.TERM_LOAN)
_DELAYED_DRAW = Facility(facility_class=FacilityClass.DELAYED_DRAW)


def compare_facility_types(expected: FacilityTypes, given: FacilityTypes) -> Comparison:
    """Compare class by class: one of several is a part, a wrong class differs."""
    wanted, offered = set(expected.facilities), set(given.facilities)
    if wanted == offered:
        return EQUAL
    if len(wanted) == len(offered) == 1:
        return _compare_one(expected.facilities[0], given.facilities[0])
    agreeing = [one for one in wanted if one in offered or (one == _DELAYED_DRAW and _TERM_LOAN in offered)]
    if not agreeing:
        return different()
    if len(agreeing) < len(wanted):
        return partial(Reason.LIST_INCOMPLETE)
    return partial(Reason.LIST_EXTRA if len(offered) > len(wanted) else Reason.CLASS_TOO_BROAD)


def _compare_one(expected: Facility, given: Facility) -> Comparison:
    if expected == given:
        return EQUAL
    if (expected, given) == (_DELAYED_DRAW, _TERM_LOAN):
        return partial(Reason.CLASS_TOO_BROAD, "the delayed draw is lost")
    return different()
