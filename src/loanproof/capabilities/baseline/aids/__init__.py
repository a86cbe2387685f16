"""Reading aids: the parts of a document, found from its structure and its words; each is useful by itself."""

from loanproof.capabilities.baseline.aids.definitions import Definition, Definitions, InlineTerm
from loanproof.capabilities.baseline.aids.front import NamedParty, Zone
from loanproof.capabilities.baseline.aids.labelled import LABELS, Labelled
from loanproof.capabilities.baseline.aids.lexicon import CONCEPTS, Concept, concepts_in
from loanproof.capabilities.baseline.aids.paper import Paper
from loanproof.capabilities.baseline.aids.party_roles import PartyRole, only_roles, roles_in
from loanproof.capabilities.baseline.aids.passages import Passages
from loanproof.capabilities.baseline.aids.persons import person_at
from loanproof.capabilities.baseline.aids.rate_table import Cell, Column, RateTable, Row
from loanproof.capabilities.baseline.aids.roles import Role, Roles, roles_of_title
from loanproof.capabilities.baseline.aids.tranches import Tranche, Tranches, facilities_named

__all__ = [
    "CONCEPTS",
    "LABELS",
    "Cell",
    "Column",
    "Concept",
    "Definition",
    "Definitions",
    "InlineTerm",
    "Labelled",
    "NamedParty",
    "Paper",
    "PartyRole",
    "Passages",
    "RateTable",
    "Role",
    "Roles",
    "Row",
    "Tranche",
    "Tranches",
    "Zone",
    "concepts_in",
    "facilities_named",
    "only_roles",
    "person_at",
    "roles_in",
    "roles_of_title",
]
