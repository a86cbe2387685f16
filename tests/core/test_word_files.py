"""Word tables: phrases with commas, mistakes with file and line, one hash of all of them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

import loanproof
from loanproof.core import (
    FormatError,
    SingleWords,
    WordFault,
    Words,
    WordTable,
    lexicon_hash,
    repeated_phrases,
    unknown_phrases,
)
from loanproof.core.word_files import hash_words, read_words

PACKAGE = Path(loanproof.__file__).parent
TABLES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.words.yaml"))


class Fruit(WordTable):
    sweet: Words
    sour: Words = ()
    common: Words = ()
    tastes: SingleWords = ()

    def faults(self) -> Iterator[WordFault]:
        yield from repeated_phrases([(("sweet",), self.sweet), (("sour",), self.sour)])
        yield from unknown_phrases([(("common",), self.common)], (*self.sweet, *self.sour), "a fruit of this table")


def read(text: str) -> Fruit:
    return read_words(text.encode(), file="fruit.words.yaml", model=Fruit)


def refused(text: str) -> str:
    with pytest.raises(FormatError) as caught:
        read(text)
    return str(caught.value)


def test_phrases_are_parted_by_commas_on_one_line_or_on_several() -> None:
    assert read("sweet: red  apple, pear\n") == read("sweet:\n- red apple\n- pear\n")
    assert read("sweet:\n- red apple, pear\n- fig\n").sweet == ("red apple", "pear", "fig")


@pytest.mark.parametrize("written", ["pear,, fig", "", "[]", "{pear: fig}", "pear,", "[pear, [fig]]"])
def test_what_is_no_list_of_phrases_is_refused_on_its_line(written: str) -> None:
    assert refused(f"sour: lime\nsweet: {written}\n").startswith(
        "fruit.words.yaml:2: sweet: must be phrases with commas between them, none of them blank, not "
    )


def test_words_that_are_looked_up_one_by_one_are_in_lower_case_and_never_two_together() -> None:
    assert read("sweet: pear\ntastes: Sharp, mild\n").tastes == ("sharp", "mild")
    assert refused("sweet: pear\ntastes: very sharp\n") == (
        "fruit.words.yaml:2: tastes: must be single words with commas between them, not 'very sharp'."
    )


def test_a_phrase_under_two_headings_is_refused_on_the_line_of_the_second() -> None:
    text = "sweet: blood orange, pear\nsour:\n  - lime\n  - lemon, Blood-Orange\n"
    message = "fruit.words.yaml:4: 'Blood-Orange' is already listed under sweet. Keep one of the two."
    assert refused(text) == message


def test_a_phrase_twice_in_one_list_is_refused_on_the_line_of_the_second() -> None:
    assert refused("sweet:\n  - pear, fig\n  - kiwi\n  - pear\n").startswith("fruit.words.yaml:4: 'pear' is already")


def test_a_phrase_that_another_list_does_not_know_is_refused() -> None:
    assert refused("sweet: pear\ncommon: pear, bread\n") == (
        "fruit.words.yaml:2: 'bread' is not a fruit of this table."
    )


def test_every_mistake_of_a_table_is_told_at_once() -> None:
    assert refused("sweet: pear, pear\ncommon: bread, milk\n").count("\n") == 2


def test_an_unknown_heading_is_refused_with_the_nearest_known_one() -> None:
    assert refused("sweat: pear\nsweet: fig\n") == "fruit.words.yaml:1: unknown key 'sweat'. Did you mean 'sweet'?"


def test_the_hash_is_that_of_the_installed_tables() -> None:
    assert lexicon_hash() == hash_words(files("loanproof"))
    assert lexicon_hash().startswith("sha256:")


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    folder = tmp_path / "loanproof"
    for table in TABLES:
        (folder / table).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PACKAGE / table, folder / table)
    return folder


def test_the_hash_depends_on_the_tables_alone(copied: Path) -> None:
    (copied / "values" / "notes.txt").write_text("not a table")
    assert hash_words(copied) == lexicon_hash()


@pytest.mark.parametrize("table", [one for one in TABLES if not one.startswith("capabilities/")])
def test_editing_any_table_that_decides_labels_changes_the_hash(table: str, copied: Path) -> None:
    (copied / table).write_bytes((copied / table).read_bytes() + b"# one more comment\n")
    assert hash_words(copied) != lexicon_hash()


def test_the_words_of_a_built_in_system_decide_no_label_and_change_no_hash(copied: Path) -> None:
    shutil.rmtree(copied / "capabilities")
    assert hash_words(copied) == lexicon_hash()


def test_moving_a_table_changes_the_hash(copied: Path) -> None:
    (copied / TABLES[0]).rename(copied / "moved.words.yaml")
    assert hash_words(copied) != lexicon_hash()


def test_every_table_is_read_by_the_product() -> None:
    program = (
        "import sys\n"
        "def see(event, arguments):\n"
        "    if event == 'open' and str(arguments[0]).endswith('.words.yaml'): print(arguments[0])\n"
        "sys.addaudithook(see)\n"
        "import loanproof.capabilities, loanproof.cli.score, loanproof.runs\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    opened = {Path(line).relative_to(PACKAGE).as_posix() for line in done.stdout.splitlines()}
    assert opened == set(TABLES)
