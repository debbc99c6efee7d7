#!/usr/bin/env bash
# Checks Warpscope on this machine's GPU: results against emulator and plain C++, PTX errors, OpenGL interop and its
# fallback, faulting and endless kernels, times. Then repeats the checks with compute-sanitizer's four tools.
# Usage: gpu_check.sh [--no-times] [--no-sanitizer]
#
# Uses the programs in .bundle/ if it exists (see pack_gpu.sh; pack `gpu_selfcheck gpu_tests interop_tests`), else
# build/release. A step takes up to a minute, or longer with the sanitizer. Needs an NVIDIA driver, and the CUDA Toolkit
# for compute-sanitizer.
# Exit status: 0 success, 1 failure, 3 no GPU.
set -uo pipefail
cd "$(dirname "$0")/.."

times=yes
sanitizer=yes
for argument in "$@"; do
    case $argument in
    --no-times) times=no ;;
    --no-sanitizer) sanitizer=no ;;
    *) echo "usage: gpu_check.sh [--no-times] [--no-sanitizer]" >&2; exit 2 ;;
    esac
done

if [ -x .bundle/bin/gpu_selfcheck ]; then
    bin=.bundle/bin
    program=$bin/warpscope
    runner=(scripts/gpu_window.sh --egl)
else
    bin=build/release/tests-bin
    program=build/release/warpscope
    runner=(env)
    [ -x $bin/gpu_selfcheck ] || scripts/build.sh release gpu_selfcheck gpu_tests interop_tests || exit 3
fi
export WARPSCOPE_CUDA_DIR=${WARPSCOPE_CUDA_DIR:-$PWD/cuda}

failed=()
run() {
    local title=$1
    shift
    echo "== $title"
    "$@"
    local status=$?
    [ $status -eq 77 ] && { echo "gpu_check.sh: no GPU can be used here" >&2; exit 3; }
    [ $status -eq 0 ] || failed+=("$title (exit status $status)")
}

# Requires that the program stops an endless kernel before any watchdog does, and names its line.
endless_loop() {
    local said status=0
    said=$(timeout 60 "${runner[@]}" "$program" run bug_museum/endless_loop --device gpu 2>&1) || status=$?
    echo "$said"
    [ $status -eq 1 ] && grep -q 'was stopped' <<<"$said" && grep -q 'endless_loop.cu:' <<<"$said"
}

[ ! -x "$program" ] || run "warpscope gpu" "${runner[@]}" "$program" gpu
run "gpu_selfcheck" "${runner[@]}" $bin/gpu_selfcheck checks
[ $times = no ] || run "gpu_selfcheck timing" "${runner[@]}" $bin/gpu_selfcheck timing
for tests in gpu_tests interop_tests; do
    [ ! -x $bin/$tests ] || run "$tests" "${runner[@]}" $bin/$tests --gtest_brief=1
done

if [ $sanitizer = yes ]; then
    tool=$(command -v compute-sanitizer || ls /usr/local/cuda/bin/compute-sanitizer 2>/dev/null)
    if [ -z "$tool" ]; then
        failed+=("compute-sanitizer is missing: install the CUDA Toolkit")
    else
        for kind in memcheck racecheck initcheck synccheck; do
            for part in compute interop; do
                # Ignores API errors, because some tests cause them on purpose.
                run "compute-sanitizer $kind, $part" "${runner[@]}" "$tool" --tool $kind --error-exitcode 9 \
                    --report-api-errors no $bin/gpu_selfcheck $part
            done
        done
    fi
fi

# These checks run last: after a fault, driver 580 may draw wrong OpenGL pictures without a display until it is
# reloaded.
[ ! -x "$program" ] || run "an endless loop" endless_loop
run "gpu_selfcheck guard" "${runner[@]}" $bin/gpu_selfcheck guard
run "gpu_selfcheck fault" "${runner[@]}" $bin/gpu_selfcheck fault

if [ ${#failed[@]} -eq 0 ]; then
    echo "== gpu_check.sh: all passed"
    exit 0
fi
printf '== FAILED: %s\n' "${failed[@]}"
exit 1
