"""Measure the capability on a model with a scripted one: ``python -m tools.measure_llm SUITE… [--capability C]``.

A perfect model answers from gold, so what it does not reach is what the clauses shown, the checks and the guard cost.
Printed are the score by capability, the reasons where it is less than 1.0 by count (``--misses``: each of them), the
tokens of each sample as a tokenizer counts them, the time of each sample, and the share of gold clauses among those
shown: of all quotes of gold, and of the terms of which at least one quote is shown.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from loanproof.core import Capability
from loanproof.scoring import ItemScore
from loanproof.standards import Label
from tools.scripted_models import Request, erring_reply, perfect_reply, shared_words
from tools.scripted_models.requests import quotes_of
from tools.scripted_samples import Asked, Json, Script, ScriptedModel, Sitting, count_roughly

RIGHT = (Label.CORRECT, Label.SEMANTIC_MATCH, Label.TRUE_NEGATIVE, Label.GROUNDED_REFUSAL)
MODELS: dict[str, Script] = {"perfect": perfect_reply, "erring": erring_reply}


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
    reasons: Counter[str] = field(default_factory=Counter)
    shown: list[tuple[str, tuple[bool, ...]]] = field(default_factory=list)
    levels: list[tuple[str, bool]] = field(default_factory=list)
    findings: Counter[str] = field(default_factory=Counter)


def measure_sample(sitting: Sitting, asked: Asked) -> Measured:
    """Score a sample and count what it took."""
    scored, telemetry = sitting.score(asked), asked.answer.telemetry
    one = Measured(
        case_id=asked.case.id, capability=asked.case.capability.value, score=float(scored.score),
        tokens=(telemetry.input_tokens or 0) + (telemetry.output_tokens or 0), calls=len(asked.requests),
        latency_ms=float(telemetry.latency_e2e_ms or 0),
    )  # fmt: skip
    one.shown = list(_shown(asked.gold, asked.requests))
    shown = {term: all(each) for term, each in one.shown}
    for item in scored.items:
        if not item.head.is_extra:
            one.levels.append((str(item.confidence.level), item.label in RIGHT))
        if item.label not in RIGHT:
            one.misses.append(_miss(item))
            term = item.head.item if item.head.tranche is None else f"{item.head.item} of {item.head.tranche}"
            one.reasons[_reason(item, is_shown=shown.get(term, True))] += 1
    one.findings.update(each["code"] for each in asked.output.get("findings", ()))
    return one


def _reason(item: ItemScore, *, is_shown: bool) -> str:
    if item.head.is_extra:
        return "covenant that gold has not"
    codes = [each.code for each in item.reasons if each.code.isupper()]
    return ("" if is_shown else "clause not shown: ") + (codes[0] if codes else str(item.label))


def _miss(item: ItemScore) -> str:
    place = item.head.item if item.head.tranche is None else f"{item.head.item} of {item.head.tranche}"
    reasons = "; ".join(f"{each.code} {each.message}" for each in item.reasons)
    extra = " (extra)" if item.head.is_extra else ""
    return f"{place}: {item.label}{extra} {item.confidence.level} {str(item.compared.output_raw)[:70]!r} {reasons}"


def _shown(case: Json, requests: Sequence[Request]) -> Iterator[tuple[str, tuple[bool, ...]]]:
    """Yield for each term of gold which of its quotes a clause holds that was shown."""
    clauses = [clause.text for request in requests for clause in request.clauses]
    for term, gold in _gold_items(case):
        quotes = quotes_of(gold)
        if quotes:
            yield term, tuple(any(_holds(clause, quote) for clause in clauses) for quote in quotes)


def _holds(clause: str, quote: str) -> bool:
    words = len(quote.split())
    return shared_words(clause, quote) >= min(5, words) and words > 0


def _gold_items(case: Json) -> Iterator[tuple[str, Json]]:
    expected = case["expected"]
    match case["capability"]:
        case "extraction":
            yield from expected.get("fields", {}).items()
            for one in expected.get("tranches", ()):
                yield from ((f"{name} of {one['label']}", gold) for name, gold in one["fields"].items())
        case "covenants":
            yield from ((one["name"], one) for one in expected.get("covenants", ()))
            flags = expected.get("flags") or {}
            yield from (("flag:grace_period", one) for one in flags.get("grace_periods") or ())
            yield "flag:cross_default", flags.get("cross_default") or {}
        case "bmt":
            yield from ((one["term"], one) for one in expected["terms"])
        case _:
            yield "answer", expected


def term_kind(case: Json, term: str) -> str:
    """Return the name under which a term is counted: its field, the class of a covenant, the type of a question."""
    match case["capability"]:
        case "extraction":
            return term.partition(" of ")[0]
        case "covenants":
            covenants = case["expected"].get("covenants", ())
            return next((str(one["type"]) for one in covenants if one["name"] == term), term)
        case "qa":
            tags = [str(tag) for tag in case.get("tags", ()) if str(tag).startswith(("question-", "type-"))]
            return tags[0] if tags else "question"
        case _:
            return term


def report(found: Sequence[Measured], kinds: dict[tuple[str, str], str], *, misses: bool) -> None:
    """Print the tables."""
    for capability in dict.fromkeys(one.capability for one in found):
        _line(capability, [one for one in found if one.capability == capability])
    levels = Counter(level for one in found for level in one.levels)
    told = {level: f"{levels[level, True]}/{levels[level, True] + levels[level, False]}" for level, _ in levels}
    print("items right by level:", told)
    print("findings:", dict(sum((one.findings for one in found), Counter())))
    for capability in dict.fromkeys(one.capability for one in found):
        counted = sum((one.reasons for one in found if one.capability == capability), Counter())
        for reason, times in counted.most_common():
            print(f"  below 1.0 {capability:11} {times:4} {reason}")
    _shares(found, kinds)
    for one in found if misses else ():
        for miss in one.misses:
            print(f"{one.case_id} {one.score:.3f} {miss}")


def _line(capability: str, own: Sequence[Measured]) -> None:
    tokens, times = sorted(one.tokens for one in own), sorted(one.latency_ms for one in own)
    count = len(own)
    print(
        f"{capability:11} n={count:3} score={sum(one.score for one in own) / count:.4f}",
        f"tokens p50={tokens[count // 2]} p90={tokens[int(count * 0.9)]} max={tokens[-1]}",
        f"<=2000: {sum(one <= 2000 for one in tokens) / count:.3f} >6000: {sum(one > 6000 for one in tokens)}",
        f"calls={sum(one.calls for one in own) / count:.2f}",
        f"ms p50={times[count // 2]:.0f} max={times[-1]:.0f} <=8000: {sum(one <= 8000 for one in times) / count:.3f}",
    )


def _shares(found: Sequence[Measured], kinds: dict[tuple[str, str], str]) -> None:
    shares: dict[tuple[str, str], list[tuple[bool, ...]]] = defaultdict(list)
    for one in found:
        for term, each in one.shown:
            shares[one.capability, kinds[one.case_id, term]].append(each)
    for (capability, kind), terms in sorted(shares.items()):
        quotes = [is_shown for each in terms for is_shown in each]
        some = sum(any(each) for each in terms)
        told = f"quotes {sum(quotes)}/{len(quotes)} {sum(quotes) / len(quotes):.3f}"
        print(f"  shown {capability:11} {kind:26} {told}  terms {some}/{len(terms)} {some / len(terms):.3f}")


def load_counter(name: str | None) -> Callable[[str], int]:
    """Return the function that counts tokens, named as module:function; about four characters each without."""
    if name is None:
        return count_roughly
    module, _, function = name.partition(":")
    found: Callable[[str], int] = getattr(__import__(module, fromlist=[function]), function)
    return found


def main() -> None:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suites", nargs="+", type=Path)
    parser.add_argument("--capability", choices=[one.value for one in Capability])
    parser.add_argument("--case", default="", help="only cases with this in their id")
    parser.add_argument("--no-twins", action="store_true", help="only the first document of each set of twins")
    parser.add_argument("--hybrid", action="store_true")
    parser.add_argument("--model", choices=list(MODELS), default="perfect", help="which scripted model answers")
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--after", type=float, default=0.0, help="seconds that the model takes for each call")
    parser.add_argument("--tokenizer", help="module:function that counts the tokens of a text")
    options = parser.parse_args()
    model = ScriptedModel(MODELS[options.model], load_counter(options.tokenizer), options.after)
    found: list[Measured] = []
    kinds: dict[tuple[str, str], str] = {}
    for folder in options.suites:
        sitting = Sitting(folder, is_hybrid=options.hybrid)
        for case in sitting.cases(options.capability, twins=not options.no_twins, named=options.case):
            asked = sitting.sample(case, model)
            if asked.answer.output is None:
                print(case.id, "NOT ANSWERED", asked.answer.error)
                continue
            found.append(measure_sample(sitting, asked))
            kinds |= {(case.id, term): term_kind(asked.gold, term) for term, _ in _gold_items(asked.gold)}
    report(found, kinds, misses=options.misses)


if __name__ == "__main__":
    main()
