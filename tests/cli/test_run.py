"""``run`` and what follows it: exit codes, what is refused before the first call, and what a stored run is good for."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rich.table import Table
from rich.text import Text
from tests.adapters.loopback import Behaviour, Say
from tests.cli.terminal import Call
from tests.end_to_end.served import Served, questions, right_answer, served, tasks, write_targets
from tests.runs.small_suite import QUOTE, answers, make_suite, write_lines

from loanproof import __version__
from loanproof.cli.printing import Printer
from loanproof.core import lexicon_hash

VERDICT = json.dumps({"accuracy_score": 2, "faithfulness_score": 2, "rationale": "Right."})


def completion(text: str) -> Say:
    usage = {"prompt_tokens": 7, "completion_tokens": 3}
    body = {"model": "j-1", "choices": [{"message": {"content": text}}], "usage": usage}
    return Say(body=json.dumps(body).encode())


def script(number: int, body: bytes) -> Behaviour:
    """Answer questions rightly, tasks with ``done``, and judge everything to be right."""
    asked = json.loads(body)
    if "messages" not in asked:
        return right_answer(body)
    return completion(VERDICT if "strict evaluation judge" in asked["messages"][0]["content"] else "done")


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    return questions(tmp_path / "suite", 4)


@pytest.fixture
def server(suite: Path) -> Iterator[Served]:
    with served(script) as found:
        write_targets(suite, found.url)
        yield found


@pytest.fixture
def task_suite(server: Served, tmp_path: Path) -> Path:
    folder = tasks(tmp_path / "tasks", 5)
    write_targets(folder, server.url)
    return folder


def run_id_of(out: str) -> str:
    return out.splitlines()[-1].removeprefix("Run ")


def test_a_run_asks_scores_stores_and_exits_by_its_verdict(suite: Path, server: Served, call: Call) -> None:
    code, out, err = call("run", suite, "--target", "house", "--code-version", "abc")
    assert (code, out.splitlines()[0]) == (0, "RELEASE-READY  house, version 7")
    assert "Asking: 12 of 12" in err
    run_id = run_id_of(out)
    assert call("gate", run_id)[0] == 0
    code, out, _ = call("runs", "show", run_id, "--json")
    shown = json.loads(out)
    assert (shown["finished"], shown["samples"], shown["status"]) == (12, 12, "complete")
    head = shown["head"]
    assert (head["model_id"], head["model_version"], head["code_version"]) == ("house", "7", "abc")
    assert head["generation_params"] == {"temperature": 0.0, "top_p": 1.0, "max_tokens": 1024, "seed": 42}
    assert head["environment"]["region"] == "local"
    assert head["loanproof"] == {"version": __version__, "commit": None, "lexicon_hash": lexicon_hash()}
    assert run_id in call("runs")[1]
    assert call("runs", "delete", run_id)[0] == 0
    assert call("gate", run_id)[0] == 2
    assert server.count() == 12


def test_a_run_is_resumed_by_its_id_alone_also_if_its_prompt_was_told_as_an_option(suite: Path, call: Call) -> None:
    options = ("--target", "http://127.0.0.1:9/ask", "--code-version", "c", "--prompt-template", "none")
    _, first, _ = call("run", suite, *options, "--allow-floating", "--repeats", "1")
    code, again, err = call("run", suite, "--resume", run_id_of(first))
    assert "does not say which prompt" not in err
    assert (code, run_id_of(again)) == (3, run_id_of(first))


def test_a_finished_run_that_is_resumed_calls_nobody_and_says_the_same(suite: Path, server: Served, call: Call) -> None:
    _, first, _ = call("run", suite, "--target", "house", "--code-version", "abc", "--repeats", "2")
    code, again, _ = call("run", suite, "--resume", run_id_of(first))
    assert (code, again) == (1, first)  # two repeats are too few
    assert server.count() == 8


def change_document(suite: Path) -> None:
    path = next((suite / "documents").iterdir())
    path.write_text(path.read_text(encoding="utf-8") + "\nMore.\n", encoding="utf-8")


def change_gold(suite: Path) -> None:
    path = suite / "cases" / "q.jsonl"
    path.write_text(path.read_text().replace("31 March 2027", "1 April 2027", 1))


def change_model(suite: Path) -> None:
    path = suite / "targets.yaml"
    path.write_text(path.read_text().replace('version: "7"', 'version: "8"'))


CHANGES = {
    "a document": (change_document, "the suite or its documents"),
    "what is expected": (change_gold, "the suite or its documents"),
    "the model": (change_model, "the model's version"),
}


@pytest.mark.parametrize(("change", "said"), CHANGES.values(), ids=CHANGES.keys())
def test_a_run_does_not_go_on_with_something_else(
    suite: Path, server: Served, call: Call, change: Callable[[Path], None], said: str
) -> None:
    _, out, _ = call("run", suite, "--target", "house", "--code-version", "abc")
    change(suite)
    code, _, err = call("run", suite, "--target", "house", "--resume", run_id_of(out))
    assert (code, server.count()) == (2, 12)
    assert said in err
    assert "--cache" in err


def test_answers_are_taken_over_only_where_the_question_is_the_same(suite: Path, server: Served, call: Call) -> None:
    options = ("run", suite, "--target", "house", "--code-version", "abc")
    call(*options)
    change_gold(suite)
    assert "Taken over from earlier runs: 12." in call(*options, "--cache")[2]
    assert server.count() == 12
    change_document(suite)
    assert "Taken over from earlier runs: 0." in call(*options, "--cache")[2]
    assert server.count() == 24


REFUSED = {
    "no target": ((), "a run needs a target"),
    "an unknown target": (("--target", "nobody"), "there is no target 'nobody'"),
    "a floating model": (("--target", "openai:gpt"), "has no pinned version"),
    "an unknown judge": (("--target", "house", "--judge", "nobody"), "there is no judge 'nobody'"),
    "loan cases for a bare chat model": (("--target", "model"), "cannot be asked for qa (case Q-0000)"),
    "an unknown case": (("--target", "house", "--case", "Q-9"), "has no case 'Q-9'"),
    "an unknown capability": (("--target", "house", "--capability", "poetry"), "'poetry' is not a capability"),
    "nothing chosen": (("--target", "house", "--tag", "none"), "no case of the suite is chosen"),
    "an address without Ray": (("--target", "house", "--ray-address", "h:1"), "--ray-address is for --engine ray"),
    "an unknown run": (("--target", "house", "--resume", "r-0"), "there is no"),
}


@pytest.mark.parametrize(("options", "said"), REFUSED.values(), ids=REFUSED.keys())
def test_what_cannot_be_is_refused_before_the_first_call(
    suite: Path, server: Served, call: Call, options: tuple[str, ...], said: str
) -> None:
    code, _, err = call("run", suite, "--code-version", "abc", *options)
    assert (code, server.count()) == (2, 0)
    assert said in err


def test_without_a_code_version_a_run_is_refused_and_git_gives_one(suite: Path, server: Served, call: Call) -> None:
    code, _, err = call("run", suite, "--target", "house")
    assert (code, server.count()) == (2, 0)
    assert "code_version" in err
    assert "--code-version" in err
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "x"]):
        named = ["-c", "user.name=n", "-c", "user.email=e@example.com"]
        subprocess.run(["git", *named, *words], cwd=suite, check=True, capture_output=True)
    found = subprocess.run(["git", "rev-parse", "HEAD"], cwd=suite, check=True, capture_output=True, text=True)
    code, out, _ = call("run", suite, "--target", "house")
    assert code == 0
    assert json.loads(call("runs", "show", run_id_of(out), "--json")[1])["head"]["code_version"] == found.stdout.strip()


def test_a_part_of_a_suite_and_a_floating_model_are_never_released(suite: Path, server: Served, call: Call) -> None:
    code, out, _ = call("run", suite, "--target", "house", "--code-version", "c", "--case", "Q-0000")
    assert code == 1
    assert "Only a part of the suite was asked." in out
    assert "No gate failed; 1 gate could not be measured on this part of the suite." in " ".join(out.split())
    assert "FAILED" not in out  # the one answer that was asked for is right
    code, out, _ = call("run", suite, "--target", f"http:{server.url}", "--allow-floating", "--code-version", "c")
    assert code == 1
    assert "The model has no fixed version." in out


def test_a_dry_run_estimates_and_touches_nothing(suite: Path, server: Served, call: Call, store: Path) -> None:
    code, out, _ = call("run", suite, "--target", "house", "--code-version", "c", "--dry-run", "--judge", "strict")
    assert (code, server.count(), store.exists()) == (0, 0, False)
    assert "Target: 12 calls" in out
    assert "Judge:  12 calls" in out
    assert "An estimate" in out


@pytest.mark.usefixtures("signing_key")
def test_recorded_outputs_are_replayed_with_the_telemetry_of_then(tmp_path: Path, call: Call) -> None:
    folder = make_suite(tmp_path / "pine", more="standard: eval-standards@1.0+r1\n")
    outputs = write_lines(tmp_path / "outputs.jsonl", answers())
    code, out, _ = call("run", folder, "--target", f"replay:{outputs}", "--code-version", "c")
    assert code == 0
    assert call("gate", run_id_of(out))[1] in out
    write_lines(outputs, answers(), run=None)
    code, _, err = call("run", folder, "--target", f"replay:{outputs}", "--code-version", "c")
    assert code == 2
    assert "model_id, model_version, prompt_template_id" in err


@pytest.fixture
def hallucinating(suite: Path) -> Iterator[Served]:
    def forge(_: int, body: bytes) -> Behaviour:
        said = right_answer(body)
        return Say(body=said.body.replace(QUOTE.encode(), QUOTE.replace("2027", "2028").encode()))

    with served(forge) as found:
        write_targets(suite, found.url)
        yield found


CAUSE = ("--cause", "the prompt lost its last page", "--fix", "longer context", "--by", "Ada")


def test_after_a_hallucination_nothing_is_run_until_its_cause_is_known(
    suite: Path, hallucinating: Served, call: Call, tmp_path: Path
) -> None:
    options = ("run", suite, "--target", "house", "--code-version", "c")
    code, out, _ = call(*options)
    run_id = run_id_of(out)
    assert code == call("gate", run_id)[0] == 4
    asked = hallucinating.count()
    code, _, err = call(*options)
    assert (code, hallucinating.count()) == (4, asked)
    assert f"loanproof rca {run_id}" in err
    assert call("runs", "delete", run_id)[0] == 4
    assert call(*options, "--resume", run_id)[0] == 4  # no re-run: it is shown again
    assert call("rescore", run_id)[0] == 4
    assert call("rca", run_id, "--cause", "bad luck", "--fix", "x", "--by", "Ada")[0] == 2
    assert call("rca", run_id, *CAUSE)[0] == 0
    assert call("gate", run_id)[0] == 1
    assert call(*options)[0] == 4  # it hallucinates again, and again somebody must say why
    assert hallucinating.count() == 2 * asked


def test_a_run_without_a_hallucination_has_no_cause(suite: Path, server: Served, call: Call) -> None:
    _, out, _ = call("run", suite, "--target", "house", "--code-version", "c")
    code, _, err = call("rca", run_id_of(out), *CAUSE)
    assert code == 2
    assert "no hallucination to explain" in err


def test_a_stored_run_is_scored_again_by_better_gold_without_a_call(suite: Path, server: Served, call: Call) -> None:
    _, out, _ = call("run", suite, "--target", "house", "--code-version", "c")
    first = run_id_of(out)
    path = suite / "cases" / "q.jsonl"
    path.write_text(path.read_text().replace("31 March 2027", "1 April 2027"))
    code, out, _ = call("rescore", first)
    assert code != 0
    assert server.count() == 12
    again = json.loads(call("runs", "show", run_id_of(out), "--json")[1])
    assert (again["rescored_from"], again["finished"]) == (first, 12)
    assert call("gate", first)[0] == 0


def test_an_answer_about_a_changed_document_is_no_answer_when_a_run_is_scored_again(
    suite: Path, server: Served, call: Call
) -> None:
    _, out, _ = call("run", suite, "--target", "house", "--code-version", "c")
    change_document(suite)
    code, out, _ = call("rescore", run_id_of(out))
    assert code == 3
    assert "12 samples without an answer" in out
    assert "0 of 12 answers" in call("runs")[1]


def test_a_task_without_a_judge_is_not_judged_and_with_one_it_is(task_suite: Path, server: Served, call: Call) -> None:
    options = ("run", task_suite, "--target", "model", "--repeats", "3", "--code-version", "c")
    code, out, _ = call(*options)
    assert code == 3
    first = run_id_of(out)
    code, out, err = call(*options, "--judge", "strict")
    assert (code, out.splitlines()[0]) == (0, "RELEASE-READY  openai/m, version 7"), err
    head = json.loads(call("runs", "show", run_id_of(out), "--json")[1])["head"]
    assert (head["evaluator_model_id"], head["evaluator_model_version"]) == ("openai/j", "1")
    assert head["evaluator_generation_params"]["seed"] == 42
    asked = server.count()
    assert call("rescore", first, "--judge", "strict")[0] == 0
    assert server.count() == asked + 15


def test_a_judge_that_is_the_model_under_test_is_said_so(task_suite: Path, server: Served, call: Call) -> None:
    options = ("run", task_suite, "--target", "model", "--repeats", "3", "--code-version", "c", "--judge", "same")
    code, out, _ = call(*options)
    assert code == 0
    assert re.search(r"The judge is the model under test, openai/m: it judges its\s+own answers\.", out)


def test_recorded_outputs_are_judged_once_each_and_nothing_is_stored_with_json(
    tmp_path: Path, server: Served, call: Call, store: Path
) -> None:
    folder, outputs = make_suite(tmp_path / "pine"), write_lines(tmp_path / "outputs.jsonl", answers())
    write_targets(folder, server.url)
    path = tmp_path / "result.json"
    code, _, err = call("score", folder, outputs, "--judge", "strict", "--json", path)
    assert (code, server.count(), store.exists()) == (0, 6, False), err
    result = json.loads(path.read_bytes())
    assert result["run"]["evaluator_model_id"] == "openai/j"
    assert {case["sample"]["rationale"] for case in result["cases"]} == {"Right."}
    assert call("score", folder, outputs, "--judge", "strict")[0] == 0
    assert (server.count(), store.exists()) == (12, True)


def test_the_first_failure_of_a_target_is_told_in_its_own_words(tmp_path: Path, call: Call) -> None:
    folder = make_suite(tmp_path / "pine")
    options = ("--target", "command:false", "--prompt-template", "none", "--code-version", "c", "--allow-floating")
    code, _, err = call("run", folder, *options)
    assert code == 3
    assert "The first failure: Q-1: the program ended with code 1." in err


@pytest.mark.parametrize("repeats", ["0", "1000001"])
def test_a_number_of_repeats_out_of_bounds_is_refused(tmp_path: Path, call: Call, repeats: str) -> None:
    folder = make_suite(tmp_path / "pine", more=f"repeats: {repeats}\n")
    code, _, err = call("run", folder, "--target", "command:true", "--code-version", "c")
    assert code == 2
    assert "suite.yaml:4: repeats: " in err


def test_the_greatest_number_of_repeats_is_planned(tmp_path: Path, call: Call) -> None:
    folder = make_suite(tmp_path / "pine", more="repeats: 1000000\n")
    options = ("--target", "command:true", "--prompt-template", "none", "--code-version", "c", "--allow-floating")
    code, out, _ = call("run", folder, *options, "--dry-run")
    assert code == 0
    assert "2,000,000" in out


def test_no_text_can_steer_a_terminal_through_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    table = Table("case", "target")
    table.add_row(Text("Q-1\x1b[2J"), Text("house\x07"))
    Printer().print(table)
    printed = capsys.readouterr().out
    assert "Q-1␛[2J" in printed
    assert "\x1b[2J" not in printed
    assert "\x07" not in printed
