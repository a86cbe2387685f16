"""References to pages."""

from __future__ import annotations

from loanproof.values.kind import Kind
from loanproof.values.page.compare import compare_pages
from loanproof.values.page.find import find_pages
from loanproof.values.page.parse import parse_page
from loanproof.values.page.value import PageRef
from loanproof.values.reading import Comparison, Context, Found, Reading
from loanproof.values.text.labels import labels
from loanproof.values.text.tokens import Tokens


class PageKind(Kind[PageRef]):
    """References to pages."""

    name = "page"
    noun = "page reference"
    labels = labels("page")

    def parse(self, text: str, context: Context) -> Reading[PageRef]:
        """Read a text that is a page reference."""
        return parse_page(text, context)

    def find(self, tokens: Tokens, context: Context) -> tuple[Found[PageRef], ...]:
        """Find every one in running text."""
        return find_pages(tokens, context)

    def canonical(self, value: PageRef) -> str:
        """Return the one text that equal values share."""
        return value.canonical

    def compare(self, expected: PageRef, given: PageRef) -> Comparison:
        """Compare a given value with the expected one."""
        return compare_pages(expected, given)

    def forms(self, value: PageRef) -> tuple[str, ...]:
        """Return the plain ways to write a value, the best first."""
        return (value.canonical,)


PAGE_KIND = PageKind()
