"""Ways in which an answer goes wrong, each applied to every part of an output that it fits.

A way is a function that changes an output in place; what it draws comes from a seed of the case and the way, so the
same suite always gives the same outputs. ``WAYS`` names the ways of each capability.
"""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from loanproof.documents import Document

NOTHING = (
    "N.A.", "n/a", "N/A", "none", "None.", "nil", "null", "-", "–", "not stated", "not applicable", "Not specified",
    "not available", "unknown", "unknown.", "not provided", "blank", "TBD", "no information", "",
)  # fmt: skip
FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")
LONG_FIGURE = re.compile(r"\d{1,3}(?:,\d{3})+")
ISO_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
HEADING = re.compile(r"^[ \t]*(\d{1,2})\.?[ \t]+([A-Z][A-Za-z ,;-]{4,60}?)\.?[ \t]*$", re.MULTILINE)
MONTHS = "January February March April May June July August September October November December".split()
UNIT = re.compile(r"(?:%|per cent\.?|percent|per annum|p\.a\.|bps|USD|\$|days?|months?|years?|Business|:1(?:\.0+)?)")
VALUES: Mapping[str, frozenset[str]] = {
    "extraction": frozenset({"value", "original_value"}),
    "covenants": frozenset({"threshold", "cap", "waived_threshold", "original_threshold", "thresholds"}),
    "bmt": frozenset({"deal_value"}),
    "qa": frozenset({"answer"}),
}
RATES = ("margin", "commitment_fee", "reference_rate")
OPERATORS = {"<=": ">=", ">=": "<=", "<": ">", ">": "<", "=": "<="}


@dataclass(frozen=True, slots=True, kw_only=True)
class Corruption:
    """An output that is about to be corrupted, with what a way may draw from."""

    output: dict[str, Any]
    document: Document
    draw: random.Random

    def citations(self) -> list[dict[str, Any]]:
        """Return every citation of the output."""
        return [citation for part in self.cited() for citation in part["provenance"]]

    def cited(self) -> list[dict[str, Any]]:
        """Return every part of the output that cites something."""
        return [part for part in _parts(self.output) if part.get("provenance")]

    def fields(self) -> list[tuple[str, dict[str, Any]]]:
        """Return every field of an extraction with its name, those of tranches too."""
        holders = [self.output, *self.output.get("tranches", ())]
        return [(name, field) for holder in holders for name, field in holder["fields"].items()]

    def change_values(self, change: Callable[[str], Any]) -> None:
        """Change every text of every value, also inside structured ones."""
        keys = VALUES[self.output["capability"]]
        for part in list(_parts(self.output)):
            for key in sorted(keys & part.keys()):
                part[key] = _changed(part[key], change)

    def replace_values(self, make: Callable[[], Any]) -> None:
        """Put another value in the place of each, structured or not."""
        keys = VALUES[self.output["capability"]]
        for part in list(_parts(self.output)):
            for key in sorted(keys & part.keys()):
                part[key] = make()

    def change_quotes(self, change: Callable[[str], Any]) -> None:
        """Change every quote."""
        for citation in self.citations():
            citation["quote"] = change(citation["quote"])

    def set(self, key: str, make: Callable[[Any], Any]) -> None:
        """Change a key wherever it is written; the citations keep theirs."""
        for part in _parts(self.output):
            if key in part and "quote" not in part:
                part[key] = make(part[key])

    def figure(self, like: str) -> str:
        """Return another figure of the document, of the same writing if there is one."""
        shape = re.sub(r"\d", "0", like)
        figures = sorted(set(FIGURE.findall(self.document.text)) - {like})
        return self.draw.choice([one for one in figures if re.sub(r"\d", "0", one) == shape] or figures or [like])

    def nothing(self) -> str:
        """Return a word for nothing."""
        return self.draw.choice(NOTHING)


Way = Callable[[Corruption], None]


