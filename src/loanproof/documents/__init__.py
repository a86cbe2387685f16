"""Bytes to document: pages, text with a map to page and box, sections, typed mentions and quote search."""

from loanproof.documents.contents import ContentStore, checked_content, digest_of_key, key_of, missing_content
from loanproof.documents.excerpts import excerpt
from loanproof.documents.mentions import scan
from loanproof.documents.model import (
    PAGE_BREAK,
    UNREAD,
    Document,
    Legibility,
    Mark,
    MarkReason,
    Page,
    Section,
    SectionKind,
    TextSource,
)
from loanproof.documents.notation import context_of
from loanproof.documents.place_words import words_of_pages, words_of_section
from loanproof.documents.quotes.habits import without_habits
from loanproof.documents.quotes.lookup import ValueLookup
from loanproof.documents.quotes.meanings import OPPOSITES
from loanproof.documents.quotes.result import Difference, Fold, QuoteResult, QuoteRules, QuoteVerdict, TokenClass
from loanproof.documents.quotes.search import QuoteSearcher
from loanproof.documents.reading.cache import Cache
from loanproof.documents.reading.file_kinds import detect_kind
from loanproof.documents.reading.limits import DEFAULT_LIMITS, Limits
from loanproof.documents.reading.loading import forget_document, load_document, page_boxes, page_image
from loanproof.documents.reading.places import LETTER_UNITS, Box, Letter
from loanproof.documents.reading.progress import (
    OnPage,
    Recognising,
    heard_from_processes,
    tell_parent,
    watch_recognition,
)
from loanproof.documents.reading.truth import Truth, truth_digest
from loanproof.documents.reading.views import is_drawable, page_greys, page_letters
from loanproof.documents.sections.doubts import doubt_about
from loanproof.documents.sections.inline_items import holds_place
from loanproof.documents.sections.lines import TITLE_WORDS

__all__ = [
    "DEFAULT_LIMITS",
    "LETTER_UNITS",
    "OPPOSITES",
    "PAGE_BREAK",
    "TITLE_WORDS",
    "UNREAD",
    "Box",
    "Cache",
    "ContentStore",
    "Difference",
    "Document",
    "Fold",
    "Legibility",
    "Letter",
    "Limits",
    "Mark",
    "MarkReason",
    "OnPage",
    "Page",
    "QuoteResult",
    "QuoteRules",
    "QuoteSearcher",
    "QuoteVerdict",
    "Recognising",
    "Section",
    "SectionKind",
    "TextSource",
    "TokenClass",
    "Truth",
    "ValueLookup",
    "checked_content",
    "context_of",
    "detect_kind",
    "digest_of_key",
    "doubt_about",
    "excerpt",
    "forget_document",
    "heard_from_processes",
    "holds_place",
    "is_drawable",
    "key_of",
    "load_document",
    "missing_content",
    "page_boxes",
    "page_greys",
    "page_image",
    "page_letters",
    "scan",
    "tell_parent",
    "truth_digest",
    "watch_recognition",
    "without_habits",
    "words_of_pages",
    "words_of_section",
]
