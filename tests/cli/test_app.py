"""The command line: help is quick, errors are one line, exit codes are those that were promised."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
import pytest
from tests.rows import each_row

from loanproof.cli import app as cli
from loanproof.cli.exit_codes import CommandWithExitCodes
from loanproof.cli.program_name import program
from loanproof.core import FormatError, PartMissing, Problem, UsageError

HEAVY = ("pydantic", "rich", "yaml", "loanproof.core")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "loanproof", *arguments], capture_output=True, text=True, check=False)


def test_help_lists_every_command_with_its_line() -> None:
    result = run("--help")
    assert result.returncode == 0
    assert all(f"\n  {name} " in result.stdout for name in cli.COMMANDS)


@pytest.mark.parametrize(
    ("arguments", "code"), [(("--help",), 0), (("schema", "case"), 0), (("gate", "none.json"), 2), (("demmo",), 2)]
)
def test_a_reader_that_stops_early_changes_no_exit_code(arguments: tuple[str, ...], code: int) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    try:
        command = [sys.executable, "-m", "loanproof", *arguments]
        assert subprocess.run(command, stdout=write_end, stderr=write_end, check=False).returncode == code
    finally:
        os.close(write_end)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_a_full_disk_is_one_sentence_and_no_success() -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "loanproof", "--help"]
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (3, "error: No space left on device.\n")


def test_help_loads_nothing_that_is_slow() -> None:
    script = (
        "import sys\nfrom loanproof.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    print(sorted(sys.modules), file=sys.stderr)"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert [module for module in HEAVY if f"'{module}'" in result.stderr] == []


@each_row("name", cli.COMMANDS)
def test_the_line_in_the_list_is_the_first_line_of_the_commands_own_help(name: str) -> None:
    command = import_module(f"loanproof.cli.{name}").command
    assert isinstance(command, click.Command)
    assert command.get_short_help_str(limit=200) == cli.COMMANDS[name]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("demmo",), "error: there is no command 'demmo'. Did you mean demo? See loanproof --help.\n"),
        (("xyzzy",), "error: there is no command 'xyzzy'. See loanproof --help.\n"),
        (("check",), "error: missing argument 'SUITE'. See loanproof check --help.\n"),
        (("runs", "show"), "error: missing argument 'RUN'. See loanproof runs show --help.\n"),
    ],
)
def test_a_wrong_command_line_is_one_line_that_says_where_to_read_on(arguments: tuple[str, ...], said: str) -> None:
    result = run(*arguments)
    assert (result.returncode, result.stdout, result.stderr) == (2, "", said)


def test_a_choice_that_is_not_one_lists_the_others_on_the_same_line() -> None:
    said = run("schema", "cases").stderr
    assert said.count("\n") == 1
    assert "'suite', 'case', 'deal', 'output', 'result', 'target', 'benchmark', 'truth'" in said


def every_command(group: click.Group) -> Iterator[click.Command]:
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        assert command is not None
        yield from every_command(command) if isinstance(command, click.Group) else (command,)


def test_every_command_says_in_its_help_what_its_exit_codes_mean() -> None:
    commands = list(every_command(cli.app))
    assert len(commands) >= 20
    for command in commands:
        assert isinstance(command, CommandWithExitCodes), command.name
        assert {0, 2} <= command.exit_codes.keys()
        assert "Exit codes:\n  0 " in command.get_help(click.Context(command, info_name=command.name))


def test_the_list_of_commands_is_in_alphabetical_order() -> None:
    assert list(cli.COMMANDS) == sorted(cli.COMMANDS)


def raising(error: BaseException) -> click.Command:
    @click.command("demo")
    def command() -> None:
        raise error

    return command


@pytest.mark.parametrize(
    ("error", "code", "printed"),
    [
        (OSError(28, "No space left on device"), 3, "error: No space left on device.\n"),
        (OSError(28, "No space left on device", "a\x1b.json"), 3, "error: a␛.json: No space left on device.\n"),
        (UsageError("'x' is not a page.", hint="Write a number."), 2, "error: 'x' is not a page. Write a number.\n"),
        (PartMissing("tesseract is not installed."), 3, "error: tesseract is not installed.\n"),
        (
            FormatError.of(
                [Problem(message="a.", file="f.yaml", line=1), Problem(message="b.", file="f.yaml", line=2)]
            ),
            2,
            "error: f.yaml:1: a.\nerror: f.yaml:2: b.\n",
        ),
        (KeyboardInterrupt(), 130, "\nInterrupted.\n"),  # on a line of its own, after the ^C
    ],
)
def test_a_deliberate_error_is_printed_without_a_traceback(
    error: BaseException,
    code: int,
    printed: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(cli.app.commands, "demo", raising(error))
    monkeypatch.setattr(cli._LazyGroup, "get_command", click.Group.get_command)
    with pytest.raises(SystemExit) as exit_:
        cli.main(["demo"])
    assert exit_.value.code == code
    assert capsys.readouterr().err == printed


@pytest.mark.usefixtures("breakable")
def test_an_error_that_nobody_foresaw_is_one_sentence_with_a_code_of_its_own_and_its_trace_in_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(cli.app.commands, "demo", raising(ZeroDivisionError("nothing to \x1bshare")))
    monkeypatch.setattr(cli._LazyGroup, "get_command", click.Group.get_command)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(SystemExit) as exit_:
        cli.main(["demo"])
    assert exit_.value.code == 70
    [trace] = tmp_path.iterdir()
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("error: ZeroDivisionError: nothing to ")
    assert "Traceback" not in line
    assert "\x1b" not in line
    assert str(trace) in line
    assert "Traceback" in trace.read_text("utf-8")
    assert trace.stat().st_mode & 0o077 == 0


def test_the_first_twenty_problems_are_printed_and_the_rest_is_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    problems = [Problem(message=f"problem {at}.") for at in range(200_000)]
    monkeypatch.setitem(cli.app.commands, "demo", raising(FormatError.of(problems)))
    monkeypatch.setattr(cli._LazyGroup, "get_command", click.Group.get_command)
    with pytest.raises(SystemExit):
        cli.main(["demo"])
    *shown, last = capsys.readouterr().err.splitlines()
    assert shown == [f"error: problem {at}." for at in range(20)]
    assert last == "error: There are 199,980 more problems; mend these first."


@pytest.mark.parametrize(
    ("called", "is_on_path", "words"),
    [
        ("/usr/bin/loanproof", True, ("loanproof",)),
        (".venv/bin/loanproof", True, ("loanproof",)),
        (".venv/bin/loanproof", False, (".venv/bin/loanproof",)),
        ("/x/loanproof/__main__.py", False, (sys.executable, "-m", "loanproof")),
        ("/x/pytest", False, ("loanproof",)),
    ],
)
def test_a_printed_command_works_where_it_was_printed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, called: str, *, is_on_path: bool, words: tuple[str, ...]
) -> None:
    monkeypatch.setattr(sys, "argv", [called])
    if is_on_path:
        (tmp_path / "loanproof").write_text("#!/bin/sh\n")
        (tmp_path / "loanproof").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert program() == words


def test_the_shell_completes_commands(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("_LOANPROOF_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "loanproof ga")
    monkeypatch.setenv("COMP_CWORD", "1")
    with pytest.raises(SystemExit):
        cli.main([])
    assert capsys.readouterr().out == "plain,gate\n"
