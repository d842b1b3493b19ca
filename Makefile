# Tasks for contributors; `make check` is what CI runs before the tests.
BIN := .venv/bin
# More benchmark folders: make bench BENCH=folder-of-folders
BENCH :=

.PHONY: setup check test bench gen

setup:
	python3 -m venv .venv
	$(BIN)/pip install -e '.[test]'

check:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/mypy
	$(BIN)/toolrag lint seed_tools

test:
	$(BIN)/pytest

bench:
	$(BIN)/toolrag bench seed_tools $(patsubst %/queries.jsonl,%,$(wildcard $(BENCH)/*/queries.jsonl))

gen:
	$(BIN)/toolrag schema schemas
	$(BIN)/toolrag rules --write docs/rules
