#!/bin/bash
# Starts the program under bad conditions: no display, no home, a read-only home, damaged settings, bad options.
# Usage: start_test.sh PROGRAM
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

# expect NAME STATUS WORDS COMMAND...: requires that the command ends with STATUS and prints WORDS.
expect() {
    local name=$1 status=$2 words=$3
    shift 3
    local said got
    said=$("$@" 2>&1)
    got=$?
    if [ "$got" != "$status" ] || ! grep -q -- "$words" <<< "$said"; then
        echo "FAILED $name: exit $got (wanted $status), said: $said (wanted: $words)"
        failed=1
    else
        echo "ok $name"
    fi
}

unset DISPLAY WAYLAND_DISPLAY
picture=("$program" --device emulator --experiment color_to_gray --input gradient:20x10 --size 800x500)
expect "no display" 3 "no display" "$program"
expect "unknown option" 2 "nonsense" "$program" --nonsense
expect "unknown experiment" 2 "no experiment" "$program" --experiment nothing
expect "block too large" 2 "1024" "$program" --block 64x64
expect "parameter out of range" 2 "radius" "$program" --experiment box_blur --set radius=99
expect "unknown overlay" 2 "overlay" "$program" --overlay nothing
expect "overlays of five views" 2 "at most four" "$program" --overlay blocks/halo/none/reuse/warps
expect "three views" 2 "two, or four" "$program" --views input,output,launch
expect "bad size" 2 "size" "$program" --screenshot "$folder/a.png" --size 0x5
touch "$folder/with.cu"
expect "no source for -I" 2 "apply to source files" "$program" -I "$folder"
expect "no source for -D" 2 "apply to source files" "$program" -D N=1 "$folder/picture.png"
expect "a built program for -D" 2 "is built already" "$program" -D N=1 /bin/true
expect "no program for --with" 2 "name its .cu file" "$program" --experiment vector_add --with "$folder/with.cu"
expect "a built program for --with" 2 "is built already" "$program" /bin/true --with "$folder/with.cu"
echo 'int main() { return sizeof(TEXT) > 3; }' > "$folder/program.cu"
expect "quotes of both kinds" 2 "both kinds" "$program" "$folder/program.cu" -D "TEXT=\"it's\""
expect "an answer without a lesson" 2 "add --lesson" "$program" --lesson-answer 3
expect "a block in a lesson" 2 "--block has no effect in a lesson" "$program" --lesson coalescing --block 32
expect "help" 0 "--screenshot" "$program" --help
expect "keys" 0 "Presentation mode" "$program" --print-keys

if ! "${picture[@]}" --screenshot "$folder/first.png" 2> "$folder/why"; then
    if grep -q "OpenGL" "$folder/why"; then
        echo "skipped the pictures: $(cat "$folder/why")"
        exit $failed
    fi
    cat "$folder/why"
    failed=1
fi
expect "four views" 0 "Wrote" "${picture[@]}" --views input,output,launch,output --overlay blocks//warps --screenshot "$folder/four.png"
"${picture[@]}" --screenshot "$folder/two.png" > /dev/null 2>&1
if cmp -s "$folder/two.png" "$folder/four.png"; then
    echo "FAILED four views: they look as two"
    failed=1
fi
# The initial layout selects the variant that draws the points, unless an option needs another variant.
story=("$program" --device emulator --experiment monte_carlo_pi --size 800x500 --screenshot "$folder/story.png")
expect "first look" 0 "Wrote" "${story[@]}" --paint 24
expect "no first look" 2 "'picture'" "${story[@]}" --views picture,hits
expect "no home" 0 "Wrote" env -u HOME -u XDG_CONFIG_HOME -u XDG_CACHE_HOME "${picture[@]}" --screenshot "$folder/home.png"
expect "home that is a file" 0 "Wrote" env HOME=/dev/null "${picture[@]}" --screenshot "$folder/file.png"
expect "folder that cannot be written" 3 "/dev/null/x.png" "${picture[@]}" --screenshot /dev/null/x.png
cat > "$folder/own.toml" <<TOML
title = "Own"
topic = "Mine"
summary = "Fills."
[[buffer]]
name = "out"
role = "output"
type = "s32"
shape = ["8"]
[[launch]]
kernel = "fill"
grid = ["1"]
block = ["8"]
arguments = ["out"]
TOML
echo '__global__ void fill(int* out) { out[threadIdx.x] = 1; }' > "$folder/own.cu"
scan=("$program" run scan/kogge_stone --device emulator --input index:64 --set SECTION_SIZE=16 --size 900x600)
for tab in epochs timeline shared source ptx findings devices; do
    expect "a figure of $tab" 0 "blocks" "${scan[@]}" --figure "$folder/$tab.png" --tab $tab
    [ "$(head -c 4 "$folder/$tab.png" | tail -c 3)" = PNG ] || { echo "FAILED $tab.png is no PNG"; failed=1; }
