"""Writes the lock of each version inside the package that has none yet.

Run it once, when a version of ours is published; a draft gets none. A lock that is there is never written again: where
it does not fit its files any more, the differences are printed and the exit code is 2.
"""

from __future__ import annotations

import sys

from loanproof.core import LoanproofError
from loanproof.standards import list_folders, write_lock


def main() -> int:
    """Lock every version of ours and print its hash."""
    for ref, folder in list_folders():
        if ref.house is not None:
            continue
        try:
            standard = write_lock(folder)
        except LoanproofError as error:
            print(error, file=sys.stderr)
            return error.exit_code
        print(f"{ref}  {standard.hash}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
