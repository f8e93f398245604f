#!/bin/sh
# Mutation testing of a seeded random sample of one crate's mutants, in place, so that what is built is built once.
# usage: sh mutants.sh CRATE SAMPLE SEED      (by `make mutants CRATE=damos SAMPLE=100 SEED=1`)
#
# The tree must be clean: cargo-mutants edits the files where they are and puts them back. What was drawn stands in
# target/mutants/sample.txt, what came of each in target/mutants/mutants.out/. A smaller sample of the same seed is part
# of a larger one.
#
# What a mutant costs is building, not testing. The compiler's pieces are kept between mutants, so that only what hangs on
# the changed function is built again, and nothing for a debugger is written.
set -eu
export CARGO_INCREMENTAL=1 CARGO_PROFILE_DEV_DEBUG=0 CARGO_PROFILE_TEST_DEBUG=0
crate=$1 sample=$2 seed=$3
cargo=${CARGO:-cargo}
out=target/mutants
mkdir -p "$out"
if ! git diff --quiet HEAD; then
    echo "mutants.sh: commit or stash your changes first; the sources are edited in place" >&2
    exit 1
fi
"$cargo" mutants --list --package "grognard-$crate" > "$out/all.txt"
# The same seed draws the same mutants from the same sources, whatever awk it is: every line gets a number from a
# generator of our own, and the smallest are taken.
awk -v seed="$seed" '
    BEGIN { x = (seed * 7919 + 1) % 2147483647; for (i = 0; i < 20; i++) x = x * 16807 % 2147483647 }
    { x = x * 16807 % 2147483647; printf "%010d\t%s\n", x, $0 }
' "$out/all.txt" | LC_ALL=C sort | head -n "$sample" | cut -f 2- | LC_ALL=C sort > "$out/sample.txt"
echo "$(wc -l < "$out/sample.txt") of $(wc -l < "$out/all.txt") mutants of $crate, seed $seed"
# Each drawn mutant by its whole name.
set --
while IFS= read -r name; do
    escaped=$(printf '%s' "$name" | sed 's/[][\\.*^$+?(){}|]/\\&/g')
    set -- "$@" --re "^$escaped\$"
done < "$out/sample.txt"
exec "$cargo" mutants --in-place --output "$out" --package "grognard-$crate" --test-package "grognard-$crate" \
    --caught --unviable --cargo-test-arg=--tests --minimum-test-timeout 60 "$@"
