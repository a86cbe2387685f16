"""``loanproof review erase`` and ``verify``: what the log of the review forgets, and what it proves."""

from __future__ import annotations

from pathlib import Path

import click

from loanproof.cli.cache_folder import documents_folder
from loanproof.cli.exit_codes import STORED, CommandWithExitCodes
from loanproof.cli.review_options import BY, REASON
from loanproof.cli.store_option import store_option


@click.command("erase", cls=CommandWithExitCodes, exit_codes={**STORED, 1: "nothing of it was kept"})
@click.argument("document", metavar="DOC")
@BY
@REASON
@store_option
@click.pass_context
def erase_document(ctx: click.Context, *, document: str, by: str, reason: str, store: str | None) -> None:
    """Forget a document: what was queued and decided of it, with its values and quotes, and its cached text.

    DOC is the file, or its digest as sha256:…. The log keeps who did what, when, and still verifies. The file itself,
    exports, and runs that quote it are yours to delete: loanproof runs delete RUN.
    """
    from loanproof.cli.review_store import opened_reviews
    from loanproof.core import FileError, counted, digest_bytes
    from loanproof.service import ReviewService

    digest = document
    if not document.startswith("sha256:"):
        try:
            digest = digest_bytes(Path(document).read_bytes())
        except OSError as error:
            hint = "Name its digest instead, as loanproof review list --json tells it."
            raise FileError(f"the document cannot be read: {error.strerror}.", file=document, hint=hint) from error
    with opened_reviews(store) as opened:
        stubs, cached = ReviewService(opened, cache_folder=documents_folder()).erase(digest, by=by, reason=reason)
    click.echo(f"{counted(stubs, 'step')} of the log erased to who and when; {cached} cached texts are gone.")
    ctx.exit(0 if stubs or cached else 1)


@click.command("verify", cls=CommandWithExitCodes, exit_codes={**STORED, 1: "the log was changed"})
@click.option("--head", metavar="DIGEST", help="The head that an export or a passport names; it must be in the log.")
@store_option
@click.pass_context
def verify_log(ctx: click.Context, *, head: str | None, store: str | None) -> None:
    """Prove that nothing in the log, the items or the intakes was changed."""
    from loanproof.cli.review_store import opened_reviews
    from loanproof.cli.signing_key import load_signer
    from loanproof.core import counted

    with opened_reviews(store) as opened:
        log = opened.check()
    faults = list(log.faults)
    if not faults and head is not None and head not in log.heads:
        faults.append("The log does not hold the entry with this head: it was cut or replaced.")
    if not faults and load_signer().key is not None and not log.is_signed:
        faults.append("Some entries are not signed with the key at hand.")
    for fault in faults:
        click.echo(fault)
    if faults:
        ctx.exit(1)
    who = "signed with the key at hand" if log.is_signed and load_signer().key is not None else "not authenticated"
    click.echo(f"The log holds: {counted(log.head.number, 'step')}, {who}; head {log.head.digest}.")
