#!/usr/bin/env bash
# Tests faults and endless loops on a real GPU. The window runs a kernel that stores out of bounds on the GPU;
# PICTURE.png shows the message, the cause that the emulator found, and the scene. Then the script runs this kernel and
# an endless one without a window. The messages must come at most a few seconds later than on the emulator.
# Usage: gpu_fault.sh [--no-window] PICTURE.png
#   --no-window  draws the window without a display
# Uses the programs in .bundle/ (see pack_gpu.sh), else build/release in a desktop session with ImageMagick. Needs an
# NVIDIA GPU.
# Exit status: 0 if the causes were named in time, else 1.
set -euo pipefail
cd "$(dirname "$0")/.."
real_window=yes
if [ "${1:-}" = --no-window ]; then
    real_window=no
    shift
fi
picture=${1:?usage: gpu_fault.sh [--no-window] PICTURE.png}
export WARPSCOPE_CUDA_DIR=${WARPSCOPE_CUDA_DIR:-$PWD/cuda}
settings=$(mktemp -d)
trap 'rm -rf "$settings"' EXIT
export XDG_CONFIG_HOME=$settings
fault=tests/gpu/fault/experiment.toml
input=(--input gradient:76x62)
window=(--experiment $fault --device gpu "${input[@]}" --pin 7,5 --drawer 260)
# Allows for two starts of CUDA and a kernel's time limit.
readonly most_seconds=5

bin=build/release/warpscope
runner=(env)
if [ -x .bundle/bin/warpscope ]; then
    bin=.bundle/bin/warpscope
    runner=(scripts/gpu_window.sh --egl)
fi
if [ $real_window = no ]; then
    true
elif [ -x .bundle/bin/warpscope ]; then
    screen=$settings/screen.xwd
    SCREEN_AFTER=${SCREEN_AFTER:-8} scripts/gpu_window.sh --screen "$screen" $bin --size 1600x950 "${window[@]}"
    python3 scripts/xwd_to_png.py "$screen" "$picture"
else
    $bin --size 1600x950 "${window[@]}" &
    app=$!
    sleep "${SCREEN_AFTER:-8}"
    import -window Warpscope "$picture"
    kill $app
fi

# Runs a failing command and sets `said` and `took` (seconds).
clocked() {
    local start
    start=$(date +%s.%N)
    said=$(timeout 120 "${runner[@]}" "$bin" "$@" 2>&1 || true)
    took=$(awk "BEGIN { print $(date +%s.%N) - $start }")
}

# expect TITLE CAUSE ARGUMENTS...: requires that the output names the cause, at most most_seconds later than on the
# emulator.
expect() {
    local title=$1 cause=$2 emulator
    shift 2
    clocked "$@" --device emulator
    emulator=$took
    clocked "$@" --device gpu
    echo "$said"
    echo "gpu_fault.sh: $title: $took s, on the emulator alone $emulator s"
    grep -q "$cause" <<<"$said" || { echo "gpu_fault.sh: $title: the cause was not named" >&2; exit 1; }
    awk "BEGIN { exit !($took - $emulator < $most_seconds) }" ||
        { echo "gpu_fault.sh: $title: the message came late" >&2; exit 1; }
}
expect "a far store" 'out_of_bounds at far_store.cu:8' run $fault "${input[@]}"
expect "an endless loop" 'endless_loop.cu:' run bug_museum/endless_loop
# The picture is drawn after all work of the window has ended.
expect "the window" '' --screenshot "$settings/window.png" --experiment $fault "${input[@]}"
[ -s "$settings/window.png" ] || { echo "gpu_fault.sh: the window was not drawn" >&2; exit 1; }
[ $real_window = yes ] || cp "$settings/window.png" "$picture"
