"""The guard of covenants: what is said beside a level must agree with the quotes that are given for it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import pytest
from tests.conformance.vectors import SECOND_REVISION, contract_of

from loanproof.core import Capability
from loanproof.documents import load_document
from loanproof.scoring import guard_output

if TYPE_CHECKING:
    from pathlib import Path

Json = dict[str, Any]
Guarding = Callable[[Json], list[str]]
CLAUSES = {
    "1.1": "Leverage shall not at any time exceed 4.00:1.",
    "1.2": "Interest Cover for each Relevant Period shall not be less than 2.50:1, tested on each Quarter Date.",
    "1.3": "If on any Quarter Date the outstanding Revolving Loans exceed 35 per cent. of the Revolving Commitments, "
    "the Senior Leverage shall not exceed 5.00:1 for that quarter.",
    "1.4": "Cash shall at all times be not less than the higher of EUR 12,000,000 and 4 per cent. of Total Debt.",
    "1.5": "The Company shall maintain a minimum DSCR of 1.20 and a Loan Life Cover Ratio of not less than 1.35 times, "
    "tested annually.",
    "2.1": "No Obligor shall create any Security over its assets, except for (i) Security over equipment securing not "
    "more than the greater of EUR 6,000,000 and 10 per cent. of Consolidated EBITDA, and (ii) netting arrangements.",
    "3.1": "No Event of Default occurs if the failure is remedied within ten Business Days of the earlier of the Agent "
    "giving notice and the Company becoming aware of it.",
    "3.2": "An Obligor fails to pay any interest or fee within three Business Days of its due date.",
    "4.1": "The Lenders waive, for the Quarter Date falling on 31 March 2027 only, the requirement that Interest Cover "
    "shall not be less than 2.50:1, provided that it is not less than 1.75:1 on that date.",
    "4.2": 'The ratio "3.75:1" for each date on or after 30 June 2027 is replaced by "4.25:1" as to Gearing.',
    "9.1": "No Event of Default occurs if the debt is less than EUR 9,000,000.",
}


def cited(section: str, quote: str | None = None) -> Json:
    return {"section": section, "quote": quote or CLAUSES[section].removesuffix("."), "document": "agreement.txt"}


def covenant(section: str, **parts: object) -> Json:
    one = {"type": "financial", "confidence": 0.95, "provenance": [cited(section)], **parts}
    return {"document": "agreement.txt", "covenants": [one]}


def grace_period(section: str, days: int, *triggers: str) -> Json:
    one = {"days": days, "unit": "business", "triggers": list(triggers), "provenance": [cited(section)]}
    return {"document": "agreement.txt", "covenants": [], "flags": {"grace_periods": [one]}}


@pytest.fixture(scope="module")
def guarding(tmp_path_factory: pytest.TempPathFactory) -> Guarding:
    path: Path = tmp_path_factory.mktemp("own") / "agreement.txt"
    path.write_text(
        "FACILITY AGREEMENT\n\n" + "\n\n".join(f"{number} {text}" for number, text in CLAUSES.items()) + "\n",
        encoding="utf-8",
    )
    document, standard = load_document(path), contract_of(SECOND_REVISION)

    def faults(output: Json) -> list[str]:
        report = guard_output(json.dumps(output), Capability.COVENANTS, [document], standard)
        return [fault.sentence for item in report.items for fault in item.faults]

    return faults


SPRINGING: Json = {"name": "Senior Leverage", "threshold": "5.00:1", "operator": "<=", "testing_frequency": "quarterly"}
CASH: Json = {"name": "Minimum Liquidity", "operator": ">=", "testing_frequency": "at_all_times"}
PLEDGE: Json = {"name": "Security over assets", "type": "negative", "testing_frequency": "none"}
EQUIPMENT, NETTING = "Security over equipment", "netting arrangements"


COVER: Json = {"name": "Interest Cover", "threshold": "2.50:1", "operator": ">=", "testing_frequency": "quarterly"}
GRACE: Json = {"days": 3, "unit": "business", "provenance": [cited("3.2")]}
WAIVER: Json = {
    "covenant": "Interest Cover",
    "original_threshold": "2.50:1",
    "waived_threshold": "1.75:1",
    "test_dates": ["2027-03-31"],
    "temporary": True,
    "covenant_survives": True,
}


def waived(**parts: object) -> Json:
    return covenant("4.1", **COVER, waiver={**WAIVER, **parts, "provenance": [cited("4.1")]})


def carving(cap: str, *, on: str = EQUIPMENT) -> Json:
    scopes = (EQUIPMENT, NETTING)
    return {**PLEDGE, "carve_outs": [{"scope": one, **({"cap": cap} if one == on else {})} for one in scopes]}


TWINS: Mapping[str, tuple[Json, Json, str]] = {
    "the figure of a condition": (
        covenant("1.3", **SPRINGING, condition="Revolving Loans exceed 35% of the Revolving Commitments"),
        covenant("1.3", **SPRINGING, condition="Revolving Loans exceed 30% of the Revolving Commitments"),
        "30%",
    ),
    "the direction of a condition": (
        covenant("1.3", **SPRINGING, condition="if Revolving Loans > 35% of Revolving Commitments"),
        covenant("1.3", **SPRINGING, condition="if Revolving Loans are below 35% of Revolving Commitments"),
        "below",
    ),
    "the base of a condition": (
        covenant("1.3", **SPRINGING, condition="Revolving Loans above 35% of Revolving Commitments"),
        covenant("1.3", **SPRINGING, condition="Revolving Loans above 35% of EBITDA"),
        "EBITDA",
    ),
    "which of two amounts is the level": (
        covenant("1.4", **CASH, threshold="higher of EUR 12m and 4% of Total Debt"),
        covenant("1.4", **CASH, threshold="lower of EUR 12m and 4% of Total Debt"),
        "lower of",
    ),
    "the name": (
        covenant("1.2", name="ICR", threshold="2.50:1", operator=">=", testing_frequency="quarterly"),
        covenant("1.2", name="Leverage", threshold="2.50:1", operator=">=", testing_frequency="quarterly"),
        "Interest Cover",
    ),
    "a cap that the quoted clause does not have": (
        covenant("2.1", **carving("greater of EUR 6,000,000 and 10% of Consolidated EBITDA")),
        covenant("2.1", **carving("EUR 9,000,000")),
        "EUR 9,000,000",
    ),
    "which of two amounts is the cap": (
        covenant("2.1", **carving("greater of EUR 6m and 10% of Consolidated EBITDA")),
        covenant("2.1", **carving("lesser of EUR 6m and 10% of Consolidated EBITDA")),
        "lesser of",
    ),
    "the base of a cap": (
        covenant("2.1", **carving("greater of EUR 6m and 10% of Consolidated EBITDA")),
        covenant("2.1", **carving("greater of EUR 6m and 10% of total assets")),
        "total assets",
    ),
    "the carve-out of a cap": (
        covenant("2.1", **carving("greater of EUR 6,000,000 and 10% of Consolidated EBITDA")),
        covenant("2.1", **carving("greater of EUR 6,000,000 and 10% of Consolidated EBITDA", on=NETTING)),
        NETTING,
    ),
    "the direction of a level without a unit": (
        covenant("1.5", name="DSCR", threshold="1.20", operator=">=", testing_frequency="annual"),
        covenant("1.5", name="DSCR", threshold="1.20", operator="<=", testing_frequency="annual"),
        "at least",
    ),
    "the level of another covenant in the same quote": (
        covenant("1.5", name="Loan Life Cover", threshold="1.35x", operator=">=", testing_frequency="annual"),
        covenant("1.5", name="DSCR", threshold="1.35x", operator=">=", testing_frequency="annual"),
        "Loan Life Cover",
    ),
    "a covenant that must be met at any time": (
        covenant("1.1", name="Leverage", threshold="4.00:1", operator="<=", testing_frequency="at_all_times"),
        covenant("1.1", name="Leverage", threshold="4.00:1", operator="<=", testing_frequency="annual"),
        "at all times",
    ),
    "a level that its quote replaces": (
        covenant("4.2", name="Gearing", threshold="4.25:1", operator="<="),
        covenant("4.2", name="Gearing", threshold="3.75:1", operator="<="),
        "replaced",
    ),
    "the day of a waiver": (waived(), waived(test_dates=["2027-06-30"]), "2027-06-30"),
    "a level instead of a suspension": (waived(), waived(waived_threshold="suspended"), "1.75:1"),
    "levels of a waiver": (
        waived(),
        waived(original_threshold="1.75:1", waived_threshold="2.50:1"),
        "stricter",
    ),
    "a permanent waiver": (waived(), waived(temporary=False), "temporary"),
    "the earlier of two events": (
        grace_period("3.1", 10, "earlier of notice by the Agent and the Company becoming aware"),
        grace_period("3.1", 10, "later of notice by the Agent and the Company becoming aware"),
        "later of",
    ),
    "what is not paid": (
        grace_period("3.2", 3, "non-payment of interest or fees"),
        grace_period("3.2", 3, "non-payment of principal"),
        "principal",
    ),
    "what is not paid, in the grace period of a covenant": (
        covenant("1.2", **COVER, grace_period={**GRACE, "triggers": ["non-payment of interest or fees"]}),
        covenant("1.2", **COVER, grace_period={**GRACE, "triggers": ["non-payment of principal"]}),
        "principal",
    ),
    "an event that begins the days": (
        grace_period("3.1", 10, "notice from the Agent or awareness of the Company"),
        grace_period("3.2", 3, "notice from the Agent of other breaches"),
        "is told",
    ),
}


@pytest.mark.parametrize("name", TWINS)
def test_what_contradicts_its_own_quote_is_named_and_its_twin_is_clean(name: str, guarding: Guarding) -> None:
    right, wrong, words = TWINS[name]
    assert guarding(right) == []
    assert any(words in sentence for sentence in guarding(wrong)), guarding(wrong)


def test_a_name_that_contains_the_name_of_another_covenant_is_not_taken_for_it(tmp_path: Path) -> None:
    clause = "Bank Debt to Tangible Net Worth shall not exceed 1.50:1, tested annually"
    (tmp_path / "agreement.txt").write_text(f"FACILITY AGREEMENT\n\n1.1 {clause}.\n", encoding="utf-8")
    output = covenant("1.1", name="Bank debt to Tangible Net Worth", threshold="1.50:1", operator="<=")
    output["covenants"][0]["provenance"] = [cited("1.1", clause)]
    document = load_document(tmp_path / "agreement.txt")
    assert guard_output(json.dumps(output), Capability.COVENANTS, [document], contract_of(SECOND_REVISION)).is_clean
