#!/usr/bin/env bash
# Draws the pictures of README.md and docs/ anew, from the real program, without a display.
# Usage: make_pictures.sh            (docs/images/h100.png comes from a GPU machine: see docs/MEASUREMENTS.md)
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/build.sh release warpscope >&2
readonly program=${WARPSCOPE_PROGRAM:-build/release/warpscope} images=docs/images
# The same picture everywhere: software OpenGL, the emulator, and no settings of this user.
export XDG_CONFIG_HOME=$(mktemp -d) LIBGL_ALWAYS_SOFTWARE=1
trap 'rm -rf "$XDG_CONFIG_HOME"' EXIT

picture() { "$program" --screenshot "$images/$1.png" --size 1600x950 --device emulator "${@:2}" >&2; }

picture window --pin 292,168 --zoom 2.4 --set radius=6
picture cells --pin 493,205 --zoom 40 --set radius=2 --block 8x8 --overlay blocks,threads,halo,ghosts,accesses,values,labels
picture divergence --experiment color_to_gray --input gradient:76x62 --pin 70,25
picture launch --input assets/harbour.png --experiment box_blur --block 33x7 --views input,launch --pin 3,2 --zoom 8 \
    --overlay blocks,halo,ghosts,surplus,divergence
picture tree --experiment scan/brent_kung --compare-with kogge_stone --input index:64 --set SECTION_SIZE=64 --tab epochs \
    --drawer 470
picture banks --experiment transpose/tiled --tab shared --drawer 420
picture program --run tests/programs/shown/picture.cu # its times are this machine's; takes nvcc
picture lesson --lesson which_warps_split --lesson-step 2 --lesson-answer 4
sed 's/c < width) {/c < width \&\& (dx + dy) % 2 == 0) {/' cuda/box_blur/naive.cu >"$XDG_CONFIG_HOME/checkerboard.cu"
picture edit --input assets/harbour.png --experiment box_blur/naive --text "$XDG_CONFIG_HOME/checkerboard.cu" --edit
picture time --experiment box_blur/tiled --pin 292,168 --moment block:150
"$program" film box_blur/tiled --input assets/harbour.png --on T4 --seconds 4 --rate 8 --size 720x405 --output "$images/launch.gif" >&2
"$program" film box_blur/tiled --input assets/harbour.png --set radius=2 --scope block --focus 292,168 --seconds 20 --rate 3 \
    --size 720x480 --output "$images/blur_steps.gif" >&2
"$program" film reduction/shared --input index:256 --block 128 --scope block --focus 0 --seconds 20 --rate 3 --size 720x480 --output "$images/reduction_steps.gif" >&2
