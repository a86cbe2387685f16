"""The session of the guide to reviews, typed as it is there: every answer is the one that is shown."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from loanproof.cli.app import main

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "review.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[str]:
    return [text for name, text in BLOCK.findall(GUIDE.read_text(encoding="utf-8")) if name == language]


def session() -> list[tuple[str, str]]:
    """Return each command with what it is said to answer."""
    [text] = blocks("console")
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
    return [(command, answer.rstrip()) for command, _, answer in (part.partition("\n") for part in parts)]


def is_shown(shown: str, said: str) -> bool:
    pattern = ".*".join(re.escape(part) for part in shown.split("…"))
    return re.fullmatch(pattern, said.rstrip(), re.DOTALL) is not None


def type_command(line: str, capfd: pytest.CaptureFixture[str]) -> str:
    """Type a line; return what it prints, standard output first, and its exit code where it is not 0."""
    program, *words = shlex.split(line)
    if program == "openssl":
        done = subprocess.run([program, *words], check=True, capture_output=True, text=True)
        return done.stdout
    assert program == "loanproof"
    with pytest.raises(SystemExit) as ended:
        main(words)
    found = capfd.readouterr()
    code = f"exit code {ended.value.code}\n" if ended.value.code else ""
    return found.out + found.err + code


def test_the_session_of_the_guide_is_what_the_commands_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("LOANPROOF_STORE", "LOANPROOF_SIGNING_KEY", "LOANPROOF_PASSPORT_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    [document], [output], [settings] = blocks("text"), blocks("json"), blocks("yaml")
    Path("thorne.txt").write_text(document, encoding="utf-8")
    Path("output.json").write_text(output, encoding="utf-8")
    Path("review.yaml").write_text(settings, encoding="utf-8")
    typed = session()
    assert len(typed) > 12
    for line, shown in typed:
        said = type_command(line, capfd)
        assert is_shown(shown, said), f"$ {line}\n{said}"
