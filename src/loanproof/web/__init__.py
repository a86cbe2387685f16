"""The pages for people: runs with their verdicts, the page behind every quote, and the review queue.

Rendered on the server over ``service``; scripts are small files of our own. Loopback by default; from elsewhere only
known users are let in.
"""

from loanproof.web.app import create_app
from loanproof.web.security.roles import Permission, Role
from loanproof.web.security.users import User, Users, hash_token, load_users, new_token
from loanproof.web.server import make_server
from loanproof.web.settings import WebSettings, is_loopback

__all__ = [
    "Permission",
    "Role",
    "User",
    "Users",
    "WebSettings",
    "create_app",
    "hash_token",
    "is_loopback",
    "load_users",
    "make_server",
    "new_token",
]
