# Everything happens in .venv; only python3 (3.11 or later), make and a C library are needed beforehand.
# Variables: PYTHON (which interpreter), WORKERS (test processes: one more than cores, as browsers and servers are waited for), ARGS (passed on to play, bench, fuzz and soak).

PYTHON  ?= python3
WORKERS ?= $(shell expr $$(nproc 2>/dev/null || echo 2) + 1)
ARGS    ?=

VENV := .venv
BIN  := $(VENV)/bin
UV    = $(BIN)/uv pip install -q --python $(BIN)/python -c constraints.txt --build-constraints constraints.txt
SAY   = @printf '%s\n'

PYTEST := $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal

.DEFAULT_GOAL := help
ifndef AT_ONCE
.NOTPARALLEL:
endif
.DELETE_ON_ERROR:
.PHONY: help play compile test at-once check quick-tests lint types page browser pictures warm tests coverage docs \
        bench bench-lab bench-server bench-page bots studies fuzz soak format \
        constraints clean

help: ## say what there is
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1	\2/p' $(MAKEFILE_LIST) | expand -t 20

play: compile ## sit down: serve the tables on this machine and open a browser (ARGS='play mist' stays in the terminal)
	@$(BIN)/paddock $(ARGS)

compile: $(VENV)/.runtime ## compile the games ahead, so that the first move is quick
	$(SAY) "Compiling the games (once; from then on they come from the cache) ..."
	@$(BIN)/paddock warm --only table

test: lint at-once tests ## everything: lint, types, docs, the page, coverage, tests

# Everything that the compiled tests do not need to wait for runs in parallel. The installations come first, in order.
at-once: $(VENV)/.with-dev $(VENV)/.with-docs
	@$(MAKE) --no-print-directory -j --output-sync=target AT_ONCE=yes types docs page browser warm coverage

check: lint ## the fast part of it: lint, types, tests that are not slow
	@$(MAKE) --no-print-directory -j --output-sync=target AT_ONCE=yes types quick-tests

quick-tests: $(VENV)/.with-dev
	$(SAY) "Running the quick tests ..."
	@$(PYTEST) -x -m "not slow"

lint: $(VENV)/.with-dev ## ruff: rules and format
	$(SAY) "Checking style ..."
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet . || { echo "Some files are not formatted: run 'make format'." >&2; exit 1; }

types: $(VENV)/.with-dev ## mypy, strict
	$(SAY) "Checking types ..."
	@$(BIN)/mypy --no-error-summary

page: $(VENV)/.with-dev ## the page's own checks: types, and the tests of its logic
	$(SAY) "Checking the page ..."
	@$(BIN)/python hatch_build.py check

# Debian's own; elsewhere name one with PADDOCK_BROWSER.
browser:
	@command -v "$${PADDOCK_BROWSER:-chromium}" >/dev/null || { \
	  echo "Installing Chromium for the tests of the page ..."; \
	  as=; [ "$$(id -u)" = 0 ] || as=sudo; \
	  $$as apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$as apt-get install -qqy --no-install-recommends chromium >/dev/null; } || \
	  { echo "The page is tested in Chromium: install it, or name another with PADDOCK_BROWSER." >&2; exit 1; }

# Each kernel once, instead of once in every test process that comes to it first.
warm: $(VENV)/.with-dev
	$(SAY) "Compiling all games for the tests ..."
	@$(BIN)/paddock warm --simulations --lab

tests: $(VENV)/.with-dev browser warm ## all tests, compiled
	$(SAY) "Running all tests ..."
	@$(PYTEST) --durations=20

coverage: $(VENV)/.with-dev ## the games' tests with the compiler off: at least 98 % of games/ and engine/
	$(SAY) "Running the games' tests with the compiler off, for coverage ..."
	@NUMBA_DISABLE_JIT=1 $(PYTEST) -m interpreted --cov --cov-report=term --cov-fail-under=98

docs: $(VENV)/.with-docs ## build the documentation into site/
	$(SAY) "Building the documentation ..."
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict # not --quiet, which would hide warnings from --strict too

bench: $(VENV)/.with-bench ## measure Paddock beside OpenSpiel and pgx on one core (ARGS=--quick for a trial)
	$(SAY) "Measuring Paddock and its peers ..."
	@$(BIN)/python -m benchmarks $(ARGS)

