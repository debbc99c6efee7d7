#!/usr/bin/env bash
# Draws docs/GALLERY.md anew: one real picture of each experiment, in software OpenGL and on the emulator.
# Usage: make_gallery.sh
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/build.sh release warpscope >&2
readonly program=${WARPSCOPE_PROGRAM:-build/release/warpscope} images=docs/gallery
export XDG_CONFIG_HOME=$(mktemp -d) LIBGL_ALWAYS_SOFTWARE=1
trap 'rm -rf "$XDG_CONFIG_HOME"' EXIT
rm -rf "$images"
mkdir -p "$images"

# What is looked at: the variant that shows most, and a thread to pin.
declare -A view=(
    [vector_add]="--experiment vector_add/one_per_element --pin 990"
    [color_to_gray]="--experiment color_to_gray --input gradient:76x62 --pin 70,25"
    [box_blur]="--experiment box_blur/tiled --input gradient:76x62 --pin 41,25"
    [bug_museum]="--experiment bug_museum/half_guard"
)

"$program" list --json | python3 -c '
import json, sys
for experiment in json.load(sys.stdin):
    print("\t".join((experiment["name"], experiment["topic"], experiment["title"], experiment["summary"],
                     ", ".join(variant["name"] for variant in experiment["variants"]))))' |
    while IFS=$'\t' read -r name topic title summary variants; do
        # shellcheck disable=SC2086 # the arguments are words
        "$program" --screenshot "$images/$name.png" --size 1120x700 --device emulator ${view[$name]:---experiment $name} >&2
        if [ "$topic" != "${last_topic:-}" ]; then printf '\n## %s\n' "$topic"; fi
        last_topic=$topic
        printf '\n**%s** (`%s`: %s). %s\n\n![%s](gallery/%s.png)\n' "$title" "$name" "$variants" "$summary" "$title" "$name"
    done >"$images/body"
{
    printf '# Gallery\n\nEvery experiment as the program shows it, on the emulator. Drawn by `scripts/make_gallery.sh`.\n'
    cat "$images/body"
} >docs/GALLERY.md
rm "$images/body"
