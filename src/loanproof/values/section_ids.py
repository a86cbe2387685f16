"""Section identifiers in the English, US and letter styles, as one path that can be compared.

``Clause 5.1(a)``, ``§ 2.05(b)(ii)``, ``Part II of Schedule 1``, ``definition of "Margin" in Clause 1.1``.
The words, the bracketed heading and spacing are ignored; Roman numerals count as Arabic in schedules,
parts, annexes, appendices and articles. Levels in brackets are compared as written, because ``(i)`` may be
a letter or a numeral and only the document knows. ``2.05`` is never ``2.5`` unless the caller says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from loanproof.core import Reason
from loanproof.values.kinds import Kind
from loanproof.values.reading import (
    EQUAL,
    UNKNOWN,
    Comparison,
    Context,
    Found,
    NotOne,
    Read,
    Reading,
    different,
    partial,
)
from loanproof.values.section_grammar import find_paths, heading_words, names_another, read_section
from loanproof.values.tokens import Tokens, tokenize


class SectionRelation(StrEnum):
    """How a cited section stands to the section where the text is."""

    SAME = "same"
    ANCESTOR = "ancestor"  # the cited one holds the place
    DESCENDANT = "descendant"  # the cited one lies inside the place
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionId:
    """A section as the steps from the document down to it.

    Each step carries its own mark: ``5`` and ``.1`` for numbers, ``(a)`` for levels in brackets, ``sched.1``,
    ``/pt.2``, ``/para.3`` for schedules, ``#margin`` for a definition, ``head:…`` where there is no number.
    """

    path: tuple[str, ...]

    @property
    def canonical(self) -> str:
        """The steps in one string: ``5.1(a)``, ``sched.1/pt.2``, ``1.1#margin``, ``head:interest``."""
        return "".join(self.path)


_FIXED = {
    "cover": ("cover", "cover page", "front page", "title page", "front cover", "cover sheet"),
    "parties": ("parties", "the parties", "preamble", "the preamble", "introductory paragraph", "parties clause"),
    "sig": (
        "sig", "signature", "signatures", "signature page", "signature pages", "execution page", "execution pages",
        "signatories", "signature block", "signature blocks", "execution block", "execution blocks", "execution",
    ),
    "recital": ("recital", "recitals", "the recitals", "background", "whereas"),
}  # fmt: skip
_FIXED_IDS = {surface: section for section, surfaces in _FIXED.items() for surface in surfaces}
_CALLED = ("section", "clause", "provision", "heading")
_LONGEST_LABEL = 2  # characters
_LONGEST = 400


def parse_section(text: str, context: Context = UNKNOWN) -> Reading[SectionId]:
    """Read one section reference; a text without a number is taken as a heading.

    A heading after the number is ignored. A text that names several sections is not one.
    """
    del context
    if len(text) > _LONGEST:
        return NotOne("The text is too long to be a section reference.")
    tokens = tokenize(text)
    words = _title(heading_words(tokens, 0))
    fixed = _read_fixed(words)
    if fixed is not None:
        return Read(value=fixed)
    if tokens.words(0, "head", ":"):
        words = _title(heading_words(tokens, 2))
        return Read(value=SectionId(path=("head:" + words,))) if words else NotOne("The heading is blank.")
    found = read_section(tokens, 0, bare=True)
    if found is None:
        return _heading(text, tokens, words)
    path, end = found
    if names_another(tokens, end):
        return NotOne(f"{text[:80]!r} names more than one section.")
    return Read(value=SectionId(path=path))


def _title(words: str) -> str:
    """Return a heading without the words that only call it one: ``the Interest section`` is ``Interest``."""
    words = words.removeprefix("the ")
    return next((words.removesuffix(" " + one) for one in _CALLED if words.endswith(" " + one)), words)


def _read_fixed(words: str) -> SectionId | None:
    """Read a part of the document that has no number of its own, with a number below it or not: ``Parties (4)``."""
    if words in _FIXED_IDS:
        return SectionId(path=(_FIXED_IDS[words],))
    name, _, label = words.rpartition(" ")
    known = _FIXED_IDS.get(name) if len(label) <= _LONGEST_LABEL else None
    return None if known is None or known == "recital" else SectionId(path=(known, f"({label})"))


def find_sections(tokens: Tokens, context: Context = UNKNOWN) -> tuple[Found[SectionId], ...]:
    """Find the cross-references in running text; each begins with its word (``Clause``, ``Section``, ``§`` …).

    In a list such as ``Sections 2.05 and 2.06`` every member is found.
    """
    del context
    return tuple(
        Found(span=tokens.span(start, end), reading=Read(value=SectionId(path=path)))
        for start, end, path in find_paths(tokens, 0)
    )


def relate_sections(place: SectionId, cited: SectionId, *, one_numbering: bool = False) -> SectionRelation:
    """Say how a cited section stands to the one where the text is.

    Args:
        place: The section in which the text stands.
        cited: The section that a citation names.
        one_numbering: The document's index writes either ``2.05`` or ``2.5`` but never both, so that leading
            zeros may be ignored.
    """
    here, there = (_steps(section, ignore_zeros=one_numbering) for section in (place, cited))
    if here == there:
        return SectionRelation.SAME
    if here[: len(there)] == there:
        return SectionRelation.ANCESTOR
    if there[: len(here)] == here:
        return SectionRelation.DESCENDANT
    if _is_definition_alone(there) and here[-1] == there[-1]:
        return SectionRelation.ANCESTOR
    if _is_definition_alone(here) and here[-1] == there[-1]:
        return SectionRelation.DESCENDANT
    return SectionRelation.OTHER


def compare_sections(expected: SectionId, given: SectionId) -> Comparison:
    """Compare two sections; a coarser or finer one agrees in part, and the reason says which."""
    match relate_sections(expected, given):
        case SectionRelation.SAME:
            return EQUAL
        case SectionRelation.ANCESTOR:
            return partial(Reason.COARSE_SECTION, f"{given.canonical} holds {expected.canonical}")
        case SectionRelation.DESCENDANT:
            return partial(Reason.FINER_SECTION, f"{given.canonical} lies in {expected.canonical}")
        case SectionRelation.OTHER:
            return different(detail=f"{given.canonical} for {expected.canonical}")


def _heading(text: str, tokens: Tokens, words: str) -> Reading[SectionId]:
    if not words:
        return NotOne(f"{text[:80]!r} is not a section reference.")
    if any(find_paths(tokens, 0)):
        return NotOne(f"{text[:80]!r} holds a section reference but is not one.")
    return Read(value=SectionId(path=("head:" + words,)))


@lru_cache(maxsize=16384)
def _steps(section: SectionId, *, ignore_zeros: bool) -> tuple[str, ...]:
    """Return the steps of a section as they are compared: a letter's ``paragraph 3`` may be cited as ``Clause 3``."""
    first, *others = section.path
    steps = (first.removeprefix("para."), *others)
    if not ignore_zeros:
        return steps
    return tuple("." + (step[1:].lstrip("0") or "0") if step[:1] == "." else step for step in steps)


def _is_definition_alone(path: tuple[str, ...]) -> bool:
    return len(path) == 1 and path[0].startswith("#")


SECTION_KIND = Kind(
    name="section",
    parse=parse_section,
    find=find_sections,
    canonical=lambda section: section.canonical,
    compare=compare_sections,
    keep_case=True,  # (a) and (A) are two levels
)
