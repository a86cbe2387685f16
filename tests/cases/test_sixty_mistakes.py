"""One suite with sixty different mistakes of its author: one run of the linter names each of them, and nothing else.

The lines that must be named are marked in the files themselves: ``# ! severity | a part of the message``. Files that a
comment would break are listed here.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from loanproof.cases import check_suite
from loanproof.cli.check import FAULTY, command

SUITE = Path(__file__).parent / "sixty"
UNMARKED = {
    ("cases/broken.yaml", 5): ("error", "this is not YAML"),
    ("cases/lines.jsonl", 2): ("error", "not one JSON value"),
    ("cases/lines.jsonl", 3): ("error", "the key 'id' appears twice"),
}
MARK = re.compile(r"# ! (error|warning) \| (.+)$")


def marked() -> dict[tuple[str, int], tuple[str, str]]:
    expected = dict(UNMARKED)
    for path in SUITE.rglob("*.yaml"):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            found = MARK.search(line)
            if found is not None:
                expected[path.relative_to(SUITE).as_posix(), number] = (found[1], found[2])
    return expected


def test_there_are_sixty_different_mistakes() -> None:
    expected = marked()
    assert len(expected) == 60


def test_each_mistake_is_named_once_with_its_file_and_line() -> None:
    expected = marked()
    found = {}
    for one in check_suite(SUITE).problems:
        file, line = one.place
        place = Path(file).relative_to(SUITE).as_posix(), line
        assert place not in found, f"two messages for {place}"
        found[place] = one
    assert set(found) == set(expected)
    for place, (severity, says) in expected.items():
        assert found[place].severity == severity, found[place]
        assert says in str(found[place])


def test_the_command_prints_the_first_twenty_messages_and_counts_all_sixty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOANPROOF_CACHE", str(tmp_path))
    result = CliRunner().invoke(command, [str(SUITE)])
    *messages, more, summary = result.stdout.splitlines()
    assert len(messages) == 20
    assert more == "There are 40 more problems; mend these first."
    assert all(re.match(r"error: .+:[0-9]+: ", message) for message in messages)
    assert "s: 54 errors, 6 warnings. 17 cases with 2 citations were not checked against the documents" in summary
    assert result.exit_code == FAULTY