done
expect "a figure of an array" 0 "blocks" "${scan[@]}" --figure "$folder/output.png" --tab epochs --array output
for other in timeline shared source ptx findings devices output; do
    cmp -s "$folder/epochs.png" "$folder/$other.png" && { echo "FAILED $other.png shows what epochs.png shows"; failed=1; }
done
expect "a figure of an unknown array" 2 "no array" "${scan[@]}" --figure "$folder/no.png" --tab epochs --array nothing
expect "a figure of an unknown launch" 2 "no launch 7" "${scan[@]}" --figure "$folder/no.png" --tab epochs --launch 7
expect "a tab without a figure" 2 "figure" "${scan[@]}" --tab epochs
expect "a tab that has no figure" 2 "compare" "${scan[@]}" --figure "$folder/no.png" --tab compare
# This kernel compiles only with the options below.
mkdir "$folder/headers"
echo '#define VALUE (N)' > "$folder/headers/my_kernel.h"
printf '#include "my_kernel.h"\n__global__ void fill(int* out) { out[threadIdx.x] = VALUE; }\n' > "$folder/needs.cu"
needs=("$program" --device emulator --size 800x500 --screenshot "$folder/needs.png" "$folder/needs.cu")
expect "a kernel without its options" 1 "cannot open\|not found"  "${needs[@]}"
expect "a kernel with its options" 0 "Wrote" "$program" -I "$folder/headers" -D N=7 "${needs[@]:1}"
expect "a file behind an option" 0 "kernel fill" "$program" check -I "$folder/headers" -D N=7 "$folder/needs.cu"
echo 'int main() { return unknown; }' > "$folder/both.cu"
expect "arguments behind a file behind an option" 1 "both.cu" "$program" run -D N=7 "$folder/both.cu" -- 3
expect "an experiment given as a file" 0 "Wrote" "$program" --device emulator --screenshot "$folder/own.png" "$folder/own.toml"
echo "no picture" > "$folder/corrupt.png"
for bad in "$folder/nosuch.png" "$folder/corrupt.png" /dev/full; do
    expect "input that is no picture: $bad" 3 "$bad" "${picture[@]}" --screenshot "$folder/bad.png" "$bad"
    expect "the same as --input: $bad" 3 "$bad" "$program" --device emulator --experiment color_to_gray --input "$bad" \
        --screenshot "$folder/bad.png"
done

# A prediction must be an answer to the step's question.
taken=("$program" --device emulator --size 900x600 --screenshot "$folder/lesson.png" --lesson coalescing)
expect "an answer of a step without a question" 2 "has no question" "${taken[@]}" --lesson-step 1 --lesson-answer 3
expect "an answer beyond the last" 2 "a number from 1 to 5" "${taken[@]}" --lesson-step 2 --lesson-answer 9
expect "an answer" 0 "Wrote" "${taken[@]}" --lesson-step 2 --lesson-answer 2

# Options name cells in the output's own shape, although the views wrap long lines and show volumes as slices side by
# side.
shot=("$program" --device emulator --size 900x600 --screenshot "$folder/shot.png")
line=("${shot[@]}" --experiment vector_add)
expect "a pinned element" 0 "Wrote" "${line[@]}" --pin 700,0
expect "a pinned element that is not there" 2 "no cell 1000,0. (X is from 0 to 999)" "${line[@]}" --pin 1000,0
expect "a pinned cell that is not there" 2 "X is from 0 to 19, Y from 0 to 9" "${picture[@]}" --screenshot "$folder/a.png" --pin 3,10
expect "a pin that is no cell" 2 "write X,Y" "${line[@]}" --pin 7x5

# Options that only a run can check.
expect "an unknown chart" 2 "charts: .*lines" "${line[@]}" --tab charts --chart foo
expect "an interval that is not there" 2 "intervals: 0" "${line[@]}" --interval 99
expect "a line without instructions" 2 "lines with instructions: " "${line[@]}" --paint 999:sectors
expect "a PTX line without instructions" 2 "PTX lines with instructions: " "${line[@]}" --paint ptx:1
for file in first home file; do
    [ "$(head -c 8 "$folder/$file.png" | tail -c 7 | head -c 3)" = PNG ] || { echo "FAILED $file.png is no PNG"; failed=1; }
done
exit $failed
