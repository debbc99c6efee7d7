#!/usr/bin/env bash
# Formats all C++ files with clang-format. Usage: format.sh [--check]
#   --check  changes nothing; names the lines that differ and fails if there are any
# The reference is Debian 12's clang-format 14; other versions may disagree in small things.
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

# Kernels in cuda/ are set as textbooks print them and stay as they are.
git ls-files -z -- 'src/*.[ch]pp' 'tests/*.[ch]pp' | xargs -0 --no-run-if-empty clang-format "${mode[@]}"
