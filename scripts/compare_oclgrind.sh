#!/usr/bin/env bash
# Times Warpscope's emulator and Oclgrind, Debian's OpenCL simulator, on the same work with the same checks: data races,
# reads of uninitialized memory, accesses out of bounds.
#
# Usage: compare_oclgrind.sh [--small] [--rounds N] [WARPSCOPE]
#   --small    small sizes for a trial; otherwise Oclgrind takes many minutes
#   --rounds   number of runs of each simulator, in turn (default 8)
#   WARPSCOPE  the program (default build/release/warpscope)
#
# Work: naive box blur of 1024x1024 bytes (radius 3, 16x16 threads per block), product of two 256x256 float matrices in
# 16x16 tiles, histogram of 1,000,000 bytes with global atomics. The OpenCL and CUDA sources correspond line by line.
# The times are those of whole processes, including start and compilation.
set -euo pipefail
cd "$(dirname "$0")/.."

small=no rounds=8 warpscope=build/release/warpscope
while [ $# -gt 0 ]; do
    case "$1" in
    --small) small=yes ;;
    --rounds) shift && rounds=$1 ;;
    -*) sed -n '2,12s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
    *) warpscope=$1 ;;
    esac
    shift
done
warpscope=$(realpath "$warpscope")
if ! command -v oclgrind-kernel >/dev/null; then
    as_root=$([ "$(id -u)" = 0 ] || echo sudo)
    $as_root apt-get update -qq && $as_root apt-get install -y -qq --no-install-recommends oclgrind
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >blur.cl <<'TEXT'
kernel void blur(global uchar* out, global const uchar* in, int width, int height, int radius) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    int sum = 0, count = 0;
    for (int j = y - radius; j <= y + radius; ++j)
        for (int i = x - radius; i <= x + radius; ++i)
            if (i >= 0 && i < width && j >= 0 && j < height) {
                sum += in[j * width + i];
                ++count;
            }
    out[y * width + x] = sum / count;
}
TEXT
cat >blur.cu <<'TEXT'
__global__ void blur(unsigned char* out, const unsigned char* in, int width, int height, int radius) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int sum = 0, count = 0;
    for (int j = y - radius; j <= y + radius; ++j)
        for (int i = x - radius; i <= x + radius; ++i)
            if (i >= 0 && i < width && j >= 0 && j < height) {
                sum += in[j * width + i];
                ++count;
            }
    out[y * width + x] = sum / count;
}
TEXT
cat >matmul.cl <<'TEXT'
kernel void matmul(global float* c, global const float* a, global const float* b, int n) {
    local float tile_a[16][16], tile_b[16][16];
    int tx = get_local_id(0), ty = get_local_id(1), column = get_global_id(0), row = get_global_id(1);
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        tile_a[ty][tx] = a[row * n + k + tx];
        tile_b[ty][tx] = b[(k + ty) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < 16; ++i) sum += tile_a[ty][i] * tile_b[i][tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
}
TEXT
cat >matmul.cu <<'TEXT'
__global__ void matmul(float* c, const float* a, const float* b, int n) {
    __shared__ float tile_a[16][16], tile_b[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, column = blockIdx.x * 16 + tx, row = blockIdx.y * 16 + ty;
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        tile_a[ty][tx] = a[row * n + k + tx];
        tile_b[ty][tx] = b[(k + ty) * n + column];
        __syncthreads();
        for (int i = 0; i < 16; ++i) sum += tile_a[ty][i] * tile_b[i][tx];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
TEXT
cat >histogram.cl <<'TEXT'
kernel void histogram(global uint* bins, global const uchar* values, int count) {
    int i = get_global_id(0);
    if (i < count) atomic_inc(&bins[values[i]]);
}
TEXT
cat >histogram.cu <<'TEXT'
__global__ void histogram(unsigned* bins, const unsigned char* values, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) atomicAdd(&bins[values[i]], 1u);
}
TEXT

# head_of FILE TITLE: prints the beginning of an experiment file with race checks.
head_of() { printf 'title = "%s"\ntopic = "Comparison"\nsummary = "Timed."\nsource = "%s.cu"\nraces = true\n' "$1" "$1"; }
buffer() { printf '[[buffer]]\nname = "%s"\nrole = "%s"\ntype = "%s"\nshape = [%s]\n' "$1" "$2" "$3" "$4"; }
# make_work NAME SIZE: writes NAME.toml and NAME.sim.
make_work() {
    local name=$1 file=$1 n=$2 cells=$(($2 * $2)) grid
    grid=$(((n + 15) / 16))
    case $name in
    blur)
        { head_of blur; buffer out output u8 "$n, $n"; buffer in input u8 "$n, $n"; echo 'contents = "noise"'
          printf '[[launch]]\nkernel = "blur"\ngrid = [%d, %d]\nblock = [16, 16]\n' $grid $grid
          printf 'arguments = ["out", "in", "s32:%d", "s32:%d", "s32:3"]\n' "$n" "$n"; } >"$file.toml"
        printf 'blur.cl\nblur\n%d %d 1\n16 16 1\n\n<size=%d uchar noinit>\n<size=%d uchar fill=77>\n' \
            "$n" "$n" $cells $cells >"$file.sim"
        printf '<size=4 int> %d\n<size=4 int> %d\n<size=4 int> 3\n' "$n" "$n" >>"$file.sim" ;;
    matmul)
        { head_of matmul; buffer c output f32 "$n, $n"
          for m in a b; do buffer $m input f32 "$n, $n"; echo 'contents = "noise"'; done
          printf '[[launch]]\nkernel = "matmul"\ngrid = [%d, %d]\nblock = [16, 16]\n' $grid $grid
          printf 'arguments = ["c", "a", "b", "s32:%d"]\n' "$n"; } >"$file.toml"
        printf 'matmul.cl\nmatmul\n%d %d 1\n16 16 1\n\n<size=%d float noinit>\n<size=%d float fill=1.5>\n<size=%d float fill=0.25>\n<size=4 int> %d\n' \
            "$n" "$n" $((4 * cells)) $((4 * cells)) $((4 * cells)) "$n" >"$file.sim" ;;
    histogram)
        { head_of histogram; buffer bins output u32 256; echo 'contents = 0'
          buffer values input u8 "$n"; echo 'contents = "noise"'
          printf '[[launch]]\nkernel = "histogram"\ngrid = [%d]\nblock = [256]\n' $(((n + 255) / 256))
          printf 'arguments = ["bins", "values", "s32:%d"]\n' "$n"; } >"$file.toml"
        head -c "$n" /dev/urandom | od -An -v -tu1 -w1 | tr -s '\n ' ' ' >values.text
        { printf 'histogram.cl\nhistogram\n%d 1 1\n256 1 1\n\n<size=1024 uint fill=0>\n<size=%d uchar>\n' \
            $(((n + 255) / 256 * 256)) "$n"
          cat values.text; printf '\n<size=4 int> %d\n' "$n"; } >"$file.sim" ;;
    esac
}

