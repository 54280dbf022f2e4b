# make demo   sets up what is missing, builds, and measures the coverage of an example
# make test   the same set-up, then all tests; those in a browser only after scripts/setup-browser.sh
# make fuzz   every fuzz target for a minute; see fuzz/README.md
# make setup  only the set-up: SMT solvers into .solvers/ unless they are on PATH

CARGO ?= cargo
PYTHON ?= python3

.PHONY: demo test fuzz setup build

TARGET = $(or $(CARGO_TARGET_DIR),target)
ASSAY = $(TARGET)/release/assay
DEMO = $(TARGET)/demo.html

demo: build
	@echo; echo '$$ assay cover examples/crossing.lus --report html=$(DEMO)'
	@$(ASSAY) cover examples/crossing.lus --report html=$(DEMO)
	@echo; echo 'The same as a page to browse: $(DEMO)'
	@echo 'A larger model, verdicts after some minutes: $(ASSAY) cover examples/cruise_control/cruise_control.lus --no-explain'

build: setup
	$(CARGO) build --release -p assay

test: setup
	@scripts/setup-browser.sh --check
	$(CARGO) test --workspace

fuzz:
	for target in lexer parser lowering aiger btor2 term_text diagnostics; do fuzz/run $$target 60 || exit 1; done

setup:
	@$(PYTHON) scripts/setup-solvers.py
