"""The name of a covenant: its own, an alias from the table, an unknown one, or that of another covenant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.scoring.checks import Check
from loanproof.scoring.wording import place_of, quoted
from loanproof.values import (
    COVENANT_NAME_KIND,
    NO_CONTEXT,
    SECTION_KIND,
    CovenantName,
    Read,
    Relation,
    compare_covenant_names,
    content_words,
    tokenize,
)

if TYPE_CHECKING:
    from loanproof.cases import ExpectedCovenant
    from loanproof.outputs import CovenantOutput
    from loanproof.scoring.context import ScoringContext

_LEVERAGE = "_leverage"
_SENIOR_LEVERAGE = "senior_secured_leverage"
_GENERIC_WORDS = frozenset(
    """covenant undertaking obligation requirement restriction limitation prohibition clause provision ratio test
    minimum maximum delivery maintenance""".split()
)


class Namer:
    """Compares names of covenants.

    If the document has at most one leverage covenant, any name of a leverage covenant means that one.
    """

    def __init__(self, expected: Sequence[ExpectedCovenant], context: ScoringContext) -> None:
        self._expected = expected
        self._context = context
        self._known: dict[str, CovenantName | None] = {}
        levers = [one for one in expected if any(self._is_leverage(name) for name in one.names)]
        self._one_leverage = len(levers) <= 1 and not self._names_both_in_documents()

    def agrees(self, expected: ExpectedCovenant, given: CovenantOutput) -> bool:
        """Return whether a report calls the covenant by one of its names."""
        return any(self.same_name(name, other) for name in expected.names for other in self._given(given))

    def check(self, expected: ExpectedCovenant, given: CovenantOutput) -> tuple[Check, ...]:
        """Check the name under which a covenant is reported."""
        if self.agrees(expected, given):
            return ()
        rule = self._context.parameters.covenants
        said = f"The covenant is called {expected.name}{place_of(expected)}; the output calls it {quoted(given.name)}"
        if self._is_another(expected, given):
            message = f"{said}, which is another covenant."
            label, code = rule.other_covenants_name, Reason.OTHER_COVENANT
        else:
            message, label, code = f"{said}, which is none of its names.", rule.name_mismatch, Reason.NAME_MISMATCH
        return (Check(label, code, message, ruling="C-09"),)

    def _is_another(self, expected: ExpectedCovenant, given: CovenantOutput) -> bool:
        """Return whether a name that does not agree belongs to another covenant, of the case or of the alias table."""
        read = None if given.name is None else self._read(given.name)
        if read is not None and read.known:
            return True
        return any(self.agrees(other, given) for other in self._expected if other is not expected)

    def known_names(self, given: CovenantOutput) -> tuple[str, ...]:
        """Return the names of a report that count, if the alias table knows one of them; otherwise none."""
        names = self._given(given)
        return names if any((read := self._read(name)) is not None and read.known for name in names) else ()

    def _given(self, given: CovenantOutput) -> tuple[str, ...]:
        """Return the names that count: only the name itself if the alias table knows it, else the further names too."""
        read = None if given.name is None else self._read(given.name)
        if read is not None and read.known:
            return (given.name or "",)
        return tuple(name for name in (given.name, *given.also) if name)

    def same_name(self, expected: str, given: str) -> bool:
        """Return whether two names mean the same covenant."""
        one, other = self._read(expected), self._read(given)
        if one is None or other is None:
            return False
        same = compare_covenant_names(one, other, one_leverage=self._one_leverage)
        if same.relation is not Relation.DIFFERENT:
            return True
        if one.known or other.known:  # the alias table has the last word on the names it knows
            return False
        words = _words(expected)
        return bool(words) and words in (
            _words(given),
            _words(given.partition("(")[0]),
        )  # brackets may hold a translation

    def keys_of(self, name: str) -> frozenset[object]:
        """Return keys of a name; two names that mean the same covenant share at least one of them."""
        read = self._read(name)
        if read is None:
            return frozenset()
        words = {_words(name), _words(name.partition("(")[0])} - {frozenset()}
        return frozenset({read.canonical, *words, *([_LEVERAGE] if read.canonical.endswith(_LEVERAGE) else [])})

    def _read(self, name: str) -> CovenantName | None:
        if name not in self._known:
            reading = COVENANT_NAME_KIND.read(_without_clause(name) or name)
            self._known[name] = reading.value if isinstance(reading, Read) else None
        return self._known[name]

    def _is_leverage(self, name: str) -> bool:
        read = self._read(name)
        return read is not None and read.canonical.endswith(_LEVERAGE)

    def _names_both_in_documents(self) -> bool:
        """Return whether the documents name senior secured leverage and another leverage covenant."""
        named = {
            value.canonical
            for source in self._context.documents
            for found in source.mentions.of(COVENANT_NAME_KIND)
            for value in found.candidates
            if value.canonical.endswith(_LEVERAGE)
        }
        return _SENIOR_LEVERAGE in named and len(named) > 1


def _words(name: str) -> frozenset[str]:
    """Return the words that distinguish a covenant's name, without generic words and the number of its clause."""
    return content_words(_without_clause(name)) - _GENERIC_WORDS


def _without_clause(name: str) -> str:
    for found in reversed(SECTION_KIND.find(tokenize(name), NO_CONTEXT)):
        name = f"{name[: found.span.start]} {name[found.span.end :]}"
    return name.strip()
