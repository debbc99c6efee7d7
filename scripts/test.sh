#!/usr/bin/env bash
# Installs missing packages, builds Warpscope and runs its tests.
# Usage: test.sh [--sanitize] [ARGUMENTS OF ctest...]
#   --sanitize  runs tests that need no OpenGL under the address and undefined behavior sanitizers, and the tests of
#               simt and session, which start threads, under the thread sanitizer
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install_deps.sh
jobs=$(nproc)

if [ "${1:-}" = --sanitize ]; then
    shift
    status=0
    scripts/build.sh asan sanitizer_tests
    ctest --preset asan -j "$jobs" -L sanitized "$@" || status=1
    scripts/build.sh tsan thread_tests
    # The thread sanitizer's shadow memory conflicts with some kernels' address randomization.
    setarch "$(uname -m)" --addr-no-randomize ctest --preset tsan -j "$jobs" -L threaded "$@" || status=1
    exit $status
fi

scripts/build.sh release
ctest --preset release -j "$jobs" "$@"
