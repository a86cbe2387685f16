"""What a party is, and its canonical form."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Party:
    """One legal entity.

    Attributes:
        name: The name as written, without legal form and text around it.
        words: The words that identify it, in lower case.
        form: The class of its legal form; empty if none is written.
        full: The words including those of the legal form as written.
        bracketed: The words that are in brackets.
        former: Names it had before.
        written: The name as written, with its legal form. Spelling is not part of its identity.
    """

    name: str
    words: tuple[str, ...]
    form: str = ""
    full: tuple[str, ...] = ()
    bracketed: frozenset[str] = frozenset()
    former: tuple[Party, ...] = ()
    written: str = field(default="", compare=False)

    @property
    def canonical(self) -> str:
        """The identifying words and the class of the legal form: ``acme holdings limited``."""
        return " ".join([*self.words, self.form]).strip()
