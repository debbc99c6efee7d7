#!/usr/bin/env bash
# Builds Warpscope for browsers: the page in build/web/page and a site around it in build/web/site, for any web server,
# and the engine for node. Then compares the engine's reports with the native program's.
# Usage: web.sh [--build-only | --engine | --tests]
#   --build-only  does not compare
#   --engine      builds and compares only the engine
#   --tests       builds everything, and the tests of test_web_render.py
#
# docs/WEB.md tells how to serve the page.
#
# Needs em++ 3.1.60 or newer. Debian 13 has it (package emscripten). On an older system, root installs a separate
# Debian 13 below build/web-root with debootstrap.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly mode=${1:-} root=$PWD/build/web-root sources=$PWD/build/web-sources
readonly packages=(emscripten cmake ninja-build pkg-config python3 libfmt-dev libexpected-dev nlohmann-json3-dev
    libtomlplusplus-dev libcli11-dev libhwy-dev libstb-dev googletest gettext dpkg-dev xz-utils ca-certificates)

case "$mode" in
    "" | --build-only) targets=(all) ;;
    --engine) targets=(warpscope_engine) ;;
    --tests) targets=(all render_tests) ;;
    *)
        echo "usage: web.sh [--build-only | --engine | --tests]" >&2
        exit 2
        ;;
esac

is_recent() {
    local version
    version=$("$@" --version 2>/dev/null | sed -nE '1s/.* ([0-9]+\.[0-9]+\.[0-9]+).*/\1/p')
    [ -n "$version" ] && [ "$(printf '%s\n' 3.1.60 "$version" | sort -V | head -n 1)" = 3.1.60 ]
}

# Runs a command in the Debian 13 below build/web-root, with the repository mounted at the same path.
in_root() {
    unshare --mount bash -c '
        mkdir -p "$0$1" && mount --bind "$1" "$0$1" && mount --bind /dev "$0/dev" && mount -t proc proc "$0/proc" &&
        exec chroot "$0" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
            bash -c "cd \"\$0\" && exec \"\$@\"" "$1" "${@:2}"' "$root" "$PWD" "$@"
}

make_root() {
    [ -e "$root/complete" ] && return
    if [ "$(id -u)" -ne 0 ] || ! command -v debootstrap >/dev/null; then
        echo "web.sh: em++ 3.1.60 or newer is missing (Debian 13: apt install emscripten). Elsewhere, run this script as" \
            "root with debootstrap installed" >&2
        exit 3
    fi
    echo "web.sh: making a Debian 13 with emscripten in $root (about 2 GB)" >&2
    rm -rf --one-file-system "$root"
    debootstrap --variant=minbase trixie "$root" >/dev/null || exit 3
    cp /etc/resolv.conf "$root/etc/"
    cp -n /etc/apt/apt.conf.d/* "$root/etc/apt/apt.conf.d/" 2>/dev/null || true # such as a proxy
    sed -n 's/^deb /deb-src /p' "$root/etc/apt/sources.list" >"$root/etc/apt/sources.list.d/source.list"
    in_root apt-get -q update >/dev/null || exit 3
    in_root apt-get -qy install --no-install-recommends "${packages[@]}" >/dev/null || exit 3
    touch "$root/complete"
}

# Fetches Debian's source packages of two libraries, which are compiled to wasm.
fetch_sources() {
    local name
    mkdir -p "$sources"
    for name in zstd md4c; do
        compgen -G "$sources/$name-*/" >/dev/null && continue
        (cd "$sources" && "${runner[@]}" bash -c "cd '$sources' && apt-get -q source --download-only --tar-only \
            $([ $name = zstd ] && echo libzstd || echo $name)" >/dev/null)
        tar -xf "$(ls "$sources"/*"$name"*.orig.tar.*)" -C "$sources"
    done
}

runner=(env)
if ! is_recent em++; then
    make_root
    runner=(in_root)
fi
fetch_sources
"${runner[@]}" emcmake cmake --preset web -DWARPSCOPE_WEB_SOURCES="$sources" >build/web-configure.log 2>&1 || {
    cat build/web-configure.log >&2
    exit 3
}
"${runner[@]}" cmake --build --preset web --target "${targets[@]}"

scripts/build.sh release warpscope
build/release/warpscope bank build/web/bank >/dev/null
if [ "$mode" != --engine ]; then
    scripts/pack_web_page.py
    scripts/make_site.py
fi
if [ -z "$mode" ] || [ "$mode" = --engine ]; then scripts/compare_web_reports.py; fi