def corruptions(output: dict[str, Any], document: Document, seed: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the name of each way that changes the output, with the output after it."""
    for way in WAYS[output["capability"]]:
        spoilt = copy.deepcopy(output)
        draw = random.Random(f"{seed}/{way.__name__}")
        way(Corruption(output=spoilt, document=document, draw=draw))
        if spoilt != output:
            yield way.__name__, spoilt


def _parts(data: Any) -> Iterator[dict[str, Any]]:
    if isinstance(data, dict):
        yield data
        for one in list(data.values()):
            yield from _parts(one)
    elif isinstance(data, list):
        for one in data:
            yield from _parts(one)


def _changed(value: Any, change: Callable[[str], Any]) -> Any:
    if isinstance(value, dict):
        return {key: _changed(one, change) for key, one in value.items()}
    if isinstance(value, list):
        return [_changed(one, change) for one in value]
    return change(value) if isinstance(value, str) else value


def page_off_by_one(answer: Corruption) -> None:
    for citation in answer.citations():
        if isinstance(citation.get("page"), int):
            citation["page"] += 1


def page_far_off(answer: Corruption) -> None:
    for citation in answer.citations():
        if isinstance(citation.get("page"), int):
            citation["page"] += 1 + len(answer.document.pages)


def page_says_nothing(answer: Corruption) -> None:
    for citation in answer.citations():
        citation["page"] = answer.nothing()


def section_of_another_clause(answer: Corruption) -> None:
    ids = sorted({one.id for one in answer.document.sections if one.id}) or ["99.9"]
    for citation in answer.citations():
        citation["section"] = answer.draw.choice(ids)


def section_not_in_the_document(answer: Corruption) -> None:
    for citation in answer.citations():
        citation["section"] = f"{answer.draw.randint(60, 99)}.{answer.draw.randint(1, 9)}"


def section_says_nothing(answer: Corruption) -> None:
    for citation in answer.citations():
        citation["section"] = answer.nothing()


def document_says_nothing(answer: Corruption) -> None:
    for citation in answer.citations():
        citation["document"] = answer.nothing()


def place_dropped(answer: Corruption) -> None:
    for citation in answer.citations():
        citation |= {"page": None, "section": None}


def quote_word_altered(answer: Corruption) -> None:
    def change(quote: str) -> str:
        words = quote.split(" ")
        plain = [at for at, word in enumerate(words) if word.isalpha() and len(word) > 3]
        if plain:
            words[answer.draw.choice(plain)] = "therefore"
        return " ".join(words)

    answer.change_quotes(change)


def quote_figure_altered(answer: Corruption) -> None:
    answer.change_quotes(lambda quote: _one_digit(quote, answer.draw))


def quote_figure_from_elsewhere(answer: Corruption) -> None:
    answer.change_quotes(lambda quote: FIGURE.sub(lambda found: answer.figure(found[0]), quote, count=1))


def quote_negated(answer: Corruption) -> None:
    def change(quote: str) -> str:
        if " not " in quote:
            return quote.replace(" not ", " ", 1)
        return re.sub(r"\b(shall|will|is|are|may|means|has)\b", r"\1 not", quote, count=1)

    answer.change_quotes(change)


def quote_cut_short(answer: Corruption) -> None:
    answer.change_quotes(lambda quote: quote[: max(8, len(quote) * answer.draw.randint(4, 8) // 10)])


def quote_cut_inside_its_figure(answer: Corruption) -> None:
    def change(quote: str) -> str:
        figures = [found for found in FIGURE.finditer(quote) if len(found[0]) > 1]
        return quote[: figures[-1].end() - answer.draw.randint(1, len(figures[-1][0]) - 1)] if figures else quote

    answer.change_quotes(change)


def quote_begun_inside_its_figure(answer: Corruption) -> None:
    def change(quote: str) -> str:
        figures = [found for found in FIGURE.finditer(quote) if len(found[0]) > 1]
        return quote[figures[0].start() + answer.draw.randint(1, len(figures[0][0]) - 1) :] if figures else quote

    answer.change_quotes(change)


def quote_of_its_figure_alone(answer: Corruption) -> None:
    def change(quote: str) -> str:
        figures = FIGURE.findall(quote)
        return answer.draw.choice(figures) if figures else quote

    answer.change_quotes(change)


def quote_invented(answer: Corruption) -> None:
    answer.change_quotes(lambda quote: f"the parties hereby confirm that {quote[:12]} applies as agreed among them")


def quote_dropped(answer: Corruption) -> None:
    answer.change_quotes(lambda _: None)


def citations_dropped(answer: Corruption) -> None:
    for part in answer.cited():
        part["provenance"] = []


def citations_exchanged(answer: Corruption) -> None:
    parts = answer.cited()
    cited = [part["provenance"] for part in parts]
    for part, other in zip(parts, cited[1:] + cited[:1], strict=True):
        part["provenance"] = copy.deepcopy(other)


def only_the_last_citation(answer: Corruption) -> None:
    for part in answer.cited():
        part["provenance"] = part["provenance"][-1:]


def cited_by_a_heading(answer: Corruption) -> None:
    found = [*HEADING.finditer(answer.document.text)]
    for citation in answer.citations() if found else ():
        heading = answer.draw.choice(found)
        section = answer.document.section_at(heading.start(1))
        page = answer.document.page_at(heading.start(1)).number if answer.document.paged else None
        citation |= {"page": page, "section": section.id if section else None, "quote": " ".join(heading[0].split())}


def digit_dropped(answer: Corruption) -> None:
    answer.change_values(lambda text: FIGURE.sub(lambda found: found[0][:-1] or found[0], text))


def digit_altered(answer: Corruption) -> None:
    answer.change_values(lambda text: _one_digit(text, answer.draw))


def figures_from_elsewhere(answer: Corruption) -> None:
    answer.change_values(lambda text: FIGURE.sub(lambda found: answer.figure(found[0]), text))


def figures_invented(answer: Corruption) -> None:
    answer.change_values(
        lambda text: FIGURE.sub(lambda _: f"{answer.draw.randint(31, 99)}.{answer.draw.randint(1, 9)}7", text)
    )


def unit_dropped(answer: Corruption) -> None:
    answer.change_values(lambda text: " ".join(UNIT.sub(" ", text).split()) or text)


def said_in_another_form(answer: Corruption) -> None:
    answer.change_values(_other_form)


def in_capitals(answer: Corruption) -> None:
    answer.change_values(str.upper)


def last_word_dropped(answer: Corruption) -> None:
    answer.change_values(lambda text: text.rpartition(" ")[0] or text)


def other_words_added(answer: Corruption) -> None:
    tails = (
        " or thereabouts",
        " (approximately)",
        ", as amended",
        " plus 1.25%",
        " and USD 7,000,000",
        " of Acme Limited",
    )
    answer.change_values(lambda text: text + answer.draw.choice(tails))


def value_is_its_quote(answer: Corruption) -> None:
    keys = VALUES[answer.output["capability"]]
    for part in answer.cited():
        for key in sorted(keys & part.keys()):
            part[key] = part["provenance"][0]["quote"]


def value_says_nothing(answer: Corruption) -> None:
    answer.replace_values(answer.nothing)


def value_says_nothing_in_part(answer: Corruption) -> None:
    answer.change_values(lambda text: text if answer.draw.random() < 0.5 else answer.nothing())


def unsure(answer: Corruption) -> None:
    words = ("LOW", "MEDIUM", "HIGH", 0.2, 0.7, {"score": 0.93, "level": "LOW"}, "unknown", None, "n/a")
    answer.set("confidence", lambda _: answer.draw.choice(words))


def status_contradicts(answer: Corruption) -> None:
    states = ("absent", "illegible", "undeterminable", "amended", "unchanged", "extracted", "unknown", "n/a")
    for _, field in answer.fields():
        field["status"] = answer.draw.choice([one for one in states if one != field["status"]])


def status_dropped(answer: Corruption) -> None:
    for _, field in answer.fields():
        del field["status"]


def absent_is_given(answer: Corruption) -> None:
    given = {"margin": "2.25% per annum", "commitment_fee": "0.35%", "tenor": "7 years", "guarantors": ["Acme plc"]}
    quotes = [citation for citation in answer.citations() if citation.get("quote")]
    for name, field in answer.fields():
        if field["status"] != "extracted" and quotes:
            value = given.get(name, "USD 12,000,000")
            field |= {"status": "extracted", "value": value, "provenance": [dict(answer.draw.choice(quotes))]}


def rate_of_a_heading(answer: Corruption) -> None:
    """Give the number of a heading for a rate, and cite the heading."""
    cited_by_a_heading(answer)
    for name, field in answer.fields():
        if name in RATES and field.get("provenance"):
            number = FIGURE.findall(field["provenance"][0]["quote"])[:1] or ["7"]
            field["value"] = answer.draw.choice([f"{number[0]}%", f"{number[0]}.00% per annum", number[0]])


def rate_as_a_bare_figure(answer: Corruption) -> None:
    for name, field in answer.fields():
        if name in RATES and field.get("provenance"):
            figures = FIGURE.findall(str(field["value"]))
            field["value"] = answer.draw.choice(figures) if figures else "2.5"


def one_rate_of_a_table(answer: Corruption) -> None:
    """Give one figure of a schedule or table for the whole of it, with its sign or in basis points."""
    for name, field in answer.fields():
        if name in RATES and field.get("provenance"):
            figures = FIGURE.findall(field["provenance"][-1]["quote"])
            if figures:
                figure = answer.draw.choice(figures)
                field["value"] = answer.draw.choice([f"{figure}%", f"{figure}% per annum", f"{figure} bps"])


def tranches_exchanged(answer: Corruption) -> None:
    tranches = answer.output.get("tranches", ())
    labels = [one["label"] for one in tranches]
    for tranche, label in zip(tranches, labels[1:] + labels[:1], strict=True):
        tranche["label"] = label


def scope_dropped(answer: Corruption) -> None:
    for _, field in answer.fields():
        field.pop("scope", None)
        if field["status"] == "extracted":
            field["scope"] = [answer.nothing()]


def fields_left_out(answer: Corruption) -> None:
    for holder in (answer.output, *answer.output.get("tranches", ())):
        holder["fields"] = {name: one for name, one in holder["fields"].items() if answer.draw.random() < 0.5}


def bare_fields(answer: Corruption) -> None:
    """Write a field as its value alone, not as an object."""
    for holder in (answer.output, *answer.output.get("tranches", ())):
        holder["fields"] = {name: one.get("value", answer.nothing()) for name, one in holder["fields"].items()}


def threshold_told(answer: Corruption) -> None:
    heads = ("not more than ", "at least ", "greater than ", "no less than ", "must not exceed ", "<= ", "")
    answer.change_values(lambda text: answer.draw.choice(heads) + text)


def operator_turned(answer: Corruption) -> None:
    answer.set("operator", lambda given: OPERATORS.get(given, "<="))


def operator_in_words(answer: Corruption) -> None:
    words = ("at most", "at least", "no more than", "shall not exceed", "minimum", "maximum", "n/a", "unknown", "none")
    answer.set("operator", lambda _: answer.draw.choice(words))


def frequency_changed(answer: Corruption) -> None:
    words = ("monthly", "semi_annual", "annual", "quarterly", "weekly", "at all times", "each Quarter Date", "none")
    answer.set("testing_frequency", lambda _: answer.draw.choice(words))


def frequency_says_nothing(answer: Corruption) -> None:
    answer.set("testing_frequency", lambda _: answer.nothing())


def type_changed(answer: Corruption) -> None:
    words = ("financial", "information", "negative", "positive", ["financial", "negative"], "maintenance", "unknown")
    answer.set("type", lambda _: answer.draw.choice(words))


def name_changed(answer: Corruption) -> None:
    names = ("Interest Cover", "Net Worth", "Limitation on Mergers", "the covenant", "n/a", "unknown", "Leverage Ratio")
    for covenant in answer.output["covenants"]:
        covenant["name"] = answer.draw.choice([*names, *covenant.get("also", ())])
        covenant.pop("also", None)


def covenant_repeated(answer: Corruption) -> None:
    for covenant in list(answer.output["covenants"]):
        answer.output["covenants"].append(copy.deepcopy(covenant))


def covenant_repeated_otherwise(answer: Corruption) -> None:
    for covenant in list(answer.output["covenants"]):
        other = copy.deepcopy(covenant) | {"testing_frequency": "monthly"}
        other["threshold"] = _one_digit(str(covenant.get("threshold", "3.00:1")), answer.draw)
        answer.output["covenants"].append(other)


def conditions_dropped(answer: Corruption) -> None:
    for covenant in answer.output["covenants"]:
        for key in ("condition", "carve_outs", "steps", "waiver", "effective_date"):
            covenant.pop(key, None)


def extras_say_nothing(answer: Corruption) -> None:
    for covenant in answer.output["covenants"]:
        for key in ("condition", "carve_outs", "waiver", "effective_date", "secondary_type"):
            covenant[key] = answer.nothing()


def flags_turned(answer: Corruption) -> None:
    flags = answer.output["flags"]
    for period in flags.get("grace_periods", ()):
        period["days"] = answer.draw.choice([period["days"] + 1, f"{period['days']} Business Days", "none", "unknown"])
        period["unit"] = answer.draw.choice(["business", "calendar", "n/a"])
    if "cross_default" in flags:
        kinds = ("cross_acceleration", "cross_payment_default", "unknown", "not available", "n/a")
        flags["cross_default"] |= {"kind": answer.draw.choice(kinds), "present": answer.draw.choice([True, "no", None])}


def flags_say_nothing(answer: Corruption) -> None:
    answer.output["flags"] = {"grace_periods": answer.nothing(), "cross_default": answer.nothing()}


def flags_dropped(answer: Corruption) -> None:
    del answer.output["flags"]


def finding_turned(answer: Corruption) -> None:
    answer.set("finding", lambda given: "conforms" if given == "deviation" else "deviation")


def gap_turned(answer: Corruption) -> None:
    answer.set("gap", lambda gap: {key: -one if isinstance(one, int | float) else one for key, one in gap.items()})


def gap_changed(answer: Corruption) -> None:
    by = answer.draw.choice([1, 10, 25])
    answer.set("gap", lambda gap: {key: one + by if isinstance(one, int | float) else one for key, one in gap.items()})


def gap_told(answer: Corruption) -> None:
    words = ("none", "n/a", "the deal is higher", "no difference", "100 bps", "one percentage point higher", "unknown")
    answer.set("gap", lambda _: answer.draw.choice([{"text": answer.draw.choice(words)}, answer.draw.choice(words)]))


def benchmark_changed(answer: Corruption) -> None:
    for comparison in answer.output["comparisons"]:
        given = comparison["benchmark"]["value"]
        comparison["benchmark"]["value"] = _one_digit(str(given), answer.draw)


def benchmark_says_nothing(answer: Corruption) -> None:
    for comparison in answer.output["comparisons"]:
        comparison["benchmark"] |= {"reference": answer.nothing(), "value": answer.nothing()}


def publication_changed(answer: Corruption) -> None:
    for comparison in answer.output["comparisons"]:
        comparison["benchmark"]["publication"] = answer.draw.choice(["LMA", "APLMA", "LSTA", "unknown", "N.A."])


def jurisdiction_changed(answer: Corruption) -> None:
    laws = ("English law", "New York law", "Singapore law", "Victorian law", "unknown", "not stated")
    answer.output["jurisdiction"] |= {"governing_law": answer.draw.choice(laws), "disclosure": answer.nothing()}
    answer.output["jurisdiction"]["ambiguous"] = answer.draw.choice([True, False, None])


def refused(answer: Corruption) -> None:
    answer.output["answer"] = "The document does not contain information about this question."


def refused_in_other_words(answer: Corruption) -> None:
    answer.output["answer"] = "I could not find this in the agreement; please consult the Fee Letter."


def refusal_with_a_claim(answer: Corruption) -> None:
    answer.output["answer"] = f"{answer.output['answer']} The document does not contain information about the fees."


def claim_added(answer: Corruption) -> None:
    answer.output["answer"] += f" The fee is USD {answer.draw.randint(2, 9)},750,000 and falls due on 3 May 2033."


def claim_added_from_elsewhere(answer: Corruption) -> None:
    answer.output["answer"] += f" It is also {answer.figure('000,000,000')}."


def told_at_length(answer: Corruption) -> None:
    answer.output["answer"] = f"Under the agreement, and subject to its terms: {answer.output['answer'].lower()}"


def denied(answer: Corruption) -> None:
    answer.output["answer"] = f"It is not the case that {answer.output['answer']}"


def half_the_answer(answer: Corruption) -> None:
    answer.output["answer"] = answer.output["answer"][: len(answer.output["answer"]) // 2]


def _one_digit(text: str, draw: random.Random) -> str:
    """Return a text in which one digit is another."""
    digits = [at for at, character in enumerate(text) if character.isdecimal()]
    if not digits:
        return text
    at = draw.choice(digits)
    return text[:at] + draw.choice([one for one in "123456789" if one != text[at]]) + text[at + 1 :]


def _other_form(text: str) -> str:
    """Return a text with its dates, millions and percentages written otherwise."""
    text = ISO_DATE.sub(lambda found: f"{int(found[3])} {MONTHS[int(found[2]) - 1]} {found[1]}", text)
    text = LONG_FIGURE.sub(_in_millions, text)
    text = re.sub(r"(\d+\.\d+)\s?%", lambda found: f"{float(found[1]) * 100:g} basis points", text)
    text = re.sub(r"(?<=\d):1(?:\.0+)?\b", "x", text)
    return re.sub(r"^New York law$", "laws of the State of New York", text)


def _in_millions(found: re.Match[str]) -> str:
    number = int(found[0].replace(",", ""))
    return f"{number / 1_000_000:g} million" if number % 100_000 == 0 else found[0].replace(",", "")


CITING: tuple[Way, ...] = (
    page_off_by_one, page_far_off, page_says_nothing, section_of_another_clause, section_not_in_the_document,
    section_says_nothing, document_says_nothing, place_dropped, quote_word_altered, quote_figure_altered,
    quote_figure_from_elsewhere, quote_negated, quote_cut_short, quote_cut_inside_its_figure,
    quote_begun_inside_its_figure, quote_of_its_figure_alone, quote_invented, quote_dropped, citations_dropped,
    citations_exchanged, only_the_last_citation, cited_by_a_heading,
)  # fmt: skip
VALUING: tuple[Way, ...] = (
    digit_dropped, digit_altered, figures_from_elsewhere, figures_invented, unit_dropped, said_in_another_form,
    in_capitals, last_word_dropped, other_words_added, value_is_its_quote, value_says_nothing,
    value_says_nothing_in_part, unsure,
)  # fmt: skip
WAYS: Mapping[str, tuple[Way, ...]] = {
    "extraction": (
        *CITING, *VALUING, status_contradicts, status_dropped, absent_is_given, rate_of_a_heading,
        rate_as_a_bare_figure, one_rate_of_a_table, tranches_exchanged, scope_dropped, fields_left_out, bare_fields,
    ),
    "covenants": (
        *CITING, *VALUING, threshold_told, operator_turned, operator_in_words, frequency_changed,
        frequency_says_nothing, type_changed, name_changed, covenant_repeated, covenant_repeated_otherwise,
        conditions_dropped, extras_say_nothing, flags_turned, flags_say_nothing, flags_dropped,
    ),
    "bmt": (
        *CITING, *VALUING, finding_turned, gap_turned, gap_changed, gap_told, benchmark_changed,
        benchmark_says_nothing, publication_changed, jurisdiction_changed,
    ),
    "qa": (
        *CITING, *VALUING, refused, refused_in_other_words, refusal_with_a_claim, claim_added,
        claim_added_from_elsewhere, told_at_length, denied, half_the_answer,
    ),
}  # fmt: skip
