"""Corruptions of perfect outputs: each costs what its row says, and none ever raises a score.

Rows live in ``mutations_extraction.yaml``; the functions below are the ways in which an answer goes wrong.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.conformance.vectors import BASES, FOLDER, Vector, build, key_of
from tests.rows import each_row
from tests.tables import load_table

from loanproof.cases import ExtractionCase
from loanproof.outputs import ExtractionOutput

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.scoring import CaseScore
    from loanproof.standards import EvalStandard

UNCHANGED = "unchanged — refer to original agreement"
EVERYTHING = "everything"
RANKS = ("hallucination", "fail", "partial", "semantic_match", "correct")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One field of an output that is about to be corrupted; the output is changed in place."""

    output: dict[str, Any]
    fields: dict[str, Any]
    name: str
    base: str

    @property
    def field(self) -> dict[str, Any]:
        """The field as the output has it."""
        found: dict[str, Any] = self.fields[self.name]
        return found

    @property
    def citations(self) -> list[dict[str, Any]]:
        """Its citations."""
        found: list[dict[str, Any]] = self.field["provenance"]
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Corruption:
    """One row on one field of one base."""

    name: str
    apply: str
    base: str
    key: str
    expect: Mapping[str, Any]
    value: Any = None
    also: str | None = None
    harmless: str | None = None
    id: str = field(default="")

    def concerns(self, key: str) -> bool:
        """Whether the corruption is allowed to change the item of this key."""
        return key == self.key or self.also == EVERYTHING or (self.also is not None and key.startswith(self.also))


def set_page(answer: Answer, value: Any) -> None:
    for one in answer.citations:
        one["page"] = value


def set_section(answer: Answer, value: Any) -> None:
    for one in answer.citations:
        one["section"] = value


def set_place(answer: Answer, value: Any) -> None:
    set_page(answer, value[0])
    set_section(answer, value[1])


def set_quote(answer: Answer, value: Any) -> None:
    for one in answer.citations:
        one["quote"] = value


def set_document(answer: Answer, value: Any) -> None:
    for one in answer.citations:
        one["document"] = value


def replace_in_quote(answer: Answer, value: Any) -> None:
    for one in answer.citations:
        one["quote"] = one["quote"].replace(*value)


def drop_citations(answer: Answer, _: Any) -> None:
    answer.field["provenance"] = []


def cite_like(answer: Answer, value: Any) -> None:
    answer.field["provenance"] = copy.deepcopy(answer.fields[value]["provenance"])


def add_citation(answer: Answer, value: Any) -> None:
    answer.field.setdefault("provenance", []).append({"document": answer.output["document"], **value})


def reverse_citations(answer: Answer, _: Any) -> None:
    answer.citations.reverse()


def swap_tranches(answer: Answer, _: Any) -> None:
    first, second = (tranche["fields"] for tranche in answer.output["tranches"])
    first[answer.name], second[answer.name] = second[answer.name], first[answer.name]


def drop_tranche(answer: Answer, _: Any) -> None:
    answer.output["tranches"] = [one for one in answer.output["tranches"] if one["fields"] is not answer.fields]


def set_value(answer: Answer, value: Any) -> None:
    answer.field["value"] = value


def replace_in_value(answer: Answer, value: Any) -> None:
    answer.field["value"] = answer.field["value"].replace(*value)


def keep_figures(answer: Answer, _: Any) -> None:
    answer.field["value"] = re.sub(r"[^0-9.,]", "", answer.field["value"]).rstrip(".")


def cut_day(answer: Answer, _: Any) -> None:
    answer.field["value"] = answer.field["value"][:7]


def cut_last_word(answer: Answer, _: Any) -> None:
    answer.field["value"] = answer.field["value"].rpartition(" ")[0]


def in_capitals(answer: Answer, _: Any) -> None:
    answer.field["value"] = answer.field["value"].upper()


def add_item(answer: Answer, value: Any) -> None:
    answer.field["value"].append(value[answer.base])


def drop_item(answer: Answer, _: Any) -> None:
    del answer.field["value"][-1]


def reverse_items(answer: Answer, _: Any) -> None:
    answer.field["value"].reverse()


def drop_field(answer: Answer, _: Any) -> None:
    del answer.fields[answer.name]


def say_absent(answer: Answer, _: Any) -> None:
    answer.fields[answer.name] = {"status": "absent", "confidence": 0.95}


def say_unchanged(answer: Answer, _: Any) -> None:
    answer.fields[answer.name] = {"status": "unchanged", "value": UNCHANGED, "confidence": 0.95}


def say_value(answer: Answer, value: Any) -> None:
    answer.fields[answer.name] = {"status": "extracted", "value": value[answer.name], "confidence": 0.95}


def set_document_kind(answer: Answer, value: Any) -> None:
    answer.output["document_kind"] = value


def set_effective_date(answer: Answer, value: Any) -> None:
    answer.field["effective_date"] = value


def drop_original(answer: Answer, _: Any) -> None:
    del answer.field["original_value"]


def drop_scope(answer: Answer, _: Any) -> None:
    del answer.field["scope"]


def set_confidence(answer: Answer, value: Any) -> None:
    answer.field["confidence"] = value


def drop_confidence(answer: Answer, _: Any) -> None:
    del answer.field["confidence"]


