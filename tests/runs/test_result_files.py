"""Result files: bytes that are typed here by hand, whole or not at all, read by line or as a whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from loanproof.core import Capability, FileError, FormatError
from loanproof.runs import ResultCase, ResultFile, ResultHead, ResultVerdict, ResultWriter
from loanproof.runs.result import ResultRun

FULL = Path("/dev/full")
OLDER = Path(__file__).with_name("result_without_format.json")
VERDICT = ResultVerdict(
    release_ready=False,
    scope=("contract",),
    scope_words="contract only",
    failed_gates=(),
    reasons=("INCOMPLETE",),
    missing_metadata=(),
    rca_required=False,
    remediation_required=False,
    remediation=(),
    exit_code=3,
    samples=1,
    unanswered=1,
    failed=0,
    failures=(),
)
HEAD = ResultHead(
    format=2,
    run=ResultRun(
        run_id="r",
        timestamp_utc="2026-01-01T00:00:00Z",
        dataset_id="d",
        dataset_version_or_hash="1",
        standard="eval-standards@1.0",
        standard_hash="sha256:0",
        loanproof=None,
    ),
    contract=None,
    rubric=None,
    verdict=VERDICT,
)
CASE_BYTES = (
    '{"answered":true,"capability":"task","case_id":"T-ü","diagnostics":{},"expects_refusal":false,"failure":null,'
    '"findings":[],"hallucination":false,"items":[],"repeat":1,"sample":null,"score":null,'
    '"score_before_override":null,"weight":0.1}'
)
HEAD_BYTES = (
    '"contract":null,\n"format":2,\n"rubric":null,\n"run":{"code_version":null,"dataset_hash":null,"dataset_id":"d",'
    '"dataset_version_or_hash":"1","environment":null,"evaluator_generation_params":{},"evaluator_model_id":null,'
    '"evaluator_model_version":null,"evaluator_prompt_template_version_or_hash":null,"findings":[],"generation_params":null,'
    '"loanproof":null,"model_id":null,"model_version":null,"outputs_hash":null,"prompt_template_id":null,'
    '"prompt_template_version_or_hash":null,"provider_snapshot":null,"repeats":1,"rescored_from":null,"rubric":null,"rubric_hash":null,'
    '"run_id":"r","standard":"eval-standards@1.0","standard_hash":"sha256:0","suite":null,'
    '"timestamp_utc":"2026-01-01T00:00:00Z"},\n"verdict":{"exit_code":3,"failed":0,"failed_gates":[],"failures":[],"missing_metadata":[],'
    '"rca_required":false,"reasons":["INCOMPLETE"],"release_ready":false,"remediation":[],'
    '"remediation_required":false,"samples":1,"scope":["contract"],"scope_words":"contract only","unanswered":1}}\n'
)


def case(case_id: str, repeat: int = 1) -> ResultCase:
    return ResultCase(
        case_id=case_id,
        repeat=repeat,
        capability=Capability.TASK,
        score=None,
        score_before_override=None,
        hallucination=False,
        answered=True,
        weight=0.1,
        expects_refusal=False,
        items=(),
        findings=(),
        diagnostics={},
        sample=None,
        failure=None,
    )


def write(path: Path, *cases: ResultCase) -> Path:
    with ResultWriter(path) as writer:
        for one in cases:
            writer.add(one)
        writer.finish(HEAD)
    return path


def write_and_stop(path: Path) -> None:
    with ResultWriter(path) as writer:
        writer.add(case("A"))
        raise KeyboardInterrupt


def test_a_result_is_written_to_the_byte(tmp_path: Path) -> None:
    path = write(tmp_path / "r.json", case("T-ü"), case("T-ü"))
    assert path.read_bytes().decode() == f'{{"cases":[\n{CASE_BYTES},\n{CASE_BYTES}\n],\n{HEAD_BYTES}'


def test_a_result_without_cases_is_json_too(tmp_path: Path) -> None:
    path = write(tmp_path / "r.json")
    assert json.loads(path.read_bytes())["cases"] == []
    assert list(ResultFile(path).cases()) == []
    assert ResultFile(path).head == HEAD


def test_half_of_a_character_pair_is_written_as_an_escape(tmp_path: Path) -> None:
    path = write(tmp_path / "r.json", case("T-\ud800"))
    assert json.loads(path.read_bytes())["cases"][0]["case_id"] == "T-\ud800"


def test_nothing_appears_when_something_goes_wrong_and_what_was_there_stays(tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    path.write_text("before")
    with pytest.raises(KeyboardInterrupt):
        write_and_stop(path)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be written"), ResultWriter(tmp_path / "none" / "r.json"):
        pass


@pytest.mark.parametrize("is_rewritten", [False, True])
def test_a_result_is_read_as_it_was_written_or_rewritten_by_another_program(tmp_path: Path, is_rewritten: bool) -> None:
    path = write(tmp_path / "r.json", case("A"), case("A", 2), case("B"))
    if is_rewritten:
        path.write_text(json.dumps(json.loads(path.read_bytes()), indent=2))
    reader = ResultFile(path)
    assert [(one.case_id, one.repeat) for one in reader.cases()] == [("A", 1), ("A", 2), ("B", 1)]
    assert reader.head.verdict == VERDICT
    assert reader.case("A", 2) == case("A", 2)
    assert reader.case("A", 3) is None


def test_keys_of_a_newer_version_are_passed_over(tmp_path: Path) -> None:
    data = json.loads(write(tmp_path / "r.json", case("A")).read_bytes())
    data["verdict"]["mood"] = "good"
    path = tmp_path / "newer.json"
    path.write_text(json.dumps(data))
    assert ResultFile(path).head.verdict == VERDICT


def test_a_result_without_a_format_is_read_and_written_anew_to_the_byte(tmp_path: Path) -> None:
    older = ResultFile(OLDER)
    assert (older.head.format, older.head.verdict.failed) == (1, 0)
    assert [(one.case_id, one.score, one.failure) for one in older.cases()] == [("Q-1", 1.0, None), ("Q-2", 0.0, None)]
    with ResultWriter(tmp_path / "r.json") as writer:
        for one in older.cases():
            writer.add(one)
        writer.finish(older.head)
    assert (tmp_path / "r.json").read_bytes() == OLDER.read_bytes()


def test_a_result_that_does_not_say_which_loanproof_scored_it_is_read(tmp_path: Path) -> None:
    data = json.loads(write(tmp_path / "r.json", case("A")).read_bytes())
    del data["run"]["loanproof"]
    path = tmp_path / "older.json"
    path.write_text(json.dumps(data))
    assert ResultFile(path).head.run == HEAD.run


@pytest.mark.parametrize("text", ["", "{}", "[1]", "no json", '{"cases":[\n{"case_id": 1}\n],\n"run":{}}'])
def test_what_is_no_result_is_refused_with_its_name(tmp_path: Path, text: str) -> None:
    path = tmp_path / "r.json"
    path.write_text(text)
    with pytest.raises(FormatError, match=r"r\.json.*not a result"):
        list(ResultFile(path).cases())


def test_a_result_that_was_cut_off_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "r.json", case("A"))
    path.write_bytes(path.read_bytes().partition(b"]")[0])
    with pytest.raises(FormatError):
        _ = ResultFile(path).head


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read"):
        ResultFile(tmp_path / "none.json")


@pytest.mark.parametrize(
    ("written", "edited"),
    [
        ('"release_ready":false', '"release_ready":true'),
        ('"reasons":["INCOMPLETE"]', '"reasons":[]'),
        ('"exit_code":3', '"exit_code":0'),
        ('"failed_gates":[]', '"failed_gates":["tier1:margin"]'),
    ],
)
def test_a_verdict_that_contradicts_itself_is_refused(tmp_path: Path, written: str, edited: str) -> None:
    path = tmp_path / "result.json"
    with ResultWriter(path) as writer:
        writer.finish(HEAD)
    text = path.read_text(encoding="utf-8")
    assert written in text
    path.write_text(text.replace(written, edited), encoding="utf-8")
    with pytest.raises(FormatError, match="the verdict contradicts its "):
        _ = ResultFile(path).head


def test_a_failure_that_left_the_run_complete_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    with ResultWriter(path) as writer:
        writer.finish(HEAD)
    text = path.read_text(encoding="utf-8").replace('"failed":0', '"failed":1')
    path.write_text(
        text.replace('"INCOMPLETE"', '"FILTERED"').replace('"exit_code":3', '"exit_code":1'), encoding="utf-8"
    )
    with pytest.raises(FormatError, match="the verdict contradicts its failures"):
        _ = ResultFile(path).head


def test_a_disk_that_is_full_is_named_and_nothing_appears(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be written: No space left on device"), ResultWriter(FULL) as writer:
        writer.finish(HEAD)
    assert FULL.is_char_device()
