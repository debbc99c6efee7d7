#!/usr/bin/env bash
# Runs a command with the libraries of .bundle/ (see pack_gpu.sh) on a GPU machine that has neither display nor
# packages.
# Draws headless, or in an X server with clients that use the NVIDIA GPU.
# Usage: gpu_window.sh [--egl | --screen FILE.xwd] COMMAND [ARGUMENT...]
#   --egl              headless rendering through EGL, without X server
#   --screen FILE.xwd  saves the X server's screen after SCREEN_AFTER seconds (default 10) and ends the command;
#                      scripts/xwd_to_png.py converts it to PNG
# SCREEN_SIZE sets the screen (default 1920x1080). Returns the command's exit status, or 0 if it was ended. Run as root
# on a disposable machine: the X server needs files at fixed places in /usr.
set -euo pipefail

here=$(cd "$(dirname "$0")/.." && pwd)
root=${WARPSCOPE_GPU_ROOT:-/opt/warpscope-gpu}
screen_file=""
with_x=yes
case "${1:-}" in
--egl) with_x=no; shift ;;
--screen) screen_file=${2:?--screen needs a file name}; shift 2 ;;
esac
[ $# -gt 0 ] || { echo "usage: gpu_window.sh [--egl | --screen FILE.xwd] COMMAND [ARGUMENT...]" >&2; exit 2; }

if [ ! -d "$root" ]; then
    mkdir -p "$root"
    tar -xJf "$here/.bundle/root.tar.xz" -C "$root"
    cat >"$root/fonts.conf" <<CONF
<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>$root/fonts</dir><cachedir>$root/fontcache</cachedir></fontconfig>
CONF
fi

nvrtc=$(find /usr/local /usr/lib -name 'libnvrtc.so.*' -not -path '*stubs*' -print -quit 2>/dev/null || true)
export PATH=$root/bin:$PATH FONTCONFIG_FILE=$root/fonts.conf
libraries=$root/lib${nvrtc:+:$(dirname "$nvrtc")}:/usr/local/nvidia/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
vendor=/usr/local/nvidia/share/glvnd/egl_vendor.d/10_nvidia.json
if [ -e "$vendor" ]; then export __EGL_VENDOR_LIBRARY_FILENAMES=$vendor; fi

if [ $with_x = no ]; then
    LD_LIBRARY_PATH=$libraries exec "$@"
fi

[ -x /usr/bin/xkbcomp ] || cp "$root/bin/xkbcomp" /usr/bin/
[ -d /usr/share/X11/xkb ] || { mkdir -p /usr/share/X11 && cp -r "$root/share/X11/." /usr/share/X11/; }
mkdir -p /usr/lib/x86_64-linux-gnu /tmp/.X11-unix
[ -e /usr/lib/x86_64-linux-gnu/dri ] || ln -s "$root/lib/dri" /usr/lib/x86_64-linux-gnu/dri

frame_buffer=$(mktemp -d)
number_file=$frame_buffer/display
LD_LIBRARY_PATH=$root/lib "$root/bin/Xvfb" -displayfd 3 -screen 0 "${SCREEN_SIZE:-1920x1080}x24" +extension GLX \
    -fbdir "$frame_buffer" 3>"$number_file" >"$frame_buffer/log" 2>&1 &
server=$!
trap 'kill $server 2>/dev/null || true; wait $server 2>/dev/null || true; rm -rf "$frame_buffer"' EXIT
for _ in $(seq 100); do
    [ -s "$number_file" ] && break
    sleep 0.1
done
[ -s "$number_file" ] || { echo "gpu_window.sh: the X server did not start:" >&2; cat "$frame_buffer/log" >&2; exit 3; }

export DISPLAY=:$(cat "$number_file")
# Without the driver's GLX library, Mesa's software driver still shows that the window works.
if LD_LIBRARY_PATH=$libraries ldconfig -p | grep -q libGLX_nvidia || [ -e /usr/local/nvidia/lib64/libGLX_nvidia.so.0 ]; then
    export __GLX_VENDOR_LIBRARY_NAME=nvidia
fi

status=0
if [ -n "$screen_file" ]; then
    LD_LIBRARY_PATH=$libraries "$@" &
    command=$!
    sleep "${SCREEN_AFTER:-10}"
    cp "$frame_buffer/Xvfb_screen0" "$screen_file"
    if kill $command 2>/dev/null; then
        wait $command || true
    else
        wait $command || status=$?
    fi
else
    LD_LIBRARY_PATH=$libraries "$@" || status=$?
fi
exit $status
