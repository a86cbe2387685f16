"""``loanproof find``: page, section and exact words of a passage, ready for a case."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from loanproof.cli.cache_folder import documents_folder
from loanproof.cli.exit_codes import WRONG, CommandWithExitCodes
from loanproof.cli.standard_option import standard_option

if TYPE_CHECKING:
    from loanproof.service import FoundWords, Search


_UNPAGED = "The file has no pages (in a text file a form feed ends one), so a citation of it names none."


@click.command("find", cls=CommandWithExitCodes, exit_codes={0: "found", 1: "the words do not appear there", 2: WRONG})
@click.argument("document", type=click.Path(path_type=Path))
@click.argument("words")
@click.option("--page", "page_number", type=click.IntRange(min=1), help="Look on this page only, counted from 1.")
@standard_option
@click.option("--json", "as_json", is_flag=True, help="Print the places as JSON.")
@click.pass_context
def command(
    ctx: click.Context, *, document: Path, words: str, page_number: int | None, standard: str, as_json: bool
) -> None:
    """Find words in a document, and print them as a citation for a case.

    Each line is a citation that loanproof check accepts: physical page, section, and the document's own words. A few
    words are extended to their sentence. If they do not appear verbatim, the nearest passage is shown.
    """
    from rich.console import Console
    from rich.text import Text

    from loanproof.cli.page_progress import show_recognition
    from loanproof.core import UsageError, counted, one_line
    from loanproof.documents import Cache, load_document
    from loanproof.service import find_words
    from loanproof.standards import load_contract

    with show_recognition(None), Console(stderr=True).status(Text(f"Reading {one_line(document.name, 60)}")):
        read = load_document(document, cache=Cache(documents_folder()))
        if page_number is not None and page_number > len(read.pages):
            hint = f"It has {counted(len(read.pages), 'page')}."
            raise UsageError(f"there is no page {page_number} in {one_line(document.name, 60)}.", hint=hint)
        search = find_words(read, words, standard=load_contract(standard), page_number=page_number)
    if as_json:
        click.echo(json.dumps(_data(search), indent=2, ensure_ascii=False))
    else:
        _print(search, page_number)
        if search.places and not read.paged:
            click.echo(_UNPAGED, err=True)
    ctx.exit(0 if search.is_found else 1)


def _print(search: Search, page_number: int | None) -> None:
    from loanproof.core import make_visible

    if not search.is_found:
        where = "" if page_number is None else f" on page {page_number}"
        click.echo(f"The words do not appear{where} as they are. {make_visible(search.sentence)}", err=True)
    for place in search.places:
        click.echo(make_visible(_line(place)))
        if not place.is_checked:
            click.echo("  Look at the section: loanproof check would not accept it as it is.", err=True)
        for one in place.differs:
            if not one.expected and not one.found:
                continue  # signs or spaces alone: the sentence above says so
            said = f"the document says “{one.expected}”" if one.expected else "the document has nothing there"
            given = f"you wrote “{one.found}”" if one.found else "you left it out"
            click.echo(make_visible(f"  {said}, {given}"), err=True)
    if search.more:
        click.echo(f"and {search.more:,} more places; more words, or --page, tell them apart", err=True)


def _line(place: FoundWords) -> str:
    """Return a citation as one line of YAML, ready to be pasted into a case."""
    return "{" + ", ".join(f"{key}: {json.dumps(held, ensure_ascii=False)}" for key, held in _pairs(place)) + "}"


def _pairs(place: FoundWords) -> list[tuple[str, Any]]:
    cited = place.citation
    pairs = [("page", None if cited.page is None else int(cited.page)), ("section", cited.section)]
    return [(key, held) for key, held in (*pairs, ("quote", cited.quote)) if held is not None]


def _data(search: Search) -> dict[str, Any]:
    def plain(place: FoundWords) -> dict[str, Any]:
        differs = [{"document": one.expected, "words": one.found} for one in place.differs]
        return {**dict(_pairs(place)), "checked": place.is_checked, **({"differs": differs} if differs else {})}

    return {
        "found": [plain(place) for place in search.places if place.is_verbatim],
        "near": [plain(place) for place in search.places if not place.is_verbatim],
        "more": search.more,
        "sentence": search.sentence,
    }
