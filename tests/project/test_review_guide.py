"""The session of the guide to reviews, typed as it is there: every answer is the one that is shown."""

from __future__ import annotations

import re
import shlex
import subprocess
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from loanproof.cli.app import main

GUIDES = Path(__file__).parents[2] / "docs" / "guides"
GUIDE, SCAN_GUIDE = GUIDES / "review.md", GUIDES / "review-of-a-scan.md"
SCAN = "marram-scanned-loan.pdf"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(language: str, guide: Path = GUIDE) -> list[str]:
    return [text for name, text in BLOCK.findall(guide.read_text(encoding="utf-8")) if name == language]


def session(guide: Path) -> list[tuple[str, str]]:
    """Return each command with what it is said to answer."""
    text = "".join(blocks("console", guide))
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


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder, with a terminal of a hundred columns and no setting of the user's."""
    monkeypatch.chdir(tmp_path)
    for name in ("LOANPROOF_STORE", "LOANPROOF_SIGNING_KEY", "LOANPROOF_PASSPORT_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LOANPROOF_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "100")


def type_session(guide: Path, capfd: pytest.CaptureFixture[str]) -> int:
    """Type a session as it stands in a guide, and return how many commands it has."""
    typed = session(guide)
    for line, shown in typed:
        said = type_command(line, capfd)
        assert is_shown(shown, said), f"$ {line}\n{said}"
    return len(typed)


@pytest.mark.usefixtures("alone")
def test_the_session_of_the_guide_is_what_the_commands_answer(capfd: pytest.CaptureFixture[str]) -> None:
    [document], [output], [settings] = blocks("text"), blocks("json"), blocks("yaml")
    Path("thorne.txt").write_text(document, encoding="utf-8")
    Path("output.json").write_text(output, encoding="utf-8")
    Path("review.yaml").write_text(settings, encoding="utf-8")
    assert type_session(GUIDE, capfd) > 12


@pytest.mark.needs("tesseract")
@pytest.mark.usefixtures("alone")
def test_a_scan_goes_from_its_analysis_to_a_verified_passport_as_the_guide_says(
    capfd: pytest.CaptureFixture[str],
) -> None:
    [settings] = blocks("yaml", SCAN_GUIDE)
    Path("review.yaml").write_text(settings, encoding="utf-8")
    with as_file(files("loanproof.corpus") / "suite" / "dev" / "documents" / SCAN) as found:
        Path(SCAN).write_bytes(found.read_bytes())  # alone: no truth file says what its pages hold
    assert type_session(SCAN_GUIDE, capfd) > 30
