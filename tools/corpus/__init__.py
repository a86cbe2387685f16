"""The generator of the bundled corpus: drafted deals become PDFs, cases and truth files, the same bytes every time."""
