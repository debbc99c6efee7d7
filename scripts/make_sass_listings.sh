#!/usr/bin/env bash
# Makes the files that the tests of src/sass read: PTX and nvdisasm's machine code listings for some of the course's
# kernels, and the listing of the handwritten division.ptx.
# Usage: make_sass_listings.sh [FOLDER]      default: tests/sass/listings
# Needs build/release/warpscope (or WARPSCOPE_PROGRAM), and NVRTC, ptxas and nvdisasm of the CUDA Toolkit.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${1:-tests/sass/listings}
program=${WARPSCOPE_PROGRAM:-build/release/warpscope}
export WARPSCOPE_CUDA_DIR=$PWD/cuda PATH=$PATH:/usr/local/cuda/bin
for tool in ptxas nvdisasm; do
    command -v $tool >/dev/null || { echo "make_sass_listings.sh: $tool is missing: install the CUDA Toolkit" >&2; exit 3; }
done
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# assemble NAME CAPABILITY...: writes a log and a listing for each compute capability.
assemble() {
    local name=$1 device
    for device in "${@:2}"; do
        ptxas -lineinfo -v -arch=sm_$device -o "$work/code.cubin" "$folder/$name.ptx" 2>&1 |
            grep -v 'Compile time' >"$folder/$name.$device.log"
        nvdisasm -c -gi -gp "$work/code.cubin" >"$folder/$name.$device.sass"
    done
}

for variant in reduction/simple convolution/tiled atomics_tour/exchange; do
    name=${variant//\//_}
    XDG_CACHE_HOME=$work/$name "$program" run "$variant" --device emulator --compiler nvrtc
    python3 -c 'import json, sys; sys.stdout.write(json.load(open(sys.argv[1]))["ptx"])' \
        "$work/$name"/warpscope/ptx/*.json >"$folder/$name.ptx"
    assemble "$name" 75 80 90
done
[ "$folder" -ef tests/sass/listings ] || cp tests/sass/listings/division.ptx "$folder"
assemble division 90
