#!/usr/bin/env bash
# Configures and builds one CMake preset. Usage: build.sh PRESET [TARGET...]
# Prints CMake's output only when something fails, the build's progress as one line, and what compilers complain about.
set -euo pipefail
cd "$(dirname "$0")/.."

preset=${1:?usage: build.sh PRESET [TARGET...]}
shift

# What two presets compile alike, ccache compiles once: in its eyes the folders have no names.
export CCACHE_BASEDIR=$PWD

mkdir -p "build/$preset"
log=build/$preset/configure.log
if ! cmake --preset "$preset" >"$log" 2>&1; then
    cat "$log" >&2
    exit 3
fi
grep -E 'CUDA Toolkit|Dear ImGui' "$log" >&2 || true

targets=()
[ $# -eq 0 ] || targets=(--target "$@")
NINJA_STATUS='@%f/%t@ ' cmake --build --preset "$preset" "${targets[@]}" | scripts/build_progress.py
