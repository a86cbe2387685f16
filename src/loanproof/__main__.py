"""``python -m loanproof`` is the command ``loanproof``."""

from loanproof.cli import main

if __name__ == "__main__":
    main()
