"""Benchmark libraries: what is shipped, what a user may write, and how a mistake is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from loanproof.benchmarks import Basis, EntryKind, Library, Status, load_library
from loanproof.core import FormatError
from loanproof.standards import load_contract
from loanproof.values import LAW_KIND, Read

TOPICS = 28
OWN = """publication: {publication}
title: Our own figures
as_of: 2026-06-30
status: reviewed
entries:
  - id: M-1
    term: margin
    kind: market_range
    value: {{range: [200, 300]}}
    unit: bps
    gap_basis: midpoint
    source_kind: own_data
    reviewed_by: Market desk
"""


@pytest.fixture(scope="session")
def library() -> Library:
    return load_library()


def written(folder: Path, text: str, name: str = "own.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_all_topics_are_there_and_each_association_has_most_of_them(library: Library) -> None:
    numbers = {publication: set[str]() for publication in ("LMA", "APLMA", "LSTA")}
    for entry in library.entries:
        match = re.match(r"B-\d\d", entry.id)
        assert match is not None
        numbers[entry.publication].add(match[0])
    assert set.union(*numbers.values()) == {f"B-{number:02d}" for number in range(1, TOPICS + 1)}
    # the spread over SOFR is a US convention, the rates of Hong Kong, Singapore and Australia are those of APAC
    assert numbers["LMA"] == set.union(*numbers.values()) - {"B-14", "B-19"}
    assert numbers["APLMA"] == set.union(*numbers.values()) - {"B-14"}
    assert numbers["LSTA"] == set.union(*numbers.values()) - {"B-19"}


def test_every_shipped_entry_is_illustrative_dated_and_reviewed_by_nobody(library: Library) -> None:
    rule = load_contract("eval-standards@1.0+r1").parameters.bmt
    for entry in library.entries:
        assert entry.status.value == rule.library_status == "illustrative"
        assert entry.as_of == "2026-01-01"
        assert entry.source_kind
        assert entry.reviewed_by is None
    assert tuple(EntryKind) == rule.library_kinds


def publications(library: Library) -> tuple[str, ...]:
    return tuple(dict.fromkeys(entry.publication for entry in library.entries))


def test_no_form_is_said_to_price_anything(library: Library) -> None:
    for term in ("margin", "financial_covenant_levels", "commitment_fee"):
        for publication in publications(library):
            for entry in library.find(term, publication, kind=EntryKind.FORM_POSITION):
                assert entry.value.text is not None


def test_no_entry_is_long_enough_to_be_the_wording_of_a_form(library: Library) -> None:
    assert max(len(entry.value.text or "") for entry in library.entries) < 160


@pytest.mark.parametrize(
    ("term", "publication", "texts"),
    [
        ("majority_lenders", "LMA", ["66⅔% of Total Commitments"]),
        ("majority_lenders", "lsta", ["50% of the commitments"]),
        ("default_interest", "APLMA", ["2.00% per annum"]),
        ("payment_grace", "APLMA", ["2-5 Business Days"]),
        ("transfer_fee", "LSTA", ["USD 3500"]),
        ("transfer_fee", "LMA", ["EUR 1500 to EUR 3500"]),
        ("local_reference_rate", "LMA", []),
        ("no_such_term", "LMA", []),
    ],
)
def test_entries_are_found_by_term_and_publication(
    library: Library, term: str, publication: str, texts: list[str]
) -> None:
    found = [entry.value_text for entry in library.find(term, publication) if entry.value.text is None]
    assert found == texts


def test_the_term_ids_are_slugs_and_sorted(library: Library) -> None:
    assert list(library.terms) == sorted(set(library.terms))
    assert {"default_interest", "payment_grace", "majority_lenders"} <= set(library.terms)


def test_a_law_of_an_entry_is_a_law(library: Library) -> None:
    for entry in library.entries:
        assert all(isinstance(LAW_KIND.read(law), Read) for law in entry.laws)


def test_a_reference_tells_a_market_range_from_a_form(library: Library) -> None:
    (entry,) = library.find("default_interest", "APLMA")
    assert entry.reference == "APLMA, default interest (market range, illustrative, B-03)"


def test_own_entries_replace_the_shipped_ones_of_the_same_publication_and_term(tmp_path: Path) -> None:
    written(tmp_path, OWN.format(publication="APLMA"))
    library = load_library(tmp_path)
    (entry,) = library.find("margin", "APLMA")
    assert (entry.value_text, entry.gap_basis, entry.status) == ("200-300 bps", Basis.MIDPOINT, Status.REVIEWED)
    assert (Path(entry.file).name, entry.line) == ("own.yaml", 6)
    (other,) = library.find("margin", "LMA")
    assert other.status is Status.ILLUSTRATIVE


def test_another_publication_stands_beside_the_three(tmp_path: Path) -> None:
    path = written(tmp_path, OWN.format(publication="House"))
    assert publications(load_library(path)) == ("LMA", "APLMA", "LSTA", "House")


MISTAKES = {
    "kind: market_range": ("kind: market_rage", 8, "entries.0.kind"),
    "unit: bps": ("units: bps", 10, "unknown key 'units'. Did you mean 'unit'?"),
    "{range: [200, 300]}": ("{range: [300, 200]}", 9, "from the lower to the higher"),
    "value: {range: [200, 300]}": (
        'value: {range: [200, 300], point: "250"}',
        9,
        "exactly one of point, range and text",
    ),
    "gap_basis: midpoint": ("gap_basis: point", 6, "a range has the gap_basis"),
    "term: margin": ("term: The Margin", 7, "entries.0.term"),
    "as_of: 2026-06-30": ("as_of: June", 3, "as_of"),
    "    reviewed_by: Market desk\n": ("", 6, "entries.0.reviewed_by is missing"),
    "    unit: bps\n": ("", 6, "has a unit"),
}


@pytest.mark.parametrize("right", MISTAKES)
def test_a_mistake_is_named_with_its_line(right: str, tmp_path: Path) -> None:
    wrong, line, message = MISTAKES[right]
    text = OWN.format(publication="House")
    assert right in text
    with pytest.raises(FormatError) as caught:
        load_library(written(tmp_path, text.replace(right, wrong)))
    found = [problem for problem in caught.value.problems if message in str(problem)]
    assert [problem.line for problem in found] == [line], caught.value


def test_an_id_that_stands_twice_is_refused(tmp_path: Path) -> None:
    text = OWN.format(publication="House")
    entry = text[text.index("  - id") :]
    with pytest.raises(FormatError, match=r"own\.yaml:14: the entry 'M-1' appears twice"):
        load_library(written(tmp_path, text + entry))
