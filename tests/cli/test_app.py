"""The command line: help is quick, errors are one line, exit codes are those that were promised."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import click
import pytest

from loanproof.cli import app as cli
from loanproof.core import FormatError, PartMissing, Problem, UsageError

HEAVY = ("pydantic", "rich", "yaml", "loanproof.core")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "loanproof", *arguments], capture_output=True, text=True, check=False)


def test_help_lists_every_command_with_its_line() -> None:
    result = run("--help")
    assert result.returncode == 0
    assert all(f"\n  {name} " in result.stdout for name in cli.COMMANDS)


def test_help_loads_nothing_that_is_slow() -> None:
    script = (
        "import sys\nfrom loanproof.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    print(sorted(sys.modules), file=sys.stderr)"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert [module for module in HEAVY if f"'{module}'" in result.stderr] == []


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_the_line_in_the_list_is_the_first_line_of_the_commands_own_help(name: str) -> None:
    command = import_module(f"loanproof.cli.{name}").command
    assert isinstance(command, click.Command)
    assert command.get_short_help_str(limit=200) == cli.COMMANDS[name]


def test_an_unknown_command_is_a_usage_error() -> None:
    result = run("demmo")
    assert result.returncode == 2
    assert "No such command 'demmo'" in result.stderr


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
        (UsageError("'x' is no page.", hint="Write a number."), 2, "error: 'x' is no page. Write a number.\n"),
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


def test_a_bug_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cli.app.commands, "demo", raising(ZeroDivisionError()))
    monkeypatch.setattr(cli._LazyGroup, "get_command", click.Group.get_command)
    with pytest.raises(ZeroDivisionError):
        cli.main(["demo"])
