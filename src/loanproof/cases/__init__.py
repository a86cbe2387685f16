"""Suites and cases: models, loading with file and line errors, linting against the documents.

Empty until suites are read.
"""
