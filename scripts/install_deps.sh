#!/usr/bin/env bash
# Installs the Debian or Ubuntu packages that Warpscope needs and that are missing. Says nothing when all are there.
# Usage: install_deps.sh [--list]     --list prints the names of all packages and installs nothing
#
# clang is needed to run, too: it compiles the kernels when there is no CUDA Toolkit.
set -euo pipefail

readonly packages=(
    # compilers and build tools
    g++ cmake ninja-build pkg-config ccache git clang clang-format clang-tidy python3-glad xz-utils ca-certificates
    # libraries to build with; third_party/README.md says what each is for
    libglfw3-dev libegl-dev libgl-dev libopengl-dev libstb-dev libgif-dev libvpx-dev libwebm-dev libfontconfig-dev libhwy-dev libfmt-dev libexpected-dev libzstd-dev libmd4c-dev libmd-dev
    libcairo2-dev libqpdf-dev libboost-locale-dev
    # translations: compiled to what the program reads
    gettext
    nlohmann-json3-dev libtomlplusplus-dev libcli11-dev libgtest-dev libgmock-dev
    # to run: OpenGL with Mesa's software driver, and the fonts of the window
    libegl1 libegl-mesa0 libgl1 libgl1-mesa-dri fonts-inter fonts-jetbrains-mono
    # to grade what students hand in, apart from the rest of the machine
    bubblewrap
    # to make the Debian package (scripts/make_package.sh)
    dpkg-dev file
    # to test figures: what other programs make of them
    librsvg2-bin poppler-utils
    # to test in a real window without a screen
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
        exit 0 # Another system, already set up by hand; CMake names what it does not find.
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
    # Without a terminal sudo may not ask for a password.
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
