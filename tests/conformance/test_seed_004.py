"""The run rubric as data says what the rubric says; see ``test_seed_001`` for how the table came about."""

from __future__ import annotations

import hashlib
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from loanproof.core import load_yaml
from loanproof.standards import RubricStandard, load_rubric

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def seed() -> Any:
    return load_yaml(HERE / "seed_004.yaml").data


@pytest.fixture(scope="module")
def standard() -> RubricStandard:
    return load_rubric("evaluation-rubric@1.0")


@pytest.mark.parametrize("name", ["accuracy", "faithfulness", "latency", "token_efficiency"])
def test_metrics_their_scales_and_their_fields(name: str, seed: Any, standard: RubricStandard) -> None:
    metric = getattr(standard.rubric.metrics, name)
    row = seed["metrics"][name]
    assert metric.name == row["display"]
    assert list(metric.sample) == [field["field"] for field in row["sample_fields"]]
    assert list(metric.aggregate) == [field["field"] for field in row["aggregate_fields"]]
    if "scale" in row:
        assert [str(value) for value in metric.scale] == [value["value"] for value in row["scale"]["values"]]


@pytest.mark.parametrize("name", ["accuracy", "faithfulness"])
def test_the_meaning_of_each_score_keeps_its_key_words(name: str, seed: Any, standard: RubricStandard) -> None:
    heads = {
        ("accuracy", "2"): "fully correct", ("accuracy", "1"): "partially correct", ("accuracy", "0"): "incorrect",
        ("faithfulness", "2"): "fully faithful", ("faithfulness", "1"): "mostly faithful",
        ("faithfulness", "0"): "materially unfaithful",
    }  # fmt: skip
    scale = getattr(standard.rubric.metrics, name).scale
    for value in seed["metrics"][name]["scale"]["values"]:
        head = heads[name, value["value"]]
        assert head in value["key_words"]
        assert scale[int(value["value"])].casefold().startswith(head)


def test_formulas_that_the_rubric_gives(seed: Any, standard: RubricStandard) -> None:
    for name in ("latency", "token_efficiency"):
        metric = getattr(standard.rubric.metrics, name)
        for field in (*seed["metrics"][name]["sample_fields"], *seed["metrics"][name]["aggregate_fields"]):
            if field.get("formula"):
                assert field["formula"] in (metric.sample.get(field["field"]), metric.aggregate.get(field["field"]))
            if field.get("percentile"):
                assert metric.aggregate[field["field"]] == f"percentile({field['of']}, {field['percentile']})"
    for name in ("accuracy", "faithfulness"):
        mean, share = seed["metrics"][name]["aggregate_fields"]
        aggregate = getattr(standard.rubric.metrics, name).aggregate
        assert aggregate[mean["field"]] == f"mean({name}_score)"
        assert aggregate[share["field"]] == f"share({name}_score = {share['counted_score']})"


def test_the_judge_template_byte_for_byte(seed: Any, standard: RubricStandard) -> None:
    digest, length = (HERE / "judge_template.sha256").read_text().split()
    content = standard.judge_template.encode()
    assert len(content) == int(length)
    assert hashlib.sha256(content).hexdigest() == digest
    template = seed["judge"]["template"]
    assert content.decode().splitlines()[0] == template["first_line"]
    assert len(content.decode().splitlines()) == int(template["lines"])
    assert list(standard.rubric.judge.placeholders) == template["placeholders"]


@pytest.mark.needs("seeds")
def test_the_judge_template_is_the_fenced_text_of_the_seed(shared: Path, standard: RubricStandard) -> None:
    (seed_file,) = (shared / "seeds").glob("004_*.txt")
    fenced = seed_file.read_bytes().split(b"```text\n")[1].split(b"\n```")[0]
    assert standard.judge_template.encode() == fenced


def test_the_judges_reply_and_what_happens_when_it_does_not_parse(seed: Any, standard: RubricStandard) -> None:
    judge, rows = standard.rubric.judge, seed["judge"]
    scores = {row["key"]: [int(value) for value in row["allowed"]] for row in rows["reply"]["keys"][:2]}
    assert {key: list(allowed) for key, allowed in judge.reply.scores.items()} == scores
    assert judge.reply.rationale.max_words == int(rows["reply"]["keys"][2]["max_words"])
    assert not judge.reply.rationale.may_be_empty
    assert len(judge.parse_error_when) == int(rows["parse_errors"]["count"])
    assert judge.retries == int(rows["retry"]["retries"])
    assert judge.retry_inputs == rows["retry"]["inputs"]
    assert judge.after_retries.model_dump() == rows["after_second_failure"]["stored"]


def test_when_a_sample_passes(seed: Any, standard: RubricStandard) -> None:
    limits = {name: (limit.comparison.value, limit.value) for name, limit in dict(standard.rubric.sample_pass).items()}
    assert limits == {row["field"]: (row["operator"], Decimal(row["limit"])) for row in seed["sample_pass"]["limits"]}


def test_normalisation_and_weights(seed: Any, standard: RubricStandard) -> None:
    for row in seed["normalisation"]["components"]:
        norm = getattr(standard.rubric.normalisation, row["component"])
        assert norm.of == row["of"]
        if "divisor" in row:
            assert norm.divide_by == Decimal(row["divisor"])
        else:
            assert (norm.target, norm.floor, norm.cap) == tuple(Decimal(row[key]) for key in ("target", "floor", "cap"))
    weights = {row["component"]: Decimal(row["weight"]) for row in seed["weights"]["components"]}
    assert {name: standard.weight_of(name) for name in weights} == weights
    assert standard.rubric.aggregate.aggregate_score == seed["weights"]["aggregate_score"]


def test_run_gates(seed: Any, standard: RubricStandard) -> None:
    gates = {name: (gate.comparison.value, gate.value) for name, gate in dict(standard.rubric.gates).items()}
    assert gates == {row["gate"]: (row["operator"], Decimal(row["threshold"])) for row in seed["run_gates"]["gates"]}


def test_generation_defaults(seed: Any, standard: RubricStandard) -> None:
    for row in seed["generation_defaults"]["params"]:
        assert getattr(standard.rubric.generation, row["param"]) == Decimal(row["value"])


def test_pinning(seed: Any, standard: RubricStandard) -> None:
    pinning = standard.rubric.pinning
    exact, floating, _ = seed["pinning"]["rules"]
    assert pinning.example == exact["example"]
    assert list(pinning.floating_aliases) == [floating["example"]]
    assert not pinning.floating_aliases_allowed


def test_required_run_metadata(seed: Any, standard: RubricStandard) -> None:
    metadata, rows = standard.rubric.run_metadata, seed["metadata"]
    assert list(metadata.required) == [row["field"] for row in rows["fields"]]
    assert len(metadata.required) == int(rows["count"])
    by_field = {row["field"]: row for row in rows["fields"]}
    assert list(metadata.generation_params) == by_field["generation_params"]["keys"]
    assert dict(metadata.notes) == {field: by_field[field]["text"] for field in ("code_version", "environment")}


def test_repeat_protocol(seed: Any, standard: RubricStandard) -> None:
    repeats, rows = standard.rubric.repeats, seed["repeats"]
    assert repeats.minimum == int(rows["n"])
    assert list(repeats.of) == rows["report"]["figures"]
    assert list(repeats.report) == rows["report"]["statistics"]
    assert repeats.raw_outputs_stored
