# What a person or the CI runs: every target works alone from a fresh clone.

PYTHON ?= $(shell for p in python3.11 python3; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 \
	&& { echo $$p; break; }; done)
WORKERS ?= auto
PYTEST_ARGS ?=
BENCH_ARGS ?=
FUZZ_SECONDS ?= 600

VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help demo test test-all lint format docs bench fuzz mutation mutate clean

help:
	@echo "make demo    install into .venv and run the demonstration"
	@echo "make test    the quick tests, of every room (WORKERS=2, PYTEST_ARGS='-k kings')"
	@echo "make test-all  all tests, for some 30 minutes on two cores"
	@echo "make lint    ruff check, ruff format --check, mypy --strict"
	@echo "make format  let ruff rewrite what make lint would refuse, where it can"
	@echo "make docs    the documentation as a site with search, and the API reference, in build/docs"
	@echo "make bench   the benchmarks: tables, plot and results in build/bench (BENCH_ARGS='--quick')"
	@echo "make fuzz    the loaders, for FUZZ_SECONDS=600"
	@echo "make mutation  the mutation score of a copy in build/mutation, for some hours"
	@echo "make clean   remove .venv, builds and caches"

demo: $(VENV)/.installed
	$(BIN)/layerlaw demo

test: $(VENV)/.installed-test
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not slow" $(PYTEST_ARGS)

test-all: $(VENV)/.installed-test
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(PYTEST_ARGS)

lint: $(VENV)/.installed-lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict
	$(BIN)/python -m pytest -q tests/solver/effects/test_kinds.py

format: $(VENV)/.installed-lint
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(VENV)/.installed-docs
	$(BIN)/python docs/website.py build/docs

bench: $(VENV)/.installed-bench
	$(BIN)/python benchmarks $(BENCH_ARGS)

fuzz: $(VENV)/.installed-test
	$(BIN)/python tests/robustness/fuzz_loaders.py -max_total_time=$(FUZZ_SECONDS)

mutation:
	rm -rf build/mutation
	git clone --quiet . build/mutation
	$(MAKE) -C build/mutation mutate

mutate: $(VENV)/.installed-mutation
	$(BIN)/python tests/mutation solver solver.sqlite
	$(BIN)/python tests/mutation solver solver.sqlite --survivors
	$(BIN)/python tests/mutation together together.sqlite
	$(BIN)/python tests/mutation together together.sqlite --survivors
	$(BIN)/python tests/mutation certificate certificate.sqlite
	$(BIN)/python tests/mutation certificate certificate.sqlite --survivors
	$(BIN)/python tests/mutation history history.sqlite
	$(BIN)/python tests/mutation history history.sqlite --survivors
	$(BIN)/python tests/mutation/report.py solver.sqlite together.sqlite certificate.sqlite history.sqlite

clean:
	rm -rf $(VENV) build dist *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name .git -prune -o -type d -name __pycache__ -prune -exec rm -rf {} +

# Each stamp is one installation; it is made again only when pyproject.toml changes.
$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or newer found; set PYTHON=..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	$(PIP_INSTALL) -e ".[serve]"
	@touch $@

$(VENV)/.installed-test: pyproject.toml | $(BIN)/python
	$(PIP_INSTALL) -e ".[test,notebook]"
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-bench: pyproject.toml | $(BIN)/python
	$(PIP_INSTALL) -e ".[plot]"
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-mutation: pyproject.toml | $(BIN)/python
	$(PIP_INSTALL) -e ".[test,mutation]"
	@touch $@ $(VENV)/.installed $(VENV)/.installed-test

$(VENV)/.installed-docs: pyproject.toml | $(BIN)/python
	$(PIP_INSTALL) -e ".[docs]"
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-lint: pyproject.toml | $(BIN)/python
	$(PIP_INSTALL) -e ".[dev,test,notebook]"
	@touch $@ $(VENV)/.installed
