# Grognard: the two commands are `make run` and `make test`. Everything they need beyond Rust and Node
# they install themselves, through cargo, npm and the system's packages.

CARGO ?= cargo
# nextest runs every test in its own process; plain `cargo test` is the fallback where it is missing.
NEXTEST := $(shell $(CARGO) nextest --version >/dev/null 2>&1 && echo yes)
RECORD := $(CURDIR)/target/reached

.PHONY: run web test test-rust run-tests test-web test-long test-pairs lint fmt bench bench-web bench-table bench-peers bench-build coverage mutants fuzz dist doc clean

## Builds both halves, prints the odds of an example battle, then serves the pages and says where.
run: web
	$(CARGO) build --release --bin grognard
	./target/release/grognard odds eu9/pavia
	@echo
	@echo "More: ./target/release/grognard --help"
	./target/release/grognard serve

## The pages, built into web/dist.
web: web/node_modules/.package-lock.json
	cd web && npm run --silent build

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --silent

# Properties are tried on the same random cases every time, so that the record of exercised clauses is stable.
TEST_ENV := GROGNARD_RECORD=$(RECORD) INSTA_UPDATE=no INSTA_WORKSPACE_ROOT=$(CURDIR) PROPTEST_RNG_SEED=1
ifeq ($(NEXTEST),yes)
RUN_TESTS = $(TEST_ENV) $(CARGO) nextest run --workspace --no-fail-fast && $(CARGO) test --workspace --doc
else
RUN_TESTS = $(TEST_ENV) $(CARGO) test --workspace --no-fail-fast
endif
COLLECT = $(CARGO) run --quiet -p grognard-testkit --bin collect -- $(RECORD) crates

## Runs every test, and checks that the record of exercised clauses is current.
test: web
	$(MAKE) test-rust
	$(MAKE) test-web

test-rust:
	rm -rf $(RECORD)
	sh crates/store/postgres.sh $(MAKE) run-tests
	$(COLLECT) --check

# The tests alone: `make test` runs them with a PostgreSQL at hand.
run-tests:
	$(RUN_TESTS)

## The pages in a real browser, against the program as it was built for the tests: asking for the tests' own build finds
## it ready, where a build of the program alone would compile everything once more with other features.
test-web: web
	cd web && npm run --silent check
	$(CARGO) test --workspace --no-run --quiet
	sh crates/store/postgres.sh sh web/browser.sh node web/test.mjs ../target/debug/grognard

## What takes minutes: a thousand kills at random instants of a game, a hundred thousand hostile requests, a hundred
## clients at once, every clause's page in a browser, and the laws of secrets on ten thousand pairs of games a title,
## where `make test` takes two hundred.
test-long: web
	GROGNARD_KILLS=1000 $(CARGO) test -p grognard-cli --test cli kills -- --nocapture
	GROGNARD_KILLS=200 sh crates/store/postgres.sh $(CARGO) test -p grognard-cli --test games kills -- --nocapture
	GROGNARD_HOSTILE=100000 sh crates/store/postgres.sh $(CARGO) test -p grognard-server --test games hostile
	GROGNARD_PAIRS=10000 $(CARGO) test -p grognard-server --test games the_others_secrets -- --nocapture
	GROGNARD_HOSTILE=100000 $(CARGO) test -p grognard-server --test hostile -- --nocapture
	GROGNARD_LONG=1 $(CARGO) test -p grognard-server --test pressure -- --nocapture
	$(CARGO) test --workspace --no-run --quiet
	GROGNARD_LONG=1 sh crates/store/postgres.sh sh web/browser.sh node web/test.mjs ../target/debug/grognard desk.spec.ts axe.spec.ts games-whole.spec.ts
	GROGNARD_LONG=1 $(CARGO) test -p grognard --test seats
	GROGNARD_LONG=1 $(CARGO) test --workspace nothing_hidden_leaks_or_is_taken_back

## A million pairs of games that differ in the other side's secrets alone, compared byte for byte as a seat is sent them: a
## title after the other, from a seed of one's own. Hours; PAIRS=20000 SEED=7 TITLES=army-group-center does a part of it.
PAIRS ?= 1000000
SEED ?= 0
TITLES ?= $(SECRETIVE)
SECRETIVE := army-group-center bialystok-minsk duel-for-apulia pyrrhus-on-the-road-to-rome the-alma
test-pairs:
	for title in $(TITLES); do \
		GROGNARD_PAIRS=$(PAIRS) GROGNARD_SEED=$(SEED) GROGNARD_TITLE=$$title \
			$(CARGO) test -p grognard-server --test games the_others_secrets -- --nocapture || exit 1; \
	done

## Rewrites each system's tests/reached.tsv from what the tests really exercised.
coverage:
	rm -rf $(RECORD)
	sh crates/store/postgres.sh $(MAKE) run-tests
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

## How soon after a keystroke the odds stand on the screen, in a real browser. SYSTEMS="eu9 damos" measures some alone.
bench-web: web
	$(CARGO) build --release --bin grognard
	sh web/browser.sh node web/speed.mjs ./target/release/grognard $(SYSTEMS)

## Every figure that odds are held to, with floor and aim, in one run. ONLY=games runs some lines alone.
bench-table: web
	$(CARGO) build --release --bin grognard
	GROGNARD_PROGRAM=$(CURDIR)/target/release/grognard $(CARGO) bench --profile release -p grognard --bench table -- $(ONLY)

## The same beside other people's programs, which are put into a folder of their own.
bench-peers: web
	$(CARGO) build --release --bin grognard
	test -x target/peers/bin/python || python3 -m venv target/peers
	target/peers/bin/pip install --quiet icepool numpy
	target/peers/bin/pip install --quiet open_spiel || echo "OpenSpiel cannot be installed here; the rest goes on."
	GROGNARD_PEERS=$(CURDIR)/target/peers/bin/python GROGNARD_PROGRAM=$(CURDIR)/target/release/grognard \
		$(CARGO) bench --profile release -p grognard --bench table -- $(ONLY)

## The processor's time of a clean build, and of another commit's in the same hour: make bench-build BASE=COMMIT
bench-build:
	CARGO="$(CARGO)" sh bench-build.sh $(BASE)

## Mutation testing: a random sample of a crate's mutants, the same for the same seed, built once and tried one by one.
## make mutants CRATE=damos SAMPLE=100 SEED=1; TESTS_OF=eu9,damos counts tests of other crates too, WITHIN=after_combat
## draws from the functions of those names only, AGAIN=yes tries only what survived the last time.
CRATE ?= eu9
SAMPLE ?= 100
SEED ?= 1
mutants:
	$(CARGO) mutants --version >/dev/null 2>&1 || $(CARGO) install --locked cargo-mutants
	$(CARGO) build --quiet -p grognard-mutants
	CARGO="$(CARGO)" ./target/debug/mutants $(CRATE) $(SAMPLE) $(SEED) \
		$(if $(TESTS_OF),--tests-of "$(TESTS_OF)") $(if $(WITHIN),--within "$(WITHIN)") $(if $(AGAIN),--again)

doc:
	$(CARGO) doc --workspace --no-deps --open

clean:
	$(CARGO) clean

## The long form of the fuzzer: ten thousand random files of every schema. GROGNARD_FUZZ_SEED=2 tries others.
fuzz:
	GROGNARD_FUZZ=10000 $(CARGO) test --release -p grognard-cli --test fuzz -- --nocapture

## The program as it is given away: smaller and a little faster, slower to build.
dist:
	$(CARGO) build --profile dist --bin grognard
