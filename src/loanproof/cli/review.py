"""``loanproof review``: the queue of what a person must look at, worked on a terminal."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from loanproof.cli.cache_folder import documents_folder
from loanproof.cli.exit_codes import STORED, CommandWithExitCodes
from loanproof.cli.review_agreement import compare_gold
from loanproof.cli.review_log import erase_document, verify_log
from loanproof.cli.review_options import BY, REASON
from loanproof.cli.store_option import store_option

if TYPE_CHECKING:
    from loanproof.reviews import ReviewItem
    from loanproof.service import ReviewService

_REFUSED = {**STORED, 1: "the step is not allowed"}


@click.group("review")
def command() -> None:
    """Decide on what a person must look at; every step is kept in a log that shows any change."""


@command.command("queue", cls=CommandWithExitCodes, exit_codes=STORED)
@click.argument("run")
@BY
@click.option("--suite", type=click.Path(path_type=Path), help="The suite, if it lies elsewhere now.")
@click.option("--review", "settings", type=click.Path(path_type=Path), help="The settings of the review, a YAML file.")
@store_option
def queue_labels(*, run: str, by: str, suite: Path | None, settings: Path | None, store: str | None) -> None:
    """Queue the labels of a run that a person must look at.

    RUN is the id of a stored run. Queued are hallucinations, which a person confirms before a release rests on them;
    judges that disagree; expected answers that may be wrong; words that no document holds. Two people may override a
    label; it counts in a new scoring: loanproof rescore RUN --overrides.
    """
    from loanproof.cases import load_suite
    from loanproof.cli.open_run import open_proved
    from loanproof.cli.printing import Printer
    from loanproof.cli.review_store import opened_reviews
    from loanproof.cli.store_option import url_holding
    from loanproof.core import counted
    from loanproof.reviews import ReviewPolicy, load_policy
    from loanproof.service import ReviewService

    policy = ReviewPolicy() if settings is None else load_policy(settings)
    url = url_holding(run, store)
    with open_proved(run, url) as proved, opened_reviews(url) as opened:
        folder = suite or Path(proved.head.run.suite or "")
        count, is_new = ReviewService(opened).queue_run(proved, load_suite(folder), by=by, policy=policy)
        told = f"{counted(count, 'item')} queued" if is_new else "it was queued before"
        printer = Printer()
        printer.print(f"{proved.head.run.run_id}: {told}.")
        if count:
            printer.print_command("Next", "review", "next", "--by", "NAME", "--store", url)


@command.command("list", cls=CommandWithExitCodes, exit_codes=STORED)
@click.option("--all", "with_done", is_flag=True, help="Also those that are done.")
@click.option("--json", "as_json", is_flag=True, help="Print the items as JSON.")
@store_option
def list_items(*, with_done: bool, as_json: bool, store: str | None) -> None:
    """List what waits for a person, the most urgent first."""
    from loanproof.cli.review_store import opened_reviews
    from loanproof.core import counted
    from loanproof.reviews import miss_rate, shown_trigger, write_shown
    from loanproof.service import ReviewService

    with opened_reviews(store) as opened:
        items = ReviewService(opened).waiting(with_done=with_done)
        missed = miss_rate(opened.read_items())
    if as_json:
        click.echo(json.dumps([write_shown(one) for one in items], indent=2, ensure_ascii=False))
        return
    for item in items:
        held = "" if item.lock is None else f"  held by {item.lock.by}"
        trigger = shown_trigger(item).value.replace("_", " ")
        click.echo(f"{item.item_id}  {item.state.value:8}  {trigger:16}  {item.name}  {item.document}{held}")
    click.echo(f"{counted(len(items), 'item')}.")
    if missed is not None:
        click.echo(missed.sentence)


@command.command("show", cls=CommandWithExitCodes, exit_codes=STORED)
@click.argument("item_id", metavar="ITEM")
@store_option
def show_item(*, item_id: str, store: str | None) -> None:
    """Show an item with all that was done to it."""
    from loanproof.cli.printing import Printer
    from loanproof.cli.review_store import opened_reviews
    from loanproof.cli.review_words import item_lines
    from loanproof.service import ReviewService

    with opened_reviews(store) as opened:
        meant = ReviewService(opened).named(item_id)
        item, history = opened.read_item(meant), opened.read_history(meant)
    printer = Printer()
    for line in item_lines(item):
        printer.print(line)
    for text in history:
        entry = json.loads(text)
        reason = f": {entry['reason']}" if entry["reason"] else ""
        printer.print(f"{entry['at']}  {entry['action']} by {entry['by']}{reason}", indent=2)


@command.command("next", cls=CommandWithExitCodes, exit_codes={**_REFUSED, 1: "nothing waits, or the item is not free"})
@BY
@click.option("--item", "item_id", metavar="ITEM", help="This item by its id or field, not the most urgent one.")
@store_option
@click.pass_context
def next_item(ctx: click.Context, *, by: str, item_id: str | None, store: str | None) -> None:
    """Take the most urgent item, so that nobody else works on it for a while."""
    from loanproof.cli.printing import Printer
    from loanproof.cli.review_store import opened_reviews
    from loanproof.cli.review_words import item_lines, ways_to_decide
    from loanproof.service import ReviewService

    with opened_reviews(store) as opened:
        service = ReviewService(opened)
        item = service.take(by=by, item_id=None if item_id is None else service.named(item_id))
    if item is None:
        click.echo("Nothing waits for you.")
        ctx.exit(1)
    printer = Printer()
    for line in item_lines(item):
        printer.print(line)
    if item.lock is not None:
        printer.print(f"Yours until {item.lock.until:%H:%M:%S} UTC.")
    printer.print(f"Say {ways_to_decide(item)}, and why with --reason TEXT.")
    printer.print_command("Decide", "review", "decide", item.item_id, "--by", by)


@command.command("decide", cls=CommandWithExitCodes, exit_codes=_REFUSED)
@click.argument("item_id", metavar="ITEM")
@BY
@REASON
@click.option("--fence", type=int, help="The number of your lock, for programs; else the lock that you hold now.")
@click.option("--accept", "kind", flag_value="accept", help="The value is right.")
@click.option("--reject", "kind", flag_value="reject", help="It is wrong, and you cannot say what is right.")
@click.option("--absent", "kind", flag_value="absent", help="The document gives none.")
@click.option("--label", help="The right label, of an item that is about a label of a run.")
@click.option("--value", help="The right value; with --quote.")
@click.option("--quote", "words", help="The words of the document that show it.")
@click.option("--page", "page_number", type=click.IntRange(min=1), help="The page of the words, counted from 1.")
@click.option("--keep-unread", is_flag=True, help="Keep the value though it does not read as one of its field.")
@click.option("--document", type=click.Path(path_type=Path), help="The document, if it was moved since it was queued.")
@store_option
def decide_item(
    *,
    item_id: str,
    by: str,
    reason: str,
    fence: int | None,
    kind: str | None,
    label: str | None,
    value: str | None,
    words: str | None,
    page_number: int | None,
    keep_unread: bool,
    document: Path | None,
    store: str | None,
) -> None:
    """Decide on an item that you have taken.

    Words that a value is taken from must be in the document, and a value that does not read as one of its field is
    refused unless you keep it all the same. Of an item that is confirmed blind you say what the
    document states; whether that is the system's value is decided by comparison, and if not, another person decides.
    """
    from loanproof.cli.printing import Printer
    from loanproof.cli.review_store import opened_reviews
    from loanproof.cli.review_words import item_lines
    from loanproof.reviews import DecisionKind
    from loanproof.service import ReviewService, Said

    if sum(one is not None for one in (kind, words, label)) != 1:
        ways = "--accept, --reject, --absent, --label LABEL, or --quote WORDS with --value TEXT"
        raise click.UsageError(f"say one thing: {ways}.")
    with opened_reviews(store) as opened:
        service = ReviewService(opened, cache_folder=documents_folder())
        meant = service.named(item_id)
        said = Said(
            kind=DecisionKind.CORRECT if kind is None else DecisionKind(kind),
            by=by,
            reason=reason,
            fence=opened.read_item(meant).fence if fence is None else fence,
            value=value,
            words=words,
            page_number=page_number,
            document=document,
            label=label,
            keeps_unread=keep_unread,
        )
        item = service.decide(meant, said)
    printer = Printer()
    for line in item_lines(item):
        printer.print(line)


def _step(store: str | None, step: Callable[[ReviewService], ReviewItem]) -> ReviewItem:
    """Take a step on an item of the queue, and return the item after it."""
    from loanproof.cli.review_store import opened_reviews
    from loanproof.service import ReviewService

    with opened_reviews(store) as opened:
        return step(ReviewService(opened))


@command.command("approve", cls=CommandWithExitCodes, exit_codes=_REFUSED)
@click.argument("item_id", metavar="ITEM")
@BY
@REASON
@store_option
def approve_item(*, item_id: str, by: str, reason: str, store: str | None) -> None:
    """Approve a decision that another person made."""
    item = _step(store, lambda service: service.approve(service.named(item_id), by=by, reason=reason))
    click.echo(f"{item.item_id}  {item.name} is approved.")


@command.command("reopen", cls=CommandWithExitCodes, exit_codes=_REFUSED)
@click.argument("item_id", metavar="ITEM")
@BY
@REASON
@store_option
def reopen_item(*, item_id: str, by: str, reason: str, store: str | None) -> None:
    """Open a decided item again; what was decided stays in the log."""
    item = _step(store, lambda service: service.reopen(service.named(item_id), by=by, reason=reason))
    click.echo(f"{item.item_id}  {item.name} is open again.")


@command.command("comment", cls=CommandWithExitCodes, exit_codes=_REFUSED)
@click.argument("item_id", metavar="ITEM")
@BY
@click.argument("text")
@store_option
def comment_item(*, item_id: str, by: str, text: str, store: str | None) -> None:
    """Say something about an item; it decides nothing and counts as no disagreement."""
    item = _step(store, lambda service: service.comment(service.named(item_id), by=by, text=text))
    click.echo(f"{item.item_id}  {item.name}: the comment is in the log.")


@command.command("changed", cls=CommandWithExitCodes, exit_codes=STORED)
@BY
@store_option
def list_changes(*, by: str, store: str | None) -> None:
    """Show what others made of what you said: what you decided, what counts now, who changed it and why."""
    from loanproof.cli.printing import Printer
    from loanproof.cli.review_store import opened_reviews
    from loanproof.cli.review_words import change_lines
    from loanproof.core import counted
    from loanproof.service import ReviewService

    with opened_reviews(store) as opened:
        changes = ReviewService(opened).changes(by=by)
    printer = Printer()
    for change in changes:
        for line in change_lines(change):
            printer.print(line)
    printer.print(f"{counted(len(changes), 'decision')} of yours changed.")


for _other in (erase_document, verify_log, compare_gold):
    command.add_command(_other)
