"""Where runs are kept when nobody says: beside the suite, so that the root-cause gate holds from every folder."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.runs.small_suite import answers, make_suite, write_lines

from loanproof.cli.app import main
from loanproof.store import place_for
from loanproof.store.places import user_store

INVENTED = "The margin is 9.75 per cent. per annum."


@pytest.fixture(autouse=True)
def _nothing_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("LOANPROOF_STORE")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "200")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")


@pytest.fixture
def call(capfd: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    def run(*arguments: str | Path) -> tuple[int, str, str]:
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        return int(ended.value.code or 0), *capfd.readouterr()

    return run


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    return make_suite(tmp_path / "here" / "suite")


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """Return recorded outputs with a hallucination."""
    lines = answers()
    for line in lines:
        if "output" in line:
            line["output"] = {**line["output"], "answer": INVENTED}
    return write_lines(tmp_path / "wrong.jsonl", lines)


def test_a_run_is_kept_beside_its_suite_and_the_output_says_where(
    suite: Path, wrong: Path, call: Callable[..., tuple[int, str, str]]
) -> None:
    code, out, _ = call("score", "suite", wrong)
    assert code == 4
    assert out.splitlines()[-2] == "Kept in suite/.loanproof/runs.db."
    assert (suite / ".loanproof" / "runs.db").is_file()
    assert (suite / ".loanproof" / ".gitignore").read_text() == "*\n"
    assert not Path(".loanproof").exists()


def test_a_hallucination_stands_in_the_way_from_another_folder_too(
    suite: Path, wrong: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Callable[..., tuple[int, str, str]]
) -> None:
    assert call("score", "suite", wrong)[0] == 4
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    code, out, err = call("score", suite, wrong)
    assert (code, out) == (4, "")
    assert "had a hallucination, and nobody recorded why" in err


def test_a_run_is_found_by_its_id_from_the_folder_above_its_suite_and_from_the_suite(
    suite: Path, wrong: Path, monkeypatch: pytest.MonkeyPatch, call: Callable[..., tuple[int, str, str]]
) -> None:
    out = call("score", "suite", wrong)[1]
    run_id = out.split()[-1]
    assert f"loanproof explain {run_id} Q-1 answer\n" in out
    assert call("gate", run_id)[0] == 4
    assert "Kept in suite/.loanproof/runs.db:" in call("runs", "list")[1]
    monkeypatch.chdir(suite)
    assert call("gate", run_id)[0] == 4
    assert json.loads(call("runs", "list", "--json")[1])["run_id"] == run_id


def test_of_several_stores_the_one_that_holds_the_run_is_used(
    suite: Path, wrong: Path, tmp_path: Path, call: Callable[..., tuple[int, str, str]]
) -> None:
    make_suite(tmp_path / "here" / "another")
    first, second = (call("score", name, wrong)[1].split()[-1] for name in ("suite", "another"))
    assert [call("gate", run)[0] for run in (first, second)] == [4, 4]
    code, _, err = call("gate", "r-nobody")
    assert code == 2
    assert "there is no run 'r-nobody' in another/.loanproof/runs.db, suite/.loanproof/runs.db" in err


def test_a_command_that_would_not_find_the_store_is_printed_with_it(
    wrong: Path, tmp_path: Path, call: Callable[..., tuple[int, str, str]]
) -> None:
    far = make_suite(tmp_path / "far" / "suite")
    out = call("score", far, wrong)[1]
    assert f"Q-1 answer --store sqlite:{far}/.loanproof/runs.db" in out


def test_a_named_store_wins(suite: Path, wrong: Path, call: Callable[..., tuple[int, str, str]]) -> None:
    _, out, _ = call("score", "suite", wrong, "--store", "sqlite:own.db")
    assert Path("own.db").is_file()
    assert not (suite / ".loanproof").exists()
    assert "Kept in" not in out


def test_a_suite_that_cannot_be_written_is_kept_in_the_data_folder_of_the_user(
    suite: Path, wrong: Path, tmp_path: Path, call: Callable[..., tuple[int, str, str]]
) -> None:
    (suite / ".loanproof").write_text("a file in the way")
    _, out, _ = call("score", "suite", wrong)
    kept = tmp_path / "data" / "loanproof" / "runs.db"
    assert out.splitlines()[-2] == f"Kept in {kept}, for the folder of the suite cannot be written."
    assert kept.is_file()
    assert call("gate", out.split()[-1])[0] == 4
    assert call("score", "suite", wrong)[0] == 4
    assert call("score", "suite", wrong)[1] == ""


def test_a_folder_that_is_no_suite_is_left_as_it_is(
    wrong: Path, tmp_path: Path, call: Callable[..., tuple[int, str, str]]
) -> None:
    (tmp_path / "empty").mkdir()
    assert call("score", tmp_path / "empty", wrong)[0] == 2
    assert list((tmp_path / "empty").iterdir()) == []
    assert not user_store().exists()


def test_a_store_that_is_there_is_used_whatever_its_rights(suite: Path) -> None:
    beside = suite / ".loanproof" / "runs.db"
    beside.parent.mkdir()
    beside.touch(mode=0o400)
    beside.parent.chmod(0o500)
    assert place_for(suite).path == beside


@pytest.mark.parametrize(
    ("platform", "variable", "value", "folder"),
    [
        ("linux", "XDG_DATA_HOME", "/xdg", "/xdg/loanproof"),
        ("linux", "XDG_DATA_HOME", "", "/home/me/.local/share/loanproof"),
        ("darwin", "XDG_DATA_HOME", "/xdg", "/home/me/Library/Application Support/loanproof"),
        ("win32", "LOCALAPPDATA", "/local", "/local/loanproof"),
    ],
)
def test_the_data_folder_is_the_one_that_the_system_has(
    platform: str, variable: str, value: str, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/me")
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setenv(variable, value)
    assert user_store() == Path(folder) / "runs.db"
