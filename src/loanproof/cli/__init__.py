"""The command ``loanproof``. Each command is in its own module, loaded when it is called."""

from loanproof.cli.app import main

__all__ = ["main"]
