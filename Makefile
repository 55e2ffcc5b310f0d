# `make demo` and `make test` need Debian 12, make, git and python3 alone: they install the rest.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help setup setup-dev setup-full demo test test-all lint format types contracts wheel unit full bench pictures lock clean

BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

demo: setup  ## build the sample edition for every role and channel into output/
	@$(BIN)/digest --publication seeds --output output build

test: setup-dev  ## everything that must be green before a change lands
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target lint types contracts wheel
	@$(MAKE) --no-print-directory unit

test-all: test full  ## the same, and the full matrices

setup:  ## what the program needs, system packages included
	@requirements/setup base

setup-dev:  ## what the tests need beside that
	@requirements/setup dev

lint: setup-dev  ## style and formatting
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

format: setup-dev  ## mend what can be mended
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

types: setup-dev  ## mypy, strict, on the package and its tests
	@$(BIN)/mypy

contracts: setup-dev  ## who may import whom
	@$(BIN)/lint-imports --no-logo

wheel: setup-dev  ## a wheel, installed in a fresh environment, makes the bytes a checkout makes
	@.ci/wheel

unit: setup-dev  ## pytest with branch coverage
	@$(PYTEST) --numprocesses 2 --dist worksteal --cov --cov-report=term --cov-fail-under 97

setup-full:  ## what the full matrices need beside that
	@requirements/setup full

full: setup-full  ## the full matrices alone
	@$(PYTEST) --numprocesses 2 --dist worksteal --full -m full

bench: setup-dev  ## the budgets, as ratios within one run
	@for script in startup pdf build mail desk delivery; do echo "== $$script"; $(BIN)/python benchmarks/$$script.py || exit; done

pictures: setup-dev  ## draw the pictures of the README anew
	@docs/images/draw

lock: setup-dev  ## pin every Python package anew, within what pyproject.toml allows
	@requirements/lock

clean:  ## everything that was built or installed here
	@rm -rf .venv .cache .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis dist build htmlcov
	@rm -f .coverage .coverage.*
	@find output -mindepth 1 -not -name .gitignore -delete
	@find src tests benchmarks -name __pycache__ -prune -exec rm -rf {} +
