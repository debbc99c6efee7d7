#!/usr/bin/env bash
# Runs clang-tidy with .clang-tidy over modules of src/, as built by the release preset.
# Usage: tidy.sh [MODULE...]     default: all modules; takes about 10 seconds per unity file
set -euo pipefail
cd "$(dirname "$0")/.."

modules=("$@")
[ $# -gt 0 ] || mapfile -t modules < <(find src -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | sort)
log=build/release/configure.log
mkdir -p build/release
cmake --preset release >"$log" 2>&1 || {
    cat "$log" >&2
    exit 3
}

# Removes options that only GCC knows: precompiled headers and garbage collection.
mkdir -p build/tidy
sed -E 's/ -Winvalid-pch//; s/ -include [^ ]*cmake_pch\.hxx//; s/ --param=ggc-[^ ]*//g' build/release/compile_commands.json >build/tidy/compile_commands.json

files=()
for module in "${modules[@]}"; do
    mapfile -t -O ${#files[@]} files < <(python3 -c '
import json, sys
for entry in json.load(open("build/release/compile_commands.json")):
    if "/src/" + sys.argv[1] + "/" in entry["file"]: print(entry["file"])' "$module")
done
[ ${#files[@]} -gt 0 ] || {
    echo "tidy.sh: no file of ${modules[*]}" >&2
    exit 2
}
# Ignores warning options that only GCC knows.
printf '%s\0' "${files[@]}" | xargs -0 -n 1 -P "$(nproc)" \
    clang-tidy -p build/tidy --quiet --extra-arg=-Wno-unknown-warning-option 2> >(grep -v 'warnings generated' >&2 || true)
