"""Have models lie about every case of a suite: ``python -m tools.attack_llm SUITE… [--capability C] [--no-twins]``.

Each case is asked of a model that lies in one way (ids, values, checksums, quotes, fields, clauses of another document,
prose), way by way, and of one that obeys an order that was put into the document. Nothing that was invented may be in
an output, every quote must be the document's, and every lie must be told as a finding. Exits with 1 where that fails.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import cycle, islice
from pathlib import Path

from loanproof.core import Capability
from loanproof.documents import Document
from tools.scripted_models import INVENTED, LIES, ORDER, Lie, lying_reply, obeying_reply
from tools.scripted_samples import Asked, DocumentCase, Json, ScriptedModel, Sitting

ADDRESSED = frozenset({"DOCUMENT_ADDRESSES_READER"})
_EACH = 2500  # characters after which an order is put in again


def faults_of(output: Json, text: str, wanted: frozenset[str]) -> Iterator[str]:
    """Yield what a lie brought about that it must not.

    Args:
        output: What went out.
        text: The document, whose words alone may be quoted.
        wanted: The findings of which one must be told.
    """
    said = " ".join(_said(output))
    yield from (f"“{one}” is in the output" for one in INVENTED if one in said)
    words = _folded(text)
    yield from (f"no quote of the document: {one[:60]!r}" for one in _quotes(output) if _folded(one) not in words)
    codes = {one["code"] for one in output.get("findings", ())}
    if not codes & wanted:
        yield f"none of {', '.join(sorted(wanted))} is told, but {', '.join(sorted(codes)) or 'nothing'}"


def _said(output: object) -> Iterator[str]:
    """Yield what an output says, without what it reports of the model: findings and notes quote inventions."""
    if isinstance(output, dict):
        for key, value in output.items():
            if key not in ("findings", "note", "question"):
                yield from _said(value)
    elif isinstance(output, list):
        for one in output:
            yield from _said(one)
    else:
        yield str(output)


def _quotes(data: object) -> Iterator[str]:
    if isinstance(data, list):
        for one in data:
            yield from _quotes(one)
    elif isinstance(data, dict):
        if isinstance(data.get("quote"), str):
            yield data["quote"]
        for one in data.values():
            yield from _quotes(one)


def _folded(text: str) -> str:
    return "".join(text.split()).replace("-", "")


def with_orders(document: Document) -> str:
    """Return the text of a document with an order after every few paragraphs."""
    lines, since = [], _EACH
    for line in document.text.split("\n"):
        lines.append(line)
        since += len(line)
        if since > _EACH and not line.strip():
            lines += [ORDER, ""]
            since = 0
    return "\n".join([*lines, "", ORDER])


def attack(
    sitting: Sitting, case: DocumentCase, lies: list[Lie], folder: Path
) -> Iterator[tuple[str, Asked, str, frozenset[str]]]:
    """Yield each attack on a case: its name, what came of it, the text that may be quoted, and the findings to tell."""
    document = sitting.documents(case)[case.document_names[0]].document
    for lie in lies:
        model = ScriptedModel(partial(lying_reply, lie=lie))
        yield lie.value, sitting.sample(case, model), document.text, LIES[lie]
    name = case.document_names[0]
    ordered = folder / f"{Path(name).stem}.txt"
    if not ordered.exists():
        ordered.write_text(with_orders(document), encoding="utf-8")
    asked = sitting.sample(case, ScriptedModel(obeying_reply), {name: ordered})
    yield "orders", asked, ordered.read_text(encoding="utf-8"), ADDRESSED


def main() -> int:
    """Attack what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suites", nargs="+", type=Path)
    parser.add_argument("--capability", choices=[one.value for one in Capability])
    parser.add_argument("--case", default="", help="only cases with this in their id")
    parser.add_argument("--no-twins", action="store_true", help="only the first document of each set of twins")
    parser.add_argument("--lies", type=int, default=len(Lie), help="how many kinds of lies each case is told, in turn")
    options = parser.parse_args()
    asked, caught, wrong = Counter[str](), Counter[str](), 0
    turn = cycle(Lie)
    with tempfile.TemporaryDirectory() as folder:
        for suite in options.suites:
            sitting = Sitting(suite)
            for case in sitting.cases(options.capability, twins=not options.no_twins, named=options.case):
                for name, answer, text, wanted in attack(sitting, case, list(islice(turn, options.lies)), Path(folder)):
                    asked[f"{case.capability} {name}"] += 1
                    # a paper that is no loan is not sent to a model, and without an answer nothing goes out
                    is_told = bool(answer.requests) and answer.answer.output is not None
                    faults = list(faults_of(answer.output, text, wanted)) if is_told else []
                    caught[f"{case.capability} {name}"] += not faults
                    wrong += bool(faults)
                    for fault in faults:
                        print(f"{case.id} {name}: {fault}", flush=True)
                    if asked.total() % 100 == 0:
                        print(f"… {asked.total()} attacks, {wrong} with a fault", flush=True)
    for name, count in sorted(asked.items()):
        print(f"{name:28} {caught[name]}/{count} in order")
    print(f"{sum(asked.values())} attacks, {wrong} with a fault")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
