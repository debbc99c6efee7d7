#!/usr/bin/env bash
# Prints a Markdown table with the verdicts of compute-sanitizer's four tools for each variant of the bug museum, next
# to Warpscope's finding. Needs an NVIDIA GPU and the CUDA Toolkit.
# Usage: museum_verdicts.sh [PATH OF warpscope]
set -uo pipefail
cd "$(dirname "$0")/.."

warpscope=${1:-build/release/warpscope}
export WARPSCOPE_CUDA_DIR=${WARPSCOPE_CUDA_DIR:-$PWD/cuda}
tool=$(command -v compute-sanitizer || ls /usr/local/cuda/bin/compute-sanitizer 2>/dev/null)
[ -x "$warpscope" ] && [ -n "$tool" ] || {
    echo "museum_verdicts.sh: needs $warpscope and compute-sanitizer" >&2
    exit 3
}

# Summarizes a tool's output: number of errors or hazards, or a timeout.
verdict() {
    local kind=$1 variant=$2 log status
    log=$(timeout 30 "$tool" --tool "$kind" "$warpscope" run "bug_museum/$variant" --device gpu 2>&1)
    status=$?
    if [ $status -eq 124 ]; then
        echo "does not end"
    elif grep -q 'RACECHECK SUMMARY' <<<"$log"; then
        sed -nE 's/.*RACECHECK SUMMARY: ([0-9]+) hazards? displayed.*/\1 hazards/p' <<<"$log" | tail -n 1
    else
        sed -nE 's/.*ERROR SUMMARY: ([0-9]+) errors?.*/\1 errors/p' <<<"$log" | tail -n 1
    fi
}

echo "| variant | Warpscope | memcheck | racecheck | initcheck | synccheck |"
echo "|---|---|---|---|---|---|"
for source in cuda/bug_museum/*.cu; do
    name=$(basename "$source" .cu)
    ours=$("$warpscope" run "bug_museum/$name" --device emulator 2>&1 >/dev/null |
        sed -nE 's/^[^:]*:([0-9]+): ([a-z_]+): .*/\2, line \1/p' | sort -u | head -n 2 | paste -sd ';')
    [ -n "$ours" ] || ours=$("$warpscope" run "bug_museum/$name" --device emulator 2>&1 >/dev/null | tail -n 1 | cut -c1-60)
    row="| $name | $ours |"
    for kind in memcheck racecheck initcheck synccheck; do row+=" $(verdict "$kind" "$name") |"; done
    echo "$row"
done
