# `make play` and `make test` need Python 3.11 or newer and make, and nothing else.
PYTHON ?= python3
VENV ?= .venv
# The settings in .env apply here, too.
from_dotenv = $(shell sed -n "s/^ *\(export  *\)\{0,1\}$(1)= *['\"]\{0,1\}\([^'\" ]*\).*/\2/p" .env 2>/dev/null | tail -n 1)
DRIVER := $(if $(filter postgres%,$(or $(DATABASE_URL),$(call from_dotenv,DATABASE_URL))),postgres)
PORT := $(or $(PORT),$(call from_dotenv,PORT),8000)
VAR_DIR := $(or $(VAR_DIR),$(call from_dotenv,VAR_DIR),var)
BIN := $(VENV)/bin
# Tests of the exact search: `make test` runs them without compiled kernels, on smaller boards.
PROVERS := $(addprefix tests/solver/,exact/test_exact_search.py exact/test_second_checker.py trees/test_books.py running/test_executors.py)
# The slowest tests of the games; `make test-quick` leaves them out.
NOT_QUICK := $(addprefix --ignore=tests/games/,people web learn/watch test_addresses.py test_walks.py)
# Only files with tests for PostgreSQL: collecting all files takes two seconds.
ASKED_TWICE = $(shell grep -rl --include='test_*.py' both_databases tests/games tests/mastermind_site)
COUNTING := solver/sets/libcounting.so
SIDE_BY_SIDE := -n auto --dist worksteal
BESIDE := $(VENV)/beside.log
STATIC_FILES := $(shell find static -type f)

export PIP_DISABLE_PIP_VERSION_CHECK = 1
# Tests start a hundred processes; each would write the compiled modules again.
test test-quick test-screens: export PYTHONDONTWRITEBYTECODE =
PIP_INSTALL := $(BIN)/python -m pip install --quiet --require-hashes --only-binary :all:
UPGRADE := --upgrade
LOCK := uv pip compile pyproject.toml --group site --generate-hashes --universal --python-version 3.11 --no-annotate --no-header
# A lock lists only the packages that it adds to the base; both use the same versions.
beside = --constraint requirements/$(1).txt $$(sed -n 's/^\([a-z0-9-]*\).*==.*/--no-emit-package \1/p' requirements/$(1).txt)

.PHONY: help play dev test suite beside postgres mutants-of-the-day test-quick test-screens test-browsers torture lint setup browser bench proofs records results release mutants screenshots looks wheel locks check-locks clean

help:  ## list these commands
	@awk -F ':.*  ## ' '/^[a-z-]+:.*  ## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

play: $(VENV)/runtime $(COUNTING) $(addprefix $(VENV)/,$(DRIVER)) $(VAR_DIR)/static.stamp  ## serve the site on 127.0.0.1:PORT, as in production
	@$(BIN)/python manage.py migrate --verbosity 0
	@PORT=$(PORT) exec $(BIN)/python -m gunicorn

dev: export DEBUG = true
dev: $(VENV)/dev $(COUNTING)  ## serve while you change the code
	@$(BIN)/python manage.py migrate --verbosity 0
	@$(BIN)/python manage.py runserver 127.0.0.1:$(PORT)

test: $(VENV)/lab $(VENV)/mutants browser $(COUNTING)  ## run all checks and tests, and a third of the browser tests, chosen by the day
	@$(MAKE) --no-print-directory --keep-going -j 2 suite beside; status=$$?; cat $(BESIDE); exit $$status

# The second job keeps both cores busy; its output is printed after the suite's.
suite:
	@DAY=$$(($$(date +%s) / 86400)) $(BIN)/python -m pytest $(SIDE_BY_SIDE)

beside:
	@$(MAKE) --no-print-directory --keep-going lint postgres mutants-of-the-day >$(BESIDE) 2>&1

postgres:
	@$(BIN)/python -m tools.with_postgres $(BIN)/python -m pytest -q -m both_databases $(ASKED_TWICE)

mutants-of-the-day:
	@$(BIN)/python -m tools.mutants today

test-quick: $(VENV)/dev  ## run the tests that fail most often, in a minute, without browser and PostgreSQL
	@$(BIN)/ruff check --quiet .
	@$(BIN)/python -m pytest -q $(SIDE_BY_SIDE) $(NOT_QUICK) games mastermind_site solver tests/games $(addprefix tests/solver/,rule sets strategies)

test-screens: browser  ## run all browser tests, on screens of every size, in every color scheme
	@EVERY_SCREEN=yes $(BIN)/python -m pytest $(SIDE_BY_SIDE) tests/browser

test-browsers: $(VENV)/browsers  ## play real games in Chromium, Firefox and WebKit
	@$(BIN)/python -m tools.ensure_browser engines
	@$(BIN)/python -m pytest tests/engines

torture: $(VENV)/lab  ## kill, flood and attack real servers, half an hour and more
	@$(BIN)/python -m pytest -s tests/torture

lint: $(VENV)/dev  ## check the code without running it
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/djade --check $$(find templates -name '*.html')
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/mypy mastermind_site games solver bench tools tests/solver/strategies/typed.py
	@HTTPS=true BEHIND_PROXY=true $(BIN)/python manage.py check --deploy --fail-level WARNING
	@$(BIN)/python manage.py makemigrations --check --dry-run

setup: $(VENV)/dev $(COUNTING) $(if $(LAB),$(VENV)/lab)  ## install the packages for play and most tests; with LAB=1 also Dask and numba

browser: $(VENV)/dev  ## find a Chromium for the browser tests, or install one
	@$(BIN)/python -m tools.ensure_browser

