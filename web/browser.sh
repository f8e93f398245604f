#!/bin/sh
# Runs a command with the system's Chromium at hand. Where it is missing it is installed from the system's packages
# if that may be done; else the command is left out, which is said, and is a failure where CI is set.
set -eu
find_it() { command -v chromium || command -v chromium-browser || command -v google-chrome; }
if ! find_it >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Chromium is missing: it is installed from the system's packages, for the tests in a browser."
    apt-get update -qq >/dev/null 2>&1 || true
    DEBIAN_FRONTEND=noninteractive timeout 600 apt-get install -y -qq chromium >/dev/null 2>&1 || true
fi
if CHROMIUM=$(find_it); then
    export CHROMIUM
    cd "$(dirname "$0")/.."
    exec "$@"
fi
echo "The tests in a browser were left out: there is no Chromium, and it may not be installed here." >&2
[ -z "${CI:-}" ]
