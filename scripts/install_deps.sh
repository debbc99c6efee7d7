#!/usr/bin/env bash
# Installs missing Debian or Ubuntu packages that Warpscope needs.
# Usage: install_deps.sh [--list]     --list only prints the names of all packages
#
# clang is a run-time dependency: it compiles kernels if no CUDA Toolkit is installed.
set -euo pipefail

readonly packages=(
    # compilers and build tools
    g++ cmake ninja-build pkg-config ccache git clang clang-format clang-tidy python3-glad xz-utils ca-certificates
    # libraries; see third_party/README.md
    libglfw3-dev libegl-dev libgl-dev libopengl-dev libstb-dev libgif-dev libvpx-dev libwebm-dev libfontconfig-dev libhwy-dev libfmt-dev libexpected-dev libzstd-dev libmd4c-dev libmd-dev
    libcairo2-dev libqpdf-dev libboost-locale-dev
    # web server for the browser page
    libcpp-httplib-dev libqrencode-dev
    # static site (scripts/make_site.py)
    cmark-gfm
    # translations
    gettext
    nlohmann-json3-dev libtomlplusplus-dev libcli11-dev libgtest-dev libgmock-dev
    # at run time: OpenGL with Mesa's software driver, fonts
    libegl1 libegl-mesa0 libgl1 libgl1-mesa-dri fonts-inter fonts-jetbrains-mono
    # sandbox for grading and for compiling on a server
    bubblewrap
    # for the Debian package (scripts/make_package.sh)
    dpkg-dev file
    # for tests of figures
    librsvg2-bin poppler-utils
    # for tests of the window without a screen
    xvfb xauth xdotool
)

if [ "${1:-}" = --list ]; then
    printf '%s\n' "${packages[@]}"
    exit 0
elif [ $# -gt 0 ]; then
    echo "usage: install_deps.sh [--list]" >&2
    exit 2
fi

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    if command -v cmake >/dev/null && command -v ninja >/dev/null; then
        exit 0 # Without apt, packages are installed by hand; CMake reports missing ones.
    fi
    echo "install_deps.sh: this system has no apt. Install what these Debian packages hold, then run again:" >&2
    printf '  %s\n' "${packages[@]}" >&2
    exit 3
fi

installed=$(dpkg-query --show --showformat '${Package} ${db:Status-Status}\n' "${packages[@]}" 2>/dev/null |
    sed -n 's/ installed$//p' || true)
missing=()
for package in "${packages[@]}"; do
    grep -qxF "$package" <<<"$installed" || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    # sudo cannot ask for a password without a terminal.
    if command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
        as_root=(sudo)
    else
        echo "install_deps.sh: these packages are missing, and only root can install them:" >&2
        echo "  apt-get install --no-install-recommends ${missing[*]}" >&2
        exit 3
    fi
fi

echo "install_deps.sh: installing ${missing[*]}" >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { "${as_root[@]}" apt-get -q update &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -qy install --no-install-recommends "${missing[@]}"; } >"$log" 2>&1 </dev/null; then
    tail -n 20 "$log" >&2
    echo "install_deps.sh: apt could not install: ${missing[*]}" >&2
    exit 3
fi
