#!/bin/sh
# Drill of point-in-time recovery, on a PostgreSQL of its own in a temporary folder: backup, changes,
# a noted time, more changes, the loss of all data, a restore to that time, ledger:verify, a report.
# Needs pgbackrest, postgresql-15 and the built server (npm run build). DRILL_SEED is a command that
# adds rows to the database (DATABASE_URL) beforehand; DRILL_FOLDER is where all of it happens.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)
bin=${PG_BIN:-/usr/lib/postgresql/15/bin}
folder=$(mktemp -d "${DRILL_FOLDER:-/tmp}/yq-drill-XXXXXX")
data=$folder/data
changes=25

# PostgreSQL refuses to run as root.
as() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
sql() { as psql -h "$folder" -U postgres -d "${2:-yiqiao}" -XAtqc "$1"; }
now() { date +%s%N; }
seconds() { awk "BEGIN { printf \"%.1f\", ($(now) - $1) / 1e9 }"; }
report() { printf '  %-42s %s\n' "$1" "$2"; }
start() { as "$bin/pg_ctl" -D "$data" -l "$folder/log" -w -t 3600 start >/dev/null; }
finish() {
  as "$bin/pg_ctl" -D "$data" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap finish EXIT

export PGBACKREST_CONFIG=$here/pgbackrest.conf PGBACKREST_STANZA=yiqiao
export PGBACKREST_PG1_PATH=$data PGBACKREST_PG1_SOCKET_PATH=$folder PGBACKREST_PG1_USER=postgres
export PGBACKREST_REPO1_PATH=$folder/repository PGBACKREST_LOCK_PATH=$folder/lock
export PGBACKREST_REPO1_CIPHER_PASS=passphrase-of-the-drill
export DATABASE_URL="postgres://postgres@/yiqiao?host=$folder&port=5432&sslmode=disable" DATA_DIR=$folder/files
[ "$(id -u)" != 0 ] || chown postgres "$folder"

as "$bin/initdb" -D "$data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --data-checksums >/dev/null
cat "$here/archive.conf" >>"$data/postgresql.conf"
printf "listen_addresses = ''\nunix_socket_directories = '%s'\nmax_wal_size = 2GB\n" "$folder" >>"$data/postgresql.conf"
start
as pgbackrest stanza-create
as createdb -h "$folder" -U postgres yiqiao
cd "$project"
node dist/server/migrate.mjs >/dev/null
# The demo’s accounts, orders and logs.
PORT=0 LOG_LEVEL=error node dist/server/main.mjs >"$folder/server.log" 2>&1 &
server=$!
until grep -q http "$folder/server.log"; do kill -0 $server 2>/dev/null || { cat "$folder/server.log"; exit 1; }; sleep 0.2; done
kill $server
wait $server || true
[ -z "${DRILL_SEED:-}" ] || sh -c "$DRILL_SEED"

began=$(now)
as pgbackrest --type=full backup
backup=$(seconds "$began")
echo 'Drill of point-in-time recovery'
report 'database' "$(sql "select pg_size_pretty(pg_database_size('yiqiao'))"), $(sql 'select count(*) from account_log') ledger rows"
report 'full backup' "$backup s, $(du -sh "$folder/repository/backup" | cut -f1)"

ops() { node dist/server/ops.mjs "$@" --operator operator@example.com; }
account=$(ops customers page --search demo@example.com --json | sed 's/.*"rows":\[{"id":"\([0-9]*\)".*/\1/')
credit() {
  for _ in $(seq "$changes"); do
    ops customers adjust --id "$account" --chars +1 --reason "$1" >/dev/null
  done
}
rows() { sql "select count(*) from account_log where log_type = 'SYS_ADJUST'"; }
credit before
kept=$(rows) total=$(sql 'select count(*) from account_log')
moment=$(sql 'select clock_timestamp()')
sleep 1
credit after
report 'changes before and after the noted time' "$changes, $changes"
report 'noted time' "$moment"
segment=$(sql "select pg_walfile_name(pg_current_wal_lsn())")
began=$(now)
until [ "$(sql "select last_archived_wal >= '$segment' from pg_stat_archiver")" = t ]; do sleep 0.5; done
report 'last change archived after' "$(seconds "$began") s"

kill -9 "$(head -1 "$data/postmaster.pid")"
sleep 1
rm -rf "$data"
report 'data' 'destroyed'
began=$(now)
as mkdir -m 700 "$data"
as pgbackrest --type=time --target="$moment" --target-action=promote restore
start
until [ "$(sql 'select pg_is_in_recovery()')" = f ]; do sleep 0.2; done
report 'restored to the noted time in' "$(seconds "$began") s"
found="$(rows) of $kept, $(sql 'select count(*) from account_log') of $total ledger rows"
report 'changes before the time, all rows' "$found"
began=$(now)
node dist/server/ledger-verify.mjs | tail -1
report 'ledger:verify' "passed in $(seconds "$began") s"
[ "$(rows)" = "$kept" ] && [ "$(sql 'select count(*) from account_log')" = "$total" ] || { echo 'The restored rows are not those of the noted time.'; exit 1; }
echo 'All changes before the noted time are back, and none after it.'
