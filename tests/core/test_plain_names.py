"""Ids and places are told in words."""

import pytest

from loanproof.core import place_words, plain_name


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("maturity_date", "maturity date"),
        ("mac_clause", "MAC clause"),
        ("mac_event_of_default", "MAC event of default"),
        ("flag:grace_period:1", "grace period 1"),
        ("Leverage Ratio", "Leverage Ratio"),
    ],
)
def test_an_id_reads_as_people_say_it(name: str, words: str) -> None:
    assert plain_name(name) == words


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (("fields", "margin", "citations", 0, "quote"), "margin, citation 1"),
        (("tranches", 1, "fields", "facility_type", "value"), "tranche 2, facility type"),
        (("covenants", 0, "carve_outs"), "covenant 1, carve outs"),
        (("fields", "value"), ""),
    ],
)
def test_a_place_in_a_file_counts_from_one_and_leaves_out_what_nobody_misses(
    place: tuple[str | int, ...], words: str
) -> None:
    assert place_words(place) == words
