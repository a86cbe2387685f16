"""``loanproof standards``: show, verify, compare and publish the standards that a release is decided by."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from loanproof.cli.exit_codes import PLAIN, CommandWithExitCodes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from loanproof.standards import Difference, EvalStandard, Inspection, RubricStandard

REFUSED = 2
_SHORT_HASH = len("sha256:") + 12

_directories: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "--dir",
    "directories",
    type=click.Path(path_type=Path),
    multiple=True,
    help="Also look for house versions here (besides LOANPROOF_STANDARDS); may be repeated.",
)
_as_json: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "--json", "as_json", is_flag=True, help="Write JSON instead of tables."
)


@click.group("standards")
def command() -> None:
    """Show, verify or compare the quality contract and the run rubric."""


@command.command(cls=CommandWithExitCodes, exit_codes=PLAIN)
@click.argument("ref", required=False)
@click.option("--part", help="Show one part only, for example thresholds or rulings.")
@_directories
@_as_json
def show(ref: str | None, part: str | None, directories: tuple[Path, ...], *, as_json: bool) -> None:
    """Show one standard, or the list of them.

    REF is name@version, for example eval-standards@1.0.
    """
    if ref is not None:
        show_standard(ref, part=part, directories=directories, as_json=as_json)
    elif part is not None:
        raise click.UsageError("--part needs the standard, for example eval-standards@1.0.")
    else:
        list_standards(directories, as_json=as_json)


@command.command(
    cls=CommandWithExitCodes,
    exit_codes={0: "every protected part is intact", REFUSED: "one is not, or a file or the command is wrong"},
)
@click.argument("ref", required=False)
@_directories
@_as_json
@click.pass_context
def verify(ctx: click.Context, ref: str | None, directories: tuple[Path, ...], *, as_json: bool) -> None:
    """Check standards against their locks.

    A changed text of a ruling is a warning.
    """
    if not verify_standards(ref, directories=directories, as_json=as_json):
        ctx.exit(REFUSED)


@command.command(cls=CommandWithExitCodes, exit_codes={**PLAIN, 0: "done, whether they differ or not"})
@click.argument("ref_a")
@click.argument("ref_b")
@_directories
@_as_json
def diff(ref_a: str, ref_b: str, directories: tuple[Path, ...], *, as_json: bool) -> None:
    """Compare two versions of a standard, figure by figure."""
    from loanproof.cli.standards_tables import print_differences
    from loanproof.core import StandardRef, UsageError
    from loanproof.standards import compare_parts, load_standard

    if StandardRef.parse(ref_a).name != StandardRef.parse(ref_b).name:
        raise UsageError(f"{ref_a} and {ref_b} are not versions of one standard.")
    before = load_standard(ref_a, directories=directories)
    after = load_standard(ref_b, directories=directories)
    differences = compare_parts(before.parts, after.parts)
    texts = {ruling.id: ruling.digest for ruling in before.rulings}
    others = {ruling.id: ruling.digest for ruling in after.rulings}
    rulings = sorted({name for name, _ in texts.items() ^ others.items()})
    if as_json:
        _echo_json({"from": ref_a, "to": ref_b, "differences": _plain(differences), "rulings": rulings})
        return
    print_differences(f"{ref_a} -> {ref_b}", differences)
    if rulings:
        click.echo(f"Rulings whose text differs: {', '.join(rulings)}.")


@command.command(cls=CommandWithExitCodes, exit_codes=PLAIN)
@click.argument("folder", type=click.Path(path_type=Path))
def publish(folder: Path) -> None:
    """Validate a house version and write its lock.

    FOLDER ends in name and version, for example standards/eval-standards/1.1+acme.
    """
    from loanproof.cli.standards_tables import print_differences
    from loanproof.standards import load_base, protected_differences, publish_standard

    standard = publish_standard(folder)
    click.echo(f"Published {standard.ref}\n  {standard.hash}\n  approved by {_people(standard)}")
    base = load_base(standard)
    if base is not None:
        click.echo()
        print_differences(f"What differs from {base.ref}", protected_differences(standard, base))


def show_standard(ref: str, *, part: str | None, directories: Sequence[Path] = (), as_json: bool = False) -> None:
    """Print one standard, or one part of it; for a house version its changes come first."""
    from loanproof.cli.standards_tables import RULINGS, print_differences, print_part, print_rulings
    from loanproof.core import UsageError
    from loanproof.standards import load_base, load_standard, protected_differences

    standard = load_standard(ref, directories=directories)
    content = _content(standard)
    names = [*content, RULINGS]
    if part is not None and part not in names:
        raise UsageError(f"{ref} has no part {part!r}.", hint=f"Parts: {', '.join(names)}.")
    base = load_base(standard)
    differences = () if base is None else protected_differences(standard, base)
    wanted = names if part is None else [part]
    if as_json:
        shown = {name: _rulings(standard) if name == RULINGS else content[name] for name in wanted}
        facts = {"standard": str(standard.ref), "hash": standard.hash, "protected_differences": _plain(differences)}
        _echo_json({**facts, "parts": shown})
        return
    click.echo(f"{standard.ref}  {standard.identity.title}\n{standard.hash}\n")
    if base is not None:
        print_differences(f"What differs from {base.ref} (approved by {_people(standard)})", differences)
        click.echo()
    for name in wanted:
        if name == RULINGS:
            print_rulings(standard.rulings)
        else:
            print_part(name, content[name])


def verify_standards(ref: str | None, *, directories: Sequence[Path] = (), as_json: bool = False) -> bool:
    """Print how one standard, or every one, compares with its lock; return whether all are intact."""
    from loanproof.cli.standards_tables import print_inspection
    from loanproof.core import InputError, StandardRef
    from loanproof.standards import find_folder, inspect_standard, list_folders, read_standard

    if ref is None:
        chosen = list_folders(directories)
    else:
        parsed = StandardRef.parse(ref)
        chosen = ((parsed, find_folder(parsed, directories)),)
    results: list[dict[str, object]] = []
    for one, folder in chosen:
        try:
            inspection = inspect_standard(one, folder)
            if not inspection.differences:
                read_standard(one, folder)
        except InputError as error:
            problems = [str(problem) for problem in error.problems]
            results.append({"standard": str(one), "intact": False, "problems": problems})
            if not as_json:
                click.echo(f"{one}: REFUSED\n  " + "\n  ".join(problems) + "\n")
            continue
        results.append(_inspected(inspection))
        if not as_json:
            print_inspection(inspection)
    if as_json:
        _echo_json(results)
    return all(result["intact"] for result in results)


def list_standards(directories: Sequence[Path], *, as_json: bool) -> None:
    """Print every available standard, with its hash and whether it is intact."""
    from loanproof.cli.standards_tables import print_list
    from loanproof.core import InputError
    from loanproof.standards import list_folders, read_standard

    rows: list[dict[str, str | None]] = []
    for ref, folder in list_folders(directories):
        try:
            standard = read_standard(ref, folder)
        except InputError as error:
            rows.append(
                {"standard": str(ref), "date": None, "hash": None, "state": f"REFUSED: {error.problem.message}"}
            )
        else:
            stated = {"standard": str(ref), "date": standard.identity.date, "hash": standard.hash}
            rows.append({**stated, "state": "draft, not locked" if standard.identity.draft else "intact"})
    if as_json:
        _echo_json(rows)
        return
    print_list([{**row, "hash": None if row["hash"] is None else row["hash"][:_SHORT_HASH]} for row in rows])


def _content(standard: EvalStandard | RubricStandard) -> dict[str, object]:
    """Return the protected data of a standard as written, part by part."""
    from loanproof.standards import RubricStandard

    content: dict[str, object] = dict(standard.content)
    if isinstance(standard, RubricStandard):
        content["judge-template"] = standard.judge_template
    return content


def _rulings(standard: EvalStandard | RubricStandard) -> list[dict[str, object]]:
    return [ruling.model_dump(mode="json") for ruling in standard.rulings]


def _inspected(inspection: Inspection) -> dict[str, object]:
    return {
        "standard": str(inspection.ref),
        "hash": inspection.hash,
        "intact": not inspection.differences,
        "draft": inspection.is_draft,
        "differences": _plain(inspection.differences),
        "changed_rulings": list(inspection.changed_rulings),
    }


def _plain(differences: Sequence[Difference]) -> list[dict[str, str | None]]:
    return [{"path": found.path, "before": found.before, "after": found.after} for found in differences]


def _people(standard: EvalStandard | RubricStandard) -> str:
    return ", ".join(standard.identity.approved_by)


def _echo_json(data: object) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))
