"""One case of a suite by its id, without reading the others: pages ask for one, and a suite may have thousands."""

from __future__ import annotations

import re
from collections import OrderedDict
from pathlib import Path
from threading import Lock

from loanproof.cases.case_files import load_case_data
from loanproof.cases.deals_of_suite import Deals
from loanproof.cases.loading import case_files, locate_case
from loanproof.cases.suite import CASES_FOLDER, SUITE_FILE, LocatedCase, SuiteFile
from loanproof.core import YamlText, load_yaml, validate_yaml
from loanproof.standards import load_contract

# Anything in a file that may be the id of a case; reading the file shows whether it is one.
_ID = re.compile(rb"""(?:^|[\s{,-])["']?id["']?\s*:\s*["']?([^"'\s,}]+)""", re.MULTILINE)
_MOST_FILES = 4


class CaseFinder:
    """Finds the cases of one suite. Its files are scanned once for ids; a file is read when a case is requested."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()
        self._index: tuple[int, dict[str, Path]] | None = None
        self._read: OrderedDict[tuple[Path, int], dict[str, YamlText]] = OrderedDict()

    def find(self, case_id: str) -> LocatedCase | None:
        """Return a case as its file has it now, or ``None`` if there is none; an invalid one raises its errors."""
        with self._lock:
            path = self._paths().get(case_id)
            source = None if path is None else self._cases_of(path).get(case_id)
        if source is None:
            return None
        settings = validate_yaml(SuiteFile, load_yaml(self._folder / SUITE_FILE))
        return locate_case(source, load_contract(settings.standard), Deals(self._folder))

    def _paths(self) -> dict[str, Path]:
        folder = self._folder / CASES_FOLDER
        changed = folder.stat().st_mtime_ns if folder.is_dir() else 0
        if self._index is None or self._index[0] != changed:
            found: dict[str, Path] = {}
            for path in case_files(folder):
                for name in _ID.findall(path.read_bytes()):
                    found.setdefault(name.decode("utf-8", "replace"), path)
            self._index = (changed, found)
        return self._index[1]

    def _cases_of(self, path: Path) -> dict[str, YamlText]:
        key = (path, path.stat().st_mtime_ns)
        if key not in self._read:
            sources, _ = load_case_data(path)
            self._read[key] = {
                str(one.data["id"]): one for one in sources if isinstance(one.data, dict) and "id" in one.data
            }
            while len(self._read) > _MOST_FILES:
                self._read.popitem(last=False)
        return self._read[key]
