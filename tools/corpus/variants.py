"""Variants of the perfect output of a case, each right or wrong in one known way: what the scorer must say of them.

The labels are those of ``variants.yaml``, typed from the contract; scoring shows whether the product agrees.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, TypeAlias

from loanproof.documents import Document

Json: TypeAlias = dict[str, Any]
Key: TypeAlias = tuple[str, str | None]
"""An item as the scorer names it: its name, and its tranche if it is a cell of one."""
Make: TypeAlias = Callable[[Json, Json, Document], Iterator[Key]]
"""Changes an output in place, given its case and document, and yields each item that it changed."""

ANSWER: Key = ("answer", None)
INVENTED = "Every zeppelin captain must feed eleven marzipan otters before breakfast on Candlemas."
FORGED = "987,654,321"
LOOSE = "accordingly"
REFUSAL = "The document does not contain information about this."
MADE_UP = f"It is USD {FORGED}."
MONTHS = "January February March April May June July August September October November December".split()
_MONEY = re.compile(r"(\D*?)\s?((?:\d{1,3})(?:,\d{3}){2,})")
_RATE = re.compile(r"(\d+\.\d\d)(?: per cent\.|%) per annum")
_BEFORE = frozenset({"of", "and", "in", "on", "for", "that", "which", "to", "is", "are", "from"})
_NUMBER = re.compile(r"\d[\d,.]*\d|\d")


def right_in_another_form(output: Json, case: Json, document: Document) -> Iterator[Key]:
    """Say an amount in millions, a date in a third form, a margin in basis points, a fact in other words."""
    del document
    if case["capability"] == "qa":
        facts = case["expected"].get("facts", ())
        if len(facts) == 1 and len(facts[0]["any"]) > 1 and not case["expected"].get("reference_answer"):
            output["answer"] = output["answer"].replace(facts[0]["any"][0], facts[0]["any"][-1])
            yield ANSWER
        return
    for key, gold, field in _fields(output, case):
        form = _other_form(key[0], gold)
        if form is not None:
            field["value"] = form
            yield key


def as_written(output: Json, case: Json, document: Document) -> Iterator[Key]:
    """Give each field in a form of the document that the case lists."""
    del document
    for key, gold, field in _fields(output, case):
        if gold.get("state", "present") == "present" and gold.get("surfaces"):
            field["value"] = gold["surfaces"][0]
            yield key


def page_wrong(output: Json, case: Json, document: Document) -> Iterator[Key]:
    """Cite another page of the document, on which the quote is not."""
    for key, part in _cited(output, case, document):
        pages = [_other_page(one["quote"], document) for one in part["provenance"]]
        if None not in pages:
            for citation, page in zip(part["provenance"], pages, strict=True):
                citation["page"] = page
            yield key


def page_not_there(output: Json, case: Json, document: Document) -> Iterator[Key]:
    """Cite a page behind the last one."""
    for key, part in _cited(output, case, document):
        for citation in part["provenance"]:
            citation["page"] = len(document.pages) + 500
        yield key


def quote_invented(output: Json, case: Json, document: Document) -> Iterator[Key]:
    """Quote a sentence that no document has."""
    for key, part in _cited(output, case, document):
        for citation in part["provenance"]:
            citation["quote"] = INVENTED
        yield key


def quote_forged(output: Json, case: Json, document: Document) -> Iterator[Key]:
    """Put a number that stands nowhere into the place of a number of at least four digits of a quote."""
    for key, part in _cited(output, case, document):
        for citation in part["provenance"]:
            numbers = [one for one in _NUMBER.findall(citation["quote"]) if "," in one]
            if numbers:
                citation["quote"] = citation["quote"].replace(numbers[0], FORGED, 1)
                yield key
                break


def quote_loose(output: Json, case: Json, document: Document) -> Iterator[Key]:
    """Add a word without weight inside every quote, outside the words in which the case has a fact.

    What a person confirmed is believed for the very quote that was confirmed, so such an item stays as it is.
    """
    confirmed = [key for key, gold, _ in _fields(output, case) if "confirmed" in gold]
    facts = [form for fact in case["expected"].get("facts", ()) for form in fact["any"]]
    for key, part in _cited(output, case, document):
        quotes = [_loosened(one["quote"], facts) for one in part["provenance"]]
        if None not in quotes and key not in confirmed:
            for citation, quote in zip(part["provenance"], quotes, strict=True):
                citation["quote"] = quote
            yield key


def file_not_named(output: Json, case: Json, document: Document) -> Iterator[Key]:
    """Leave out the name of the file."""
    for key, part in _cited(output, case, document):
        for citation in part["provenance"]:
            citation.pop("document", None)
        yield key


def nothing_cited(output: Json, case: Json, document: Document) -> Iterator[Key]:
    """Leave out all citations."""
    for key, part in _cited(output, case, document):
        del part["provenance"]
        yield key


def silent(output: Json, case: Json, document: Document) -> Iterator[Key]:
    """Leave out all that was asked for."""
    del document
    keys = [ANSWER] if case["capability"] == "qa" else [key for key, _ in _items(output)]
    for part in ("fields", "tranches", "covenants", "flags", "comparisons", "answer", "provenance"):
        output.pop(part, None)
    yield from keys


def denied(output: Json, case: Json, document: Document) -> Iterator[Key]:
    """Say that each field which is there is absent."""
    del document
    for key, gold, field in _fields(output, case):
        if gold.get("state", "present") in ("present", "amended") and gold["value"] != "N":
            _become(field, status="absent", confidence=field["confidence"])
            yield key


def zero_dropped(output: Json, case: Json, document: Document) -> Iterator[Key]:
    """Leave a zero out of the amount of the facility, where no document holds what is left."""
    for key, gold, field in _fields(output, case):
        found = _MONEY.fullmatch(str(gold.get("value"))) if key[0] == "facility_amount" else None
        if found and found[2].endswith("0"):
            less = f"{int(found[2].replace(',', '')) // 10:,}"
            if less not in document.text and f"{_millions(less)} million" not in document.text:
                field["value"] = f"{found[1]} {less}".strip()
                yield key


def tranches_swapped(output: Json, case: Json, document: Document) -> Iterator[Key]:
    """Exchange the amounts of the first two tranches, with all that is said of them."""
    del case, document
    amount = "facility_amount"
    tranches = [one for one in output.get("tranches", ()) if amount in one["fields"]][:2]
    if len(tranches) == 2:
        one, other = (tranche["fields"] for tranche in tranches)
        if one[amount].get("value") != other[amount].get("value"):
            one[amount], other[amount] = other[amount], one[amount]
            yield from ((amount, tranche["label"]) for tranche in tranches)


def stale(output: Json, case: Json, document: Document) -> Iterator[Key]:
    """Give the value from before the amendment, or one that is not in force on the day that the case asks about.

    An old list or schedule may hold a part of the new one, which is another matter: only plain values are exchanged.
    """
    del document
    for key, gold, field in _fields(output, case):
        others = [one["value"] for one in gold.get("lineage", ()) if one["value"] != gold.get("value")]
        if gold.get("state") == "amended" and gold.get("original") is not None:
            others = [gold["original"]]
        if others and isinstance(others[0], str):
            field["value"] = others[0]
            yield key


def refused(output: Json, case: Json, document: Document) -> Iterator[Key]:
    """Refuse a question that the document answers."""
    del document
    if case["capability"] == "qa" and case["expected"].get("answerable") != "false":
        output["answer"] = REFUSAL
        output["provenance"] = []
        yield ANSWER


def made_up(output: Json, case: Json, document: Document) -> Iterator[Key]:
    """Answer a question that the document does not answer with a figure that stands nowhere."""
    del document
    if case["capability"] == "qa" and case["expected"].get("answerable") == "false":
        output["answer"] = MADE_UP
        yield ANSWER


VARIANTS: Mapping[str, Make] = {
    make.__name__: make
    for make in (
        right_in_another_form, as_written, page_wrong, page_not_there, quote_invented, quote_forged, quote_loose,
        file_not_named, nothing_cited, silent, denied, zero_dropped, tranches_swapped, stale, refused, made_up,
    )
}  # fmt: skip


def _fields(output: Json, case: Json) -> Iterator[tuple[Key, Json, Json]]:
    """Yield every field of an extraction: its key, its gold, and what is said of it."""
    if case["capability"] != "extraction":
        return
    expected = case["expected"]
    gold: dict[Key, Json] = {(name, None): one for name, one in expected.get("fields", {}).items()}
    gold |= {(name, one["label"]): cell for one in expected.get("tranches", ()) for name, cell in one["fields"].items()}
    yield from ((key, gold[key], said) for key, said in _items(output))


def _cited(output: Json, case: Json, document: Document) -> Iterator[tuple[Key, Json]]:
    """Yield every item of an output that cites this document and no other, with what is said of it."""
    for key, part in [(ANSWER, output)] if case["capability"] == "qa" else list(_items(output)):
        cited = part.get("provenance") or ()
        if cited and all(one.get("document") == document.name and one.get("quote") for one in cited):
            yield key, part


def _items(output: Json) -> Iterator[tuple[Key, Json]]:
    """Yield the items of an output that is no answer to a question, with what is said of each."""
    yield from (((name, None), field) for name, field in output.get("fields", {}).items())
    for tranche in output.get("tranches", ()):
        yield from (((name, tranche["label"]), field) for name, field in tranche["fields"].items())
    yield from (((one["name"], None), one) for one in output.get("covenants", ()))
    flags = output.get("flags", {})
    for at, one in enumerate(flags.get("grace_periods") or (), start=1):
        yield (f"flag:grace_period:{at}", None), one
    if flags.get("cross_default"):
        yield ("flag:cross_default", None), flags["cross_default"]
    yield from (((one["term"], None), one) for one in output.get("comparisons", ()))


def _other_form(name: str, gold: Json) -> str | None:
    value = str(gold.get("value"))
    surfaces = gold.get("surfaces", [])
    if gold.get("state", "present") != "present" or "accept" in gold:
        return None
    match name:
        case "facility_amount" if found := _MONEY.fullmatch(value):
            millions = _millions(found[2])
            return None if surfaces or millions is None else f"{found[1]} {millions} million".strip()
        case "maturity_date" if surfaces and re.fullmatch(r"\d{4}-\d\d-\d\d", value):
            day = date.fromisoformat(value)
            forms = f"{day.day} {MONTHS[day.month - 1]} {day.year}", f"{MONTHS[day.month - 1]} {day.day}, {day.year}"
            return next((forms[1 - at] for at, form in enumerate(forms) if form in surfaces), None)
        case "margin" if found := _RATE.fullmatch(value):
            return f"{Decimal(found[1]) * 100:f}".removesuffix(".00") + " basis points per annum"
        case _:
            return None


def _millions(figure: str) -> str | None:
    whole = Decimal(figure.replace(",", "")) / 1_000_000
    return f"{whole.normalize():f}" if whole == whole.quantize(Decimal("0.01")) else None


def _other_page(quote: str, document: Document) -> int | None:
    words = "".join(quote.split())
    for page in reversed(document.pages):
        if words[:40] not in "".join(document.text[page.span.start : page.span.end].split()):
            return page.number
    return None


def _loosened(quote: str, facts: Sequence[str]) -> str | None:
    """Return a long quote with one word more: before a plain ``the``, where it parts no comparator and no fact."""
    words = quote.split()
    for at in range(4, len(words)):
        if len(words) >= 12 and words[at] == "the" and words[at - 1] in _BEFORE:
            loose = " ".join([*words[:at], LOOSE, *words[at:]])
            if all((fact in loose) == (fact in " ".join(words)) for fact in facts):
                return loose
    return None


def _become(part: Json, **said: Any) -> None:
    part.clear()
    part |= said
