#!/bin/sh
# Builds Citus from a source tree and installs it into the PostgreSQL of pg_config.
# usage: deploy/citus/build.sh SOURCE-TREE
# Needs: apt install -y build-essential flex postgresql-server-dev-15 liblz4-dev libzstd-dev libkrb5-dev
# The source tree stays unchanged: the build happens in a copy.
set -eu

source=${1:?usage: deploy/citus/build.sh SOURCE-TREE}
pg_config=${PG_CONFIG:-pg_config}
[ -x "$source/configure" ] || { echo "$source is no Citus source tree: it has no configure" >&2; exit 2; }
[ -f "$("$pg_config" --pgxs)" ] || { echo 'install postgresql-server-dev of this PostgreSQL' >&2; exit 2; }

build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
cp -a "$source/." "$build"
cd "$build"

# PostgreSQL 15.20 exports a function that Citus 13.2 defines for versions without it, and a static
# definition after an extern declaration does not compile: rename Citus's, and use PostgreSQL's.
if grep -qs 'extern bool have_createdb_privilege' \
  "$("$pg_config" --includedir-server)/commands/dbcommands.h"; then
  sed -i 's/^have_createdb_privilege(void)/citus_&/' src/include/pg_version_compat.h
fi

./configure PG_CONFIG="$pg_config" --without-libcurl >configure.out || { cat configure.out >&2; exit 1; }
make -s -j"$(nproc)" extension
make -s install-extension >install.out || { cat install.out >&2; exit 1; }
echo "installed: $(ls "$("$pg_config" --pkglibdir)"/citus.so), $(grep default_version "$("$pg_config" --sharedir)/extension/citus.control")"
