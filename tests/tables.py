"""Tables of rows that tests are made of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml


def load_table(path: Path) -> Any:
    """Return what a YAML file says, read by the parser in C: each process of the tests reads all tables."""
    return yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
