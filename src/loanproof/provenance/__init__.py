"""Assesses citations without gold: file, page, section, quote, and whether the quote supports the value.

One implementation serves scoring, the production guard and review. A citation is assessed only on the submitted
documents: every fault is collected, the worst decides its class, and the rest are findings.
"""

from loanproof.provenance.citation_result import CitationResult, ClassName, Evidence, Remark
from loanproof.provenance.citations import assess_citation
from loanproof.provenance.citing import cite_span, sections_around
from loanproof.provenance.claims import Claim, FieldValue, claim_of_text, claim_of_value
from loanproof.provenance.document_set import DocumentSet, Source, fold_wording, quote_rules_of
from loanproof.provenance.extraction_rules import ExtractionRule, ExtractionRules, RuleCheck, check_extraction_rules
from loanproof.provenance.file_names import FileMatch
from loanproof.provenance.items import ItemProvenance, NothingToCite, assess_item
from loanproof.provenance.mandated_forms import has_mandated_form
from loanproof.provenance.pages import PageMatch
from loanproof.provenance.sections import SectionMatch
from loanproof.provenance.stated_laws import governing_laws
from loanproof.provenance.term_names import names_own_term
from loanproof.provenance.unclear_amounts import unnamed_currencies, unsettled_amounts

__all__ = [
    "CitationResult",
    "Claim",
    "ClassName",
    "DocumentSet",
    "Evidence",
    "ExtractionRule",
    "ExtractionRules",
    "FieldValue",
    "FileMatch",
    "ItemProvenance",
    "NothingToCite",
    "PageMatch",
    "Remark",
    "RuleCheck",
    "SectionMatch",
    "Source",
    "assess_citation",
    "assess_item",
    "check_extraction_rules",
    "cite_span",
    "claim_of_text",
    "claim_of_value",
    "fold_wording",
    "governing_laws",
    "has_mandated_form",
    "names_own_term",
    "quote_rules_of",
    "sections_around",
    "unnamed_currencies",
    "unsettled_amounts",
]
