#!/bin/sh
# A Citus cluster on one machine for a trial: a coordinator and two workers, in a folder of its own,
# reached by sockets in that folder only. Needs deploy/citus/build.sh first. No durability (fsync off).
# usage: deploy/citus/trial-cluster.sh start FOLDER    prints DATABASE_URL of the coordinator
#        deploy/citus/trial-cluster.sh stop FOLDER     stops it and removes FOLDER
set -eu

usage='usage: deploy/citus/trial-cluster.sh start|stop FOLDER'
action=${1:?$usage}
folder=$(realpath -m "${2:?$usage}")
bin=${PG_BIN:-$(pg_config --bindir)}
nodes='coordinator worker-1 worker-2'
port() { case $1 in coordinator) echo 7101 ;; worker-1) echo 7102 ;; worker-2) echo 7103 ;; esac; }

# PostgreSQL refuses to run as root.
as() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
sql() { as psql -h "$folder" -p "$(port "$1")" -U postgres -d "$2" -XAtqc "$3"; }

start_node() {
  local data=$folder/$1
  as "$bin/initdb" -D "$data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 >/dev/null
  cat >>"$data/postgresql.conf" <<CONF
shared_preload_libraries = 'citus'
listen_addresses = ''
unix_socket_directories = '$folder'
port = $(port "$1")
max_connections = 1500
max_worker_processes = 200
max_prepared_transactions = 1500
shared_buffers = 128MB
fsync = off
synchronous_commit = off
full_page_writes = off
timezone = 'UTC'
jit = off
citus.shard_count = 4
citus.node_conninfo = 'sslmode=disable'
citus.enable_statistics_collection = off
CONF
  as "$bin/pg_ctl" -D "$data" -l "$folder/$1.log" -w start >/dev/null ||
    { tail -20 "$folder/$1.log" >&2; exit 1; }
}

start() {
  [ ! -e "$folder" ] || { echo "$folder exists: stop that cluster first, or name another folder" >&2; exit 2; }
  [ -f "$(pg_config --pkglibdir)/citus.so" ] || { echo 'Citus is not installed: run deploy/citus/build.sh first' >&2; exit 2; }
  mkdir -p "$folder"
  [ "$(id -u)" != 0 ] || chown postgres "$folder"
  chmod 700 "$folder"
  for node in $nodes; do start_node "$node"; done
  for node in $nodes; do
    sql "$node" postgres 'create database yiqiao'
    sql "$node" yiqiao 'create extension citus'
  done
  sql coordinator yiqiao "select citus_set_coordinator_host('$folder', $(port coordinator))" >/dev/null
  for node in worker-1 worker-2; do
    sql coordinator yiqiao "select citus_add_node('$folder', $(port "$node"))" >/dev/null
  done
  echo "DATABASE_URL=postgres://postgres@/yiqiao?host=$folder&port=$(port coordinator)&sslmode=disable"
}

stop() {
  [ -d "$folder/coordinator" ] || { echo "$folder holds no trial cluster" >&2; exit 2; }
  for node in $nodes; do as "$bin/pg_ctl" -D "$folder/$node" -m immediate stop >/dev/null 2>&1 || true; done
  rm -rf "$folder"
}

case $action in start) start ;; stop) stop ;; *) echo "$usage" >&2; exit 2 ;; esac
