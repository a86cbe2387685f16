"""Loanproof decides whether a loan-document AI may be released, and guards it in production."""

__version__ = "0.1.0"
