# Everything a developer runs. The first call sets up .venv; later ones rebuild only what changed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BUILD := build/dev
WHEELS := dist
STUB := src/otherminds/_core.pyi
STATIC := src/otherminds/web/static

SANITIZE_VENV := .venv-sanitize
SANITIZE_BUILD := build/sanitize
SANITIZE_THREADS_BUILD := build/sanitize-threads
# The runtime of the sanitizers must come before everything else that Python loads.
SANITIZE_ENV = OTHERMINDS_SANITIZE=1 ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
	LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libstdc++.so)"

# Tests of what stands around the core: commands, files, pages, statistics, claims. Under the sanitizers they would take
# minutes and reach nothing native that the others do not; matches are the exception.
UNSANITIZED = --ignore-glob='tests/arena/test_[!m]*' $(addprefix --ignore=tests/,cli docs lab learn web)

# Those in which threads share something.
THREAD_TESTS := search_threads_test search_search_test games_cluedo_deals_test

PYTHON_FILES = $(wildcard src tests tools benchmarks examples .ci/*.py)
CPP_FILES = $(shell find core bindings -name '*.[ch]pp')

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1

.DEFAULT_GOAL := help
.PHONY: help table demo test fuzz wheel lint format bench sanitize sanitize-threads frontend docs stub golden generate clean native
.NOTPARALLEL: # the log below is shared; the compiler runs in parallel all the same

# Runs a command and shows what it printed only if it failed.
quiet = mkdir -p build; { $(1); } > build/log.txt 2>&1 || { cat build/log.txt >&2; exit 1; }

# The requirements that stand under a key of pyproject.toml, as words of a shell command. Arguments: the
# Python to ask, the key.
requires = $$($(1) -c 'import functools, sys, tomllib; print(*functools.reduce( \
	dict.__getitem__, sys.argv[1:], tomllib.load(open("pyproject.toml", "rb"))))' $(2))

# Follows a command: if that fails, ends with one sentence that names what to install.
or_needs = > /dev/null 2>&1 || { echo "Otherminds needs $(1)" >&2; exit 1; }

define check_machine
@command -v $(PYTHON) $(call or_needs,Python 3.11 or newer: sudo apt install python3)
@$(PYTHON) -c 'import sys; assert sys.version_info >= (3, 11)' \
	$(call or_needs,Python 3.11 or newer: install one and name it: make PYTHON=python3.11)
@$(PYTHON) -c 'import ensurepip' \
	$(call or_needs,Python with virtual environments: sudo apt install python3-venv)
@$(PYTHON) -c 'import os, sysconfig; os.stat(sysconfig.get_path("include") + "/Python.h")' \
	$(call or_needs,the headers of Python: sudo apt install python3-dev)
@{ command -v $(CXX) || command -v c++ || command -v clang++; } \
	$(call or_needs,a C++ compiler: sudo apt install g++)
endef

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 18

table: native $(VENV)/.with-web ## Play in the browser, against any agent
	@$(BIN)/otherminds table

demo: native ## Show what the package does
	@$(BIN)/otherminds demo

test: native $(VENV)/.with-dev $(VENV)/.with-web ## Run the C++ and the Python tests
	@$(call quiet,$(BIN)/cmake --build $(BUILD) --target core_tests)
	@$(BIN)/ctest --test-dir $(BUILD) --output-on-failure --no-tests=error -j
	@$(BIN)/pytest -q -n auto --doctest-modules src/otherminds tests

fuzz: native $(VENV)/.with-dev $(VENV)/.with-web ## Try hostile inputs at full size: stores, recipes, kills ...
	@$(BIN)/python -m tests.fuzz

# Made of what is compiled already, by the tools that pyproject.toml asks for.
wheel: native ## Build a wheel, which installs elsewhere without a compiler
	@rm -rf $(WHEELS)
	@$(call quiet,$(BIN)/pip wheel -q --no-deps --no-build-isolation -w $(WHEELS) \
		--config-settings=build-dir=$(BUILD) .)
	@ls $(WHEELS)/otherminds-*-abi3-*.whl

lint: $(VENV)/.installed $(VENV)/.with-dev $(VENV)/.with-web ## Check style, types and the order of rooms
	@$(BIN)/ruff check -q $(PYTHON_FILES)
	@$(BIN)/ruff format -q --check $(PYTHON_FILES)
	@$(BIN)/mypy --no-error-summary $(PYTHON_FILES)
	@$(call quiet,$(BIN)/lint-imports --cache-dir build/import-linter)
	@$(BIN)/clang-format --dry-run --Werror $(CPP_FILES)
	@$(BIN)/python .ci/includes.py

format: $(VENV)/.with-dev ## Format the Python and the C++ code
	@$(BIN)/ruff check -q --fix-only $(PYTHON_FILES)
	@$(BIN)/ruff format -q $(PYTHON_FILES)
	@$(BIN)/clang-format -i $(CPP_FILES)

# Debian's engines are installed where that needs no password; the tests of those that are missing skip.
integration: native $(VENV)/.with-dev $(VENV)/.with-integration ## Test with the programs of others, Ray included
	@test -x /usr/games/gtp-rhino || sudo -n apt-get install -qq -y grhino || \
		echo "gtp-rhino is not installed: sudo apt install grhino"
	@test -x /usr/games/pioneers-server-console || sudo -n apt-get install -qq -y pioneers-console || \
		echo "Pioneers is not installed: sudo apt install pioneers-console"
	@$(BIN)/pytest -q -rs tests/interop tests/arena/test_ray.py tests/arena/test_shards.py \
		tests/agents/test_programs.py tests/agents/test_language.py

bench: native $(VENV)/.with-bench ## Measure the speed against other systems
	@$(BIN)/python benchmarks/run.py

# Node is needed only here: the bundle is committed.
frontend: ## Build the page of the browser table anew, into src/otherminds/web/static
	@command -v npm $(call or_needs,Node.js 20 or newer with npm for the page: sudo apt install nodejs npm)
	@$(call quiet,(cd frontend && npm ci --no-audit --no-fund && npm run check && npm test && \
		node build.mjs $(abspath $(STATIC))))

docs: $(VENV)/.installed $(VENV)/.with-docs ## Build the documentation into build/site
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict # else the theme advertises its successor

stub: native ## Write the type stub of the extension anew
	@$(BIN)/python -m nanobind.stubgen -q -m otherminds._core -o $(STUB)

golden: native $(VENV)/.with-dev ## Write the golden files of the tests anew
	@$(BIN)/python -m tests.golden
	@$(BIN)/python -m tests.docs.combinations

generate: native $(VENV)/.with-web ## Write what the documentation reads off the games anew
	@$(BIN)/python tools/generated_docs.py
	@$(BIN)/python tools/pictures.py
	@$(BIN)/python tools/notebook.py
	@$(BIN)/python tools/generate_messages.py

# A build and an environment of its own: sanitized and normal code never mix. The wheel is no stable-ABI
# one, because nanobind compiled in cannot be for Python 3.11. --capture=sys: else pytest swallows the report
# of a sanitizer, which ends the process.
sanitize: $(SANITIZE_VENV)/.with-dev ## Run the tests under the address and undefined behaviour sanitizers
	@$(call quiet,$(SANITIZE_VENV)/bin/pip install --no-build-isolation --no-deps --force-reinstall . \
		--config-settings=build-dir=$(SANITIZE_BUILD) \
		--config-settings=cmake.build-type=Debug \
		--config-settings=cmake.define.OTHERMINDS_SANITIZE=ON \
		--config-settings=cmake.define.OTHERMINDS_TESTS=ON \
		--config-settings=wheel.py-api=)
	@$(call quiet,$(SANITIZE_VENV)/bin/cmake --build $(SANITIZE_BUILD) --target core_tests)
	@ASAN_OPTIONS=detect_leaks=1 $(SANITIZE_VENV)/bin/ctest --test-dir $(SANITIZE_BUILD) --output-on-failure \
		--no-tests=error -j
	@$(SANITIZE_ENV) $(SANITIZE_VENV)/bin/pytest -q -n auto --capture=sys -m "not slow" $(UNSANITIZED) tests

# Without Python: its interpreter would have to be built with the sanitizer, too.
sanitize-threads: $(VENV)/.tools ## Run the C++ tests with threads under the thread sanitizer
	@$(call quiet,$(BIN)/cmake -G Ninja -S core -B $(SANITIZE_THREADS_BUILD) -DCMAKE_BUILD_TYPE=Debug \
		-DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja) -DOTHERMINDS_SANITIZE_THREADS=ON)
	@$(call quiet,$(BIN)/cmake --build $(SANITIZE_THREADS_BUILD) --target $(THREAD_TESTS))
	@TSAN_OPTIONS=halt_on_error=1 $(BIN)/ctest --test-dir $(SANITIZE_THREADS_BUILD) --output-on-failure \
		--no-tests=error -R "^($(subst $() ,|,$(THREAD_TESTS)))$$"

clean: ## Remove everything that make created
	@rm -rf build $(VENV) $(SANITIZE_VENV) frontend/node_modules .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Compiles what changed and puts the extension where the editable install looks for it.
native: $(VENV)/.installed
	@$(call quiet,$(BIN)/cmake --build $(BUILD) && $(BIN)/cmake --install $(BUILD) --prefix \
		"$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("platlib"))')")

# pip runs only when pyproject.toml or the list of modules changes, which the install remembers: edited Python is used
# from src/, edited C++ is built by `native`.
$(VENV)/.installed: $(VENV)/.tools build/modules.txt
	@$(call quiet,$(BIN)/pip install --no-compile --no-build-isolation -e . \
		--config-settings=build-dir=$(BUILD) \
		--config-settings=cmake.define.OTHERMINDS_TESTS=ON)
	@touch $@

# The list is written only when it differs, so that it is newer than the install only then.
.PHONY: modules
build/modules.txt: modules
	@mkdir -p build; find src -name '*.py' | sort > $@.new; \
		cmp -s $@.new $@ && rm $@.new || mv $@.new $@

# An environment with what builds the package: no build isolation, hence incremental builds.
%/.tools: pyproject.toml
	$(check_machine)
	@echo "Setting up $* (the first time takes a few minutes) ..."
	@$(call quiet,$(PYTHON) -m venv $* && $*/bin/pip install cmake ninja \
		$(call requires,$*/bin/python,build-system requires))
	@touch $@

$(VENV)/.with-%: $(VENV)/.tools
	@$(call quiet,$(BIN)/pip install $(call requires,$(BIN)/python,project optional-dependencies $*))
	@touch $@

$(SANITIZE_VENV)/.with-dev: $(SANITIZE_VENV)/.tools
	@$(call quiet,$(SANITIZE_VENV)/bin/pip install \
		$(call requires,$(SANITIZE_VENV)/bin/python,project dependencies) \
		$(call requires,$(SANITIZE_VENV)/bin/python,project optional-dependencies dev))
	@touch $@
