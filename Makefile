# The two that matter: `make demo` shows what the program does, `make test` checks everything.
# A fresh machine needs only make and Python 3.11 or newer (name another one with PYTHON=…).

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WHEEL_VENV := $(VENV)/wheel

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := demo
.PHONY: demo test quick lint types wheel unit finding golden docs bench fuzz clean

# Status 1 is right here: one of the sample games has a disagreement on purpose.
demo: $(VENV)/.package
	$(BIN)/piquet validate sample_games/*.json || [ $$? -eq 1 ]
	$(BIN)/piquet audit sample_games/repic-and-capot.json

test: lint types wheel unit

# For every day: all but the wheel and the tests that are marked slow. Under a minute on two cores.
quick: lint types
	$(BIN)/python -m pytest --numprocesses auto -m "not slow"

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

# The wheel is tried where nothing but its own dependencies is installed.
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

# Rewrites the expected reports beside the sample records. Read every changed line before committing it.
golden: $(VENV)/.dev
	$(BIN)/python -m tests.golden

docs: $(VENV)/.dev
	$(BIN)/python -m piquet_records.laws docs/laws

# The other libraries that it measures may be missing. ARGS passes options, such as ARGS=--full.
bench: $(VENV)/.dev
	-$(BIN)/pip install --quiet --group bench
	$(BIN)/python -m bench $(ARGS)

# Lines changed at random, for so many minutes: the recogniser must agree with the judge, and the sanitizers stay silent.
MINUTES ?= 1
fuzz: $(VENV)/.dev
	$(BIN)/python -m tests.recogniser --minutes $(MINUTES)

clean:
	rm -rf $(VENV) build dist *.egg-info piquet_records/bulk/*.so .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# What the extension is built of. An editable install builds it where its sources are.
EXTENSION := $(wildcard piquet_records/bulk/*.c piquet_records/bulk/*.h)

# Installed again only when pyproject.toml or the sources of the extension have changed.
$(VENV)/.package: pyproject.toml $(EXTENSION)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -qq --editable .
	touch $@

# Dependency groups need pip 25.1, which tells every hint of the build backend unless it is doubly quiet.
$(VENV)/.dev: pyproject.toml $(EXTENSION)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -qq --upgrade "pip>=25.1"
	$(BIN)/pip install -qq --editable . --group dev
	touch $@
