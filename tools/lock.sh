#!/bin/sh
# Writes the pinned versions afresh: constraints.txt (every tool, plain pins) for `make`, and requirements.lock
# (runtime only, with hashes) for releases. Neither names a host. Run from the top of the checkout.
set -eu

.venv/bin/python -m pip install --quiet --disable-pip-version-check uv
compile() { .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --no-header --no-annotate "$@"; }

printf '# Versions that make installs; written by: make lock\n' >constraints.txt
printf "pip\nhatchling\n" >.venv/tools.in
compile pyproject.toml --group dev .venv/tools.in >>constraints.txt
printf '# Releases: pip install --require-hashes -r requirements.lock; written by: make lock\n' >requirements.lock
compile pyproject.toml --generate-hashes >>requirements.lock
