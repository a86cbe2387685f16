"""Laws in running text, each with the use that the text makes of it, and the completeness of the data."""

from __future__ import annotations

import pytest

from loanproof.values.law.find import find_laws
from loanproof.values.law.places import ADJECTIVES, PLACES
from loanproof.values.law.value import LawUse
from loanproof.values.reading import Read
from loanproof.values.text.tokens import tokenize


def found(text: str) -> list[tuple[str, LawUse]]:
    results = []
    for one in find_laws(tokenize(text)):
        assert isinstance(one.reading, Read)
        results.append((one.reading.value.canonical, one.reading.value.use))
    return results


@pytest.mark.parametrize(
    ("text", "laws"),
    [
        ("This Agreement is governed by English law.", [("GB-EAW", LawUse.GOVERNING)]),
        (
            "shall be governed by, and construed in accordance with, the laws of the State of New York.",
            [("US-NY", LawUse.GOVERNING)],
        ),
        ("The courts of Singapore have exclusive jurisdiction.", [("SG", LawUse.COURTS)]),
        (
            "governed by the laws of Hong Kong Special Administrative Region of the People's Republic of China.",
            [("HK", LawUse.GOVERNING), ("CN", LawUse.PLACE)],
        ),
        ("any bankruptcy law of Texas applies", [("US-TX", LawUse.LAW)]),
        ("Acme Inc., a Delaware corporation", [("US-DE", LawUse.PLACE)]),
        (
            "governed by English law. Its office is in Paris, France.",
            [("GB-EAW", LawUse.GOVERNING), ("FR", LawUse.PLACE)],
        ),
        (
            "governed by English law without regard to Texas law",
            [("GB-EAW", LawUse.GOVERNING), ("US-TX", LawUse.LAW)],
        ),
        (
            "English law governs this Agreement. Disputes are referred to arbitration in Singapore.",
            [("GB-EAW", LawUse.GOVERNING), ("SG", LawUse.PLACE)],
        ),
        ("The laws of Victoria shall govern this letter", [("AU-VIC", LawUse.GOVERNING)]),
        ("governed by the internal laws and decisions of the State of Illinois", [("US-IL", LawUse.GOVERNING)]),
        ("construed under the law, judicial decisions and statutes of Maine", [("US-ME", LawUse.GOVERNING)]),
        (
            "governed by the internal laws (as opposed to the conflicts of laws provisions) of the State of Ohio",
            [("US-OH", LawUse.GOVERNING)],
        ),
        ("the laws and decisions that apply to its plant in Ohio", [("US-OH", LawUse.PLACE)]),
        ("decisions of the board in the State of Ohio", [("US-OH", LawUse.PLACE)]),
        (
            "governed by the laws and decisions of Illinois; provided that a Mortgage shall be governed by Iowa law.",
            [("US-IL", LawUse.GOVERNING), ("US-IA", LawUse.LAW)],
        ),
        (
            "governed by English law, except that the Pledge is governed by Dutch law. This is governed by Irish law.",
            [("GB-EAW", LawUse.GOVERNING), ("NL", LawUse.LAW), ("IE", LawUse.GOVERNING)],
        ),
        (
            "Provided that the notice is given, this Agreement is governed by English law.",
            [("GB-EAW", LawUse.GOVERNING)],
        ),
        ("an English translation in good French", []),
        ("turkey and china plates", []),
    ],
)
def test_each_mention_is_found_with_its_use(text: str, laws: list[tuple[str, LawUse]]) -> None:
    assert found(text) == laws


def test_the_use_is_no_part_of_the_identity_of_a_law() -> None:
    text = "Courts of Singapore. Governed by Singapore law."
    courts, governing = (one.candidates[0] for one in find_laws(tokenize(text)))
    assert courts == governing
    assert courts.use is not governing.use


def test_the_data_holds_every_state_and_province_and_the_codes_of_the_table() -> None:
    codes = {*PLACES.values(), *ADJECTIVES.values()}
    assert sum(code.startswith("US-") for code in codes) == 52  # states, the District and Puerto Rico
    assert sum(code.startswith("AU-") for code in codes) == 8
    assert sum(code.startswith("CA-") for code in codes) == 10
    named = (
        "GB-EAW US-NY SG HK AU-NSW AU-VIC US-DE US-CA GB-SCT GB-NIR IE DE FR NL LU JP CN IN MY TW AE-DIFC AE-ADGM AE"
    )
    assert set(named.split()) <= codes
