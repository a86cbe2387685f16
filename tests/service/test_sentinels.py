"""Sentinels through a stored queue: planted, not told, never exported, right about reviewers of known error rates."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest

from loanproof.core import Capability
from loanproof.documents import load_document
from loanproof.reviews import (
    DecisionKind,
    MissRate,
    Mode,
    ReviewItem,
    ReviewPolicy,
    ReviewStore,
    State,
    Trigger,
    miss_rate,
    shown_trigger,
    write_shown,
)
from loanproof.service import ReviewService, Said, export_document, guard_output
from loanproof.standards import load_contract
from loanproof.store import open_reviews

STANDARD = load_contract("eval-standards@1.0+r2")
ALL = ReviewPolicy(sentinels=Decimal(1), wants_blind=False, spot_check=Decimal(0))
DOCUMENTS = 8
AGREEMENT = """FACILITY AGREEMENT

THIS AGREEMENT is dated 3 March 2026 and made between:

(1) Thorne Marine Limited (the "Borrower"); and
(2) Carrow Bank plc as facility agent (the "Agent").

1. DEFINITIONS

1.1 Definitions

"Commitment Fee" means 0.{fee} per cent. per annum on the undrawn Commitment.

"Margin" means 2.{margin} per cent. per annum.

"Termination Date" means {day} March 2031.

2. THE FACILITY

2.1 The Facility

The Lender makes available to the Borrower a term loan facility in an aggregate amount equal to USD {millions},000,000.

3. GOVERNING LAW

3.1 Governing law

