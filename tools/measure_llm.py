"""Measure the capability on a model with a scripted one: ``python tools/measure_llm.py SUITE… [--capability C]``.

A perfect model answers from gold, so what it does not reach is what the clauses shown, the checks and the guard cost.
Printed are the score by capability, the labels with reasons where it is less than 1.0 (``--misses``), the tokens of
each sample as a tokenizer counts them, the share of gold clauses among those shown, and the time of each sample.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from loanproof.adapters import ChatConnection, TargetSetup, Transport
from loanproof.adapters.llm_target import LlmTarget
from loanproof.adapters.transport import Limits
from loanproof.cases import TaskCase, load_suite
from loanproof.chat import ChatIdentity, ChatParams, ChatReply, ChatRequest
from loanproof.core import Capability, load_yaml
from loanproof.documents import load_document
from loanproof.outputs import parse_output
from loanproof.provenance import DocumentSet
from loanproof.runs import Question, QuestionDocument, TargetIdentity
from loanproof.scoring import ItemScore, score_case
from loanproof.standards import Label, load_contract
from tools.scripted_models import Request, erring_reply, lying_reply, perfect_reply, shared_words

Json = dict[str, Any]
RIGHT = (Label.CORRECT, Label.SEMANTIC_MATCH, Label.TRUE_NEGATIVE, Label.GROUNDED_REFUSAL)
Script = Callable[[Json, Json], str]


INVENTED = ("QQQ", "1.2345", "Zebra", "31 February", "7,654,321", "AAA rated")
MODELS: dict[str, Script] = {"perfect": perfect_reply, "erring": erring_reply, "lying": lying_reply}


def count_roughly(text: str) -> int:
    """Count tokens as most tokenizers would about: four characters of English each. Give --tokenizer for a real one."""
    return -(-len(text) // 4)


class ScriptedModel:
    """A chat model that answers by a script about the case that is asked now."""

    def __init__(self, script: Script, count: Callable[[str], int], after_s: float = 0.0) -> None:
        self.script, self.count, self.after_s = script, count, after_s
        self.case: Json = {}
        self.requests: list[Request] = []

    @property
    def identity(self) -> ChatIdentity:
        """Which model this is."""
        return ChatIdentity(model_id="scripted", version="1")

    async def ask(self, request: ChatRequest) -> ChatReply:
        """Answer by the script."""
        schema = {"type": "json_schema", "json_schema": {"schema": dict(request.json_schema or {})}}
        body = {
            "messages": [{"role": one.role.value, "content": one.text} for one in request.messages],
            "response_format": schema,
        }
        self.requests.append(Request(body))
        text = self.script(body, self.case)
        began = time.perf_counter()
        if self.after_s:
            await asyncio.sleep(self.after_s)
        spent = Decimal(f"{(time.perf_counter() - began) * 1000:.3f}")
        sent = "\n".join(one.text for one in request.messages) + json.dumps(request.json_schema, separators=(",", ":"))
        return ChatReply(
            text=text, input_tokens=self.count(sent), output_tokens=self.count(text), latency_e2e_ms=spent,
            latency_model_ms=spent, finish_reason="length" if self.count(text) > 1024 else "stop",
        )  # fmt: skip


@dataclass(slots=True)
class Measured:
    """All that was measured of one sample."""

    case_id: str
    capability: str
    score: float
    tokens: int
    calls: int
    latency_ms: float
    misses: list[str] = field(default_factory=list)
    shown: list[tuple[str, bool]] = field(default_factory=list)
    levels: list[tuple[str, bool]] = field(default_factory=list)
    findings: Counter[str] = field(default_factory=Counter)
    invented: list[str] = field(default_factory=list)


def target_of(model: ScriptedModel, *, is_hybrid: bool) -> LlmTarget:
    """Return the capability on a scripted model."""
    identity = TargetIdentity(name="scripted", kind="llm", model_id="scripted", model_version="1")
    params = ChatParams(temperature=Decimal(0), top_p=Decimal(1), max_tokens=1024, seed=42)
    connection = ChatConnection(model=model, transport=Transport(Limits()))
    return LlmTarget(connection, TargetSetup(identity=identity, params=params), is_hybrid=is_hybrid, workers=1)


async def measure(
    suite_folder: Path, model: ScriptedModel, *, capability: str | None, is_hybrid: bool, only: str | None = None
) -> list[Measured]:
    """Ask every case of a suite, one after the other, and score it."""
    suite = load_suite(suite_folder)
    standard = load_contract(suite.settings.standard)
    gold = gold_cases(suite_folder)
    target = target_of(model, is_hybrid=is_hybrid)
    sets: dict[tuple[str, ...], DocumentSet] = {}
    found = []
    cases = [one.case for one in suite.cases if not isinstance(one.case, TaskCase)]
    ordered = sorted(cases, key=lambda case: (case.document_names, case.id))
    for case in ordered:
        if (capability and case.capability != capability) or (only and only not in case.id):
            continue
        if case.document_names not in sets:
            sets.clear()
            paths = [suite.document_path(name) for name in case.document_names]
            sets[case.document_names] = DocumentSet([load_document(one) for one in paths], standard)
        model.case, model.requests = gold[case.id], []
        documents = tuple(QuestionDocument(name=name, path=suite.document_path(name)) for name in case.document_names)
        question = Question(
            case_id=case.id, repeat=1, capability=case.capability, documents=documents,
            question=getattr(case, "question", None),
        )  # fmt: skip
        answer = await target.ask(question)
        if answer.output is None:
            print(case.id, "NOT ANSWERED", answer.error)
            continue
        output = json.loads(answer.output)
        scored = score_case(
            case,
            parse_output(answer.output, case.capability, standard=standard),
            documents=sets[case.document_names],
            standard=standard,
        )
        telemetry = answer.telemetry
        one = Measured(
            case_id=case.id, capability=case.capability.value, score=float(scored.score),
            tokens=(telemetry.input_tokens or 0) + (telemetry.output_tokens or 0), calls=len(model.requests),
            latency_ms=float(telemetry.latency_e2e_ms or 0),
        )  # fmt: skip
        for item in scored.items:
            if not item.head.is_extra:
                one.levels.append((str(item.confidence.level), item.label in RIGHT))
            if item.label not in RIGHT:
                one.misses.append(_miss(item))
        one.invented = [word for word in INVENTED if word in _without_findings(output)]
        one.findings.update(each["code"] for each in output.get("findings", ()))
        one.shown = list(_shown(gold[case.id], model.requests))
        found.append(one)
    await target.close()
    return found


def gold_cases(folder: Path) -> dict[str, Json]:
    """Return the cases of a suite as plain data, by their ids."""
    return {one["id"]: one for path in folder.glob("cases/**/*.yaml") for one in _cases(path)}


def _cases(path: Path) -> list[Json]:
    data: Any = load_yaml(path).data
    return data if isinstance(data, list) else [data]


def _shown(case: Json, requests: list[Request]) -> Iterator[tuple[str, bool]]:
    """Yield for each gold quote of which term it is, and whether a clause that was shown holds it."""
    clauses = [clause.text for request in requests for clause in request.clauses]
    for term, quotes in _gold_quotes(case):
        for quote in quotes:
            yield term, any(_holds(clause, quote) for clause in clauses)


def _holds(clause: str, quote: str) -> bool:
    words = len(quote.split())
    return shared_words(clause, quote) >= min(5, words) and words > 0


def _gold_quotes(case: Json) -> Iterator[tuple[str, list[str]]]:
    expected = case["expected"]
    match case["capability"]:
        case "extraction":
            groups = [expected.get("fields", {}), *(one["fields"] for one in expected.get("tranches", ()))]
            for fields in groups:
                yield from ((name, _quotes(gold)) for name, gold in fields.items())
        case "covenants":
            yield from ((one["type"], _quotes(one)) for one in expected.get("covenants", ()))
            flags = expected.get("flags") or {}
            yield from (("grace_period", _quotes(one)) for one in flags.get("grace_periods") or ())
            yield "cross_default", _quotes(flags.get("cross_default") or {})
        case "bmt":
            yield from ((one["term"], _quotes(one)) for one in expected["terms"])
        case _:
            kind = next((tag for tag in case.get("tags", ()) if str(tag).startswith("question-")), "question")
            yield str(kind), _quotes(expected)


def _quotes(gold: Json) -> list[str]:
    return [one["quote"] for one in gold.get("citations", ()) if one.get("quote")]


def _without_findings(output: object) -> str:
    """Return what an output says, without what it reports of the model and its notes, which quote inventions."""
    if isinstance(output, dict):
        kept = {key: value for key, value in output.items() if key not in ("findings", "note", "question")}
        return " ".join(_without_findings(one) for one in kept.values())
    return " ".join(map(_without_findings, output)) if isinstance(output, list) else str(output)


def _miss(item: ItemScore) -> str:
    place = item.head.item if item.head.tranche is None else f"{item.head.item} of {item.head.tranche}"
    reasons = "; ".join(f"{each.code} {each.message}" for each in item.reasons)
    extra = " (extra)" if item.head.is_extra else ""
    return f"{place}: {item.label}{extra} {item.confidence.level} {str(item.compared.output_raw)[:70]!r} {reasons}"


def _line(capability: str, own: list[Measured]) -> None:
    tokens, times = sorted(one.tokens for one in own), sorted(one.latency_ms for one in own)
    count = len(own)
    print(
        f"{capability:11} n={count:3} score={sum(one.score for one in own) / count:.4f}",
        f"tokens p50={tokens[count // 2]} p90={tokens[int(count * 0.9)]} max={tokens[-1]}",
        f"<=2000: {sum(one <= 2000 for one in tokens) / count:.3f} >6000: {sum(one > 6000 for one in tokens)}",
        f"calls={sum(one.calls for one in own) / count:.2f}",
        f"ms p50={times[count // 2]:.0f} max={times[-1]:.0f} <=8000: {sum(one <= 8000 for one in times) / count:.3f}",
    )


def report(found: list[Measured], *, misses: bool) -> None:
    """Print the tables."""
    for capability in dict.fromkeys(one.capability for one in found):
        _line(capability, [one for one in found if one.capability == capability])
    levels = Counter(level for one in found for level in one.levels)
    print(
        "items right by level:",
        {level: f"{levels[level, True]}/{levels[level, True] + levels[level, False]}" for level, _ in levels},
    )
    print("outputs with an invention:", sum(bool(one.invented) for one in found), "of", len(found))
    print("findings:", dict(sum((one.findings for one in found), Counter())))
    shares: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for one in found:
        for term, is_shown in one.shown:
            shares[one.capability, term].append(is_shown)
    for (capability, term), each in sorted(shares.items()):
        print(f"  shown {capability:11} {term:26} {sum(each)}/{len(each)} {sum(each) / len(each):.3f}")
    if misses:
        for one in found:
            for miss in one.misses:
                print(f"{one.case_id} {one.score:.3f} {miss}")


def main() -> None:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suites", nargs="+", type=Path)
    parser.add_argument("--capability", choices=[one.value for one in Capability])
    parser.add_argument("--case")
    parser.add_argument("--hybrid", action="store_true")
    parser.add_argument("--model", choices=list(MODELS), default="perfect", help="which scripted model answers")
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--after", type=float, default=0.0, help="seconds that the model takes for each call")
    parser.add_argument("--tokenizer", help="module:function that counts the tokens of a text")
    options = parser.parse_args()
    count = count_roughly
    if options.tokenizer:
        module, _, name = options.tokenizer.partition(":")
        count = getattr(__import__(module, fromlist=[name]), name)
    model = ScriptedModel(MODELS[options.model], count, options.after)
    found = []
    for folder in options.suites:
        found += asyncio.run(
            measure(folder, model, capability=options.capability, is_hybrid=options.hybrid, only=options.case)
        )
    report(found, misses=options.misses)


if __name__ == "__main__":
    main()
