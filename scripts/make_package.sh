#!/usr/bin/env bash
# Builds the Debian package out/warpscope_VERSION_ARCH.deb, unpacks it and runs every experiment of the course from
# there on the emulator.
# Usage: make_package.sh [--no-check]
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install_deps.sh
# Packs the release build as it is, because the program contains no path of this tree.
scripts/build.sh release install_files
rm -f build/release/*.deb
(cd build/release && cpack >cpack.log 2>&1) || {
    cat build/release/cpack.log >&2
    exit 1
}
mkdir -p out
package=$(basename build/release/*.deb)
mv "build/release/$package" out/
echo "out/$package"
if [ "${1:-}" = --no-check ]; then exit 0; fi

installed=$(mktemp -d)
trap 'rm -rf "$installed"' EXIT
dpkg-deb --extract "out/$package" "$installed"
program=$installed/usr/bin/warpscope
unset WARPSCOPE_CUDA_DIR
if grep -qF "$PWD" "$program"; then
    echo "make_package.sh: the program knows where it was built" >&2
    exit 1
fi
cd "$installed" # so that no relative path leads to the repository

names=$("$program" list | sed -n 's/^\([a-z0-9_]*\) - .*/\1/p')
[ -n "$names" ] || {
    echo "make_package.sh: the installed program lists no experiment" >&2
    exit 1
}
failed=0
for name in $names; do
    # Status 1 means findings, as in the bug museum. A run without a report has failed.
    status=0
    "$program" run "$name" --device emulator --report report.json >log 2>&1 || status=$?
    if [ $status -gt 1 ] || [ ! -s report.json ]; then
        echo "make_package.sh: $name could not run: status $status" >&2
        cat log >&2
        failed=1
    fi
    rm -f report.json
done
[ $failed -eq 0 ] && echo "the installed program ran $(wc -w <<<"$names") experiments"
exit $failed
