"""The standards to read: the contract and the rubric part by part, and every ruling with its question and reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import InputError, StandardRef, UsageError
from loanproof.standards import OUR_CONTRACT, OUR_RUBRIC, RubricStandard, find_folder, list_folders, read_standard
from loanproof.web.errors import NotFound
from loanproof.web.rendering import render
from loanproof.web.visits import Visit, page

if TYPE_CHECKING:
    from starlette.responses import Response

    from loanproof.standards import EvalStandard


def list_standards() -> list[str]:
    """Return the names of the available standards, ours first."""
    return [str(ref) for ref, _ in list_folders()]


def find_standard(visit: Visit) -> EvalStandard | RubricStandard:
    """Return the standard in a URL; only the name of an available one leads to a folder."""
    name = visit.named("ref")
    try:
        ref = StandardRef.parse(name)
    except UsageError as error:
        raise NotFound(f"there is no standard {name[:60]!r}.") from error
    if str(ref) not in list_standards():
        raise NotFound(f"there is no standard {name[:60]!r}.")
    return read_standard(ref, find_folder(ref))


def _list(visit: Visit) -> Response:
    rows = []
    in_force = [find_folder(StandardRef.parse(name)) for name in (OUR_CONTRACT, OUR_RUBRIC)]
    for ref, folder in list_folders():
        try:
            found = read_standard(ref, folder)
        except InputError as error:
            rows.append(
                {
                    "ref": str(ref),
                    "state": f"refused: {error.problem.message}",
                    "date": "",
                    "is_open": False,
                    "is_in_force": False,
                }
            )
        else:
            state = "draft, not locked" if found.identity.draft else "intact"
            date, is_in_force = found.identity.date, folder in in_force
            rows.append({"ref": str(ref), "state": state, "date": date, "is_open": True, "is_in_force": is_in_force})
    return render(visit, "standards.html", {"rows": rows})


def _show(visit: Visit) -> Response:
    found = find_standard(visit)
    content: dict[str, object] = dict(found.content)
    if isinstance(found, RubricStandard):
        content["judge-template"] = found.judge_template
    told = {"standard": found, "content": content, "in_force": {one.id for one in found.rulings_in_force}}
    return render(visit, "standard.html", told)


ROUTES = [page("/standards", _list), page("/standards/{ref}", _show)]
