# Two commands do everything on a fresh machine: make demo, make test.
# The set-up is in tools/setup.sh; only relative paths are used, so the checkout may live under any name.

.PHONY: help demo test test-whole test-model test-ray coverage lint types layers unit format lock clean

PYTHON =
RUN = .venv/bin/
# The tests write thousands of small files: into memory, where there is room for them.
ROOMY = $(shell df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 && $$4 > 4000000 {print "TMPDIR=/dev/shm"}')
PYTEST = $(ROOMY) $(RUN)python -m pytest -n 4 --dist worksteal

# The tests start the command some hundred times; without bytecode each start would compile the whole package again.
unexport PYTHONDONTWRITEBYTECODE

help:
	@echo "make demo    install into .venv and show what the product does"
	@echo "make test    install into .venv and run every check and test"
	@echo "make test-whole   the tests with every twin, mutant and variant, of which make test takes a share; two hours"
	@echo "make coverage   the tests with the lines and branches that none of them reaches; three times as long"
	@echo "make test-model   a real model on this machine as judge and target; the first time builds for up to 20 minutes"
	@echo "make test-ray   a cluster of two nodes on this machine, in a network of its own; installs Ray into .venv-ray"
	@echo "make format  rewrite the sources in house style"
	@echo "make lock    write constraints.txt and requirements.lock afresh"
	@echo "make clean   remove .venv and what the tools left behind"

demo: .venv/installed
	@$(RUN)loanproof demo --out demo

test: .venv/installed
	@LOANPROOF_PYTHON="$(PYTHON)" sh tools/setup.sh system
	@$(MAKE) --no-print-directory lint layers
	@$(MAKE) --no-print-directory -j 2 types unit

# Of what differs little from its neighbours make test takes a share: tests/sampling.py.
test-whole: .venv/installed
	@LOANPROOF_WHOLE=1 $(PYTEST) $(TESTS)
	@$(RUN)python -m tools.corpus variants

test-model: .venv/installed
	@sh tools/setup.sh model
	@$(RUN)python tools/local_model.py $(RUN)python -m pytest tests/model -n 0 -s -q

# In an environment of its own: Ray brings hundreds of megabytes, and nothing else depends on it.
test-ray: .venv/installed
	@sh tools/setup.sh ray
	@PYTHONPATH=. .venv-ray/bin/python tools/ray_cluster.py .venv-ray/bin/python -m pytest tests/cluster -n 0 -q

lint: .venv/installed
	@$(RUN)ruff format --check --quiet . || { echo "Run: make format"; exit 1; }
	@$(RUN)ruff check --quiet .

types: .venv/installed
	@$(RUN)mypy

layers: .venv/installed
	@$(RUN)lint-imports

unit: .venv/installed
	@$(PYTEST) $(TESTS)

# Apart from the tests: tracing triples their time on Python 3.11, and no figure of it decides anything.
coverage: .venv/installed
	@$(PYTEST) --cov --cov-report=term $(TESTS)

format: .venv/installed
	@$(RUN)ruff check --quiet --fix . ; $(RUN)ruff format --quiet .

lock: .venv/installed
	@sh tools/lock.sh

clean:
	@rm -rf .venv .venv-model .venv-ray .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find src tests tools bench -name __pycache__ -prune -exec rm -rf {} +

.venv/installed: pyproject.toml constraints.txt tools/setup.sh
	@LOANPROOF_PYTHON="$(PYTHON)" sh tools/setup.sh venv
