#!/usr/bin/env bash
# Draws the pictures of README.md, docs/, and docs/guide/ with the real program, without a display.
# Usage: make_pictures.sh [NAME...]     draws the named pictures only, for example "window banks"
# Needs pngquant; pictures of a class also need chromium, python3-websocket and ImageMagick. Does not draw
# docs/images/h100*.png, which need a GPU.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly names=" $* " program=${WARPSCOPE_PROGRAM:-build/release/warpscope} images=docs/images
[ -n "${WARPSCOPE_PROGRAM:-}" ] || scripts/build.sh release warpscope >&2
command -v pngquant >/dev/null || { echo "make_pictures.sh: install pngquant" >&2 && exit 3; }

# Gives the same pictures on every machine: software OpenGL, the emulator, no settings of this user.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_CONFIG_HOME=$scratch/config XDG_STATE_HOME=$scratch/state LIBGL_ALWAYS_SOFTWARE=1

is_asked_for() { [ "$names" = "  " ] || [[ $names == *" $1 "* ]]; }

# picture NAME OPTIONS...: draws the window with these options, in 256 colors. `size`: its size in pixels.
picture() {
    local name=$1
    shift
    is_asked_for "$name" || return 0
    "$program" --screenshot "$scratch/$name.png" --size "${size:-1200x750}" --device emulator "$@" >&2
    pngquant --force --strip --speed 1 --output "$images/$name.png" 256 "$scratch/$name.png"
}

film() {
    local name=$1
    shift
    is_asked_for "$name" || return 0
    "$program" film "$@" --output "$images/$name.gif" >&2
}

readonly photo=(--input assets/harbour.png)
sed 's/c < width) {/c < width \&\& (dx + dy) % 2 == 0) {/' cuda/box_blur/naive.cu >"$scratch/checkerboard.cu"
cat >"$scratch/my_kernel.cu" <<'KERNEL'
// Brightness differences to the right and lower neighbor.
__global__ void edges(const unsigned char* in, unsigned char* out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width - 1 || y >= height - 1) return;
    int here = in[y * width + x];
    int dx = in[y * width + x + 1] - here;
    int dy = in[(y + 1) * width + x] - here;
    out[y * width + x] = min(255, 4 * (abs(dx) + abs(dy)));
}
KERNEL

picture window "${photo[@]}" --experiment box_blur/naive --set radius=6 --pin 292,168 --zoom 2.4
picture photo "${photo[@]}" --experiment box_blur/naive --set radius=3
picture owner "${photo[@]}" --experiment color_to_gray --pin 397,154 --zoom 16 --overlay blocks,threads,accesses
picture divergence --experiment color_to_gray --input gradient:76x62 --pin 70,25
picture launch_space --experiment color_to_gray --input gradient:200x150 --block 24x16 --views launch,output \
    --overlay blocks,surplus,divergence
picture cells "${photo[@]}" --experiment box_blur/naive --set radius=2 --block 8x8 --pin 493,205 --zoom 22 \
    --overlay blocks,threads,halo,ghosts,accesses
picture reuse --experiment box_blur/naive --input gradient:40x30 --set radius=2 --pin 21,13 \
    --overlay reuse,blocks/blocks,labels
picture sectors --experiment transpose/naive_row --input index:64x64 --pin 20,20 --overlay sectors
picture compare --experiment transpose/naive_row --input index:64x64 --compare-with tiled --tab compare --drawer 300
picture banks --experiment transpose/tiled --tab shared --drawer 420
picture time "${photo[@]}" --experiment box_blur/tiled --pin 292,168 --moment block:150
size=1600x900 picture reduction_step --experiment reduction/shared --input index:256 --block 128 --moment block:112
picture tree --experiment scan/brent_kung --compare-with kogge_stone --input index:64 --set SECTION_SIZE=64 --tab epochs \
    --drawer 470
picture museum --experiment bug_museum/half_guard
picture finding --experiment bug_museum/kogge_stone_missing_sync --tab findings --drawer 250
picture edit "${photo[@]}" --experiment box_blur/naive --text "$scratch/checkerboard.cu" --edit
picture own_kernel "$scratch/my_kernel.cu" "${photo[@]}" --pin 300,200
picture program --run tests/programs/shown/picture.cu # shows times of this machine; needs nvcc
picture lesson --lesson which_warps_split --lesson-step 2 --lesson-answer 4 --presentation
picture assignment assets/assignments/transpose.toml
film launch box_blur/tiled "${photo[@]}" --on T4 --seconds 4 --rate 8 --size 720x405
film reduction_steps reduction/shared --input index:256 --block 128 --scope block --focus 0 --seconds 20 --rate 3 \
    --size 720x480

if is_asked_for class; then
    scripts/test_class_page.py --lesson halo --program "$program" --screenshots "$scratch" >&2
    convert "$scratch/teacher-3.png" \( "$scratch/phone-3-cells.png" -resize x800 \) -background white -gravity center \
        +append "$scratch/class.png"
    pngquant --force --strip --speed 1 --output "$images/class.png" 256 "$scratch/class.png"
fi
