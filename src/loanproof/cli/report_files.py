"""Report files, each written atomically."""

from __future__ import annotations

import io
from contextlib import contextmanager
from functools import cached_property
from typing import IO, TYPE_CHECKING

from loanproof.core import FileError, part_of, put_in_place
from loanproof.reports import (
    evidence_chain,
    make_subject,
    render_certificate,
    render_html,
    render_markdown,
    write_csv,
    write_json,
    write_junit,
)
from loanproof.runs import StoredRun

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from loanproof.reports import DrawPage, ReportSubject
    from loanproof.runs import ProvedRun, RunReader


class ReportFiles:
    """Writes the report files of one run; its cases are surveyed once, and only if a file needs it."""

    def __init__(
        self,
        run: ProvedRun,
        *,
        previous: Sequence[RunReader] = (),
        with_text: bool = False,
        ids_only: bool = False,
        draw_page: DrawPage | None = None,
    ) -> None:
        self._run = run
        self._previous = previous
        self._with_text = with_text
        self._ids_only = ids_only
        self._draw_page = draw_page
        # a result file predates any root-cause analysis; the store may have it by now
        stored = run.original if isinstance(run.original, StoredRun) else None
        self._root_cause = None if stored is None else stored.root_cause
        self._remedies = () if stored is None else stored.remedies

    @cached_property
    def _subject(self) -> ReportSubject:
        return make_subject(
            self._run,
            previous=self._previous,
            root_cause=self._root_cause,
            remedies=self._remedies,
            draw_page=self._draw_page,
        )

    def write(self, kind: str, path: Path) -> None:
        """Write one file; ``kind`` is the name of its option without the dashes."""
        if kind == "json":
            write_json(self._run.original, path)  # findings from reading the run are not part of it
            return
        with _appearing(path) as stream:
            match kind:
                case "html":
                    stream.writelines(_encoded(render_html(self._subject)))
                case "markdown":
                    stream.writelines(_encoded([render_markdown(self._subject, ids_only=self._ids_only)]))
                case "certificate":
                    chain = evidence_chain(self._run.original, self._root_cause)
                    pieces = render_certificate(self._run.head, chain, is_authentic=self._run.doubt is None)
                    stream.writelines(_encoded(pieces))
                case "junit":
                    write_junit(self._run, stream, with_text=self._with_text)
                case "csv":
                    text = io.TextIOWrapper(stream, encoding="utf-8", newline="")
                    write_csv(self._run, text)
                    text.detach()


def _encoded(pieces: Iterable[str]) -> Iterator[bytes]:
    return (piece.encode("utf-8") for piece in pieces)


@contextmanager
def _appearing(path: Path) -> Iterator[IO[bytes]]:
    """Open a temporary file next to the target, and rename it once everything is written."""
    part = part_of(path)
    try:
        with part.open("wb") as stream:
            yield stream
        put_in_place(part, path)
    except OSError as error:
        raise FileError(f"the file cannot be written: {error.strerror}.", file=path) from error
    finally:
        part.unlink(missing_ok=True)
