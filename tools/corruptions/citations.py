"""Ways in which a citation goes wrong, whatever it is cited for."""
# ruff: noqa: D103 - a way is named for what goes wrong

from __future__ import annotations

import copy
import re

from tools.corruptions.corruption import FIGURE, Corruption, Way, another_digit

HEADING = re.compile(r"^[ \t]*(\d{1,2})\.?[ \t]+([A-Z][A-Za-z ,;-]{4,60}?)\.?[ \t]*$", re.MULTILINE)


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
    answer.change_quotes(lambda quote: another_digit(quote, answer.draw))


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


WAYS: tuple[Way, ...] = (
    page_off_by_one, page_far_off, page_says_nothing, section_of_another_clause, section_not_in_the_document,
    section_says_nothing, document_says_nothing, place_dropped, quote_word_altered, quote_figure_altered,
    quote_figure_from_elsewhere, quote_negated, quote_cut_short, quote_cut_inside_its_figure,
    quote_begun_inside_its_figure, quote_of_its_figure_alone, quote_invented, quote_dropped, citations_dropped,
    citations_exchanged, only_the_last_citation, cited_by_a_heading,
)  # fmt: skip
