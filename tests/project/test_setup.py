"""The set-up script says one clear line when the machine lacks something, and uses what the machine has."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = ("sh", "rm", "id", "touch", "mkdir", "env", "cat")
FAKE_PYTHON = """#!/bin/sh
case "$*" in
  *version_info*) echo {version} ;;
  *ensurepip*) exit {no_ensurepip} ;;
  "-m venv"*) mkdir -p .venv/bin; echo venv >.venv/how ;;
  "-m virtualenv"*) exit 1 ;;
esac
"""


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """Return a checkout under a path with spaces, beside a ``bin`` folder that is all of the machine's PATH."""
    checkout = tmp_path / "a check out"
    (checkout / "tools").mkdir(parents=True)
    shutil.copy(ROOT / "tools" / "setup.sh", checkout / "tools")
    (tmp_path / "bin").mkdir()
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found is not None
        (tmp_path / "bin" / tool).symlink_to(found)
    return checkout


def install(machine: Path, name: str, script: str) -> None:
    program = machine.parent / "bin" / name
    program.write_text(script)
    program.chmod(0o755)


def install_python(machine: Path, name: str, *, version: str, ensurepip: bool = True) -> None:
    install(machine, name, FAKE_PYTHON.format(version=version, no_ensurepip=0 if ensurepip else 1))


def set_up(machine: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    path = {"PATH": str(machine.parent / "bin"), **environment}
    return subprocess.run(
        ["sh", "tools/setup.sh", "venv"], cwd=machine, env=path, capture_output=True, text=True, check=False
    )


def test_a_python_that_is_too_old_is_named_in_one_line(machine: Path) -> None:
    install_python(machine, "python3.9", version="3.9")
    result = set_up(machine, LOANPROOF_PYTHON="python3.9")
    assert result.returncode == 2
    assert result.stderr == (
        "error: Loanproof needs Python 3.11 or newer; python3.9 is 3.9. Say, for example: make test PYTHON=python3.11\n"
    )


def test_an_interpreter_that_does_not_run_is_named_in_one_line(machine: Path) -> None:
    result = set_up(machine, LOANPROOF_PYTHON="/no/such/python")
    assert result.returncode == 2
    assert result.stderr.startswith("error: /no/such/python is not a Python that runs.")
    assert result.stderr.count("\n") == 1


def test_only_old_pythons_on_the_path_are_all_named(machine: Path) -> None:
    install_python(machine, "python3", version="3.8")
    install_python(machine, "python", version="2.7")
    result = set_up(machine)
    assert result.returncode == 2
    assert "python3 is 3.8; python is 2.7;" in result.stderr
    assert result.stderr.count("\n") == 1


def test_no_python_at_all_is_said_in_one_line(machine: Path) -> None:
    result = set_up(machine)
    assert result.returncode == 2
    assert "found none; no Python at all;" in result.stderr
    assert result.stderr.count("\n") == 1


def test_without_ensurepip_and_without_another_way_the_line_to_type_is_given(machine: Path) -> None:
    install_python(machine, "python3", version="3.12", ensurepip=False)
    result = set_up(machine)
    assert result.returncode == 2
    assert "Type: apt-get install python3-venv" in result.stderr
    assert result.stderr.count("\n") == 1


def test_without_ensurepip_uv_makes_the_environment(machine: Path) -> None:
    install_python(machine, "python3", version="3.12", ensurepip=False)
    install(machine, "uv", '#!/bin/sh\nmkdir -p .venv/bin; echo "$@" >.venv/how\n')
    set_up(machine)
    assert (machine / ".venv" / "how").read_text() == "venv --quiet --seed --python python3 .venv\n"


def test_without_ensurepip_and_uv_virtualenv_makes_the_environment(machine: Path) -> None:
    install_python(machine, "python3", version="3.12", ensurepip=False)
    install(machine, "virtualenv", '#!/bin/sh\nmkdir -p .venv/bin; echo "$@" >.venv/how\n')
    set_up(machine)
    assert (machine / ".venv" / "how").read_text() == "--quiet --python python3 .venv\n"


def test_a_newer_python_is_found_behind_an_old_python3(machine: Path) -> None:
    install_python(machine, "python3", version="3.9")
    install_python(machine, "python3.13", version="3.13")
    result = set_up(machine)
    assert "Making .venv with python3.13, which is Python 3.13." in result.stdout


def test_a_second_digit_of_the_minor_version_is_not_cut_off(machine: Path) -> None:
    install_python(machine, "python3", version="3.2")
    assert set_up(machine).returncode == 2


def test_the_system_is_left_alone_when_told_so(machine: Path) -> None:
    path = {"PATH": str(machine.parent / "bin"), "LOANPROOF_NO_SYSTEM": "1"}
    result = subprocess.run(
        ["sh", "tools/setup.sh", "system"], cwd=machine, env=path, capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stdout) == (0, "")


def fake_install(machine: Path, code: int) -> None:
    """Make a virtual environment whose pip talks a lot and ends with a code."""
    pip = f'#!/bin/sh\ncase "$*" in *import*) exit 0 ;; esac\necho "WARNING: a lot of words" >&2\nexit {code}\n'
    (machine / ".venv" / "bin").mkdir(parents=True)
    (machine / ".venv" / "bin" / "python").write_text(pip)
    (machine / ".venv" / "bin" / "python").chmod(0o755)


def test_an_install_that_ends_well_says_one_line(machine: Path) -> None:
    fake_install(machine, 0)
    result = set_up(machine)
    assert (result.returncode, result.stderr, result.stdout.count("\n")) == (0, "", 1)


def test_an_install_that_fails_shows_what_was_said(machine: Path) -> None:
    fake_install(machine, 1)
    result = set_up(machine)
    assert result.returncode == 2
    assert result.stderr.startswith("WARNING: a lot of words\nerror: this failed: .venv/bin/python -m pip install")