seconds() { # time of a command, which must succeed
    local begin end
    begin=$(date +%s.%N)
    "$@" >run.log 2>&1 || { cat run.log >&2; exit 1; }
    end=$(date +%s.%N)
    echo "$begin $end" | awk '{ print $2 - $1 }'
}
ours() { seconds "$warpscope" run "$1.toml" --device emulator; }
theirs() { seconds oclgrind-kernel --data-races --uninitialized "$1.sim"; }
median() { sort -n | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

declare -A size=([blur]=1024 [matmul]=256 [histogram]=1000000)
[ $small = no ] || size=([blur]=128 [matmul]=64 [histogram]=20000)
for work in blur matmul histogram; do
    make_work $work "${size[$work]}"
    ours $work >/dev/null # fills the compiler's cache
done
for ((round = 0; round < rounds; ++round)); do
    for work in blur matmul histogram; do
        ours $work >>ours.$work
        theirs $work >>theirs.$work
    done
done

echo "medians of $rounds rounds, seconds; $(nproc) cores, $(oclgrind --version 2>/dev/null | grep -m1 -o 'Oclgrind [0-9.]*')"
printf '%-12s %10s %12s %12s %8s\n' work size Warpscope Oclgrind ratio
for work in blur matmul histogram; do
    echo "$(median <ours.$work) $(median <theirs.$work)" | awk -v work=$work -v size="${size[$work]}" '{
        printf "%-12s %10s %12.3f %12.3f %8.1f\n", work, size, $1, $2, $2 / $1 }'
done
