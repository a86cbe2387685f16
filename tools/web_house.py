"""A house to take pictures of: two runs of a small release suite with known faults, and a review that is under way.

Everything is made from the open documents of the corpus: the answers are right but for the faults that are written
here, so the pictures show the same whenever they are taken.
"""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from decimal import Decimal
from pathlib import Path
from typing import Any

import yaml

from loanproof.core import Capability
from loanproof.documents import Cache, load_document
from loanproof.reviews import DecisionKind, ReviewItem, ReviewPolicy
from loanproof.service import RecordedRequest, ReviewService, RunService, Said, UploadFolder, guard_output, utc_now
from loanproof.standards import load_contract
from loanproof.store import open_reviews, open_store
from loanproof.web import WebSettings
from tools.perfect_outputs import perfect_output

CORPUS = Path(__file__).resolve().parents[1] / "src/loanproof/corpus/suite/dev"
DEALS = (
    "acme-corp-facility-agreement",
    "ashdown-page-break-loan",
    "kestrel-bilateral-term-loan",
    "lantau-crest-facility-letter",
    "westmoor-term-facility",
)
STANDARD = "eval-standards@1.0+r2"
PEOPLE = ("Dana Reyes", "Rob Lindqvist", "Mei Tan")
POLICY = ReviewPolicy(people=PEOPLE, spot_check=Decimal(0))
_SUITE = "id: northgate-release-suite\nversion: 1.0.0\nstandard: eval-standards@1.0+r2\ngates: [contract]\n"
_RUN = {
    "model_id": "house-reader",
    "code_version": "4f2c1ab",
    "prompt_template_id": "terms",
    "prompt_template_version_or_hash": "3",
    "generation_params": {"temperature": 0, "top_p": 1, "max_tokens": 1024, "seed": 42},
}
Fault = Callable[[dict[str, Any]], None]


def make_house(folder: Path) -> WebSettings:
    """Make the store of the house in an empty folder, and return the settings of a server on it."""
    url, suite = f"sqlite:{folder / 'runs.db'}", _make_suite(folder / "suite")
    with closing(open_store(url)) as store:
        service = RunService(store=store, cache_folder=folder / "cache")
        for version, faults in (("2026-10-05", EARLIER), ("2026-11-02", {**EARLIER, **LATER})):
            outputs = folder / f"outputs-{version}.jsonl"
            outputs.write_text("".join(_lines(suite, version, faults)), encoding="utf-8")
            service.score_recorded(RecordedRequest(suite=suite, outputs=outputs))
    with closing(open_reviews(url)) as reviews:
        _queue(ReviewService(reviews, cache_folder=folder / "cache"), folder)
    _send(UploadFolder(folder / "uploads"), folder)
    return WebSettings(
        store_url=url,
        uploads_folder=folder / "uploads",
        cache_folder=folder / "cache",
        local_name=PEOPLE[0],
        policy=POLICY,
    )


def _make_suite(folder: Path) -> Path:
    for part, ending in (("cases", "yaml"), ("documents", "pdf")):
        (folder / part).mkdir(parents=True)
        for name in DEALS:
            shutil.copy(CORPUS / part / f"{name}.{ending}", folder / part)
    (folder / "suite.yaml").write_text(_SUITE, encoding="utf-8")
    return folder


def _lines(suite: Path, version: str, faults: dict[str, Fault]) -> Iterator[str]:
    yield json.dumps({"run": {**_RUN, "model_version": version}}) + "\n"
    for path in sorted((suite / "cases").glob("*.yaml")):
        for case in _cases_of(path):
            output = copy.deepcopy(perfect_output(case))
            if case["id"] in faults:
                faults[case["id"]](output)
            line = {"case_id": case["id"], "repeat": 1, "output": output, "latency_e2e_ms": 900}
            yield json.dumps(line, ensure_ascii=False) + "\n"


def _cases_of(path: Path) -> list[dict[str, Any]]:
    """Return the cases of a file with every value as it is written, which is how perfect outputs read them."""
    cases: list[dict[str, Any]] = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CBaseLoader)
    return cases


def _answer(text: str) -> Fault:
    return lambda output: output.update(answer=text)


def _invented_margin(output: dict[str, Any]) -> None:
    output["fields"]["margin"]["value"] = "3.60 per cent. per annum"


def _altered_quote(output: dict[str, Any]) -> None:
    [cited, *_] = output["tranches"][0]["fields"]["margin"]["provenance"]
    cited["quote"] = cited["quote"].replace("1.95", "1.45")


def _other_company(output: dict[str, Any]) -> None:
    output["fields"]["borrower"]["value"] = "Westmoor Farms LLP"


EARLIER: dict[str, Fault] = {"EX-WESTMOOR": _other_company}
LATER: dict[str, Fault] = {
    "EX-ASHDOWN": _invented_margin,
    "EX-ACME": _altered_quote,
    "QA-ASHDOWN-02": _answer("The document does not say."),
}


def _queue(service: ReviewService, folder: Path) -> None:
    """Queue an answer about one agreement, and let three people do a part of the review."""
    path = folder / "suite" / "documents" / "kestrel-bilateral-term-loan.pdf"
    standard, document = load_contract(STANDARD), load_document(path, cache=Cache(folder / "cache"))
    report = guard_output(json.dumps(_unsure(path)), Capability.EXTRACTION, [document], standard)
    queued = service.queue(report, path, source="guard:house-reader", by=PEOPLE[2], policy=POLICY, standard=standard)
    items = {str(one.field): one for one in queued.items}
    dana, rob = PEOPLE[:2]
    _decide(service, items["guarantors"], rob, kind=DecisionKind.ABSENT, reason="Nobody guarantees the loan.")
    _decide(service, items["facility_amount"], rob, words="S$ 14,000,000", page_number=5, reason="Read on page 5.")
    for name in ("governing_law", "margin"):
        service.take(by=dana, item_id=items[name].item_id)


def _unsure(path: Path) -> dict[str, Any]:
    """Return the right answer about the agreement, but for a wrong law, a guarantor of nowhere, and many doubts."""
    [case, *_] = _cases_of(CORPUS / "cases" / path.with_suffix(".yaml").name)
    output: dict[str, Any] = json.loads(json.dumps(perfect_output(case)))
    fields = output["fields"]
    for name in ("margin", "governing_law", "guarantors", "facility_amount"):
        fields[name]["confidence"] = 0.2
    fields["maturity_date"]["confidence"] = 0.7
    fields["governing_law"]["value"] = "England and Wales"
    return output


def _send(uploads: UploadFolder, folder: Path) -> None:
    """Put a document where a server finds it when it starts, as if it had been sent before."""
    with uploads.receiving() as path:
        shutil.copy(folder / "suite/documents/westmoor-term-facility.pdf", path)
        uploads.keep(path, name="Westmoor term facility.pdf", by=PEOPLE[2], at=utc_now())


def _decide(service: ReviewService, item: ReviewItem, by: str, **said: Any) -> None:
    taken = service.take(by=by, item_id=item.item_id)
    assert taken is not None
    given = {"kind": DecisionKind.CORRECT, "fence": taken.fence, **said}
    service.decide(item.item_id, Said(by=by, **given))
