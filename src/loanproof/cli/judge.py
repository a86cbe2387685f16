"""``loanproof judge``: how reliable a judge is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from loanproof.cli.exit_codes import STORED, CommandWithExitCodes
from loanproof.cli.store_option import store_option

if TYPE_CHECKING:
    from rich.table import Table

    from loanproof.cli.printing import Printer
    from loanproof.rubric import AxisAgreement, Calibration, JudgedSample
    from loanproof.runs import ResultHead, RunReader


@click.group("judge")
def command() -> None:
    """Compare a judge with what people say."""


@command.command("calibrate", cls=CommandWithExitCodes, exit_codes=STORED)
@click.argument("run")
@click.argument("labels", type=click.Path(path_type=Path))
@store_option
def calibrate(run: str, labels: Path, store: str | None) -> None:
    """Compare the scores of a run with labels that people gave.

    RUN is a result file or the id of a stored run. LABELS is a CSV file with the columns case_id, repeat,
    accuracy_score and faithfulness_score. Prints the agreement, kappa weighted by the square of the distance with its
    95 % interval, and the table behind them; with fewer than 50 labels the judge is uncalibrated.
    """
    from loanproof.cli.open_run import open_proved
    from loanproof.cli.printing import Printer
    from loanproof.rubric import calibrate_judge, load_labels
    from loanproof.standards import load_rubric

    with open_proved(run, store) as reader:
        head = reader.head
        standard = load_rubric(head.run.rubric or "evaluation-rubric@1.0")
        found = calibrate_judge(load_labels(labels, standard), _samples(reader), standard)
    _print(head, found, Printer())


def _samples(reader: RunReader) -> dict[tuple[str, int], JudgedSample]:
    """Return the evaluator's scores; samples without an answer were not evaluated."""
    from loanproof.rubric import JudgedSample

    unjudged = JudgedSample(accuracy_score=None, faithfulness_score=None)
    samples: dict[tuple[str, int], JudgedSample] = {}
    for case in reader.cases():
        sample = case.sample
        if sample is None or not case.answered or sample.timed_out:
            judged = unjudged
        else:
            judged = JudgedSample(accuracy_score=sample.accuracy_score, faithfulness_score=sample.faithfulness_score)
        samples[case.case_id, case.repeat] = judged
    return samples


def _print(head: ResultHead, found: Calibration, printer: Printer) -> None:
    from loanproof.rubric import LEAST_LABELS

    run = head.run
    word = "CALIBRATED" if found.is_calibrated else "UNCALIBRATED"
    printer.print(f"{word} (labels compared: {found.compared}, needed: {LEAST_LABELS})")
    printer.print(f"Judge   {run.evaluator_model_id} @ {run.evaluator_model_version}")
    printer.print(f"Prompt  {run.evaluator_prompt_template_version_or_hash}")
    if found.unjudged:
        printer.print(f"Left out, for the judge gave no scores: {found.unjudged}")
    for axis in found.axes:
        printer.print()
        printer.print(_sentence(axis))
        printer.print(_table(axis), indent=2)


def _sentence(axis: AxisAgreement) -> str:
    if axis.agreement is None:
        return f"{axis.axis}: nothing to compare"
    head = f"{axis.axis}: agreement {float(axis.agreement):.3f}, kappa "
    if axis.kappa is None:
        return head + "undefined (all scores are the same)"
    return head + f"{float(axis.kappa.value):.3f} (95 %: {axis.kappa.low:.3f} to {axis.kappa.high:.3f})"


def _table(axis: AxisAgreement) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("people \\ judge", no_wrap=True)
    for category in axis.categories:
        table.add_column(str(category), justify="right", no_wrap=True)
    for category, row in zip(axis.categories, axis.table, strict=True):
        table.add_row(str(category), *map(str, row))
    return table
