"""What every page may use: the stores and what is read from them, sessions, and access control."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from loanproof.service import (
    Desk,
    DocumentRegister,
    ItemViewer,
    Library,
    Processor,
    ReviewQueue,
    ReviewService,
    ReviewViewer,
    RunCatalog,
    UploadFolder,
)
from loanproof.store import open_reviews, open_run_lists, open_store
from loanproof.web.security.identity import Doorkeeper
from loanproof.web.settings import policy_of

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
            self._open_desk(opening)
            self._open = opening.pop_all()

    def _open_desk(self, opening: ExitStack) -> None:
        """Open what is needed to upload, review and export documents."""
        settings = self.settings
        self.review = ReviewService(self.reviews, cache_folder=settings.cache_folder, library=self.library)
        self.queue = ReviewQueue(self.reviews)
        self.review_viewer = ReviewViewer(self.library, self.reviews)
        self.uploads = UploadFolder(settings.uploads_folder)
        desk = Desk(
            store_url=settings.store_url,
            signer=settings.signer,
            policy=policy_of(settings),
            standard=settings.standard,
            cache_folder=settings.cache_folder,
        )
        self.processor = Processor(self.uploads, desk)
        opening.callback(self.processor.close)
        self.register = DocumentRegister(self.uploads, self.processor, self.queue, self.reviews)
        self.processor.resume()

    def close(self) -> None:
        """Close everything."""
        self._open.close()
