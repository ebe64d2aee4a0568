# Two commands on a fresh machine: `make play` and `make test`. Set-up happens once, and again when pyproject.toml changes.
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: play test check bench soak clean setup

play: $(READY)
	@.ci/setup.sh system play
	@$(BIN)/glassjaw play

# Set-up compiles the simulation; the second line does so again where sources have changed since.
test: $(READY)
	@.ci/setup.sh system test
	@$(BIN)/python -m game doctor --warm
	$(BIN)/python -m pytest -n 2 -q

# 5: no test is marked so
soak: $(READY)
	$(BIN)/python -m pytest -n 2 -q -m soak || [ $$? -eq 5 ]

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(READY)
	@$(BIN)/glassjaw bench

setup: $(READY)

$(READY): pyproject.toml .ci/setup.sh
	@.ci/setup.sh venv $(VENV)
	@$(BIN)/python -m game doctor --warm
	@touch $@

clean:
	rm -rf .venv build *.egg-info .pytest_cache .ruff_cache .mypy_cache .hypothesis
	find components systems game tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +
