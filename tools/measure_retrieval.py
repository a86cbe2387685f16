"""Measure the retrieval of the baseline: ``python -m tools.measure_retrieval SUITE …``.

For every question with gold citations it prints which share of the gold clauses is among the first 1, 3 and 10 units:
per type of question for the baseline and for plain BM25 on the same units, and in one line for other ways to retrieve
and to cut a paper. A gold clause is found where a unit overlaps the place of its quote.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from loanproof.capabilities.baseline.aids import Paper
from loanproof.capabilities.baseline.questions.candidates import Candidates
from loanproof.capabilities.baseline.retrieval import (
    Query,
    Retriever,
    Weights,
    clause_units,
    query_of,
    windows,
)
from loanproof.cases import QaCase, load_suite
from loanproof.core import Span
from loanproof.documents import QuoteSearcher, load_document
from loanproof.provenance import quote_rules_of
from loanproof.standards import load_contract

FIRST = (1, 3, 10)
PLAIN = Weights(k1=1.2, b=0.75, heading=0.0, definition=0.0)
"""Plain BM25 with the usual parameters."""
_NEVER = 10**6


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """One way to retrieve."""

    name: str
    build: Callable[[Paper], Retriever]
    by_concepts: bool = True
    is_by_type: bool = False


METHODS = (
    Method(name="baseline", build=lambda paper: Candidates(paper).retriever, is_by_type=True),
    Method(
        name="plain BM25, same units",
        build=lambda paper: Retriever(paper, weights=PLAIN),
        by_concepts=False,
        is_by_type=True,
    ),
    Method(name="without what other rules found", build=Retriever),
    Method(name="without the lexicon either", build=Retriever, by_concepts=False),
    Method(name="clause units", build=lambda paper: Retriever(paper, units=clause_units(paper))),
    Method(name="windows of 500", build=lambda paper: Retriever(paper, units=windows(paper))),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question with the places of its gold clauses."""

    case: str
    type: str
    question: str
    paper: Paper
    gold: tuple[Span, ...]


def read_questions(folder: Path) -> Iterator[Asked]:
    """Yield the questions of a suite whose answers are in the first document of their case."""
    suite = load_suite(folder)
    standard = load_contract(suite.settings.standard)
    papers: dict[str, tuple[Paper, QuoteSearcher]] = {}
    for located in suite.cases:
        case = located.case
        if not isinstance(case, QaCase) or not case.expected.citations:
            continue
        name = case.document_names[0]
        if name not in papers:
            paper = Paper(load_document(folder / "documents" / name))
            papers[name] = (paper, QuoteSearcher(paper.document, quote_rules_of(standard)))
        paper, searcher = papers[name]
        cited = [one.quote for one in case.expected.citations if one.document in (None, name)]
        places = (searcher.search(quote).spans for quote in cited)
        gold = tuple(spans[0] for spans in places if spans)
        if gold:
            kind = next((tag for tag in case.tags if tag[:1] == "T" and tag[1:].isdigit()), folder.name)
            yield Asked(case=case.id, type=kind, question=case.question, paper=paper, gold=gold)


def ranks_of(asked: Sequence[Asked], method: Method) -> list[list[int]]:
    """Return for every question the rank of the first unit of each gold clause, from one."""
    retrievers: dict[int, Retriever] = {}
    found = []
    for one in asked:
        key = id(one.paper)
        if key not in retrievers:
            retrievers[key] = method.build(one.paper)
        query = query_of(one.question)
        query = query if method.by_concepts else Query(words=query.words)
        hits = retrievers[key].find_by(query, count=max(FIRST))
        found.append([
            next((at for at, hit in enumerate(hits, 1) if hit.unit.span.overlaps(place)), _NEVER) for place in one.gold
        ])  # fmt: skip
    return found


def print_shares(title: str, rows: Sequence[tuple[str, list[int]]]) -> None:
    """Print the share of gold clauses among the first units, per type and together."""
    by_type: dict[str, list[int]] = defaultdict(list)
    for kind, ranks in rows:
        by_type[kind] += ranks
        by_type["all"] += ranks
    print(f"\n{title}\n{'type':<20}{'clauses':>8}" + "".join(f"{f'first {n}':>10}" for n in FIRST))
    for kind, ranks in sorted(by_type.items(), key=lambda pair: (pair[0] == "all", len(pair[0]), pair[0])):
        shares = (sum(rank <= n for rank in ranks) / len(ranks) for n in FIRST)
        print(f"{kind:<20}{len(ranks):>8}" + "".join(f"{share:>10.3f}" for share in shares))


def main(folders: Sequence[str]) -> None:
    """Print the tables of all methods, those of the baseline and of plain BM25 per type."""
    asked = [one for folder in folders for one in read_questions(Path(folder))]
    for method in METHODS:
        ranks = ranks_of(asked, method)
        rows = [
            (one.type if method.is_by_type else "all of it", found) for one, found in zip(asked, ranks, strict=True)
        ]
        print_shares(method.name, rows)
        if method is METHODS[0] and "-v" in sys.argv:
            for one, found in zip(asked, ranks, strict=True):
                print(one.case, found, one.question)


if __name__ == "__main__":
    main([argument for argument in sys.argv[1:] if argument != "-v"])
