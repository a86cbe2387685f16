"""The datasheet of the corpus, ``docs/corpus.md``: prose of ``datasheet.md``, with every figure counted from the deals.

What no case shows is printed as UNTESTED, so that nobody takes a missing row for a passed one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pypdfium2
import yaml

from tools.corpus.deal import FOLDER, Data, Deal, Planned, load_deals, load_plan
from tools.corpus.drawing import CANARY
from tools.corpus.suite_writer import SPLITS, SUITES

PAGE = FOLDER.parents[1] / "docs" / "corpus.md"
UNTESTED = "UNTESTED"
CAPABILITIES = {"extraction": "Extraction", "covenants": "Covenants", "bmt": "Benchmark", "qa": "Q&A"}
STATES = ("present", "absent", "amended", "unchanged", "undeterminable", "illegible")
_SURE = frozenset(STATES[:4])  # states that a good system can hold at HIGH
_LONG = 60  # pages
_MEGABYTE = 1_000_000
_Row: TypeAlias = Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """What the datasheet counts.

    Attributes:
        plan: The table of archetypes.
        deals: The drafted deals of both splits, without twins.
        twins: Their twins.
        pages: The number of pages of each document.
        size: Of all documents in bytes.
        names: What archetypes and question types are, in words.
    """

    plan: Sequence[Planned]
    deals: Sequence[Deal]
    twins: Sequence[Deal]
    pages: Mapping[str, int]
    size: int
    names: Mapping[str, Mapping[str, str]]

    def cases(self, split: str = "") -> Iterator[Data]:
        """Yield the cases of a split, or of both, without those of twins."""
        return (case for deal in self.deals if split in {"", deal.planned.split} for case in deal.cases)


def write_datasheet() -> None:
    """Write the page; the suites must be built, as pages are counted in them."""
    PAGE.write_text(render(load_corpus()), "utf-8")


def load_corpus() -> Corpus:
    """Return what is drafted in both splits."""
    deals = [deal for split in SPLITS for deal in load_deals(split)]
    files = {deal.name: SUITES / deal.planned.split / "documents" / f"{deal.name}.pdf" for deal in deals}
    return Corpus(
        plan=tuple(load_plan().values()),
        deals=tuple(deal for deal in deals if not deal.twin_of),
        twins=tuple(deal for deal in deals if deal.twin_of),
        pages={name: _count_pages(path) for name, path in files.items()},
        size=sum(path.stat().st_size for path in files.values()),
        names=yaml.safe_load((FOLDER / "archetypes.yaml").read_text("utf-8")),
    )


def render(corpus: Corpus) -> str:
    """Return the whole page."""
    page = (FOLDER / "datasheet.md").read_text("utf-8")
    parts = {
        "counts": _table(("", *SPLITS, "Both", "Aim"), _counts(corpus)),
        "archetypes": _table(
            ("Archetype", "What it is", "Split", "Documents (pages)", *CAPABILITIES.values(), "Question types"),
            _archetypes(corpus),
        ),
        "traps": _table(("Trap", "Split", *CAPABILITIES.values()), _traps(corpus)),
        "questions": _table(("Type", "What it tests", *SPLITS), _questions(corpus)),
        "fields": _table(("Field", *(state.capitalize() for state in STATES), "Twins"), _fields(corpus)),
        "twins": _table(("Item", "Documents"), _other_twins(corpus)),
        "canary": CANARY,
    }
    for name, text in parts.items():
        page = page.replace(f"<!-- {name} -->", text)
    return page


def is_out_of_scope(case: Data) -> bool:
    """Return whether a question is to be refused as a whole."""
    return bool(case["capability"] == "qa" and case["expected"].get("answerable") == "false")


def fields_of(case: Data) -> Iterator[tuple[str, str]]:
    """Yield every field that an extraction case decides, tranche by tranche, with its state."""
    expected = case["expected"]
    for fields in (expected.get("fields", {}), *(one["fields"] for one in expected.get("tranches", ()))):
        for name, gold in fields.items():
            yield name, gold.get("state", "present")


def _counts(corpus: Corpus) -> Iterator[_Row]:
    """Yield what the corpus was asked to hold, beside what it holds."""

    def of(label: str, count: Callable[[str], int], aim: str = "") -> _Row:
        return (label, *(str(count(split)) for split in SPLITS), str(sum(map(count, SPLITS))), aim)

    def deals_of(split: str) -> list[Deal]:
        return [deal for deal in corpus.deals if deal.planned.split == split]

    def cases_of(capability: str) -> Callable[[str], int]:
        return lambda split: sum(case["capability"] == capability for case in corpus.cases(split))

    planned = Counter(row.split for row in corpus.plan)
    yield of("Documents planned", planned.__getitem__)
    yield of("Documents drafted", lambda split: len(deals_of(split)), "52")
    yield of(
        "… of 60 pages or more", lambda split: sum(corpus.pages[one.name] >= _LONG for one in deals_of(split)), "10"
    )
    yield of("… that are scans", lambda split: sum(bool(one.scan) for one in deals_of(split)), "3")
    yield of("Pages", lambda split: sum(corpus.pages[one.name] for one in deals_of(split)))
    for capability, aim in (("extraction", "48, 24 in test"), ("covenants", "61"), ("bmt", "28"), ("qa", "200")):
        yield of(f"{CAPABILITIES[capability]} cases", cases_of(capability), aim)
    yield of("Questions out of scope", lambda split: sum(map(is_out_of_scope, corpus.cases(split))), "93, 59 in test")
    yield of("Fields that can be held at HIGH", lambda split: _sure_fields(corpus.cases(split)), "299 in test")
    yield of("Twins, each with one fact changed", lambda split: _of_split(corpus.twins, split), "40")
    yield of("Cases of twins", lambda split: sum(len(one.cases) for one in corpus.twins if one.planned.split == split))
    names = [{row.maturity for row in corpus.plan if row.maturity and row.split == split} for split in SPLITS]
    yield (
        "Different names planned for the maturity",
        *(str(len(one)) for one in names),
        str(len(set().union(*names))),
        "12 in test",
    )
    asked = Counter(case["question"].casefold() for case in corpus.cases() if case["capability"] == "qa")
    yield ("Most frequent wording of a question", "", "", f"{max(asked.values())} times", "at most 3")
    yield ("Size of all documents, twins included", "", "", f"{corpus.size / _MEGABYTE:.1f} MB", "at most 15 MB")


def _archetypes(corpus: Corpus) -> Iterator[_Row]:
    for archetype, name in corpus.names["archetypes"].items():
        rows = [row for row in corpus.plan if row.archetype == archetype]
        deals = [deal for deal in corpus.deals if deal.planned.archetype == archetype]
        drafted = {deal.name for deal in deals}
        cases = [case for deal in deals for case in deal.cases]
        shown = [_document(row, corpus.pages, drafted) for row in rows]
        split = rows[0].split if rows else ""
        yield (archetype, name, split, ", ".join(shown) or UNTESTED, *_by_capability(cases), _types_of(cases))


def _document(row: Planned, pages: Mapping[str, int], drafted: Iterable[str]) -> str:
    return f"{row.document} ({pages[row.document]})" if row.document in drafted else f"{row.document} {UNTESTED}"


def _traps(corpus: Corpus) -> Iterator[_Row]:
    traps = sorted({(trap, deal.planned.split) for deal in corpus.deals for trap in deal.traps})
    for trap, split in traps:
        deals = [deal for deal in corpus.deals if trap in deal.traps and deal.planned.split == split]
        yield (trap, split, *_by_capability([case for deal in deals for case in deal.cases]))


def _questions(corpus: Corpus) -> Iterator[_Row]:
    for kind, name in corpus.names["question_types"].items():
        counts = (sum(case.get("type") == kind for case in corpus.cases(split)) for split in SPLITS)
        yield (kind, name, *map(_or_untested, counts))


def _fields(corpus: Corpus) -> Iterator[_Row]:
    decided = Counter(pair for case in corpus.cases() if case["capability"] == "extraction" for pair in fields_of(case))
    twins = Counter(twin.twin_fact for twin in corpus.twins)
    for name in dict.fromkeys(name for name, _ in decided):
        yield (name, *(_or_untested(decided[name, state]) for state in STATES), _or_untested(twins[name]))


def _other_twins(corpus: Corpus) -> Iterator[_Row]:
    fields = {name for case in corpus.cases() if case["capability"] == "extraction" for name, _ in fields_of(case)}
    for fact in sorted({twin.twin_fact for twin in corpus.twins} - fields):
        yield (fact, ", ".join(twin.name for twin in corpus.twins if twin.twin_fact == fact))


def _by_capability(cases: Sequence[Data]) -> list[str]:
    counts = Counter(case["capability"] for case in cases)
    return [_or_untested(counts[capability]) for capability in CAPABILITIES]


def _types_of(cases: Sequence[Data]) -> str:
    types = {case["type"] for case in cases if "type" in case}
    return " ".join(sorted(types, key=lambda kind: int(kind[1:]))) or UNTESTED


def _sure_fields(cases: Iterable[Data]) -> int:
    return sum(state in _SURE for case in cases if case["capability"] == "extraction" for _, state in fields_of(case))


def _of_split(deals: Iterable[Deal], split: str) -> int:
    return sum(deal.planned.split == split for deal in deals)


def _or_untested(count: int) -> str:
    return str(count) if count else UNTESTED


def _count_pages(path: Path) -> int:
    with pypdfium2.PdfDocument(path) as document:
        return len(document)


def _table(head: _Row, rows: Iterable[_Row]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
