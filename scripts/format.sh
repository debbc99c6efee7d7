#!/usr/bin/env bash
# Formats all C++ files with clang-format.
# Usage: format.sh [--check]
#   --check  changes nothing; prints the lines that differ and fails if there are any
# The reference is clang-format 14 of Debian 12; other versions may differ slightly.
set -euo pipefail
cd "$(dirname "$0")/.."

case "${1:-}" in
--check) mode=(--dry-run --Werror) ;;
"") mode=(-i) ;;
*)
    echo "usage: format.sh [--check]" >&2
    exit 2
    ;;
esac

# Leaves out kernels in cuda/, which are in textbook style.
git ls-files -z -- 'src/*.[ch]pp' 'tests/*.[ch]pp' | xargs -0 --no-run-if-empty clang-format "${mode[@]}"
