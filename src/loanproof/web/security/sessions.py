"""Sessions: kept on the server, named by a random cookie, each with the token for its forms.

They live in the memory of the server process: a restart signs everybody out. Only the digest of a session's id is kept,
so that reading a session in memory does not reveal its cookie.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.web.security.users import User

COOKIE = "__Host-loanproof"
IDLE_S = 2 * 3600.0
LONGEST_S = 12 * 3600.0
MOST = 10_000


@dataclass(slots=True, kw_only=True)
class Session:
    """One person in one browser.

    Attributes:
        form_token: The token in every form of the session, so that no other site can send one.
        has_keys: Whether single-key shortcuts are on.
    """

    user: User
    form_token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    began: float
    seen: float
    has_keys: bool = True


class Sessions:
    """All sessions, longest unused first; if there are too many, that one is dropped."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._held: OrderedDict[str, Session] = OrderedDict()

    def begin(self, user: User) -> tuple[str, Session]:
        """Begin a session, and return the id for the cookie."""
        name, now = secrets.token_urlsafe(32), self._clock()
        session = Session(user=user, began=now, seen=now)
        with self._lock:
            self._held[_digest(name)] = session
            while len(self._held) > MOST:
                self._held.popitem(last=False)
        return name, session

    def find(self, name: str | None) -> Session | None:
        """Return the session of a cookie, unless it was idle or alive for too long."""
        if not name:
            return None
        key, now = _digest(name), self._clock()
        with self._lock:
            session = self._held.get(key)
            if session is None:
                return None
            if now - session.seen > IDLE_S or now - session.began > LONGEST_S:
                del self._held[key]
                return None
            session.seen = now
            self._held.move_to_end(key)
            return session

    def end(self, name: str | None) -> None:
        """End a session, if there is one."""
        if name:
            with self._lock:
                self._held.pop(_digest(name), None)


def _digest(name: str) -> str:
    return hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
