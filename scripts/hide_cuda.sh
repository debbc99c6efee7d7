#!/usr/bin/env bash
# Runs a command without access to any CUDA Toolkit, to test that Warpscope builds and runs without one.
# Usage: hide_cuda.sh COMMAND [ARGUMENT...]
#
# Uses a private mount namespace in which the toolkit's folders and libraries are empty. Other processes do not notice.
# Needs no root where user namespaces are allowed.
set -euo pipefail

if [ "${1:-}" != --inside ]; then
    [ $# -gt 0 ] || { echo "usage: hide_cuda.sh COMMAND [ARGUMENT...]" >&2; exit 2; }
    namespace=(unshare --mount)
    [ "$(id -u)" -eq 0 ] || namespace=(unshare --mount --map-root-user)
    if ! "${namespace[@]}" true 2>/dev/null; then
        echo "hide_cuda.sh: this system does not allow private mount namespaces; keep NVRTC out of LD_LIBRARY_PATH" >&2
        exit 3
    fi
    exec "${namespace[@]}" "$0" --inside "$@"
fi
shift

shopt -s nullglob
for folder in /usr/local/cuda* /usr/lib/cuda /opt/cuda* "${CUDA_HOME:-}" "${CUDA_PATH:-}" "${CUDAToolkit_ROOT:-}"; do
    # Skips links such as /usr/local/cuda, which lead to listed folders, and /usr, whose files are hidden below.
    if [ -d "$folder" ] && [ ! -L "$folder" ] && [ ! -e "$folder/bin/sh" ]; then
        mount -t tmpfs -o size=4k,mode=755 hidden "$folder"
    fi
done
for library in $(ldconfig -p | sed -nE 's#.*(libnvrtc|libcudart).* => (/.*)#\2#p'); do
    if [ -f "$library" ]; then mount --bind /dev/null "$(realpath "$library")"; fi
done
for file in "$(command -v nvcc || true)" /usr/include/cuda_runtime.h /usr/include/nvrtc.h; do
    if [ -s "$file" ]; then mount --bind /dev/null "$(realpath "$file")"; fi
done

unset CUDA_HOME CUDA_PATH CUDAToolkit_ROOT CUDACXX
exec "$@"
