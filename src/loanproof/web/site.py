"""What every page may use: the stores, what is read of them, sessions, and who is allowed in."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from loanproof.service import ItemViewer, Library, RunCatalog
from loanproof.store import open_reviews, open_run_lists, open_store
from loanproof.web.security.identity import Doorkeeper

if TYPE_CHECKING:
    from loanproof.web.settings import WebSettings


class Site:
    """Everything that lives as long as the server."""

    def __init__(self, settings: WebSettings) -> None:
        self.settings = settings
        self.doorkeeper = Doorkeeper(settings)
        self.library = Library(settings.cache_folder)
        self.items = ItemViewer(self.library)
        self._open = ExitStack()
        with ExitStack() as opening:
            self.runs = open_store(settings.store_url, signer=settings.signer)
            opening.callback(self.runs.close)
            lists = open_run_lists(settings.store_url, signer=settings.signer)
            opening.callback(lists.close)
            self.reviews = open_reviews(settings.store_url, signer=settings.signer)
            opening.callback(self.reviews.close)
            self.catalog = RunCatalog(lists, self.runs)
            opening.callback(self.catalog.close)
            self._open = opening.pop_all()

    def close(self) -> None:
        """Give back what is open."""
        self._open.close()
