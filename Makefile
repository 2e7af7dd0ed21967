# The main targets: `make demo` shows what the program does, `make test` checks everything.
# Needs only make and Python 3.11 or newer. PYTHON=… chooses the Python.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WHEEL_VENV := $(VENV)/wheel

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := demo
.PHONY: demo test quick lint types wheel unit finding golden docs bench fuzz mutate clean

# Status 1 is expected: the written score of one sample game is wrong in its source.
demo: $(VENV)/.package
	$(BIN)/piquet validate sample_games/*.json || [ $$? -eq 1 ]
	$(BIN)/piquet audit sample_games/repic-and-capot.json

test: lint types wheel unit

# Everything but the wheel and the tests marked slow. Takes less than a minute on two cores.
quick: lint types
	$(BIN)/python -m pytest --numprocesses auto -m "not slow"

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

# Installs the wheel with only its own dependencies, and tries it.
wheel: $(VENV)/.dev
	rm -rf build dist $(WHEEL_VENV)
	$(BIN)/pip wheel -qq --no-deps --wheel-dir dist .
	$(PYTHON) -m venv $(WHEEL_VENV)
	$(WHEEL_VENV)/bin/pip install -qq dist/*.whl
	$(WHEEL_VENV)/bin/python -I -c "import piquet_records"
	$(WHEEL_VENV)/bin/piquet schema > $(WHEEL_VENV)/schema.json
	$(WHEEL_VENV)/bin/piquet laws 14 > $(WHEEL_VENV)/law.txt

unit: $(VENV)/.dev
	$(BIN)/python -m pytest --numprocesses auto

# Writes the stubs of a new finding: make finding LAW=22 NAME=named-twice SAYS="What a player does wrong."
# ARGS passes options: --note, --by elder, --part calling.
finding: $(VENV)/.dev
	$(BIN)/python -m piquet_records.laws.new $(LAW) $(NAME) "$(SAYS)" $(ARGS)

# Writes the expected reports beside the sample records. Read every changed line before you commit it.
golden: $(VENV)/.dev
	$(BIN)/python -m tests.golden

docs: $(VENV)/.dev
	$(BIN)/python -m piquet_records.laws docs/laws

# Works without the other libraries that it measures. ARGS passes options, such as ARGS=--full.
bench: $(VENV)/.dev
	-$(BIN)/pip install --quiet --group bench
	$(BIN)/python -m bench $(ARGS)

# Changed records, for so many minutes: each gets a report or a list of faults, and clean only with the oracle's assent.
# Then changed lines, as long: the recogniser must agree with the judge, and the sanitizers stay silent.
MINUTES ?= 1
fuzz: $(VENV)/.dev
	$(BIN)/python -m tests.fuzz --minutes $(MINUTES)
	$(BIN)/python -m tests.recogniser --minutes $(MINUTES)

# Changes one module in one place at a time, and prints the changes that the tests do not notice:
# make mutate MODULE=piquet_records/scoring/bonus.py TESTS="tests/test_cases.py tests/test_known_mistakes.py" ARGS="--sample 50"
mutate: $(VENV)/.dev
	$(BIN)/python -m tests.mutate $(MODULE) $(TESTS) $(ARGS)

clean:
	rm -rf $(VENV) build dist *.egg-info piquet_records/bulk/*.so .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The sources of the extension. An editable install builds it where its sources are.
EXTENSION := $(wildcard piquet_records/bulk/*.c piquet_records/bulk/*.h)

# Installs again only if pyproject.toml or the sources of the extension have changed.
$(VENV)/.package: pyproject.toml $(EXTENSION)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -qq --editable .
	touch $@

# Dependency groups need pip 25.1. With one -q it prints the notes of the build backend, with two it does not.
$(VENV)/.dev: pyproject.toml $(EXTENSION)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -qq --upgrade "pip>=25.1"
	$(BIN)/pip install -qq --editable . --group dev
	touch $@
