#!/usr/bin/env bash
# Writes docs/GALLERY.md: one picture of each experiment, drawn on the emulator with software OpenGL. Also writes the
# pictures of the list of lessons. Needs pngquant and ImageMagick.
# Usage: make_gallery.sh
set -euo pipefail
cd "$(dirname "$0")/.."

readonly program=${WARPSCOPE_PROGRAM:-build/release/warpscope} images=docs/gallery thumbnails=assets/thumbnails
[ -n "${WARPSCOPE_PROGRAM:-}" ] || scripts/build.sh release warpscope >&2
command -v pngquant >/dev/null || { echo "make_gallery.sh: install pngquant" >&2 && exit 3; }
command -v convert >/dev/null || { echo "make_gallery.sh: install imagemagick" >&2 && exit 3; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_CONFIG_HOME=$scratch/config XDG_STATE_HOME=$scratch/state LIBGL_ALWAYS_SOFTWARE=1
rm -rf "$images" "$thumbnails"
mkdir -p "$images" "$thumbnails"

# Options (variant, input, pinned thread) of pictures for which the default view shows too little
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
        # shellcheck disable=SC2086 # to split the string into arguments
        "$program" --screenshot "$scratch/$name.png" --size 1120x700 --device emulator \
            ${view[$name]:---experiment $name} >&2
        pngquant --force --strip --speed 1 --output "$images/$name.png" 256 "$scratch/$name.png"
        if [ "$topic" != "${last_topic:-}" ]; then printf '\n## %s\n' "$topic"; fi
        last_topic=$topic
        printf '\n'
        printf '**%s** (`%s`: %s). %s\n' "$title" "$name" "$variants" "$summary" | fold -s -w 118 | sed 's/ *$//'
        printf '\n![%s](gallery/%s.png)\n' "$title" "$name"
    done >"$images/body"
# A lesson's picture shows its first step.
python3 - <<'END' >"$scratch/steps"
import glob, tomllib
for file in sorted(glob.glob("assets/lessons/*.lesson.toml")):
    with open(file, "rb") as text:
        step = next(step for step in tomllib.load(text)["step"] if "run" in step)
    target, toml, _ = step["run"].partition(".toml")
    words = [file.split("/")[-1].split(".")[0], target + toml]
    if "input" in step: words += ["--input", step["input"]]
    if "block" in step: words += ["--block", "x".join(map(str, step["block"]))]
    for name, value in step.get("set", {}).items(): words += ["--set", f"{name}={value}"]
    print(*words)
END
absolute=$(realpath "$program")
while read -r name words; do
    # shellcheck disable=SC2086 # to split the string into arguments
    (cd assets/lessons && "$absolute" run $words --figure "$scratch/step.png") >&2 </dev/null || [ $? = 1 ] # 1: finding
    # The legend would be too small to read.
    convert "$scratch/step.png" -gravity south -chop 0x9% -resize '224x140^' -gravity center -extent 224x140 "$scratch/small.png"
    pngquant --force --strip --speed 1 --output "$thumbnails/$name.png" 256 "$scratch/small.png"
done <"$scratch/steps"
{
    printf '# Gallery\n\nOpen an experiment of the course with `Ctrl+K` and its name, or with `warpscope --experiment NAME/VARIANT`.\n`scripts/make_gallery.sh` writes this page.\n'
    cat "$images/body"
} >docs/GALLERY.md
rm "$images/body"
