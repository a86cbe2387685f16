"""Who is asking: by a session cookie, by a token, or according to a trusted proxy."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

from loanproof.web.errors import NotAllowed, NotSignedIn, TooOften
from loanproof.web.security.roles import Permission, Role
from loanproof.web.security.sessions import COOKIE, Session, Sessions
from loanproof.web.security.throttle import Throttle
from loanproof.web.security.users import User

if TYPE_CHECKING:
    from starlette.requests import Request

    from loanproof.web.settings import WebSettings

_BEARER = "bearer "
_MOST_KNOWN = 1_000
_LONGEST_WAIT_S = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who is asking, and in which session.

    Attributes:
        session: ``None`` for a program that sent its token with the request and has no forms.
        cookie: The cookie to set, if the session has just begun.
    """

    user: User
    session: Session | None
    cookie: str | None = None

    def demand(self, permission: Permission) -> None:
        """Raise :class:`NotAllowed` if none of the person's roles allows this."""
        if not self.user.may(permission):
            roles = ", ".join(sorted(self.user.roles))
            hint = "Ask an administrator for the role."
            raise NotAllowed(f"{self.user.name} ({roles}) may not {permission}.", hint=hint)


class Doorkeeper:
    """Lets people in by the users file; without one, only the person at this machine."""

    def __init__(self, settings: WebSettings) -> None:
        self._users = settings.users
        self._local = User(name=settings.local_name, roles=frozenset({Role.ADMIN}))
        self._throttle = Throttle()
        self._secret = secrets.token_bytes(32)
        self._known: dict[bytes, User] = {}
        self._lock = Lock()
        self.sessions = Sessions()

    @property
    def has_login(self) -> bool:
        """Whether people sign in here: there are users, and no proxy does it for them."""
        return self._users is not None

    def caller(self, request: Request, *, begins: bool) -> Caller:
        """Return who is asking, or raise :class:`NotSignedIn`; ``begins`` allows a session to begin without a login."""
        named = self._named_by_proxy(request)
        token = request.headers.get("authorization", "")
        if self._users is not None and named is None and token.lower().startswith(_BEARER):
            return Caller(user=self._by_token(token[len(_BEARER) :].strip(), request), session=None)
        session = self.sessions.find(request.cookies.get(COOKIE))
        if session is not None and (named is None or session.user == named):
            return Caller(user=session.user, session=session)
        user = named or (self._local if self._users is None else None)
        if user is None:
            raise NotSignedIn("nobody has signed in.", hint="Sign in first.")
        if not begins:
            return Caller(user=user, session=None)
        cookie, session = self.sessions.begin(user)
        return Caller(user=user, session=session, cookie=cookie)

    def sign_in(self, name: str, token: str, request: Request) -> str:
        """Begin a session for a person whose token is right, and return its cookie."""
        cookie, _ = self.sessions.begin(self._checked(name, token, request))
        return cookie

    def _by_token(self, written: str, request: Request) -> User:
        """Return the person of ``NAME:TOKEN``."""
        name, _, token = written.rpartition(":")
        return self._checked(name, token, request)

    def _checked(self, name: str, token: str, request: Request) -> User:
        """Return the person of a name and a token, or raise an error.

        A token that was right before is right at once, so that nobody's wrong tries keep its owner out. All others are
        checked one after the other: tries that come together are counted like tries that come in a row.
        """
        written = f"{name}:{token}".encode("utf-8", "surrogatepass")
        key = hmac.new(self._secret, written, hashlib.sha256).digest()
        if (known := self._known.get(key)) is not None:
            return known
        if not self._lock.acquire(timeout=_LONGEST_WAIT_S):
            raise TooOften("too many people sign in at this moment.", hint="Try again.")
        try:
            return self._known.get(key) or self._checked_anew(key, name, token, request)
        finally:
            self._lock.release()

    def _checked_anew(self, key: bytes, name: str, token: str, request: Request) -> User:
        """Return the person of a name and a token that were not seen together before; the caller has the lock."""
        address = "" if request.client is None else request.client.host
        who = f"{address} {name[:100]}"  # by name alone, or by address alone, any stranger would keep others out
        pause = self._throttle.pause_s(who)
        if pause > 0:
            raise TooOften(f"too many failed tries: wait {pause:.0f} seconds.")
        user = None if self._users is None else self._users.authenticated(name, token)
        if user is None:
            self._throttle.fail(who)
            raise NotSignedIn("name and token do not belong together.", hint="Check both and try again.")
        self._throttle.succeed(who)
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        self._known[key] = user
        return user

    def _named_by_proxy(self, request: Request) -> User | None:
        users = self._users
        if users is None or users.proxy_header is None or request.client is None:
            return None
        name = request.headers.get(users.proxy_header)
        if name is None or request.client.host not in users.proxies:
            return None
        if name not in users.people:
            raise NotAllowed("the person that the proxy names is not among the users.")
        return users.people[name]
