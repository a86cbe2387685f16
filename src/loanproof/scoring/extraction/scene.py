"""What items are judged against: the documents, the contract, and the readings of values, each made once.

A suite scores many outputs on the same documents, so what depends on the documents alone is kept with them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar, cast
from weakref import WeakKeyDictionary

from loanproof.provenance import DocumentSet, ItemProvenance, NothingToCite, judge_item
from loanproof.standards import ValueKind
from loanproof.values import Kind, NumberLocale, typographic_forms

if TYPE_CHECKING:
    from loanproof.cases import ExtractionCase
    from loanproof.core import Citation, FieldName
    from loanproof.outputs import ExtractionOutput
    from loanproof.provenance import Claim
    from loanproof.scoring.extraction.plain_values import Plain
    from loanproof.standards import EvalStandard
    from loanproof.values import Context, Reading

V = TypeVar("V")
_MOST_KEPT = 2000  # results kept for one set of documents: the repeats of a case come one after another


class Same:
    """Stands for one object, itself and no equal one, as part of a key."""

    __slots__ = ("of",)

    def __init__(self, of: object) -> None:
        self.of = of

    def __hash__(self) -> int:
        return id(self.of)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.of is self.of


class _Kept:
    """What was worked out for one set of documents under one contract. Holds no document."""

    def __init__(self, standard: EvalStandard) -> None:
        self.standard = standard
        self.results: dict[Hashable, object] = {}


_KEPT: WeakKeyDictionary[DocumentSet, _Kept] = WeakKeyDictionary()


class Scene:
    """One case and its output before the documents and the contract."""

    def __init__(
        self, case: ExtractionCase, output: ExtractionOutput, documents: DocumentSet, standard: EvalStandard
    ) -> None:
        self.case = case
        self.output = output
        self.documents = documents
        self.standard = standard
        kept = _KEPT.get(documents)
        if kept is None or kept.standard is not standard:
            kept = _KEPT[documents] = _Kept(standard)
        self._kept = kept.results
        if len(self._kept) > _MOST_KEPT:
            self._kept.clear()

    @property
    def context(self) -> Context:
        """The notation of the document that is analysed."""
        return next(iter(self.documents)).mentions.context

    def kind_of(self, name: FieldName) -> Kind[Any] | None:
        """Return how a field's values are read and compared; conditions have no kind of their own."""
        kind = self.standard.kind_of(name)
        return None if kind is ValueKind.CONDITIONS else kind.of_item

    def once(self, key: Hashable, make: Callable[[], V]) -> V:
        """Return what ``make`` gives, worked out once for these documents. The same key means the same question."""
        if key not in self._kept:
            self._kept[key] = make()
        return cast("V", self._kept[key])

    def read(self, kind: Kind[Any], value: Plain) -> Reading[Any]:
        """Read a value in the notation of the document."""
        if isinstance(value, str):
            return self.once(("read", kind, value), lambda: kind.read(value, self.context))
        return kind.read(cast("Any", value), self.context)

    def readings(self, kind: Kind[Any], value: Plain) -> tuple[Reading[Any], ...]:
        """Read a value of an output, whose author need not separate figures as the document does.

        First comes the notation of the document, then none at all, in which ``EUR 250,000`` for ``EUR 250.000,00`` may
        mean either, and last the other usual one, for schedules of which no row may be ambiguous.
        """
        own = self.context.number_locale
        other = NumberLocale.DE if own is NumberLocale.EN else NumberLocale.EN
        contexts = [replace(self.context, number_locale=locale) for locale in dict.fromkeys((own, None, other))]
        if isinstance(value, str):
            return self.once(("readings", kind, value), lambda: tuple(kind.read(value, one) for one in contexts))
        return tuple(kind.read(cast("Any", value), one) for one in contexts)

    def typography(self, text: str) -> frozenset[str]:
        """Return the typographic forms of a text, none of them blank."""
        return self.once(("typography", text), lambda: typographic_forms(text) - {""})

    def judge(
        self, citations: tuple[Citation, ...], claim: Claim, nothing_to_cite: NothingToCite | None
    ) -> ItemProvenance:
        """Judge citations on the documents; a further output with the same citations is not searched again."""

        def make() -> ItemProvenance:
            return judge_item(
                citations,
                documents=self.documents,
                standard=self.standard,
                supports=claim,
                nothing_to_cite=nothing_to_cite,
            )

        return self.once(("judge", citations, claim, nothing_to_cite), make)
