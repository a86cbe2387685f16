"""The verdict on a quote in one or two sentences for a loan officer."""

from __future__ import annotations

from collections.abc import Sequence

from loanproof.documents.place_words import words_of_section
from loanproof.documents.quotes.places import QuotePlace
from loanproof.documents.quotes.result import Difference, QuoteVerdict, TokenClass

_SHOWN = 60  # characters of a token or span that a sentence shows
_CLASSES = {
    TokenClass.OTHER: "wording",
    TokenClass.MODAL: "modal verb",
    TokenClass.MONEY: "amount",
    TokenClass.DAY: "kind of day",
    TokenClass.RATE_PERIOD: "period of a rate",
    TokenClass.REFERENCE_RATE: "reference rate",
    TokenClass.LAW: "law or place",
    TokenClass.TERM: "defined term",
    TokenClass.COMPARATOR: "comparison",
    TokenClass.CONJUNCTION: "and/or",
    TokenClass.DRAWN: "drawn or undrawn",
}
_OPENING = {
    QuoteVerdict.VERBATIM: "The quote appears word for word {place}.",
    QuoteVerdict.ALTERED: "The quote alters a passage {place}",
    QuoteVerdict.PARAPHRASE: "The quote gives a passage {place} in other words.",
    QuoteVerdict.PARTIAL: "Only a part of the quote is {place}",
    QuoteVerdict.SPLICED: "The quote joins pieces that are apart {place}",
}


def say_found(
    verdict: QuoteVerdict, place: QuotePlace, *, differences: Sequence[Difference], skipped: Sequence[str], others: int
) -> str:
    """Return the sentence about a quote and the passage that was found for it."""
    sentence = _OPENING[verdict].format(place=_where(place))
    if verdict is QuoteVerdict.SPLICED and not differences:
        sentence += f", and passes over {_listed(skipped)}." if skipped else "."
    elif not sentence.endswith("."):
        told = [one for one in differences if not _is_moved(one, differences)]
        sentence += f": {_difference(_gravest(told))}." if told else ", in another order or with other signs."
    if others:
        sentence += f" The same wording is in {others} other {'place' if others == 1 else 'places'}."
    if place.ocr_pages:
        sentence += f" The text of {_pages(place.ocr_pages)} was recognised from an image."
    return sentence


def say_reordered(place: QuotePlace) -> str:
    """Return the sentence for a quote with the cells of a table in another order, each with its row."""
    return f"The quote gives the cells of a table {_where(place)} in another order, each in its row."


def say_without_columns(place: QuotePlace) -> str:
    """Return the sentence for a quote with rows of a table but not all of their cells."""
    return f"The quote gives rows of a table {_where(place)} without some of its columns."


def say_absent(k: int, length: int, unread: Sequence[int]) -> str:
    """Return the sentence for a quote that is not in the document, with what was proven."""
    sentence = (
        f"The quote does not appear in the document: no passage comes near it, even if {k} of its {length} characters "
        "are changed."
    )
    return sentence + (f" Not read: {_pages(unread)}." if unread else "")


def say_too_short(quote: str) -> str:
    """Return the sentence for a quote too short to search for."""
    if not quote.strip():
        return "The quote is empty."
    return f"“{_cut(quote)}” does not appear in the document as whole words, and is too short for a closer look."


def _where(place: QuotePlace) -> str:
    page = f"on {_pages(place.pages)}" if place.is_paged else ""
    section = f"in {words_of_section(place.section)}" if place.section else ""
    return ", ".join(filter(None, (page, section))) or "in the document"


def _pages(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"page {numbers[0]}"
    return f"pages {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"


def _is_moved(one: Difference, differences: Sequence[Difference]) -> bool:
    """Return whether a wording change is only signs, or words that appear elsewhere in the other text."""
    said = one.found or one.expected
    if one.token_class is not TokenClass.OTHER or not said:
        return False
    if not any(map(str.isalnum, one.found + one.expected)):
        return True
    others = " ".join(other.expected if one.found else other.found for other in differences if other is not one)
    return not (one.found and one.expected) and said.strip(" ,.") in others


def _gravest(differences: Sequence[Difference]) -> Difference:
    return min(differences, key=lambda one: (not one.is_forged, one.token_class is TokenClass.OTHER))


def _difference(difference: Difference) -> str:
    name = _name_of_class(difference)
    expected, found = (f"“{_cut(text)}”" for text in (difference.expected, difference.found))
    if not difference.found and not difference.expected:
        return "only its spacing differs, or it cuts a figure in two"
    if difference.token_class is TokenClass.EXCHANGED:
        return f"it exchanges {expected} and {found}, each of which is where the document has the other"
    if not difference.found:
        return f"it leaves out {expected} ({name})"
    said = f"it says {found} ({name})" + (", which does not appear in the document" if difference.is_forged else "")
    if not difference.expected:
        return said
    return f"{said}{',' if difference.is_forged else ''} where the document says {expected}"


def _name_of_class(difference: Difference) -> str:
    if difference.token_class is TokenClass.MONEY and not any(map(str.isdigit, difference.found + difference.expected)):
        return "change of currency"  # the replacement may be words of any kind
    return _CLASSES.get(difference.token_class, difference.token_class.value)


def _listed(words: Sequence[str]) -> str:
    return ", ".join(f"“{_cut(word)}”" for word in dict.fromkeys(words))


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
