#!/bin/bash
# Tests the program in a window with mouse and keys, under Xvfb. Usage: window_test.sh PROGRAM
# Exit status 77 if Xvfb or xdotool is missing.
program=$1
for tool in Xvfb xdotool; do
    command -v $tool > /dev/null || { echo "skipped: $tool is not installed (Debian: xvfb, xdotool)"; exit 77; }
done
folder=$(mktemp -d)
display_file=$folder/display
Xvfb -displayfd 3 -screen 0 1400x900x24 -nolisten tcp 3> "$display_file" 2> "$folder/xvfb" &
server=$!
app=
stop() {
    [ -n "$app" ] && kill "$app" 2> /dev/null
    kill $server 2> /dev/null
    rm -rf "$folder"
}
trap stop EXIT
fail() {
    echo "FAILED $1"
    cat "$folder/said" 2> /dev/null
    exit 1
}
for _ in $(seq 100); do
    [ -s "$display_file" ] && break
    sleep 0.1
done
[ -s "$display_file" ] || { echo "skipped: Xvfb did not start: $(cat "$folder/xvfb")"; exit 77; }
export DISPLAY=:$(cat "$display_file") XDG_CONFIG_HOME=$folder/config LIBGL_ALWAYS_SOFTWARE=1
settings=$folder/config/warpscope/settings.json

# start ARGUMENTS...: starts the program, waits for its window and stores the window's id in `window`.
start() {
    "$program" --device emulator --size 1300x800 "$@" > "$folder/said" 2>&1 &
    app=$!
    window=$(timeout 60 xdotool search --sync --onlyvisible --name '^Warpscope$' | head -1)
    [ -n "$window" ] || fail "no window appeared"
    xdotool windowmove "$window" 0 0 windowfocus "$window"
    sleep 3
}
# control KEY: presses Ctrl, then the key, with pauses as a hand makes them.
control() {
    xdotool keydown ctrl
    sleep 0.2
    xdotool key "$1"
    sleep 0.2
    xdotool keyup ctrl
}
# quit: presses Ctrl+Q and requires that the program ends with status 0.
quit() {
    control q
    for _ in $(seq 100); do
        kill -0 "$app" 2> /dev/null || break
        sleep 0.1
    done
    kill -0 "$app" 2> /dev/null && fail "Ctrl+Q did not end the program"
    wait "$app" || fail "the program ended with status $?"
    app=
    [ -f "$settings" ] || fail "no settings were written"
}

start --experiment box_blur --input gradient:76x62
xdotool mousemove 52 320 mousedown 1                 # the knob of the third slider: radius
for x in 80 100 120 140 160; do xdotool mousemove $x 320; sleep 0.1; done
xdotool mouseup 1
sleep 1
control d
sleep 1
quit
grep -q '"theme": "dark"' "$settings" || fail "Ctrl+D did not choose the dark theme: $(cat "$settings")"
radius=$(sed -n 's/.*"radius": \([0-9.]*\).*/\1/p' "$settings")
[ -n "$radius" ] && [ "${radius%.*}" -gt 8 ] || fail "the slider was not dragged: radius is '$radius'"
echo "ok a dragged slider and a key"

# The next start restores the session. The mouse zooms and pins; F11 starts and ends presentation mode.
before=$(sed -n 's/.*"input": "\(.*\)".*/\1/p' "$settings")
[ "$before" = "gradient:76x62" ] || fail "the input was not remembered: '$before'"
start
xdotool mousemove 400 350 click 4 click 4 click 1
sleep 0.5
xdotool key F11
sleep 1
xdotool key F11
sleep 1
quit
again=$(sed -n 's/.*"radius": \([0-9.]*\).*/\1/p' "$settings")
[ "$again" = "$radius" ] || fail "the last session did not come back: radius $again, was $radius"
echo "ok the last session came back"

# If the run lacks something that an option names, the program says so and keeps the window open.
start --experiment box_blur --chart nonsense
for _ in $(seq 100); do
    grep -q "no chart 'nonsense'" "$folder/said" && break # after the first run, which takes long on a busy computer
    sleep 0.2
done
quit
grep -q "no chart 'nonsense'" "$folder/said" || fail "an unknown chart was not refused"
echo "ok an unknown chart"

# Damaged settings are replaced; the session goes on.
echo '{ "theme": ' > "$settings"
start
quit
grep -q '"theme": "light"' "$settings" || fail "damaged settings were not replaced"
echo "ok damaged settings"
