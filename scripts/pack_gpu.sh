#!/usr/bin/env bash
# Packs Warpscope for a GPU machine with the NVIDIA driver but without display and packages: .bundle/bin with
# programs, and .bundle/root.tar.xz with libraries, fonts, an X server with OpenGL, and xdotool. scripts/gpu_window.sh
# uses both there.
# Usage: pack_gpu.sh [--no-window] [TEST PROGRAM...]    for example: pack_gpu.sh gpu_tests interop_tests
#   --no-window  without the X server, for gpu_window.sh --egl: a tenth of size and time
#
# Copies all linked libraries from this machine, except the C and C++ runtimes. The GPU machine's runtimes are at least
# as new as Debian 12's, and its driver needs them.
set -euo pipefail
cd "$(dirname "$0")/.."

window=yes
if [ "${1:-}" = --no-window ]; then
    window=no
    shift
fi

scripts/install_deps.sh
scripts/build.sh release warpscope "$@" >&2

bundle=$PWD/.bundle
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
rm -rf "$bundle"
mkdir -p "$bundle/bin" "$root"/{bin,lib/dri,fonts,share}

for program in build/release/warpscope "${@/#/build/release/tests-bin/}"; do
    cp "$program" "$bundle/bin/"
done
# Files that gpu_tests needs next to itself.
for helper in gpu_child libfake_driver.so libold_driver.so; do
    [ ! -e "$bundle/bin/gpu_tests" ] || cp "build/release/tests-bin/$helper" "$bundle/bin/"
done
strip "$bundle"/bin/*

readonly host_libraries='^(ld-linux|libc\.so|libm\.so|libdl\.so|libpthread\.so|librt\.so|libresolv\.so|libstdc\+\+|libgcc_s|libcuda)'
find_library() { ldconfig -p | sed -nE "s#.*$1 \(.*x86-64.*=> ##p" | head -n 1; }

# Copies all libraries that the files link, directly or indirectly.
copy_linked() {
    ldd "$@" 2>/dev/null | sed -nE 's#.* => (/[^ ]+) .*#\1#p' | sort -u | while read -r library; do
        if ! grep -qE "$host_libraries" <<<"$(basename "$library")"; then cp -Lnu "$library" "$root/lib/"; fi
    done
}

copy_linked "$bundle"/bin/*
if [ $window = yes ]; then
    programs=("$(command -v Xvfb)" "$(command -v xkbcomp)" "$(command -v xdotool)")
    cp -L "${programs[@]}" "$root/bin/"
    copy_linked "${programs[@]}"
fi

# Libraries of OpenGL and GLFW that are loaded at run time, not linked
for name in libEGL.so.1 libGL.so.1 libGLX.so.0 libOpenGL.so.0 libGLdispatch.so.0 libGLX_mesa.so.0 libglapi.so.0 libX11-xcb.so.1 \
    libXcursor.so.1 libXrandr.so.2 libXi.so.6 libXinerama.so.1 libXrender.so.1 libXext.so.6 libXxf86vm.so.1; do
    library=$(find_library "${name//./\\.}")
    [ -n "$library" ] || { echo "pack_gpu.sh: $name is missing on this machine" >&2; exit 3; }
    cp -L "$library" "$root/lib/$name"
    copy_linked "$library"
done
if [ $window = yes ]; then
    # The X server itself uses Mesa's software driver, even if its clients use the GPU.
    driver=$(find /usr/lib -name swrast_dri.so -print -quit)
    cp -L "$driver" "$root/lib/dri/"
    copy_linked "$driver"
    cp -r /usr/share/X11 "$root/share/"
fi
cp /usr/share/fonts/opentype/inter/Inter-{Regular,Medium,SemiBold,Bold}.otf "$root/fonts/"
cp /usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-{Regular,Medium,Bold}.ttf "$root/fonts/"

tar -cJf "$bundle/root.tar.xz" -C "$root" .
du -sh "$bundle"/bin/* "$bundle/root.tar.xz" >&2
