"""Word tables: the words that loan documents use, as files that a person can read and edit.

A table is a file ``<name>.words.yaml`` next to the module that reads it. A list of phrases is one line with commas
between them, or a YAML list of such lines. Every mistake is a :class:`FormatError` with file and line. All tables
together have one hash, so that a run can record which words it was scored with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeVar

from pydantic_core import PydanticCustomError
from pydantic_core.core_schema import no_info_plain_validator_function

from loanproof.core.errors import FormatError, Problem
from loanproof.core.file_models import FileModel, validate_yaml
from loanproof.core.package_hash import hash_files
from loanproof.core.yaml_text import DataPath, YamlText, parse_yaml

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from pydantic_core import CoreSchema

    from loanproof.core.yaml_text import Data

SUFFIX = ".words.yaml"
_BUILT_IN_SYSTEMS = frozenset({"capabilities"})


class ListReader(NamedTuple):
    """Makes pydantic call a single function for each list: hundreds of lists are read at every start."""

    read: Callable[[object], object]

    def __get_pydantic_core_schema__(self, source: object, handler: object) -> CoreSchema:
        return no_info_plain_validator_function(self.read)


def read_phrases(written: object) -> tuple[str, ...]:
    """Return the phrases of a list, or raise an error that says what is wrong with it."""
    lines = [written] if isinstance(written, str) else written
    if isinstance(lines, list) and all(isinstance(line, str) for line in lines):
        phrases = tuple(phrase for line in lines for phrase in _phrases_of(line))
        if phrases and all(phrases):
            return phrases
    raise PydanticCustomError("words", "must be phrases with commas between them, none of them blank")


def _read_single_words(written: object) -> tuple[str, ...]:
    words = read_phrases(written)
    if any(" " in word for word in words):
        raise PydanticCustomError("words", "must be single words with commas between them")
    return tuple(word.lower() for word in words)


Words = Annotated[tuple[str, ...], ListReader(read_phrases)]
"""Phrases, or anything else that is written with commas between, as it is written."""
SingleWords = Annotated[tuple[str, ...], ListReader(_read_single_words)]
"""Words that a text is looked through for one by one, in lower case: a phrase of two would never be found."""


class WordFault(NamedTuple):
    """A mistake in a word table: the list it is in, and what is wrong."""

    path: DataPath
    phrase: str
    message: str
    hint: str | None = None


class WordTable(FileModel):
    """The base of every word table. Field types say what a table may hold; :meth:`faults` checks what must agree."""

    def faults(self) -> Iterable[WordFault]:
        """Return what is wrong although each value alone is valid, such as a phrase with two meanings."""
        return ()


Table = TypeVar("Table", bound=WordTable)


def load_words(package: str, name: str, model: type[Table]) -> Table:
    """Read the table ``<name>.words.yaml`` of a package, or raise :class:`FormatError` listing every mistake."""
    resource = files(package) / f"{name}{SUFFIX}"
    return read_words(resource.read_bytes(), file="/".join((*package.split("."), resource.name)), model=model)


def read_words(content: bytes, *, file: str, model: type[Table]) -> Table:
    """Return the table in a text; ``file`` is the name to use in error messages."""
    source = parse_yaml(content, file=file)
    table = validate_yaml(model, source)
    problems = [
        Problem(message=f"{fault.phrase!r} {fault.message}.", file=file, line=_line_of(fault, source), hint=fault.hint)
        for fault in (*_repeated_in_one(source.data), *table.faults())
    ]
    if problems:
        raise FormatError.of(problems)
    return table


def repeated_phrases(
    lists: Iterable[tuple[DataPath, Iterable[str]]], fold: Callable[[str], object] | None = None
) -> Iterator[WordFault]:
    """Yield each phrase that is in two of the lists, or twice in one list in different spellings.

    ``fold`` maps a phrase to a key: two phrases with the same key are the same to the reader of the table. By default
    letter case and hyphens do not count. An exact repetition inside one list is refused in every table.
    """
    first: dict[object, tuple[DataPath, str]] = {}
    for path, phrases in lists:
        for phrase in phrases:
            known = first.setdefault(_folded(phrase) if fold is None else fold(phrase), (path, phrase))
            if known != (path, phrase):
                yield _listed_before(path, phrase, known[0])


def unknown_phrases(
    lists: Iterable[tuple[DataPath, Iterable[str]]], known: Iterable[str], what: str
) -> Iterator[WordFault]:
    """Yield each phrase of the lists that is not in ``known``; ``what`` says what it should have been."""
    listed = set(known)
    for path, phrases in lists:
        yield from (WordFault(path, phrase, f"is not {what}") for phrase in phrases if phrase not in listed)


@cache
def lexicon_hash() -> str:
    """Return one hash of all word tables that can decide a label; those of the built-in systems cannot."""
    return hash_words(files(__name__.partition(".")[0]))


def hash_words(folder: Traversable) -> str:
    """Return one hash over the path and bytes of every word table in a folder, without the built-in systems'."""
    return hash_files(folder, SUFFIX, without=_BUILT_IN_SYSTEMS)


def _repeated_in_one(data: Data, path: DataPath = ()) -> Iterator[WordFault]:
    """Yield each phrase that appears twice in one list, wherever the list is in the table."""
    if isinstance(data, dict):
        for key, below in data.items():
            yield from _repeated_in_one(below, (*path, key))
        return
    lines = data if isinstance(data, list) else [data]
    counted = Counter(phrase for line in lines if isinstance(line, str) for phrase in _phrases_of(line))
    yield from (_listed_before(path, phrase, path) for phrase, count in counted.items() if count > 1)


def _listed_before(path: DataPath, phrase: str, before: DataPath) -> WordFault:
    under = ".".join(map(str, before))
    return WordFault(path, phrase, f"is already listed under {under}", "Keep one of the two.")


def _folded(phrase: str) -> str:
    return " ".join(phrase.casefold().replace("-", " ").split())


def _line_of(fault: WordFault, source: YamlText) -> int:
    """Return the line with the phrase; if one list has it on several lines, the last, which is the repetition."""
    listed: Data = source.data
    for step in fault.path:
        listed = listed.get(str(step)) if isinstance(listed, dict) else None
    if not isinstance(listed, list):
        return source.line_of(fault.path)
    phrase = fault.phrase.lower()
    having = (at for at, line in enumerate(listed) if isinstance(line, str) and phrase in _phrases_of(line.lower()))
    return source.line_of((*fault.path, max(having, default=0)))


def _phrases_of(line: str) -> tuple[str, ...]:
    return tuple(" ".join(phrase.split()) for phrase in line.split(","))
