"""The command line: which commands exist, and how errors become one line and an exit code.

``--help`` must be quick, so this module imports only click; the table below has the one line of help for each command,
and the command itself is imported only when it is called.
"""

from __future__ import annotations

import gc
import signal
import sys
import threading
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING

import click

from loanproof import __version__
from loanproof.cli.exit_codes import INTERRUPTED, UNFORESEEN, VERDICT, write_exit_codes
from loanproof.cli.lasting_streams import lasting_streams

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

COMMANDS = {
    "analyze": "Read the terms of documents by rules: no model, no key, no network.",
    "cases": "Read cases from a sheet, or write them as one.",
    "check": "Check every case of a suite against its documents.",
    "compare": "Compare two runs, paired by case and repeat: regressions first.",
    "demo": "Show what the product does, on bundled documents, without keys or network.",
    "draft": "Draft an extraction case from a document, with values and quotes to confirm.",
    "explain": "Say why a case or an item of a run has its label.",
    "export": "Export the reviewed values of a document, each with the evidence that proves it.",
    "find": "Find words in a document, and print them as a citation for a case.",
    "gate": "Print the verdict of a run, and exit by it.",
    "guard": "Check what a system answered against its documents, without gold.",
    "init": "Make a new suite with a worked case of each capability.",
    "judge": "Compare a judge with what people say.",
    "rca": "Record why a run had a hallucination; the next run waits for it.",
    "remediate": "Record who fixes a failed gate, how, and by when; later reports say whether it is open or closed.",
    "report": "Write a run as HTML, JUnit, Markdown, JSON, CSV or a certificate.",
    "rescore": "Score a stored run again from its raw outputs; no target is called.",
    "review": "Decide on what a person must look at; every step is kept in a log that shows any change.",
    "run": "Ask a target every case of a suite, judge and score the answers, and say whether it may be released.",
    "runs": "List, show or delete stored runs.",
    "schema": "Print the JSON Schema of a format, for editors and programs.",
    "score": "Score recorded outputs against a suite, and say whether they may be released.",
    "serve": "Show runs, documents and the review queue in a browser.",
    "standards": "Show, verify or compare the quality contract and the run rubric.",
    "verify": "Prove an exported value again from its document, offline.",
}
_GARBAGE = 50_000  # objects before a collection: loading creates far more than the default 700, and no garbage
_USAGE = 2


class _LazyGroup(click.Group):
    """A group that lists its commands from :data:`COMMANDS` and imports one only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        from difflib import get_close_matches

        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            near = get_close_matches(name, COMMANDS, n=1)
            meant = f" Did you mean {near[0]}?" if near else ""
            raise click.UsageError(f"there is no command {name[:60]!r}.{meant}", ctx)
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"loanproof.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        write_exit_codes(VERDICT, formatter)


@click.command(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
def app() -> None:
    """Decide whether a loan-document AI may be released, and guard it in production."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit; :data:`VERDICT` says what each code means."""
    gc.set_threshold(_GARBAGE)
    with lasting_streams():
        code = _code_of(arguments)
    sys.exit(code)


def _code_of(arguments: Sequence[str] | None) -> int:
    """Run the command line, print its error if there is one, and return its exit code."""
    try:
        with _termination_as_interrupt():
            code = app.main(args=arguments, prog_name="loanproof", standalone_mode=False)
    except click.ClickException as error:
        click.echo(f"error: {_usage(error)}", err=True)
        return _USAGE
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted.", err=True)
        return INTERRUPTED
    except Exception as error:  # no traceback, and no exit code with another meaning, whatever it is
        return _report(error)
    return code if isinstance(code, int) else 0


def _usage(error: click.ClickException) -> str:
    """Return click's message about a wrong command line as one line with a pointer to the help."""
    message = " ".join(error.format_message().split())
    ctx = error.ctx if isinstance(error, click.UsageError) else None
    path = "loanproof" if ctx is None else ctx.command_path
    return f"{message[:1].lower()}{message[1:]} See {path} --help."


@contextmanager
def _termination_as_interrupt() -> Iterator[None]:
    """Let SIGTERM, which CI servers use to stop a job, act like the interrupt key: cleanly, with 130."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell starts its background jobs
        signal.signal(signal.SIGINT, signal.default_int_handler)
    before = signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _report(error: Exception) -> int:
    """Print an error as one line for each problem and return its exit code; an unforeseen one has its own."""
    from loanproof.core import LoanproofError, OutsideError, show_problems  # here, so --help does not load pydantic

    if isinstance(error, OSError):  # the disk or standard output is full
        place = "" if error.filename is None else f"{error.filename}: "
        error = OutsideError(f"{place}{error.strerror or type(error).__name__}.")
    if not isinstance(error, LoanproofError):
        return _report_unforeseen(error)
    from loanproof.core import make_visible

    for line in show_problems(error.problems):
        click.echo(f"error: {make_visible(line)}", err=True)
    return error.exit_code


def _report_unforeseen(error: Exception) -> int:
    """Write the trace of a fault of ours to a file, and say so in one sentence: it must not look like a verdict."""
    import tempfile
    import traceback

    from loanproof.core import OUR_FAULT, describe_error

    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="loanproof-trace-", suffix=".txt", delete=False, encoding="utf-8", errors="backslashreplace"
        ) as trace:
            trace.write(
                f"loanproof {__version__}, Python {sys.version}\n\n{''.join(traceback.format_exception(error))}"
            )
        kept = f"the trace is in {trace.name}; it may hold text of your documents."
    except OSError as why:
        kept = f"the trace could not be kept: {why.strerror}."
    click.echo(f"error: {describe_error(error)}; {OUR_FAULT}, and no verdict: {kept}", err=True)
    return UNFORESEEN