bench-server: $(VENV)/.with-dev ## measure the service under load beside boardgame.io, into docs/measurements/scale.md
	$(SAY) "Measuring the service and its peer ..."
	@PYTHONPATH=tests $(BIN)/python -m benchmarks.service $(ARGS)

bench-page: $(VENV)/.with-dev browser ## measure how soon a board can be played on a middling phone
	@PYTHONPATH=tests $(BIN)/python -m benchmarks.page

bench-lab: $(VENV)/.with-lab ## measure how many games a second the lab plays, into docs/measurements/scale.md (ARGS='--games 1e5')
	$(SAY) "Measuring the lab ..."
	@$(BIN)/python -m benchmarks.lab $(ARGS)

bots: $(VENV)/.runtime ## measure how strong the bots are, into docs/explanation/bot-strength.md (takes about an hour; ARGS='--only mist --scale 0.1')
	$(SAY) "Letting the bots meet ..."
	@$(BIN)/python -m benchmarks.bots $(ARGS)

pictures: $(VENV)/.with-dev browser ## take the pictures of the page in docs/pictures/ anew
	@PYTHONPATH=tests $(BIN)/python -m page.pictures

studies: $(VENV)/.with-lab ## carry out the studies and searches in docs/studies, write their pages (ARGS='mist-starter --threads 1')
	$(SAY) "Carrying out the studies ..."
	@$(BIN)/python docs/studies/make.py $(ARGS)

fuzz: $(VENV)/.with-dev ## play random games against the referees until stopped; a failure is saved as a record
	@PYTHONPATH=tests $(BIN)/python -m support.fuzz $(ARGS)

soak: $(VENV)/.with-dev ## long tests: 2,000 killed servers, all games against the referees (ARGS='-k killed', PADDOCK_SEED=7)
	@export PADDOCK_SOAK=$${PADDOCK_SOAK:-10} PADDOCK_SEED=$${PADDOCK_SEED:-$$(date +%s)}; \
	  echo "Running the long tests with PADDOCK_SEED=$$PADDOCK_SEED ..."; \
	  $(PYTEST) -rP -o faulthandler_timeout=0 tests/server tests/games/test_referees.py tests/games/test_mmm_solver.py tests/games/test_planted_errors.py tests/games/features/test_kuhlorado.py tests/bots/test_arena.py tests/api/test_coaching.py $(ARGS)

format: $(VENV)/.with-dev ## put the code into shape
	@$(BIN)/ruff check --quiet --fix . ; $(BIN)/ruff format --quiet .

constraints: ## take the newest versions of everything into constraints.txt
	$(SAY) "Resolving the newest versions ..."
	@rm -rf $(VENV)-constraints && $(PYTHON) -m venv $(VENV)-constraints
	@$(VENV)-constraints/bin/python -m pip install -qq --disable-pip-version-check hatchling editables uv '.[dev,docs,bench,train]'
	@{ echo "# Exact versions that are tested; written by 'make constraints'."; \
	   $(VENV)-constraints/bin/python -m pip freeze --exclude paddock | sed -n 's/^\([A-Za-z0-9._-]*==[^ ;]*\)$$/\1/p'; } > constraints.new
	@mv constraints.new constraints.txt && rm -rf $(VENV)-constraints

clean: ## remove .venv and all that was built
	@rm -rf $(VENV) $(VENV)-constraints web/node_modules web/dist src/paddock/server/static site dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage .coverage.*
	@find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# The stamps: .python (an empty environment), .uv (the installer), .runtime (Paddock itself), .with-<extra> (Paddock with an extra of pyproject.toml).

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Paddock needs Python 3.11 or later as '$(PYTHON)'; name another one with 'make PYTHON=/path/to/python3 ...'." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "$(PYTHON) cannot make virtual environments: install its venv module (on Debian and Ubuntu: apt install python3-venv)." >&2; exit 1; }
	$(SAY) "Making a Python environment in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.uv: | $(VENV)/.python
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -c constraints.txt uv
	@touch $@

PAGE := $(shell find web -name node_modules -prune -o -name dist -prune -o -type f -print)

$(VENV)/.runtime: pyproject.toml constraints.txt hatch_build.py $(PAGE) | $(VENV)/.uv
	$(SAY) "Installing Paddock into $(VENV) ..."
	@$(UV) -e .
	@touch $@

$(VENV)/.with-%: $(VENV)/.runtime
	$(SAY) "Installing what '$*' needs ..."
	@$(UV) -e '.[$*]'
	@touch $@
.PRECIOUS: $(VENV)/.with-%
