#!/usr/bin/env bash
# Builds the programs of tests/programs with nvcc. Runs each with the real runtime, and with Warpscope's runtime on the
# emulator and on the GPU. Compares their output with tests/programs/expected. Needs an NVIDIA GPU and the CUDA Toolkit.
# Usage: gpu_programs.sh [NAME...]
# Exit status: 0 equal, 1 different, 3 no nvcc.
set -uo pipefail
cd "$(dirname "$0")/.."

if [ -x .bundle/bin/warpscope ]; then
    warpscope=(scripts/gpu_window.sh --egl .bundle/bin/warpscope)
else
    warpscope=(build/release/warpscope)
fi
nvcc=$(command -v nvcc || find /usr/local/cuda*/bin -name nvcc -print -quit 2>/dev/null)
[ -n "$nvcc" ] || { echo "gpu_programs.sh: no nvcc here" >&2; exit 3; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
names=("$@")
if [ ${#names[@]} -eq 0 ]; then
    for file in tests/programs/expected/*.txt; do names+=("$(basename "$file" .txt)"); done
fi

# run WAY NAME COMMAND...: runs the program and fails if its output is not the expected one.
run() {
    local way=$1 name=$2 input=/dev/null
    shift 2
    [ "$name" != stdin_filter ] || input=$work/input
    timeout 60 "$@" <"$input" >"$work/$name.$way" 2>"$work/$name.$way.err"
    if cmp -s "$work/$name.$way" "tests/programs/expected/$name.txt"; then return 0; fi
    echo "differs: $name, $way"
    diff "tests/programs/expected/$name.txt" "$work/$name.$way" | head -n 6
    head -n 2 "$work/$name.$way.err"
    return 1
}
printf 'ab cb' >"$work/input"

differ=0
for name in "${names[@]}"; do
    source=tests/programs/$name.cu
    if ! "$nvcc" -std=c++20 --extended-lambda --expt-relaxed-constexpr -arch=native -w -o "$work/$name" "$source" 2>"$work/$name.log"; then
        echo "does not build: $name"
        head -n 3 "$work/$name.log"
        differ=$((differ + 1))
        continue
    fi
    run real "$name" "$work/$name" || differ=$((differ + 1))
    run emulated "$name" "${warpscope[@]}" run "$source" || differ=$((differ + 1))
    run on_gpu "$name" "${warpscope[@]}" run "$source" --device gpu || differ=$((differ + 1))
done
echo "${#names[@]} programs, 3 ways each: $differ differ"
[ $differ -eq 0 ]
