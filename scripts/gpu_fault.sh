#!/usr/bin/env bash
# Real faults and endless loops on a real GPU: the window insists on running a kernel that stores far outside its image on
# the GPU, and its picture shows what the program says, the cause that the emulator finds, and the scene. Then without a
# window, and by the clock: what insisting on the GPU takes beyond the same run on the emulator.
# Usage: gpu_fault.sh [--no-window] PICTURE.png
#   --no-window  the picture is of a window that is drawn without a display
# Takes the programs of .bundle/ (see pack_gpu.sh), else those of build/release in a desktop session with ImageMagick.
# Needs an NVIDIA GPU. Exit status: 0 when the causes were named in time, 1 otherwise.
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
# CUDA's start in this process and in its child, and the time limit of a kernel; a window was once frozen for 20 s.
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

# Runs a command, which fails, and sets `said` and `took`, in seconds.
clocked() {
    local start
    start=$(date +%s.%N)
    said=$(timeout 120 "${runner[@]}" "$bin" "$@" 2>&1 || true)
    took=$(awk "BEGIN { print $(date +%s.%N) - $start }")
}

# expect TITLE CAUSE ARGUMENTS...: the cause is said, and not much later than the emulator alone says it.
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
# A whole window, drawn without a display: it is drawn when all that it does has come to an end.
expect "the window" '' --screenshot "$settings/window.png" --experiment $fault "${input[@]}"
[ -s "$settings/window.png" ] || { echo "gpu_fault.sh: the window was not drawn" >&2; exit 1; }
[ $real_window = yes ] || cp "$settings/window.png" "$picture"
