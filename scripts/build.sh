#!/usr/bin/env bash
# Configures and builds one CMake preset. Usage: build.sh PRESET [TARGET...]
# Prints CMake's output only when something fails, the build's progress as one line, and the compilers' warnings.
# WARPSCOPE_WERROR=ON in the environment turns warnings into errors, as CI does. Users' compilers may be newer than ours
# and have warnings of their own, which must not stop a build.
set -euo pipefail
cd "$(dirname "$0")/.."

preset=${1:?usage: build.sh PRESET [TARGET...]}
shift

# ccache stores paths relative to this folder, so that two presets share what they compile alike.
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
