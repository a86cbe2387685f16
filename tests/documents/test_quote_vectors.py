"""The hand-written vectors of quote search. Expected values come from the rules, never from the code."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from tests.rows import each_row
from tools.quote_rules import RULES, SECOND_REVISION

from loanproof.core import Span
from loanproof.core.yaml_text import load_yaml
from loanproof.documents.model import Document, Page, TextSource
from loanproof.documents.quotes.result import Difference, QuoteResult, TokenClass
from loanproof.documents.quotes.search import QuoteSearcher

DATA: Any = load_yaml(Path(__file__).parent / "quotes.yaml").data
VECTORS: list[dict[str, Any]] = DATA["vectors"]


@cache
def the_searcher(name: str, revision: str) -> QuoteSearcher:
    """Lay a document of the table out as the model says: header, body and footer on each page."""
    text = ""
    pages: list[Page] = []
    for number, given in enumerate(DATA["documents"][name], 1):
        start = len(text)
        header, body, footer = (str(given[part]) for part in ("header", "body", "footer"))
        text += f"{header}\n{body}\n{footer}"
        running = (Span(start, start + len(header)), Span(len(text) - len(footer), len(text)))
        source = TextSource(given.get("source", "native"))
        pages.append(Page(number=number, span=Span(start, len(text)), running=running, source=source))
        text += "\f"
    document = Document(name=name, digest="", paged=True, text=text[:-1], pages=tuple(pages))
    return QuoteSearcher(document, RULES if revision == "1" else SECOND_REVISION)


@each_row("vector", VECTORS, ids=lambda vector: str(vector["rule"]))
def test_each_rule_gives_its_verdict_with_its_evidence(vector: dict[str, Any]) -> None:
    result = the_searcher(vector["document"], vector.get("revision", "1")).search(vector["quote"])
    assert result.verdict == vector["verdict"], result.sentence
    for name, expected in vector.items():
        if name not in ("rule", "revision", "document", "quote", "verdict", "why"):
            assert seen(result, name) == (told(expected) if name == "differences" else expected), result.sentence


def seen(result: QuoteResult, name: str) -> object:
    """Return what a result says about one of the columns of the table, written as the table writes it."""
    columns: dict[str, object] = {
        "folds": " ".join(result.folds),
        "pages": " ".join(map(str, result.pages)),
        "differences": [written(difference) for difference in result.material or result.differences],
        "material": "yes" if result.material else "no",
        "skipped": " ".join(result.skipped),
        "others": str(result.other_count),
        "unread": " ".join(map(str, result.unread_pages)),
        "ocr_errors": str(result.ocr_errors),
    }
    return columns[name]


def told(differences: list[dict[str, str]]) -> list[tuple[str, str, str, str]]:
    return [(one["class"], one["expected"], one["found"], one.get("elsewhere", "")) for one in differences]


def written(difference: Difference) -> tuple[str, str, str, str]:
    elsewhere = {None: "", True: "yes", False: "no"}[difference.appears_elsewhere]
    return difference.token_class.value, difference.expected, difference.found, elsewhere


def test_every_verdict_and_every_class_has_a_vector() -> None:
    verdicts = {vector["verdict"] for vector in VECTORS}
    classes = {one["class"] for vector in VECTORS for one in vector.get("differences", ())}
    assert verdicts == {"verbatim", "altered", "paraphrase", "partial", "spliced", "too_short", "absent"}
    assert classes == {token_class.value for token_class in TokenClass}
