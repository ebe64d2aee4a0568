# Two commands on a fresh machine: `make play` and `make test`. Set-up happens once, and again when pyproject.toml changes.
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TOOLS := $(VENV)/.tools

.PHONY: play test test-slow test-all tested check bench soak clean setup

# Tests start many processes: each would compile every module anew.
unexport PYTHONDONTWRITEBYTECODE

TESTS := $(BIN)/python -m pytest -n 2 --dist worksteal -q

play: $(READY)
	@.ci/setup.sh system play
	@$(BIN)/glassjaw play

# A thin cut through everything, for every few minutes; `make test ONLY=tests/engine` through a part of it.
test: tested
	$(TESTS) $(ONLY)

# What `make test` leaves out, but for the long runs.
test-slow: tested
	$(TESTS) -m "slow and not soak"

# Both in one.
test-all: tested
	$(TESTS) -m "not soak"

soak: tested
	$(TESTS) -m soak

# Set-up compiles the simulation; the second line does so again where sources have changed since.
tested: $(TOOLS)
	@.ci/setup.sh system test
	@$(BIN)/python -m game doctor --warm

check: $(TOOLS)
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(READY)
	@$(BIN)/glassjaw bench

# `make setup BULLET=compile` has pybullet compiled where there is no ready package of it.
setup: $(TOOLS)
	@$(if $(BULLET),.ci/setup.sh venv $(VENV))

$(TOOLS): $(READY)
	@.ci/setup.sh tools $(VENV)
	@touch $@

$(READY): pyproject.toml .ci/setup.sh
	@.ci/setup.sh venv $(VENV)
	@$(BIN)/python -m game doctor --warm
	@touch $@

clean:
	rm -rf .venv build *.egg-info .pytest_cache .ruff_cache .mypy_cache .hypothesis
	find components systems game tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +
