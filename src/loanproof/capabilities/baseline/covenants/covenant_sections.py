"""The sections that contain covenants, found by their headings, by their promises or by what an amendment changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role, roles_of_title
from loanproof.capabilities.baseline.covenants.party_labels import labels_of
from loanproof.capabilities.baseline.covenants.section_words import heading_of, own_words
from loanproof.capabilities.baseline.covenants.zones import Zones
from loanproof.core import PhrasePattern, WordTable, load_words
from loanproof.documents import SectionKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.core import Span

_COVENANT_ROLES = frozenset({Role.INFORMATION, Role.FINANCIAL_COVENANTS, Role.COVENANTS, Role.NEGATIVE_PLEDGE})
_OTHER_ROLES = frozenset({Role.REPRESENTATIONS, Role.EVENTS_OF_DEFAULT, Role.CONDITIONS, Role.DEFINITIONS, Role.FORM,
                        Role.AGENT, Role.PRICING})  # fmt: skip
_OTHER_TERMS = frozenset({Role.DEFINITIONS, Role.PRICING, Role.INTEREST, Role.REPAYMENT, Role.FACILITY, Role.FEES,
                          Role.COMMITMENT_FEE, Role.CONDITIONS, Role.REPRESENTATIONS})  # fmt: skip
_EXCLUDED_ROLES = frozenset({Role.REPRESENTATIONS, Role.EVENTS_OF_DEFAULT, Role.DEFINITIONS, Role.FORM})
_OVERRULED = frozenset({Role.REPRESENTATIONS})  # covenants may be one clause of an article on representations
_KINDS_WITHOUT_COVENANTS = frozenset(
    {SectionKind.DEFINITION, SectionKind.CONTENTS, SectionKind.COVER, SectionKind.SIGNATURE}
)


class _Headings(WordTable):
    """Lists of words and phrases; each is explained in ``covenant_sections.words.yaml``."""

    changes: PhrasePattern
    notices: PhrasePattern
    duties: PhrasePattern


_WORDS = load_words(__package__, "covenant_sections", _Headings)


class CovenantSections:
    """Which sections of one document contain covenants, and what is above and below each."""

    def __init__(self, paper: Paper, *, is_amendment: bool) -> None:
        """Take a document; in an amendment, the sections that change or waive something count as well."""
        self._paper = paper
        self._is_amendment = is_amendment
        self._sections = paper.sections
        self._zones = Zones(paper)

    def roots(self) -> Iterator[int]:
        """Yield the positions of the outermost covenant sections; representations, defaults and forms are excluded."""
        return (position for position in range(len(self._sections)) if self._is_root(position))

    def children(self, position: int) -> Sequence[int]:
        """Return the positions of the items and clauses directly below a section."""
        return self._zones.children(position)

    def own_words(self, position: int) -> tuple[str, Span]:
        """Return the heading of a section and its words up to the first item below it."""
        return self._words(position, self.children(position))

    def titles_above(self, position: int) -> tuple[str, ...]:
        """Return the headings above a section, the innermost first."""
        titles: list[str] = []
        above = self._sections[position].parent
        while above is not None:
            titles += [heading_of(self._sections[above])]
            above = self._sections[above].parent
        return tuple(one for one in titles if one)

    def roles(self, position: int) -> frozenset[Role]:
        """Return the roles that a section has by its own heading and by those above it; sentences give none."""
        found: frozenset[Role] = frozenset()
        is_promise = False
        at: int | None = position
        while at is not None:
            section = self._sections[at]
            title = heading_of(section)
            named = roles_of_title(title) if title else frozenset[Role]()
            # "Representations, undertakings and defaults" heads several parts. Once an inner heading has given a role,
            # such a heading adds none that would exclude the section from the covenants.
            found |= (
                named - _OTHER_ROLES
                if found and named & _COVENANT_ROLES
                else named - _OVERRULED
                if is_promise
                else named
            )
            is_promise = is_promise or Role.COVENANTS in named
            at = section.parent
        return found

    def leads_away(self, position: int) -> bool:
        """Return whether a heading among the covenants is about something else; a notice of default still belongs."""
        title = heading_of(self._sections[position])
        if roles_of_title(title) & _EXCLUDED_ROLES and _WORDS.notices.search(title) is None:
            return True
        return self._is_amendment and self._changes_other_terms(position)

    def _words(self, position: int, children: Sequence[int]) -> tuple[str, Span]:
        """Return the heading of a section and its words up to the first of some children."""
        section = self._sections[position]
        end = self._sections[children[0]].span.start if children else section.span.end
        return own_words(self._paper.text, section, end, is_amendment=self._is_amendment)

    def _changes_other_terms(self, position: int) -> bool:
        """Return whether an amendment's heading says that it changes other terms, such as definitions or pricing."""
        title = heading_of(self._sections[position])
        named = roles_of_title(title) or roles_of_title(self._words(position, ())[0])
        return bool(named & _OTHER_TERMS) and not named & _COVENANT_ROLES

    def _is_root(self, position: int) -> bool:
        """Return whether a section contains covenants and the section above it does not."""
        section = self._sections[position]
        if section.kind in _KINDS_WITHOUT_COVENANTS or not self._is_inside(position):
            return False
        return section.parent is None or not self._is_inside(section.parent)

    def _is_inside(self, position: int) -> bool:
        """Return whether a section belongs to the covenants, by its own heading or by a section around it."""
        roles = self.roles(position)
        if self._paper.is_attached(self._sections[position].span.start) or roles & _OTHER_ROLES:
            return False
        return (
            bool(roles & _COVENANT_ROLES)
            or self._is_promised(position)
            or self._is_change(position)
            or self._is_of_duties(position)
        )

    def _is_change(self, position: int) -> bool:
        """Return whether a section of an amendment, or one around it, is headed as a change or waiver."""
        above = self._with_those_above(position) if self._is_amendment else ()
        return any(_WORDS.changes.search(heading_of(self._sections[at])) for at in above)

    def _is_of_duties(self, position: int) -> bool:
        """Return whether a section, or one around it, is headed as duties of the borrower."""
        labels = labels_of(self._paper)
        titles = (heading_of(self._sections[at]) for at in self._with_those_above(position))
        return any(_WORDS.duties.search(labels.plain(title)) for title in titles)

    def _is_promised(self, position: int) -> bool:
        """Return whether a section, or one around it, reads like promises although no heading says so."""
        return any(at in self._zones.promising for at in self._with_those_above(position))

    def _with_those_above(self, position: int) -> Iterator[int]:
        """Yield the positions of a section and of all sections above it, the innermost first."""
        at: int | None = position
        while at is not None:
            yield at
            at = self._sections[at].parent
