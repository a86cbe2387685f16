"""The PostgreSQL server of the store's tests serves whole runs too."""

from __future__ import annotations

from tests.store.conftest import postgres_server, postgres_url

__all__ = ["postgres_server", "postgres_url"]
