"""The kind of value: types of facility."""

from __future__ import annotations

from loanproof.values.facility_type.compare import compare_facility_types
from loanproof.values.facility_type.find import find_facility_types
from loanproof.values.facility_type.parse import parse_facility_type
from loanproof.values.facility_type.value import FacilityTypes
from loanproof.values.kind import Kind

FACILITY_TYPE_KIND: Kind[FacilityTypes] = Kind(
    name="facility_type",
    parse=parse_facility_type,
    find=find_facility_types,
    canonical=lambda value: value.canonical,
    compare=compare_facility_types,
)
