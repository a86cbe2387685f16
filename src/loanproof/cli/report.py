"""``loanproof report``: a run as files that people and CI read."""

from __future__ import annotations

from pathlib import Path

import click

from loanproof.cli.cache_folder import documents_folder
from loanproof.cli.exit_codes import STORED, CommandWithExitCodes
from loanproof.cli.store_option import store_option

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command(
    "report",
    cls=CommandWithExitCodes,
    exit_codes={**STORED, 0: "done, whatever the verdict; loanproof gate exits by it"},
)
@click.argument("run")
@click.option("--html", type=_FILE, help="One self-contained page: verdict, gates, worst cases, plots.")
@click.option("--page-images", is_flag=True, help="Show the page of the document behind each failed item, in the HTML.")
@click.option(
    "--suite", type=click.Path(path_type=Path), help="The suite, for --page-images, if it lies elsewhere now."
)
@click.option("--junit", type=_FILE, help="JUnit XML for CI; ids, labels and codes only.")
@click.option("--junit-text", is_flag=True, help="Write values and messages into the JUnit file too.")
@click.option("--markdown", type=_FILE, help="A summary for a CI page.")
@click.option("--markdown-ids", is_flag=True, help="Leave values and quotes out of the Markdown file: ids only.")
@click.option("--json", "json_file", type=_FILE, help="The result itself.")
@click.option("--csv", "csv_file", type=_FILE, help="Every item as a row.")
@click.option("--certificate", type=_FILE, help="One page with verdict, versions, hashes and the chain of evidence.")
@click.option("--previous", multiple=True, metavar="RUN", help="An earlier run to compare with; may be repeated.")
@store_option
def command(
    run: str,
    html: Path | None,
    page_images: bool,
    suite: Path | None,
    junit: Path | None,
    junit_text: bool,
    markdown: Path | None,
    markdown_ids: bool,
    json_file: Path | None,
    csv_file: Path | None,
    certificate: Path | None,
    previous: tuple[str, ...],
    store: str | None,
) -> None:
    """Write a run as HTML, JUnit, Markdown, JSON, CSV or a certificate.

    RUN is a result file or the id of a stored run. Earlier runs are named the oldest first: the last of them is
    compared with, all of them make the trend.
    """
    from contextlib import ExitStack

    from loanproof.cli.open_run import open_proved
    from loanproof.cli.report_files import ReportFiles
    from loanproof.core import UsageError
    from loanproof.service import Library, open_sources

    wanted = {
        "html": html,
        "junit": junit,
        "markdown": markdown,
        "json": json_file,
        "csv": csv_file,
        "certificate": certificate,
    }
    if not any(wanted.values()):
        raise UsageError("no file is asked for.", hint="Say, for example: loanproof report RUN --html report.html")
    with ExitStack() as stack:
        reader, *earlier = (stack.enter_context(open_proved(one, store)) for one in (run, *previous))
        files = ReportFiles(
            reader,
            previous=earlier,
            with_text=junit_text,
            ids_only=markdown_ids,
            draw_page=open_sources(reader.head, suite, Library(documents_folder()), must_exist=True).draw_page
            if page_images
            else None,
        )
        for kind, path in wanted.items():
            if path is not None:
                files.write(kind, path)
                click.echo(path)
