"""How much a document may demand of the machine before it is refused."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of reading one file. The defaults are far above any agreement and far below harm.

    Attributes:
        file_bytes: The size of a file.
        pages: The number of its pages.
        characters: The length of its text, which can be large even in a small file.
        figures: The number of its figures: each may be a value that every check looks at.
        signs: The number of its characters that are neither letters, figures nor white space.
        same_words: How often it says its most frequent word, if that is more than a seventh of all words.
        read_s: The time to read its text.
        page_s: The time to recognise or draw one page.
        ocr_pages: How many pages without text are recognised; the rest are marked unreadable.
        memory_bytes: The address space of the process that reads.
    """

    file_bytes: int = 200_000_000
    pages: int = 5_000
    characters: int = 50_000_000
    figures: int = 100_000
    signs: int = 300_000
    same_words: int = 30_000
    read_s: float = 120.0
    page_s: float = 60.0
    ocr_pages: int = 500
    memory_bytes: int = 2_000_000_000

    @property
    def view_s(self) -> float:
        """The time to show one page, which is read first."""
        return self.page_s + self.read_s


DEFAULT_LIMITS = Limits()
