"""What a text says about each value in it: how it is bounded, whether it is denied, for what period, of what, by whom.

Answers, gold quotes and passages of the source are all read by the same code. :mod:`comparison` then checks the
statements of an answer against those of its source, part by part. Other modules compare what a text says apart from its
values: duties, conditions, denials, parties and the order of events.

The subpackages are layers, and import-linter checks them: ``vocabulary`` and ``texts`` are read by all; ``bounds``,
``parties`` and ``parts`` read what is said of a value, which :mod:`reading` puts together; ``duties``, ``denials``,
``retelling``, ``echoes`` and ``leads`` read what an answer says in its own words; :mod:`prose` joins them all.
"""

from loanproof.statements.asking import asks_for_event, asks_whether, read_question
from loanproof.statements.bounds.agreement import NO_BOUND
from loanproof.statements.bounds.beyond import allowed_beyond, said_at_bound
from loanproof.statements.bounds.consequents import consequent_of, is_one_value
from loanproof.statements.comparison import (
    NO_SHARE,
    NO_SUCH_PERIOD,
    compare_statements,
)
from loanproof.statements.contradiction import Contradiction
from loanproof.statements.denials.one_sided import denied_otherwise
from loanproof.statements.denials.reversed_clauses import turned_clauses
from loanproof.statements.denials.set_apart import is_set_apart
from loanproof.statements.denials.unsupported import denials_alone
from loanproof.statements.duties.consents import turned_consents
from loanproof.statements.duties.modality import changed_duties, released
from loanproof.statements.duties.silence import turned_silence
from loanproof.statements.echoes import changed_echoes
from loanproof.statements.leads import Lead, Leads, Measure, Side, read_leads
from loanproof.statements.parties.exchanged import exchanged_parties
from loanproof.statements.parties.named_parties import NamedParties
from loanproof.statements.parties.prepositions import exchanged_places
from loanproof.statements.parties.role_mentions import is_set_aside
from loanproof.statements.parts.alternatives import OF_BOUNDS
from loanproof.statements.parts.terms import base_named, subjects_named
from loanproof.statements.prose import contradictions, said_of, value_contradictions
from loanproof.statements.quoted_bounds import bound_against
from loanproof.statements.reading import polarity_at, read_statement, read_statements, words_around
from loanproof.statements.retelling.conditions import turned_conditions
from loanproof.statements.retelling.event_sides import turned_sides
from loanproof.statements.retelling.exchanges import exchanged_words
from loanproof.statements.retelling.exclusions import unlike_words
from loanproof.statements.retelling.indifferent import said_not_to_matter
from loanproof.statements.retelling.joints import turned_joints
from loanproof.statements.retelling.opposites import CHOICES, opposed_words
from loanproof.statements.retelling.pairings import exchanged_circumstances
from loanproof.statements.retelling.ratios import exchanged_ratios
from loanproof.statements.retelling.verbatim import gives_verbatim
from loanproof.statements.statement import Bound, Names, Polarity, Said, Statement
from loanproof.statements.texts.sentences import (
    ends_with_abbreviation,
    plain_text,
    split_sentences,
    without_abbreviation_stops,
)
from loanproof.statements.texts.stated_values import StatedValue
from loanproof.statements.texts.text import ARTICLES, StatedText, stated_in
from loanproof.statements.vocabulary.acts import ACTS
from loanproof.statements.vocabulary.months import names_month
from loanproof.statements.vocabulary.negations import DENYING, NOBODY
from loanproof.statements.vocabulary.role_names import role_at, role_named, roles_between

__all__ = [
    "ACTS",
    "ARTICLES",
    "CHOICES",
    "DENYING",
    "NOBODY",
    "NO_BOUND",
    "NO_SHARE",
    "NO_SUCH_PERIOD",
    "OF_BOUNDS",
    "Bound",
    "Contradiction",
    "Lead",
    "Leads",
    "Measure",
    "NamedParties",
    "Names",
    "Polarity",
    "Said",
    "Side",
    "StatedText",
    "StatedValue",
    "Statement",
    "allowed_beyond",
    "asks_for_event",
    "asks_whether",
    "base_named",
    "bound_against",
    "changed_duties",
    "changed_echoes",
    "compare_statements",
    "consequent_of",
    "contradictions",
    "denials_alone",
    "denied_otherwise",
    "ends_with_abbreviation",
    "exchanged_circumstances",
    "exchanged_parties",
    "exchanged_places",
    "exchanged_ratios",
    "exchanged_words",
    "gives_verbatim",
    "is_one_value",
    "is_set_apart",
    "is_set_aside",
    "names_month",
    "opposed_words",
    "plain_text",
    "polarity_at",
    "read_leads",
    "read_question",
    "read_statement",
    "read_statements",
    "released",
    "role_at",
    "role_named",
    "roles_between",
    "said_at_bound",
    "said_not_to_matter",
    "said_of",
    "split_sentences",
    "stated_in",
    "subjects_named",
    "turned_clauses",
    "turned_conditions",
    "turned_consents",
    "turned_joints",
    "turned_sides",
    "turned_silence",
    "unlike_words",
    "value_contradictions",
    "without_abbreviation_stops",
    "words_around",
]
