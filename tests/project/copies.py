"""A copy of the package to which a guide adds something."""

from __future__ import annotations

import shutil
from pathlib import Path

import loanproof

PACKAGE = Path(loanproof.__file__).parent


def copy_package(folder: Path) -> Path:
    """Copy the package into a folder, and return its copy.

    The bytecode comes along, so that a command does not compile a thousand modules again, but not what another process
    is just writing. The bundled suites stay behind.
    """
    left_out = shutil.ignore_patterns("*.pyc.*", "suite")
    return Path(shutil.copytree(PACKAGE, folder / PACKAGE.name, ignore=left_out))
