# make demo       sets up what is missing, builds, and measures the coverage of an example
# make test       the same set-up, then all tests; those in a browser only after scripts/setup-browser.sh
# make install    the program without debug information into PREFIX/bin, the fetched solvers into PREFIX/libexec/assay, manual
#                 pages and completions for bash, zsh and fish into PREFIX/share
# make uninstall  removes what `make install` put there
# make fuzz       every fuzz target for a minute; see fuzz/README.md
# make setup      only the set-up: SMT solvers into .solvers/ unless they are on PATH
#
# PREFIX is ~/.local unless it is given: `make install PREFIX=/opt/assay`. DESTDIR is put before it, for packages that are
# built in one place and installed in another.

CARGO ?= cargo
PYTHON ?= python3
INSTALL ?= install
PREFIX ?= $(HOME)/.local
DESTDIR ?=

.PHONY: demo test install uninstall fuzz setup build

TARGET = $(or $(CARGO_TARGET_DIR),target)
ASSAY = $(TARGET)/release/assay
DEMO = $(TARGET)/demo.html
SOLVERS = .solvers
BIN = $(DESTDIR)$(PREFIX)/bin
# Where the installed program looks for solvers: crates/solver/src/discover.rs.
LIBEXEC = $(DESTDIR)$(PREFIX)/libexec/assay
SHARE = $(DESTDIR)$(PREFIX)/share
MAN = $(SHARE)/man/man1
PAGES = assay $(addprefix assay-,animate check completions core cover explain init man mutants report simulate solvers)
BASH_COMPLETION = $(SHARE)/bash-completion/completions/assay
ZSH_COMPLETION = $(SHARE)/zsh/site-functions/_assay
FISH_COMPLETION = $(SHARE)/fish/vendor_completions.d/assay.fish

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

install: build
	@$(INSTALL) -d '$(BIN)' '$(LIBEXEC)'
	@$(INSTALL) -s -m 755 '$(ASSAY)' '$(BIN)/assay'
	@for solver in yices-smt2 z3; do \
	  if [ -x '$(SOLVERS)'/bin/$$solver ]; then $(INSTALL) -m 755 '$(SOLVERS)'/bin/$$solver '$(LIBEXEC)'/ || exit 1; fi; \
	done
	@'$(ASSAY)' --quiet man '$(MAN)'
	@$(INSTALL) -d "$$(dirname '$(BASH_COMPLETION)')" "$$(dirname '$(ZSH_COMPLETION)')" "$$(dirname '$(FISH_COMPLETION)')"
	@'$(ASSAY)' completions bash > '$(BASH_COMPLETION)'
	@'$(ASSAY)' completions zsh > '$(ZSH_COMPLETION)'
	@'$(ASSAY)' completions fish > '$(FISH_COMPLETION)'
	@echo 'installed $(BIN)/assay'
	@case ":$$PATH:" in *:'$(PREFIX)/bin':*) ;; *) \
	  echo 'PATH does not contain this directory. Add it:  export PATH="$(PREFIX)/bin:$$PATH"';; esac

uninstall:
	rm -f '$(BIN)/assay' '$(LIBEXEC)/yices-smt2' '$(LIBEXEC)/z3'
	rm -f '$(BASH_COMPLETION)' '$(ZSH_COMPLETION)' '$(FISH_COMPLETION)'
	@for page in $(PAGES); do rm -f '$(MAN)'/$$page.1 || exit 1; done
	@[ ! -d '$(LIBEXEC)' ] || rmdir '$(LIBEXEC)'

fuzz:
	for target in lexer parser lowering c_parser c_execution smv_parser sum_parser aiger btor2 kripke term_text diagnostics; do fuzz/run $$target 60 || exit 1; done

setup:
	@$(PYTHON) scripts/setup-solvers.py '$(SOLVERS)'
