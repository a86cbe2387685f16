"""``demo``: the built-in system on bundled documents, and commands that work as they are printed."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.cli.test_report import call

from loanproof import cases
from loanproof.cases import bundled_suite, demo_documents
from loanproof.core import UsageError

if TYPE_CHECKING:
    from click.testing import Result

SHOWN = ("lantau-crest-facility-letter", "orrin-amendment-notice")
NO_VERDICT = {"explain", "analyze", "init"}


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Result]:
    """Return the folder of a demonstration of two documents, and what was printed; twelve would show no more here."""
    folder = tmp_path_factory.mktemp("here")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(cases, "demo_documents", lambda: SHOWN)
        return folder, call("demo")


def test_the_demonstration_shows_twelve_documents_of_dev_and_none_of_test() -> None:
    documents = demo_documents()
    assert len(set(documents)) == 12
    for name in documents:
        assert (bundled_suite("dev") / "cases" / f"{name}.yaml").is_file()
        assert (bundled_suite("dev") / "documents" / f"{name}.pdf").is_file()
        assert not (bundled_suite("test") / "documents" / f"{name}.pdf").exists()


def test_it_writes_suite_result_and_report_into_one_folder(demo: tuple[Path, Result]) -> None:
    folder, said = demo
    assert said.exit_code == 0, said.output
    assert [path.name for path in folder.iterdir()] == ["demo"]
    assert sorted(path.name for path in (folder / "demo").iterdir()) == ["demo-result.json", "report.html", "suite"]
    documents = {path.stem for path in (folder / "demo" / "suite" / "documents").iterdir()}
    assert documents == set(SHOWN)


def test_the_built_in_system_answers_every_case_three_times(demo: tuple[Path, Result]) -> None:
    result = json.loads((demo[0] / "demo" / "demo-result.json").read_bytes())
    assert result["run"]["model_id"] == "baseline"
    assert {case["repeat"] for case in result["cases"]} == {1, 2, 3}
    assert {case["capability"] for case in result["cases"]} == {"extraction", "covenants", "bmt", "qa"}


def test_a_missed_gate_is_said_plainly(demo: tuple[Path, Result]) -> None:
    folder, said = demo
    verdict = json.loads((folder / "demo" / "demo-result.json").read_bytes())["verdict"]
    assert verdict["release_ready"] is False
    assert said.stdout.count("NOT RELEASE-READY") == 1
    assert "FAILED" in said.stdout
    assert f"In CI the gate would now have exited with {verdict['exit_code']}: " in " ".join(said.stdout.split())


def test_the_report_shows_pages_of_what_was_wrong(demo: tuple[Path, Result]) -> None:
    report = (demo[0] / "demo" / "report.html").read_text("utf-8")
    assert "Show page 2 of lantau-crest-facility-letter.pdf" in report
    assert 'class="page-image"' in report


def test_progress_is_shown_on_standard_error(demo: tuple[Path, Result]) -> None:
    for phase in ("Checking", "Asking", "Scoring", "Writing the report"):
        assert phase in demo[1].stderr


def test_every_command_works_as_it_is_printed(demo: tuple[Path, Result], monkeypatch: pytest.MonkeyPatch) -> None:
    folder, said = demo
    monkeypatch.chdir(folder)
    commands = [shlex.split(line.partition(": ")[2]) for line in said.stdout.splitlines() if ": loanproof " in line]
    assert [words[1] for words in commands] == ["explain", "gate", "analyze", "demo", "init"]
    for _, name, *rest in commands:
        if name == "demo":  # the whole corpus: what it runs is the next test, and it reads for many minutes
            continue
        tried = call(name, *rest)
        assert tried.exit_code == (0 if name in NO_VERDICT else 1), tried.output


def test_all_of_the_corpus_is_run_split_by_split(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Two small papers take the place of the splits: only how they are run is looked at.
    suites = {split: cases.make_demo(tmp_path / split, ["brooke-share-transfer"]) for split in cases.SPLITS}
    monkeypatch.setattr(cases, "bundled_suite", suites.__getitem__)
    said = call("demo", "--all", "--out", tmp_path / "out")
    assert said.exit_code == 0, said.output
    names = {f"{split}-{what}" for split in suites for what in ("result.json", "report.html")}
    assert {path.name for path in (tmp_path / "out").iterdir()} == names
    assert "log each look" in said.stdout


def test_a_second_demonstration_replaces_the_first_and_nothing_else(tmp_path: Path) -> None:
    folder = cases.make_demo(tmp_path / "suite", SHOWN)
    cases.make_demo(folder, SHOWN)
    own = tmp_path / "own" / "suite"
    own.mkdir(parents=True)
    (own / "suite.yaml").write_text("id: mine\n", "utf-8")
    with pytest.raises(UsageError, match="holds something that is not the demonstration"):
        cases.make_demo(own, SHOWN)
    assert (own / "suite.yaml").read_text("utf-8") == "id: mine\n"
    assert [path.name for path in own.iterdir()] == ["suite.yaml"]
