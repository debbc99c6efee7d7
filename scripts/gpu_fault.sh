#!/usr/bin/env bash
# A real fault on a real GPU: the window insists on running a kernel that stores far outside its image on the GPU, and its
# picture shows what the program says, the cause that the emulator finds, and the scene. The same without a window.
# Usage: gpu_fault.sh PICTURE.png
# Takes the programs of .bundle/ (see pack_gpu.sh), else those of build/release in a desktop session with ImageMagick.
# Needs an NVIDIA GPU. Exit status: 0 when the command line named the cause, 1 otherwise.
set -euo pipefail
cd "$(dirname "$0")/.."
picture=${1:?usage: gpu_fault.sh PICTURE.png}
export WARPSCOPE_CUDA_DIR=${WARPSCOPE_CUDA_DIR:-$PWD/cuda}
settings=$(mktemp -d)
trap 'rm -rf "$settings"' EXIT
export XDG_CONFIG_HOME=$settings
fault=(--device gpu --input gradient:76x62)
window=(--experiment tests/gpu/fault/experiment.toml "${fault[@]}" --pin 7,5 --drawer 260)

if [ -x .bundle/bin/warpscope ]; then
    bin=.bundle/bin/warpscope
    screen=$settings/screen.xwd
    SCREEN_AFTER=${SCREEN_AFTER:-15} scripts/gpu_window.sh --screen "$screen" $bin --size 1600x950 "${window[@]}"
    python3 scripts/xwd_to_png.py "$screen" "$picture"
    runner=(scripts/gpu_window.sh --egl)
else
    bin=build/release/warpscope
    $bin --size 1600x950 "${window[@]}" &
    app=$!
    sleep "${SCREEN_AFTER:-15}"
    import -window Warpscope "$picture"
    kill $app
    runner=(env)
fi

said=$("${runner[@]}" $bin run tests/gpu/fault/experiment.toml "${fault[@]}" 2>&1 || true)
echo "$said"
grep -q 'out_of_bounds at far_store.cu:8' <<<"$said" || { echo "gpu_fault.sh: the cause was not named" >&2; exit 1; }
