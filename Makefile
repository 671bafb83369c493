# Every target works from a fresh clone: what it needs it installs into .venv and js/node_modules first.
.DEFAULT_GOAL := help
SHELL := /bin/bash
BIN := .venv/bin
# The first Python that is new enough; a version manager's shim may exist and not run, so each is tried.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
PYTHON312 ?= $(shell for p in python3.12 python3.13 python3; do $$p -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null && { echo $$p; break; }; done)
PIP := -m pip --disable-pip-version-check -q
NODE = eval "$$($(BIN)/python tools/provide.py node)" &&
PYTEST_ARGS ?= -n 2 --dist loadgroup

.PHONY: help demo test test-js test-toolkit test-py check js test-browser bench shots soak clean

help:  ## list the targets
	@grep -E '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

.venv/made: pyproject.toml
	@test -n "$(PYTHON)" || { echo "navwidget needs Python 3.11 or newer, and none was found: install one, or name it: make demo PYTHON=/path/to/python3"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv || { echo "The venv module is missing: on Debian or Ubuntu run: apt-get install python3-venv"; rm -rf .venv; exit 1; }
	$(BIN)/python $(PIP) install --upgrade 'pip>=25.1'
	$(BIN)/python $(PIP) install -e '.[jupyter]' nbclient
	@touch $@

.venv/tested: .venv/made
	$(BIN)/python $(PIP) install -e '.[jupyter,embed]' --group test --group check
	@touch $@

.venv-hosts/made: pyproject.toml .venv/made
	test -x .venv-hosts/bin/python || $(PYTHON) -m venv .venv-hosts
	.venv-hosts/bin/python $(PIP) install --upgrade 'pip>=25.1'
	.venv-hosts/bin/python $(PIP) install -e . --group hosts
	@touch $@

js/node_modules/made: js/package.json js/package-lock.json .venv/tested
	$(NODE) cd js && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

demo: .venv/made  ## build a store, run the first notebook, open it where there is a terminal
	$(BIN)/python tools/demo.py

test: test-js test-toolkit test-browser test-py  ## every test: TypeScript, the search toolkit, Python and the real browser

test-js: js/node_modules/made
	$(NODE) cd js && npm test

test-toolkit:  ## the adapter against the real search toolkit and its Qdrant plugin
ifeq ($(PYTHON312),)
	@echo "The search toolkit's tests are skipped: they need Python 3.12 or newer; name it: make test-toolkit PYTHON312=/path/to/python3.12"
else
	@test -x .venv-toolkit/bin/python || $(PYTHON312) -m venv .venv-toolkit
	.venv-toolkit/bin/python $(PIP) install --upgrade 'pip>=25.1'
	.venv-toolkit/bin/python $(PIP) install -e . --group toolkit
	.venv-toolkit/bin/python -m pytest -q -p no:cacheprovider tests/test_toolkit.py tests/test_toolkit_missing.py tests/test_contract_fixture.py
endif

# Apart from the others: the browser's driver keeps an event loop running, in which no other test could start one
test-browser: .venv/tested .venv-hosts/made  ## the explorer in a real browser: JupyterLab, Notebook, marimo, voila
	$(BIN)/python tools/provide.py chromium
	$(BIN)/python -m pytest $(PYTEST_ARGS) -m browser tests/browser

test-py: .venv/tested  ## the Python tests
	$(BIN)/python -m pytest $(PYTEST_ARGS)

check: .venv/tested js/node_modules/made  ## lint, types, layers, and whether the bundle is fresh
	$(BIN)/ruff check . && $(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/protocol.py --check
	$(NODE) cd js && npm run check && npm run build
	git diff --exit-code -- navwidget/widget/static

js: js/node_modules/made  ## build the page's bundle
	$(BIN)/python tools/protocol.py
	$(NODE) cd js && npm run build

bench: .venv/tested  ## measure against what one would use instead
	$(BIN)/python -m benchmarks

soak: .venv/tested  ## the long tests of the store: 200 kills, a two-minute fuzz, texts of 200 MB (about 15 minutes, 6 GB)
	$(BIN)/python -m pytest -m soak tests

shots: .venv/tested  ## take the README's pictures in real JupyterLab
	$(BIN)/python tools/provide.py chromium
	PYTHONPATH=tests/browser $(BIN)/python tools/shots.py

clean:  ## remove what the other targets made
	rm -rf .venv .venv-toolkit .venv-hosts js/node_modules artifacts dist