bench: $(VENV)/lab $(COUNTING)  ## measure times and memory on this machine
	@$(BIN)/python -m bench

records: $(VENV)/lab  ## search for shorter trees than any known, for days (BOARD=5x8 FIRST=11223 EFFORT=2)
	@nice -n 19 $(BIN)/python -m tools.records $(if $(BOARD),--board $(BOARD)) \
	  $(if $(FIRST),--first $(FIRST)) $(if $(EFFORT),--effort $(EFFORT))

results: $(VENV)/dev  ## play strategies that have no results yet, up to an hour (BOARD=4x6)
	@nice -n 19 $(BIN)/python -m tools.results $(BOARD)

screenshots: browser  ## take the pictures of README.md
	@$(BIN)/python -m tools.screenshots

release:  ## check everything, and tag the version that pyproject.toml and CHANGELOG.md name
	@$(BIN)/python -m tools.release
	@$(MAKE) --no-print-directory test test-screens check-locks
	@$(BIN)/python -m tools.release tag

proofs: export NUMBA_DISABLE_JIT = 0
proofs: $(VENV)/lab  ## check all certificates and repeat the proofs, with compiled kernels, over two hours
	@$(BIN)/python -m pytest tests/solver/proofs.py $(PROVERS)

mutants: $(VENV)/mutants  ## plant faults in the code, print those that no test notices; half an hour and more
	@$(BIN)/python -m tools.mutants $(ONLY)

looks: $(VENV)/dev  ## make the style sheet of colors and the icons again, after a change of a color
	@$(BIN)/python -m tools.looks

wheel: $(VENV)/dev  ## build the package of the engine into dist/, from the last commit
	@copy=$$(mktemp -d) && git archive HEAD | tar -x -C $$copy && \
	  $(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist $$copy; \
	  status=$$?; rm -rf $$copy; exit $$status

locks:  ## pin the newest versions that pyproject.toml allows
	$(LOCK) $(UPGRADE) -o requirements/base.txt
	$(LOCK) $(UPGRADE) --group dev --group postgres --group metrics --group sentry --group push $(call beside,base) -o requirements/dev.txt
	$(LOCK) $(UPGRADE) --extra lab $(call beside,base) $(call beside,dev) -o requirements/lab.txt
	$(LOCK) --group browsers $(call beside,base) $(call beside,dev) -o requirements/browsers.txt
	$(LOCK) --group mutants $(call beside,base) $(call beside,dev) -o requirements/mutants.txt
	$(LOCK) --group postgres $(call beside,base) --constraint requirements/dev.txt -o requirements/postgres.txt
	$(LOCK) --group metrics $(call beside,base) --constraint requirements/dev.txt -o requirements/metrics.txt
	$(LOCK) --group sentry $(call beside,base) --constraint requirements/dev.txt -o requirements/sentry.txt
	$(LOCK) --group push $(call beside,base) --constraint requirements/dev.txt -o requirements/push.txt

check-locks:  ## check that the locks match pyproject.toml
	@$(MAKE) --silent locks UPGRADE= >/dev/null
	@git diff --exit-code --stat -- requirements

clean:  ## delete the installed packages; the games stay
	rm -rf $(VENV) $(VAR_DIR)/static $(VAR_DIR)/static.stamp

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, this is " + sys.version)'
	@existed=$$(test -e $(VENV) && echo yes); \
	  $(PYTHON) -m venv $(VENV) || { [ "$$existed" ] || rm -rf $(VENV); \
	  $(PYTHON) -c 'import ensurepip' 2>/dev/null || echo "On Debian: apt-get install python3-venv"; \
	  [ -w $(dir $(abspath $(VENV))) ] || echo "You cannot write to $(dir $(abspath $(VENV))): run make as its owner, or set VENV"; exit 1; }

# Without a compiler numpy counts, so a failure needs no message.
$(COUNTING): solver/sets/counting.c
	@$(CC) -O3 -shared -fPIC -o $@.new $< 2>/dev/null && mv $@.new $@ || true

$(VENV)/runtime: requirements/base.txt | $(VENV)/bin/python
	@echo "Installing the packages of the site (once) ..."
	@$(PIP_INSTALL) -r requirements/base.txt
	@touch $@

$(VENV)/postgres: requirements/postgres.txt $(VENV)/runtime
	@echo "Installing the driver of PostgreSQL (once) ..."
	@$(PIP_INSTALL) -r requirements/postgres.txt
	@touch $@

$(VENV)/dev: requirements/dev.txt $(VENV)/runtime
	@echo "Installing the packages of the tests (once) ..."
	@$(PIP_INSTALL) -r requirements/dev.txt
	@touch $@ $(VENV)/postgres

$(VENV)/lab: requirements/lab.txt $(VENV)/dev
	@echo "Installing Dask and numba (once) ..."
	@$(PIP_INSTALL) -r requirements/lab.txt
	@touch $@

$(VENV)/browsers: requirements/browsers.txt $(VENV)/dev
	@echo "Installing the drivers of the browsers (once) ..."
	@$(PIP_INSTALL) -r requirements/browsers.txt
	@touch $@

$(VENV)/mutants: requirements/mutants.txt $(VENV)/dev
	@echo "Installing the package that plants faults (once) ..."
	@$(PIP_INSTALL) -r requirements/mutants.txt
	@touch $@

$(VAR_DIR)/static.stamp: $(STATIC_FILES) requirements/base.txt mastermind_site/settings.py mastermind_site/storage.py | $(VENV)/runtime
	@mkdir -p -m 700 $(VAR_DIR) 2>/dev/null || true  # the next command prints the reason if this fails
	@$(BIN)/python manage.py collectstatic --noinput --verbosity 0
	@touch $@
