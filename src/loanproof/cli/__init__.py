"""The command ``loanproof``. Each command lives in a module of its own, loaded when it is called."""

from loanproof.cli.app import main

__all__ = ["main"]
