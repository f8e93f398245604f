# Grognard: the two commands are `make run` and `make test`. Everything they need beyond Rust and Node
# they install themselves, through cargo.

CARGO ?= cargo
# nextest runs every test in its own process; plain `cargo test` is the fallback where it is missing.
NEXTEST := $(shell $(CARGO) nextest --version >/dev/null 2>&1 && echo yes)
RECORD := $(CURDIR)/target/reached

.PHONY: run test test-long lint fmt bench coverage mutants doc clean

## Resolves an example battle and prints its odds.
run:
	$(CARGO) build --release --bin grognard
	./target/release/grognard resolve eu9/pavia --seed 7 --policy
	./target/release/grognard odds eu9/pavia
	@echo
	@echo "More: ./target/release/grognard --help"

# Properties are tried on the same random cases every time, so that the record of exercised clauses is stable.
TEST_ENV := GROGNARD_RECORD=$(RECORD) INSTA_UPDATE=no INSTA_WORKSPACE_ROOT=$(CURDIR) PROPTEST_RNG_SEED=1
ifeq ($(NEXTEST),yes)
RUN_TESTS = $(TEST_ENV) $(CARGO) nextest run --workspace --no-fail-fast && $(CARGO) test --workspace --doc
else
RUN_TESTS = $(TEST_ENV) $(CARGO) test --workspace --no-fail-fast
endif
COLLECT = $(CARGO) run --quiet -p grognard-testkit --bin collect -- $(RECORD) crates

## Runs every test, and checks that the record of exercised clauses is current.
test:
	rm -rf $(RECORD)
	$(RUN_TESTS)
	$(COLLECT) --check

## What takes minutes: a thousand kills at random instants of a game, and the laws of secrets on ten thousand pairs of
## games a title, where `make test` takes two hundred.
test-long:
	GROGNARD_KILLS=1000 $(CARGO) test -p grognard-cli --test cli kills -- --nocapture
	GROGNARD_LONG=1 $(CARGO) test --workspace nothing_hidden_leaks_or_is_taken_back

## Rewrites each system's tests/reached.tsv from what the tests really exercised.
coverage:
	rm -rf $(RECORD)
	$(RUN_TESTS)
	$(COLLECT)

## Format, clippy and rustdoc with warnings denied.
lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --quiet

fmt:
	$(CARGO) fmt --all

## Speed, as ratios in one run: see the head of each bench.
bench:
	$(CARGO) bench --workspace

## Mutation testing of one crate: make mutants CRATE=eu9
CRATE ?= eu9
mutants:
	$(CARGO) mutants --version >/dev/null 2>&1 || $(CARGO) install --locked cargo-mutants
	$(CARGO) mutants --package grognard-$(CRATE) --test-package grognard-$(CRATE)

doc:
	$(CARGO) doc --workspace --no-deps --open

clean:
	$(CARGO) clean
