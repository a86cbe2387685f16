"""``loanproof serve``: the pages, on loopback unless users are configured."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from loanproof.cli.cache_folder import cache_folder, documents_folder
from loanproof.cli.exit_codes import PLAIN, CommandWithExitCodes
from loanproof.cli.store_option import store_option

if TYPE_CHECKING:
    from loanproof.web import WebSettings

_PARTS = ("starlette", "jinja2", "uvicorn", "python_multipart")


@click.command("serve", cls=CommandWithExitCodes, exit_codes=PLAIN)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8410, show_default=True, help="0 takes a free one.")
@click.option("--users", type=click.Path(path_type=Path), help="Who may come in: a YAML file; see --new-token.")
@click.option("--review", "settings", type=click.Path(path_type=Path), help="The settings of the review, a YAML file.")
@click.option("--new-token", metavar="NAME", help="Print a token and the entry of NAME for the users file, and end.")
@store_option
def command(
    *, host: str, port: int, users: Path | None, settings: Path | None, new_token: str | None, store: str | None
) -> None:
    """Show runs, documents and the review queue in a browser.

    Without --users it serves this machine alone. Any other address needs a file of users, each with roles and the hash
    of a token.
    """
    _refuse_missing_parts()
    from loanproof.web import load_users, make_server

    if new_token is not None:
        _print_entry(new_token)
        return
    made = _settings(host, store, None if users is None else load_users(users), settings)
    server = make_server(made, port)
    click.echo(f"Serving {made.store_url} at http://{_bracketed(host)}:{port or '…'}/ (end with Ctrl+C)", err=True)
    try:
        server.run()
    except KeyboardInterrupt:  # the normal end of a server
        click.echo("Ended.", err=True)


def _refuse_missing_parts() -> None:
    from importlib.util import find_spec

    from loanproof.core import PartMissing

    missing = [name for name in _PARTS if find_spec(name) is None]
    if missing:
        hint = 'Install it: pip install "loanproof[web]".'
        raise PartMissing(f"the web server is not installed: {', '.join(missing)}.", hint=hint)


def _settings(host: str, store: str | None, users: object, review: Path | None) -> WebSettings:
    from loanproof.cli.export import passport_key_file
    from loanproof.cli.signing_key import load_signer
    from loanproof.reviews import load_policy
    from loanproof.store import place_for
    from loanproof.web import Users, WebSettings
    from loanproof.wiring import passport_signer

    url = place_for(Path()).url if store is None else store
    is_file = url.startswith("sqlite:")
    beside = Path(url.removeprefix("sqlite:").removeprefix("//")).parent if is_file else cache_folder()
    return WebSettings(
        store_url=url,
        uploads_folder=beside / "uploads",
        cache_folder=documents_folder(),
        host=host,
        users=users if isinstance(users, Users) else None,
        local_name=_own_name(),
        policy=None if review is None else load_policy(review),
        signer=load_signer(),
        passport_signer=passport_signer(passport_key_file()),
    )


def _own_name() -> str:
    """Return the name of the account that runs the server, or a description if there is none."""
    import getpass

    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a container may have no account at all
        return "local user"


def _print_entry(name: str) -> None:
    from loanproof.web import hash_token, new_token

    token = new_token()
    click.echo(f"The token of {name}, which is shown only now:\n\n  {token}\n\nFor the file of users:\n", err=True)
    click.echo(f"users:\n  - name: {name}\n    roles: [reviewer]\n    token: {hash_token(token)}")


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