This Agreement is governed by English law.
"""


def figures(number: int) -> dict[str, int]:
    return {"fee": 31 + number, "margin": 41 + number, "day": 11 + number, "millions": 52 + number}


def written(number: int, name: str) -> str:
    """Return an output about an agreement in which everything is right, sure and cited."""
    told = figures(number)

    def field(value: str, section: str, quote: str) -> dict[str, object]:
        cited = {"document": name, "section": section, "quote": quote}
        return {"status": "extracted", "value": value, "confidence": 0.97, "provenance": [cited]}

    day, amount = told["day"], f"USD {told['millions']},000,000"
    fields = {
        "facility_amount": field(amount, "2.1", f"aggregate amount equal to {amount}"),
        "maturity_date": field(f"2031-03-{day:02}", "1.1", f'"Termination Date" means {day} March 2031'),
        "margin": field(
            f"2.{told['margin']}% per annum", "1.1", f'"Margin" means 2.{told["margin"]} per cent. per annum'
        ),
        "governing_law": field("English law", "3.1", "This Agreement is governed by English law"),
    }
    return json.dumps({"capability": "extraction", "fields": fields})


def queue(store: ReviewStore, folder: Path, number: int, policy: ReviewPolicy) -> tuple[ReviewItem, ...]:
    path = folder / f"agreement-{number}.txt"
    path.write_text(AGREEMENT.format(**figures(number)), encoding="utf-8")
    report = guard_output(written(number, path.name), Capability.EXTRACTION, [load_document(path)], STANDARD)
    assert report.is_clean
    queued = ReviewService(store).queue(report, path, source="guard:o.json", by="Ops", policy=policy, standard=STANDARD)
    return queued.items


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ReviewStore]:
    with closing(open_reviews(f"sqlite:{tmp_path / 'runs.db'}")) as opened:
        yield opened


def work(service: ReviewService, says: dict[str, DecisionKind] | None = None, **picked: str) -> None:
    """Work on all that waits, as Ana: what is said of each field, or picked from the document."""
    while (item := service.take(by="Ana")) is not None:
        kind = (says or {}).get(str(item.field), DecisionKind.REJECT)
        words = picked.get(str(item.field))
        if item.mode is Mode.BLIND:
            kind = DecisionKind.CORRECT if words else DecisionKind.ABSENT
        service.decide(
            item.item_id, Said(kind=kind, by="Ana", reason="read it", fence=item.fence, value=words, words=words)
        )


def test_a_sentinel_is_a_value_of_which_the_document_holds_nothing(store: ReviewStore, tmp_path: Path) -> None:
    items = queue(store, tmp_path, 0, ALL)
    assert {str(one.field) for one in items} == {"facility_amount", "maturity_date", "margin"}, "a law has no figures"
    said = json.loads(written(0, "agreement-0.txt"))["fields"]
    for item in items:
        right = said[str(item.field)]["value"]
        assert item.trigger is Trigger.SENTINEL
        assert isinstance(item.output, str)
        assert sum(one != other for one, other in zip(item.output, right, strict=True)) == 1


def test_nobody_is_told_of_a_sentinel_before_it_is_decided_and_the_log_knows_it(
    store: ReviewStore, tmp_path: Path
) -> None:
    [first, *_] = queue(store, tmp_path, 0, ALL)
    assert shown_trigger(first) is Trigger.SPOT_CHECK
    assert "sentinel" not in json.dumps(write_shown(first))
    [entry] = store.read_history(first.item_id)
    assert json.loads(entry)["after"]["trigger"] == "sentinel"


def test_no_sentinel_is_exported_even_if_every_reviewer_misses_it(store: ReviewStore, tmp_path: Path) -> None:
    queue(store, tmp_path, 0, ALL)
    every = dict.fromkeys(("facility_amount", "maturity_date", "margin"), DecisionKind.ACCEPT)
    work(ReviewService(store), every)
    export = export_document(tmp_path / "agreement-0.txt", store)
    values = {str(one.field.field): one.field.value for one in export.fields}
    assert values["facility_amount"] == "USD 52,000,000"
    assert values["maturity_date"] == "2031-03-11"
    assert export.notes[0].startswith("Of 3 values that are known to be wrong, reviewers accepted 3: they miss 100.0%")


def test_whoever_picks_the_right_words_blind_sees_through_a_sentinel(store: ReviewStore, tmp_path: Path) -> None:
    blind = ReviewPolicy(sentinels=Decimal(1), people=("Ana", "Ben"), spot_check=Decimal(0))
    items = queue(store, tmp_path, 0, blind)
    assert {one.mode for one in items if one.field == "maturity_date"} == {Mode.BLIND}
    service = ReviewService(store)
    work(service, facility_amount="USD 52,000,000", maturity_date="11 March 2031", margin="2.41 per cent. per annum")
    found = miss_rate(store.read_items())
    assert found is not None
    assert (found.missed, found.trials) == (0, 3)
    assert service.waiting() == (), "a sentinel that was seen through needs no third person"
    assert {one.state for one in store.read_items()} <= {State.REOPENED, State.DECIDED}


def test_without_the_setting_nothing_is_planted(store: ReviewStore, tmp_path: Path) -> None:
    assert queue(store, tmp_path, 0, ReviewPolicy(spot_check=Decimal(0))) == ()


def measured(planted: Path, folder: Path, truth: float, chance: Random) -> MissRate:
    """Let a reviewer who misses a known share of wrong values work a copy of the queue, and return what it says."""
    path = folder / "runs.db"
    shutil.copy(planted, path)
    with closing(open_reviews(f"sqlite:{path}")) as store:
        service = ReviewService(store)
        while (item := service.take(by="Ana")) is not None:
            kind = DecisionKind.ACCEPT if chance.random() < truth else DecisionKind.REJECT
            service.decide(item.item_id, Said(kind=kind, by="Ana", reason="read it", fence=item.fence))
        assert store.check().faults == []
        found = miss_rate(store.read_items())
    assert found is not None
    return found


@pytest.mark.parametrize("truth", [0.05, 0.2, 0.5])
def test_a_stored_queue_measures_simulated_reviewers_as_well_as_it_says(tmp_path: Path, truth: float) -> None:
    planted, reviewers = tmp_path / "planted.db", 20
    with closing(open_reviews(f"sqlite:{planted}")) as store:
        sentinels = sum(len(queue(store, tmp_path, number, ALL)) for number in range(DOCUMENTS))
    assert sentinels == 3 * DOCUMENTS
    found = [measured(planted, tmp_path, truth, Random(1000 * seed + 7)) for seed in range(reviewers)]
    assert {one.trials for one in found} == {sentinels}
    covered = sum(one.low <= truth <= one.high for one in found)
    assert covered >= 18, "of 20 at 95 %, 18 or more in 92 of 100 such tests; these seeds are fixed"
