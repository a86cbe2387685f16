"""The settings of the server."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from loanproof.core import Signer, UsageError
from loanproof.reviews import ReviewPolicy
from loanproof.standards import OUR_CONTRACT
from loanproof.web.security.roles import Permission

if TYPE_CHECKING:
    from loanproof.reviews import PassportSigner
    from loanproof.web.security.users import Users

MOST_UPLOAD_BYTES = 100_000_000
_UNSIGNED = Signer()


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSettings:
    """The settings of the server.

    Attributes:
        store_url: The store of runs and reviews.
        uploads_folder: The folder of uploaded documents.
        cache_folder: The cache of documents that were read.
        users: Who may sign in; ``None`` lets in only the person at this machine, on loopback.
        local_name: The name of that person.
        policy: How uploads are reviewed; ``None`` means by everybody who may review or approve.
        signer: Makes and checks the marks of the store.
        passport_signer: Signs exports.
        standard: The contract whose fields are looked for in uploads.
    """

    store_url: str
    uploads_folder: Path
    cache_folder: Path | None = None
    host: str = "127.0.0.1"
    users: Users | None = None
    local_name: str = "local user"
    policy: ReviewPolicy | None = None
    signer: Signer = _UNSIGNED
    passport_signer: PassportSigner | None = None
    most_upload_bytes: int = MOST_UPLOAD_BYTES
    standard: str = OUR_CONTRACT


def policy_of(settings: WebSettings) -> ReviewPolicy:
    """Return how uploads are reviewed: by the house's settings, or by everybody who may review or approve."""
    if settings.policy is not None:
        return settings.policy
    people = () if settings.users is None else settings.users.people.values()
    deciding = (Permission.REVIEW, Permission.APPROVE)
    return ReviewPolicy(people=tuple(one.name for one in people if any(one.may(step) for step in deciding)))


def is_loopback(host: str) -> bool:
    """Whether an address is reachable only from this machine; a name other than localhost may lead anywhere."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def refuse_open_door(host: str, users: Users | None) -> None:
    """Raise :class:`UsageError` if a server would listen to other machines and let everybody in."""
    if users is None and not is_loopback(host):
        hint = "Name them with --users FILE; loanproof serve --new-token NAME makes an entry."
        raise UsageError(f"{host[:60]!r} can be reached from other machines, so users must be configured.", hint=hint)
