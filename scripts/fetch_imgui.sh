#!/usr/bin/env bash
# Fetches the pinned Dear ImGui sources from Debian's unstable suite into DESTINATION, for machines that can reach only
# a package archive.
# Usage: fetch_imgui.sh DESTINATION
#
# Debian 12 has an older Dear ImGui. apt fetches the source package of sid from the archive that this machine already
# uses, with a private state directory: the machine's lists, caches and sources do not change, and root is not needed.
set -euo pipefail

readonly version=1.92.2b
readonly tarball=imgui_${version}+ds.orig.tar.xz
readonly sha256=e7bd201d56b5ee90d24d5dac85e5c12f98bdb95410252a62d27b7f89e4566d48

destination=$(realpath -m "${1:?usage: fetch_imgui.sh DESTINATION}")
fail() { echo "fetch_imgui.sh: $*" >&2; exit 1; }

for tool in apt-get xz sha256sum; do
    command -v "$tool" >/dev/null || fail "$tool is needed and missing"
done

state=$(mktemp -d)
trap 'rm -rf "$state"' EXIT
mkdir -p "$state"/{lists/partial,cache/archives/partial,parts,unpacked}

# apt prints the URLs of its archives, no matter whether .list or .sources files contain them.
archives=$(apt-get update --print-uris 2>/dev/null |
    sed -nE "s#^'([^']+)/dists/[^']*InRelease' .*#\1#p" | grep -v security | sort -u || true)
[ -n "$archives" ] || fail "apt names no package archive on this machine"

keyring=/usr/share/keyrings/debian-archive-keyring.gpg
apt_options=(
    -o Dir::State="$state" -o Dir::State::lists="$state/lists" -o Dir::Cache="$state/cache"
    -o Dir::Etc::sourcelist="$state/sid.sources" -o Dir::Etc::sourceparts="$state/parts"
    # Accepts outdated mirrors, because a pinned hash identifies the file.
    -o Acquire::Check-Valid-Until=false -o Acquire::Check-Date=false
    -o Dir::State::status=/var/lib/dpkg/status -o APT::Sandbox::User=root -o Acquire::Languages=none
    -o Acquire::Retries=2 -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20
)
for archive in $archives; do
    {
        printf 'Types: deb-src\nURIs: %s\nSuites: sid\nComponents: main\n' "$archive"
        if [ -r "$keyring" ]; then printf 'Signed-By: %s\n' "$keyring"; fi
    } >"$state/sid.sources"
    if (cd "$state" && apt-get "${apt_options[@]}" -qq update &&
        apt-get "${apt_options[@]}" -qq source --download-only --tar-only imgui) >"$state/log" 2>&1 &&
        [ -f "$state/$tarball" ]; then
        break
    fi
done
if [ ! -f "$state/$tarball" ]; then
    found=$(cd "$state" && ls imgui_*.orig.tar.* 2>/dev/null || true)
    [ ! -s "$state/log" ] || tail -n 5 "$state/log" >&2
    fail "the archive does not offer $tarball${found:+ (it has $found)}"
fi
echo "$sha256  $state/$tarball" | sha256sum --check --quiet || fail "$tarball is not the pinned file"

tar -xJf "$state/$tarball" -C "$state/unpacked" --strip-components=1
mkdir -p "$(dirname "$destination")"
staging=$(mktemp -d "$destination.XXXXXX")
chmod 755 "$staging"
cp -R "$state/unpacked/." "$staging/"
# Another configure run may have created the same copy meanwhile.
if [ -e "$destination" ]; then rm -rf "$staging"; else mv -T "$staging" "$destination"; fi
echo "fetch_imgui.sh: Dear ImGui $version is in $destination" >&2
