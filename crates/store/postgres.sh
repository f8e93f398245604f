#!/bin/sh
# Runs a command with a throw-away PostgreSQL on this machine's loopback: its address is in GROGNARD_POSTGRES. Where the
# program is missing it is installed from the system's packages if that may be done; else the command runs without, which
# is said, and its tests are left out; where CI is set they fail. The server runs as a user who is not root, in a folder
# of its own, and is ended by its number.
set -eu
find_it() { ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -n 1; }
if [ -z "$(find_it)" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "PostgreSQL is missing: it is installed from the system's packages, for the tests of the store."
    apt-get update -qq >/dev/null 2>&1 || true
    # Without this the package starts a server of its own.
    mkdir -p /etc/postgresql-common
    [ -e /etc/postgresql-common/createcluster.conf ] || echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf
    DEBIAN_FRONTEND=noninteractive timeout 600 apt-get install -y -qq --no-install-recommends postgresql >/dev/null 2>&1 || true
fi
bin=$(find_it)
if [ -z "$bin" ]; then
    echo "The store was tested on SQLite alone: there is no PostgreSQL, and it may not be installed here." >&2
    exec "$@"
fi
folder=$(mktemp -d)
as=""
if [ "$(id -u)" = 0 ]; then
    chown postgres "$folder"
    as="runuser -u postgres --"
fi
port=$((20000 + $$ % 20000))
$as "$bin/initdb" -D "$folder/data" -U grognard --auth=trust -E UTF8 --locale=C >/dev/null
$as "$bin/postgres" -D "$folder/data" -p "$port" -k "$folder" -c listen_addresses=127.0.0.1 >"$folder.log" 2>&1 &
started=$!
ended() {
    # The first line of its own note is the server's number.
    server=$(head -n 1 "$folder/data/postmaster.pid" 2>/dev/null || true)
    [ -z "$server" ] || kill -INT "$server" 2>/dev/null || true
    wait "$started" 2>/dev/null || true
    rm -rf "$folder" "$folder.log"
}
trap ended EXIT INT TERM
tries=0
until "$bin/pg_isready" -q -h 127.0.0.1 -p "$port"; do
    tries=$((tries + 1))
    if [ "$tries" -gt 100 ]; then
        cat "$folder.log" >&2
        exit 1
    fi
    sleep 0.1
done
# Databases of their own for tests that cannot make one.
for name in kills pair servers web; do "$bin/createdb" -h 127.0.0.1 -p "$port" -U grognard "$name"; done
export GROGNARD_POSTGRES="postgres://grognard@127.0.0.1:$port"
"$@"
