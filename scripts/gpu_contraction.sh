#!/usr/bin/env bash
# Shows the effects of --contract, which lets the driver's compiler fuse products and sums: how many of 20021 results
# differ between GPU and emulator with and without --contract, and kernel times.
# Usage: gpu_contraction.sh
# Uses the program in .bundle/ (see pack_gpu.sh), else build/release. Needs an NVIDIA GPU.
# Exit status: 0 if no result differs without --contract, else 1.
set -euo pipefail
cd "$(dirname "$0")/.."
export WARPSCOPE_CUDA_DIR=${WARPSCOPE_CUDA_DIR:-$PWD/cuda}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
bin=(build/release/warpscope)
if [ -x .bundle/bin/warpscope ]; then bin=(scripts/gpu_window.sh --egl .bundle/bin/warpscope); fi
target=tests/gpu/contraction/experiment.toml

output() { "${bin[@]}" run $target/cross_product "${@:2}" --output "$folder/$1.bin" 2>/dev/null; }
output emulator --device emulator
output apart --device gpu
output fused --device gpu --contract
differing() {
    python3 - "$folder/emulator.bin" "$folder/$1.bin" <<'PYTHON'
import sys
one, other = (open(name, "rb").read() for name in sys.argv[1:])
assert len(one) == len(other) == 4 * 20021
print(sum(one[i : i + 4] != other[i : i + 4] for i in range(0, len(one), 4)))
PYTHON
}
apart=$(differing apart)
echo "results of 20021 that differ from the emulator's: $apart rounded apart, $(differing fused) with --contract"

median() { "${bin[@]}" time "$@" 2>/dev/null | head -n 1; }
timed() {
    echo "$*:"
    for round in 1 2; do
        echo "  $round apart       $(median "$@")"
        echo "  $round --contract  $(median "$@" --contract)"
    done
}
timed $target/turns --insist --repeats 201
timed $target/bodies --insist --repeats 201
timed box_blur/tiled --input noise:3840x2160 --set radius=7 --repeats 101
timed matmul --repeats 201
[ "$apart" = 0 ]
