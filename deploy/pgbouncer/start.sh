#!/bin/sh
# Writes the password file and starts PgBouncer.
set -eu
printf '"yiqiao" "%s"\n' "$SERVER_PASSWORD" >/run/pgbouncer/users
exec pgbouncer /etc/pgbouncer/pgbouncer.ini
