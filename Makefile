# Thin names over real commands; `make help` lists them. Each does all the set-up it needs by itself.

PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$python" && exit; \
	done; echo python3)
SETUP = @"$(PYTHON)" tools/setup.py
RUN = .venv/bin/python
TSC = node site/node_modules/typescript/bin/tsc

# The same answers whatever the language and the Python settings of the person who calls.
export PYTHONUTF8 = 1
unexport PYTHONHOME PYTHONPATH

.DEFAULT_GOAL := help
.PHONY: help setup packages serve build test check check-format check-lint check-types check-imports check-scripts \
	format bench dist clean

help: ## list these names
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 10

setup: ## virtual environment, packages and a Chromium; every other name does what it needs of this
	$(SETUP) --browser

packages:
	$(SETUP)

serve: packages ## build the site and serve it on this machine
	@$(RUN) build.py serve $(ARGS)

build: packages ## build the site into dist/
	@$(RUN) build.py build $(ARGS)

test: setup ## build the site, PDFs included, and run the tests; ARGS are pytest's
	@$(RUN) build.py build --need-pdf
	$(RUN) -m pytest -n 2 --dist loadgroup $(ARGS)

check: check-format check-lint check-types check-imports check-scripts ## all checks; with -k, also after the first that fails

check-format: packages
	$(RUN) -m ruff format --check .

check-lint: packages
	$(RUN) -m ruff check .

check-types: packages
	$(RUN) -m mypy

check-imports: packages
	$(RUN) -c 'from importlinter.cli import lint_imports_command; lint_imports_command()' --no-cache

check-scripts: packages
	$(TSC) --project site/tsconfig.json
	$(TSC) --project site/tsconfig.worker.json

format: packages ## put the formatting right
	$(RUN) -m ruff format .
	$(RUN) -m ruff check --fix .

bench: ## every benchmark and Lighthouse, with the bars beside the figures
	$(SETUP) --browser --benchmarks
	@$(RUN) build.py build --need-pdf
	@$(RUN) benchmarks/run_all.py $(ARGS)

dist: setup ## the site with PDFs, set and USB stick, as it is published
	@$(RUN) build.py dist --need-pdf $(ARGS)

clean: ## remove what was built; .venv and node_modules stay
	rm -rf dist .cache site/venue/_built .mypy_cache .ruff_cache .pytest_cache .hypothesis
