# make demo   sets up what is missing, builds, and checks the examples
# make test   the same set-up, then all tests; those in a browser only after scripts/setup-browser.sh
# make fuzz   every fuzz target for a minute; see fuzz/README.md
# make setup  only the set-up: SMT solvers into .solvers/ unless they are on PATH

CARGO ?= cargo
PYTHON ?= python3

.PHONY: demo test fuzz setup build

ASSAY = $(or $(CARGO_TARGET_DIR),target)/release/assay

demo: build
	@echo; echo '$$ assay solvers'
	@$(ASSAY) solvers
	@echo; echo '$$ assay check examples/crossing.lus'
	@$(ASSAY) check examples/crossing.lus
	@echo; echo '$$ assay check examples/tank.lus'
	@$(ASSAY) check examples/tank.lus || [ $$? -eq 1 ]
	@echo; echo 'Two properties of the tank do not hold, so that run ended with exit code 1.'

build: setup
	$(CARGO) build --release -p assay

test: setup
	@scripts/setup-browser.sh --check
	$(CARGO) test --workspace

fuzz:
	for target in lexer parser lowering term_text diagnostics; do fuzz/run $$target 60 || exit 1; done

setup:
	@$(PYTHON) scripts/setup-solvers.py
