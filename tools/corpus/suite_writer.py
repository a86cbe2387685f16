"""The two suites of the corpus as files: documents, cases, truth; what is there already is replaced as a whole."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml
from yaml.emitter import Emitter
from yaml.representer import SafeRepresenter
from yaml.resolver import BaseResolver
from yaml.serializer import Serializer

from tools.corpus.deal import FOLDER, Data, Deal, load_deals
from tools.corpus.drawing import CANARY, draw_pdf
from tools.corpus.gold import write_cases, write_history
from tools.corpus.layout import LaidOut
from tools.corpus.recognition import stored_recognition
from tools.corpus.scanning import Scan, make_scan

SUITES = Path(__file__).parents[2] / "src" / "loanproof" / "corpus" / "suite"
SPLITS = ("dev", "test")
_HEAD = f"# {CANARY}\n# Written by tools/corpus; change the deal definition instead.\n"
_VERSION = "0.1.0"


class _Dumper(Emitter, Serializer, SafeRepresenter, BaseResolver):
    """Writes every scalar as it was drafted: nothing is quoted because it looks like a number, a date or a flag."""

    def __init__(self, stream: Any, **options: Any) -> None:
        Emitter.__init__(self, stream, width=110, allow_unicode=True)
        Serializer.__init__(self)
        SafeRepresenter.__init__(self, sort_keys=False)
        BaseResolver.__init__(self)

    def ignore_aliases(self, data: Any) -> bool:
        return True


def write_suite(split: str, folder: Path, only: frozenset[str] = frozenset()) -> list[str]:
    """Write the suite of a split into a folder that is replaced, and return the names of its documents.

    ``only`` names some of its deals; a deal whose cases cite another one needs that one too.
    """
    deals = list(load_deals(split, only))
    laid_out = {deal.name: deal.lay_out() for deal in deals}
    if folder.exists():
        shutil.rmtree(folder)
    if not deals:
        return []
    for name in ("documents", "cases"):
        (folder / name).mkdir(parents=True)
    _write(folder / "suite.yaml", _settings(split))
    for deal in deals:
        for name, content in render_files(deal, laid_out).items():
            (folder / name).write_bytes(content)
    for name, content in render_histories(split, deals, laid_out).items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    return list(laid_out)


def render_histories(split: str, deals: Iterable[Deal], laid_out: Mapping[str, LaidOut]) -> dict[str, bytes]:
    """Return the files that list a base and its amendments, as far as a case names them, by their place."""
    names = {case["deal"] for deal in deals for case in deal.cases if "deal" in case}
    sources = {name: (FOLDER / "deals" / split / name).read_text("utf-8") for name in sorted(names)}
    return {
        name: _bytes(write_history(yaml.load(text, Loader=yaml.CBaseLoader), laid_out))
        for name, text in sources.items()
    }


def render_files(deal: Deal, laid_out: Mapping[str, LaidOut]) -> dict[str, bytes]:
    """Return the files of one deal by their place in the suite."""
    document = laid_out[deal.name]
    pdf = draw_pdf(document)
    scan = make_scan(pdf, document, deal.scan) if deal.scan else None
    files = {f"documents/{deal.name}.pdf": scan.pdf if scan else pdf}
    files[f"cases/{deal.name}.yaml"] = _bytes(write_cases(deal, laid_out))
    truth = _truth(deal, document, scan)
    if truth:
        files[f"documents/{deal.name}.truth.yaml"] = _bytes(truth)
    if scan:
        files[f"documents/{deal.name}.recognition.json"] = stored_recognition(deal, scan.pdf)
        for number, text in enumerate(scan.texts, start=1):
            files[f"documents/{_page_file(deal, number)}"] = text.encode()
    return files


def _truth(deal: Deal, document: LaidOut, scan: Scan | None) -> Data:
    """Return what a person sees in a document; empty where the document speaks for itself."""
    truth: Data = dict(deal.truth)
    if truth.get("sections_complete") == "true":
        truth["sections"] = [{"id": name, "pages": [str(first), str(last)]} for name, first, last in document.sections]
    if scan:
        truth["pages"] = [
            {
                "index": str(number),
                "label": page.label,
                "printed": page.folio,
                "legibility": "degraded",
                "text_file": _page_file(deal, number),
            }
            for number, page in enumerate(document.pages, start=1)
        ]
    return truth


def _page_file(deal: Deal, number: int) -> str:
    return f"{deal.name}.page-{number}.truth"  # .txt would make it one more document of the suite


def _settings(split: str) -> Data:
    return {
        "id": f"loanproof-corpus-{split}",
        "version": _VERSION,
        "standard": "eval-standards@1.0+r2",
        "rubric": "evaluation-rubric@1.0",
        "gates": ["contract", "rubric"],
    }


def _write(path: Path, data: Data) -> None:
    path.write_bytes(_bytes(data))


def _bytes(data: Data) -> bytes:
    return (_HEAD + str(yaml.dump(data, Dumper=_Dumper))).encode()