WAYS: Mapping[str, Callable[[Answer, Any], None]] = {
    way.__name__: way
    for way in (
        set_page, set_section, set_place, set_quote, set_document, replace_in_quote, drop_citations, cite_like,
        add_citation, reverse_citations, swap_tranches, drop_tranche, set_value, replace_in_value, keep_figures,
        cut_day, cut_last_word, in_capitals, add_item, drop_item, reverse_items, drop_field, say_absent,
        say_unchanged, say_value, set_document_kind, set_effective_date, drop_original, drop_scope, set_confidence,
        drop_confidence,
    )
}  # fmt: skip


def perfect_output(base: str) -> dict[str, Any]:
    """Return the perfect output of a base, to be changed."""
    output: dict[str, Any] = json.loads((BASES / base / "output.json").read_text(encoding="utf-8"))
    return output


def fields_of(output: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the key of each field with the object that holds it: the output's own, then those of its tranches."""
    yield from ((name, output["fields"]) for name in output["fields"])
    for tranche in output.get("tranches", ()):
        yield from ((f"{tranche['label']}/{name}", tranche["fields"]) for name in tranche["fields"])


def keys_of(base: str, wanted: Any) -> list[str]:
    """Return the fields that a row names, or all that are stated, or all that cite something."""
    if isinstance(wanted, list):
        return wanted
    found = {key: holder[key.rpartition("/")[2]] for key, holder in fields_of(perfect_output(base))}
    return [key for key, one in found.items() if wanted == "stated" or one.get("provenance")]


def load_corruptions() -> list[Corruption]:
    rows = load_table(FOLDER / "mutations_extraction.yaml")
    return [
        Corruption(
            **{name: value for name, value in row.items() if name != "fields"},
            base=base,
            key=key,
            id=f"{row['name']}-{base}-{key}",
        )
        for row in rows
        for base, wanted in row["fields"].items()
        for key in keys_of(base, wanted)
    ]


CORRUPTIONS = load_corruptions()
EACH = each_row("corruption", CORRUPTIONS, ids=lambda corruption: corruption.id, one_of=3)


def corrupt(corruption: Corruption) -> dict[str, Any]:
    """Return the perfect output after the corruption."""
    output = perfect_output(corruption.base)
    holder = next(holder for key, holder in fields_of(output) if key == corruption.key)
    answer = Answer(output=output, fields=holder, name=corruption.key.rpartition("/")[2], base=corruption.base)
    WAYS[corruption.apply](answer, corruption.value)
    return output


def vector_of(base: str, output: Mapping[str, Any]) -> Vector:
    """Return a vector that gives this output to a base."""
    return Vector(id=base, rule=("mutation",), why="corrupted", base=base, expect={}, output=output)


_SCORES: dict[str, CaseScore] = {}


def before_and_after(corruption: Corruption, folder: Path, contract: EvalStandard) -> tuple[CaseScore, CaseScore]:
    """Score the perfect output and the corrupted one, each once in a session."""
    for name, output in (
        (corruption.base, perfect_output(corruption.base)),
        (corruption.id, corrupt(corruption)),
    ):
        if name not in _SCORES:
            _SCORES[name] = scored(corruption.base, output, folder, contract)
    return _SCORES[corruption.base], _SCORES[corruption.id]


def scored(base: str, output: Mapping[str, Any], folder: Path, contract: EvalStandard) -> CaseScore:
    from loanproof.scoring import score_extraction

    built = build(vector_of(base, output), folder, contract)
    assert isinstance(built.case, ExtractionCase)
    assert isinstance(built.output, ExtractionOutput)
    return score_extraction(built.case, built.output, documents=built.documents, standard=contract)


@EACH
def test_a_corruption_costs_what_its_row_says(corruption: Corruption, tmp_path: Path, contract: EvalStandard) -> None:
    perfect, spoilt = before_and_after(corruption, tmp_path, contract)
    item = next(item for item in spoilt.items if key_of(item) == corruption.key)
    shown = {"label": item.label.value, "citation_class": item.provenance.class_name.value}
    assert {name: shown[name] for name in corruption.expect} == corruption.expect, item.reasons[0].message
    others = {key_of(one): one.label for one in spoilt.items if not corruption.concerns(key_of(one))}
    assert others == {key_of(one): one.label for one in perfect.items if not corruption.concerns(key_of(one))}


@EACH
def test_a_corruption_never_raises_a_score_and_is_never_free(
    corruption: Corruption, tmp_path: Path, contract: EvalStandard
) -> None:
    perfect, spoilt = before_and_after(corruption, tmp_path, contract)
    before = {key_of(one): one for one in perfect.items}[corruption.key]
    after = {key_of(one): one for one in spoilt.items}[corruption.key]
    assert spoilt.score <= perfect.score
    assert spoilt.score_before_override <= perfect.score_before_override
    label_fell = RANKS.index(after.label) < RANKS.index(before.label)
    provenance_fell = (after.provenance.score or 0) < (before.provenance.score or 0)
    assert label_fell or provenance_fell or corruption.harmless is not None
    assert not (label_fell and corruption.harmless)


@EACH
def test_a_corruption_changes_the_output_and_can_still_be_read(
    corruption: Corruption, tmp_path: Path, contract: EvalStandard
) -> None:
    spoilt = corrupt(corruption)
    assert spoilt != perfect_output(corruption.base)
    built = build(vector_of(corruption.base, spoilt), tmp_path, contract)
    assert built.output.findings == ()


def test_every_way_to_corrupt_is_used() -> None:
    assert {one.apply for one in CORRUPTIONS} == set(WAYS)
