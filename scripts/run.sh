#!/usr/bin/env bash
# Installs missing packages, builds Warpscope and opens its window. Without a display, writes a PNG instead.
# Usage: run.sh [ARGUMENTS OF warpscope...]
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install_deps.sh
scripts/build.sh release warpscope >&2

display_is_usable() {
    if [ -n "${WAYLAND_DISPLAY:-}" ] && [ -S "${XDG_RUNTIME_DIR:-/nonexistent}/$WAYLAND_DISPLAY" ]; then return 0; fi
    [ -n "${DISPLAY:-}" ] && timeout 5 xdotool getdisplaygeometry >/dev/null 2>&1
}

readonly program=build/release/warpscope
readonly no_environment=3
if display_is_usable; then
    status=0
    "$program" "$@" || status=$?
    [ $status -eq $no_environment ] || exit $status
    echo "run.sh: the window could not be opened (see above); rendering without a display" >&2
fi

readonly picture=out/warpscope.png
mkdir -p "$(dirname "$picture")"
"$program" --screenshot "$picture" "$@"
echo "No display: the window was rendered to $PWD/$picture"
