#!/usr/bin/env bash
# Configures and builds a CMake preset.
# Usage: build.sh PRESET [TARGET...]
# Prints progress on one line, compiler warnings, and, only after a failure, CMake's output. WARPSCOPE_WERROR=ON turns
# warnings into errors, as in CI. It is off by default, because newer compilers warn about more.
set -euo pipefail
cd "$(dirname "$0")/.."

preset=${1:?usage: build.sh PRESET [TARGET...]}
shift

# Makes paths in ccache relative, so that presets share compiled files.
export CCACHE_BASEDIR=$PWD

mkdir -p "build/$preset"
log=build/$preset/configure.log
if ! cmake --preset "$preset" ${WARPSCOPE_WERROR:+"-DWARPSCOPE_WERROR=$WARPSCOPE_WERROR"} >"$log" 2>&1; then
    cat "$log" >&2
    exit 3
fi
grep -E 'CUDA Toolkit|Dear ImGui' "$log" >&2 || true

targets=()
[ $# -eq 0 ] || targets=(--target "$@")
NINJA_STATUS='@%f/%t@ ' cmake --build --preset "$preset" "${targets[@]}" | scripts/build_progress.py
