#!/usr/bin/env bash
# Builds the page for browsers and tests it: the engine's reports in node, and, if Chromium is installed, the page, its
# pictures, the class, the site, and two minutes of random use. Every test runs even if an earlier one failed.
# Usage: test_web.sh
# Needs what web.sh needs; for Chromium also python3-websocket.
set -uo pipefail
cd "$(dirname "$0")/.."

scripts/web.sh --tests || exit
failed=()
# check COMMAND...: runs a test and remembers a failure.
check() {
    echo "== $*"
    "$@" || failed+=("${1##*/}")
}

check scripts/compare_web_reports.py
if command -v chromium >/dev/null; then
    check scripts/test_web_page.py
    check scripts/test_web_page.py --one-thread
    check scripts/test_web_pictures.py
    check scripts/test_web_render.py
    check scripts/test_class_page.py
    check scripts/test_site.py
    check scripts/test_web_monkey.py --minutes 2
else
    echo "test_web.sh: chromium is not installed, so the page itself was not tested"
fi
[ ${#failed[@]} -eq 0 ] || {
    echo "test_web.sh: failed: ${failed[*]}" >&2
    exit 1
}
