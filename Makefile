# make demo   sets up what is missing, builds, and checks the examples
# make test   the same set-up, then all tests
# make setup  only the set-up: SMT solvers into .solvers/ unless they are on PATH

CARGO ?= cargo
PYTHON ?= python3

.PHONY: demo test setup build

demo: build
	target/release/assay solvers
	@echo
	target/release/assay check examples/crossing.lus
	@echo
	@echo "The next model has properties that do not hold: exit code 1."
	target/release/assay check examples/tank.lus || [ $$? -eq 1 ]

build: setup
	$(CARGO) build --release -p assay

test: setup
	$(CARGO) test --workspace

setup:
	@$(PYTHON) scripts/setup-solvers.py
