# Every target sets itself up: .venv holds our Python, .ci/setup fetches what the system lacks.
# A stamp in .venv says what is already there, so a second run only compares two dates.
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2

.PHONY: modules gallery manual test prove lint bench clean

modules: $(VENV)/.ready-run
	@$(BIN)/liege build -o build

# The pictures of the READMEs; WINDOWS may name a folder of screenshots of the modules, <game>.png each.
gallery: $(VENV)/.ready-run
	@$(BIN)/liege gallery --top games/gallery.png $(if $(WINDOWS),--windows $(WINDOWS))

# The reference pages of docs/, from schemas, steps, codes and symbols.
manual: $(VENV)/.ready-run
	@$(BIN)/liege manual

test: $(VENV)/.ready-dev
	@$(BIN)/python -m pytest -q -n $(JOBS) $(ARGS)

lint: $(VENV)/.ready-dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check -q .
	@$(BIN)/mypy

# Break the rules one by one: a test that names the row must notice. GAME, ROWS="4.1 4.2", SAMPLE=n with SEED=n narrow it.
prove: $(VENV)/.ready-dev
	@$(BIN)/python -m tests.prove $(GAME) $(if $(ROWS),--rows "$(ROWS)") $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED))

bench: $(VENV)/.ready-bench
	@$(BIN)/python tests/bench/run.py $(ARGS)

$(VENV)/.ready-%: pyproject.toml .ci/setup
	@.ci/setup $(VENV) $*
	@touch $@ $(if $(filter dev bench,$*),$(VENV)/.ready-run) $(if $(filter bench,$*),$(VENV)/.ready-dev)

clean:
	@rm -rf build
