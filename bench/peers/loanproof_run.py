"""A run of Loanproof: every sample durable in SQLite, then scored and decided."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from loanproof.cases import load_suite
from loanproof.runs import EvaluatorInfo, Plan, RunEngine, describe_planned, make_manifest
from loanproof.standards import load_contract, load_rubric
from loanproof.store import open_store
from loanproof.wiring import TargetResolver, build_target


def run(url: str, samples: int, at_once: int, folder: Path) -> tuple[float, float]:
    (folder / "cases").mkdir()
    (folder / "documents").mkdir()
    (folder / "suite.yaml").write_text("id: bench\nversion: 1.0.0\ngates: [rubric]\nrepeats: 1\n")
    cases = [{"id": f"T-{at}", "capability": "task", "task": f"task {at}"} for at in range(samples)]
    (folder / "cases" / "t.jsonl").write_text("\n".join(map(json.dumps, cases)))
    entry = f'{{kind: openai, model: m, version: "1", base_url: "{url}/v1", concurrency: {at_once}}}'
    (folder / "targets.yaml").write_text(f"targets:\n  house: {entry}\n")
    suite = load_suite(folder)
    standard, rubric = load_contract(suite.settings.standard), load_rubric(suite.settings.rubric)
    target = build_target("house", TargetResolver(suite_folder=folder, standard=standard, rubric=rubric))
    plan = Plan(suite, target.identity, repeats=1)
    described = describe_planned(plan, EvaluatorInfo.contract(standard), standard, rubric, code_version="bench")
    store = open_store(f"sqlite:{folder / 'runs.db'}")
    manifest = make_manifest(plan, described)
    store.save_run(manifest)
    engine = RunEngine(plan=plan, manifest=manifest, store=store, standard=standard, rubric=rubric, processes=1)

    async def ask() -> None:
        await engine.ask(target)
        await target.close()

    began, cpu = time.perf_counter(), time.process_time()
    asyncio.run(ask())
    engine.score(is_judged=False)
    spent = time.process_time() - cpu, time.perf_counter() - began
    store.close()
    return spent


if __name__ == "__main__":
    with TemporaryDirectory() as name:
        print(*run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), Path(name)))
