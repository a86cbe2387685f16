"""Names of covenants."""

from __future__ import annotations

from loanproof.values.covenant_name.compare import compare_covenant_names
from loanproof.values.covenant_name.find import find_covenant_names
from loanproof.values.covenant_name.parse import covenant_words, parse_covenant_name
from loanproof.values.covenant_name.value import CovenantName
from loanproof.values.kind import Kind
from loanproof.values.reading import Comparison, Context, Found, Reading
from loanproof.values.text.tokens import Tokens


class CovenantNameKind(Kind[CovenantName]):
    """Names of covenants."""

    name = "covenant_name"
    noun = "name of a covenant"

    def parse(self, text: str, context: Context) -> Reading[CovenantName]:
        """Read a text that is a name of a covenant."""
        return parse_covenant_name(text, context)

    def find(self, tokens: Tokens, context: Context) -> tuple[Found[CovenantName], ...]:
        """Find every one in running text."""
        return find_covenant_names(tokens, context)

    def canonical(self, value: CovenantName) -> str:
        """Return the one text that equal values share."""
        return value.canonical

    def compare(self, expected: CovenantName, given: CovenantName) -> Comparison:
        """Compare a given value with the expected one."""
        return compare_covenant_names(expected, given)

    def forms(self, value: CovenantName) -> tuple[str, ...]:
        """Return the name in words, then the id of the covenant."""
        return (covenant_words(value), value.canonical)


COVENANT_NAME_KIND = CovenantNameKind()
