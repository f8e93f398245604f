#!/bin/sh
# The processor's time of a clean release build, and of another commit's: sh bench-build.sh [COMMIT]
set -eu
here=$(mktemp -d)
trap 'git worktree remove --force "$here/base" 2>/dev/null || true; rm -rf "$here"' EXIT

seconds() {
    # User and system time of the build and of all that it starts.
    ( cd "$1" && rm -rf "$here/target" &&
        CARGO_TARGET_DIR="$here/target" CARGO_INCREMENTAL=0 /usr/bin/time -f '%U %S' -o "$here/time" \
            "${CARGO:-cargo}" build --quiet --release --bin grognard )
    awk '{ print $1 + $2 }' "$here/time"
}

ours=$(seconds .)
echo "clean build: $ours s of the processor"
if [ $# -gt 0 ]; then
    git worktree add --quiet --detach "$here/base" "$1"
    # The pages are no part of the comparison: both builds carry ours.
    [ -d web/dist ] && mkdir -p "$here/base/web" && cp -r web/dist "$here/base/web/"
    base=$(seconds "$here/base")
    echo "that of $1: $base s"
    awk "BEGIN { printf \"clean build over that of $1: %.2f   floor 0.6   aim 0.4\\n\", $ours / $base }"
fi
