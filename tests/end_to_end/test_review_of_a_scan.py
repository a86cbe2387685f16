"""A scan of the corpus from its analysis to passports: refused, reviewed field by field, exported, proved again."""

from __future__ import annotations

import json
from contextlib import closing
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from loanproof.core import Refused
from loanproof.reviews import DecisionKind, ReviewPolicy, render_passport
from loanproof.service import ReviewService, Said, analyze_file, export_document, verify_passport
from loanproof.standards import load_contract
from loanproof.store import open_reviews

pytestmark = pytest.mark.needs("tesseract")
SCAN = "marram-scanned-loan.pdf"
STANDARD = "eval-standards@1.0+r2"


def test_a_scan_is_analysed_reviewed_exported_and_proved(tmp_path: Path) -> None:
    with as_file(files("loanproof.corpus") / "suite" / "dev" / "documents" / SCAN) as found:
        scan = tmp_path / SCAN
        scan.write_bytes(found.read_bytes())  # alone: no truth file says what its pages hold
    cache = tmp_path / "cache"
    analysis = analyze_file(scan, capability="extraction", standard=STANDARD, cache_folder=cache)
    with closing(open_reviews(f"sqlite:{tmp_path / 'runs.db'}")) as store:
        service = ReviewService(store, cache_folder=cache)
        queued = service.queue(
            analysis.guard,
            scan,
            source="analyze:baseline",
            by="Ops",
            policy=ReviewPolicy(wants_blind=False, four_eyes=True),
            standard=load_contract(STANDARD),
        )
        blocking = [one for one in queued.items if one.trigger.blocks_export]
        assert blocking, "a scan is not read with high confidence throughout"
        with pytest.raises(Refused) as refused:
            export_document(scan, store, cache_folder=cache)
        assert len(refused.value.problems) == len(blocking)
        while (item := service.take(by="Ana")) is not None:
            said = Said(kind=DecisionKind.REJECT, by="Ana", reason="not legible to me", fence=item.fence)
            if item.output is not None and not item.rules_broken:
                said = Said(kind=DecisionKind.ACCEPT, by="Ana", reason="as the page says", fence=item.fence)
            service.decide(item.item_id, said)
            service.approve(item.item_id, by="Ben", reason="looked too")
        export = export_document(scan, store, cache_folder=cache)
        assert store.check().faults == []
    assert len(export.fields) + len(export.left_out) >= len(queued.intake.fields)
    passports = [one.passport for one in export.fields if one.passport is not None]
    assert passports
    for number, passport in enumerate(passports):
        path = tmp_path / f"{number}.json"
        path.write_bytes(render_passport(passport).encode())
        assert verify_passport(path, scan, key=None, cache_folder=cache).faults == ()
    boxes = [box for one in passports for box in json.dumps(one).split("xywh=percent:")[1:]]
    assert boxes, "words of a scan have their boxes"
