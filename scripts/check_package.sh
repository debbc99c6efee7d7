#!/usr/bin/env bash
# Installs the Debian package in a bare Debian, uses it there as an unprivileged user, removes it and looks for
# leftovers.
# Needs root and mmdebstrap or debootstrap. Leaves nothing on this system.
# Usage: check_package.sh FILE.deb [RELEASE]     RELEASE: bookworm or trixie; default: this system's
set -euo pipefail
cd "$(dirname "$0")/.."

package=$(realpath "${1:?usage: check_package.sh FILE.deb [RELEASE]}")
release=${2:-$(. /etc/os-release && echo "$VERSION_CODENAME")}
if [ "$(id -u)" -ne 0 ]; then
    echo "check_package.sh: only root can make a system in a folder; use sudo" >&2
    exit 3
fi
if [ -z "${WARPSCOPE_MOUNTS_APART:-}" ]; then
    # Restarts in a new mount namespace, so that the mounts disappear when the script ends.
    WARPSCOPE_MOUNTS_APART=1 exec unshare --mount "$0" "$package" "$release"
fi

system=$(mktemp -d)
trap 'umount -l "$system/proc" "$system/dev" 2>/dev/null || true; rm -rf --one-file-system "$system"' EXIT
chmod 755 "$system"
if command -v mmdebstrap >/dev/null; then
    mmdebstrap --quiet --variant=minbase "$release" "$system"
elif command -v debootstrap >/dev/null; then
    debootstrap --variant=minbase "$release" "$system" >/dev/null
else
    echo "check_package.sh: needs mmdebstrap or debootstrap" >&2
    exit 3
fi
cp /etc/resolv.conf "$system/etc/"
# Copies apt settings, such as a proxy.
cp -n /etc/apt/apt.conf.d/* "$system/etc/apt/apt.conf.d/" 2>/dev/null || true
mount --bind /dev "$system/dev"
mount -t proc proc "$system/proc"

inside() { chroot "$system" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
as_user() { inside HOME=/home/reader setpriv --reuid=reader --regid=reader --clear-groups --no-new-privs "$@"; }
failed=0
# check WORDS COMMAND...: requires the command to succeed.
check() {
    local words=$1 log
    shift
    if log=$("$@" 2>&1); then
        echo "ok      $words"
    else
        echo "FAILED  $words" >&2
        tail -n 20 <<<"$log" | sed 's/^/        /' >&2
        failed=1
    fi
}

# Keeps the copied settings where a package has others.
install() { inside apt-get -q -y -o Dpkg::Options::=--force-confold install "$@"; }

inside apt-get -q update >/dev/null
if ! log=$(install shared-mime-info xdg-utils desktop-file-utils appstream 2>&1); then
    tail -n 20 <<<"$log" >&2
    exit 3
fi
cp "$package" "$system/root/warpscope.deb"
check "apt installs it with what it recommends" install /root/warpscope.deb
inside useradd --create-home reader
cp docs/PTX.md "$system/home/reader/not_a_scene.wscope"
cat >"$system/home/reader/double.cu" <<'KERNEL'
__global__ void twice(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2.0f * in[i];
}
KERNEL

check "the menu's entry is valid" inside desktop-file-validate /usr/share/applications/warpscope.desktop
# The project has neither a domain for the component's ID nor a homepage. Older validators do not know the second rule.
check "its description for software centers is valid" inside sh -c '
    file=/usr/share/metainfo/warpscope.metainfo.xml rule=cid-desktopapp-is-not-rdns=info
    appstreamcli validate --no-net --override=$rule $file ||
        appstreamcli validate --no-net --override=$rule,url-homepage-missing=info $file'
check "a scene has a type" as_user sh -c 'xdg-mime query filetype ~/not_a_scene.wscope | grep -qx application/x-warpscope-scene'
check "which this program opens" inside sh -c 'grep -q "x-warpscope-scene=.*warpscope.desktop" /usr/share/applications/mimeinfo.cache'
check "it lists the course" as_user warpscope list
check "a kernel of the course runs" as_user warpscope run box_blur --report /home/reader/report.json
check "the window is drawn without a display" as_user warpscope --screenshot /home/reader/window.png --experiment box_blur
check "a lesson holds" as_user warpscope lesson halo --check
check "a kernel of one's own runs" as_user warpscope run /home/reader/double.cu
check "a scene is saved and drawn again" as_user sh -c \
    'cd && warpscope run scan --figure scan.png && warpscope run scan.png --figure again.png'
check "what is no scene is refused with words" as_user sh -c 'warpscope run ~/not_a_scene.wscope 2>&1 | grep -q .'
check "the runtime for programs with main() is there" inside test -e /usr/lib/warpscope/runtime/libcudart.so.13
check "programs of CUDA 11 find it" inside test -e /usr/lib/warpscope/runtime/libcudart.so.11.0
check "the manual's page is there" inside sh -c 'zcat /usr/share/man/man1/warpscope.1.gz | grep -q "^.SH"'
check "bash reads its completion" inside bash -n /usr/share/bash-completion/completions/warpscope

# Skips links to source code, because the package does not contain it.
check "links between its documents lead somewhere" inside sh -c '
    cd /usr/share/doc/warpscope
    find . -name "*.md" | while read -r page; do
        grep -oE "\]\([^):#]+" "$page" | cut -c3- | grep -vE "^(https?$|(\.\./)*(src|third_party)/)" | while read -r link; do
            test -e "$(dirname "$page")/$link" || { echo "$page: $link"; exit 1; }
        done || exit 1
    done'
check "it goes" inside apt-get -q -y purge warpscope
left=$(find "$system/usr" "$system/etc" -xdev -ipath '*warpscope*' | sed "s|^$system||")
if [ -n "$left" ]; then
    printf 'FAILED  left behind:\n%s\n' "$left" >&2
    failed=1
fi
exit $failed
