"""The queue in memory is what the store has, also after a document was erased."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

from tests.reviews.review_samples import DIGEST, NOW, intake, item, queue_steps

from loanproof.core import FieldId
from loanproof.reviews import Trigger
from loanproof.service import ReviewQueue, ReviewService
from loanproof.service.reviewing import urgency
from loanproof.store import open_reviews


def test_the_queue_follows_every_step_and_an_erasure(tmp_path: Path) -> None:
    with closing(open_reviews(f"sqlite:{tmp_path / 'runs.db'}")) as store:
        queue, service = ReviewQueue(store), ReviewService(store, clock=lambda: NOW)
        assert queue.items() == ()
        store.save_intake(intake(), queue_steps(intake()))
        first = queue.items()
        assert {one.item_id for one in first} == {one.item_id for one in store.read_items()}
        service.take(by="Rea", item_id=first[0].item_id)
        assert {one.item_id: one for one in queue.items()} == {one.item_id: one for one in store.read_items()}
        assert queue.of_document(DIGEST) == store.read_items()
        service.erase(DIGEST, by="Rea", reason="The client asked for it.")
        assert queue.items() == ()


def test_items_of_one_urgency_come_by_document_and_in_order_of_the_fields() -> None:
    names = ("margin", "house_field", "borrower", "tenor")
    items = [replace(item(), item_id=name, field=FieldId(name)) for name in names]
    other = replace(item(), item_id="other", document="a.txt", field=FieldId("margin"))
    grave = replace(item(), item_id="grave", trigger=Trigger.FABRICATED_QUOTE)
    ordered = [one.item_id for one in sorted([*items, grave, other], key=urgency)]
    assert ordered == ["grave", "other", "borrower", "tenor", "margin", "house_field"]
