#!/usr/bin/env bash
# Tests the packages' manual page and shell completion, which are generated from the program's help. Usage:
# manual_test.sh PROGRAM
set -euo pipefail
program=$1
packaging=$(dirname "$0")/../../packaging
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() {
    echo "manual_test.sh: $1" >&2
    exit 1
}

python3 "$packaging/make_manual.py" "$program" 1.2.3 "$folder"
page=$(tr -d '\\' <"$folder/warpscope.1")
for option in --screenshot --report --block-b --parity --sweep; do
    grep -q -- "^fB.*$option" <<<"$page" || fail "the page does not tell about $option"
done
for command in $(grep -rhoE 'add_subcommand\("[a-z-]+"' "$packaging/../src/cli" | cut -d '"' -f 2); do
    grep -q "^.SH COMMAND ${command^^}$" <<<"$page" || fail "the page lacks the command $command: add it to COMMANDS of make_manual.py"
done
grep -A 2 '^.SH EXIT STATUS$' <<<"$page" | grep -q '^.B 0$' || fail "the page lacks the exit statuses"

# shellcheck source=/dev/null
source "$folder/warpscope.bash"
# completes WORD...: prints the completions of the last word.
completes() {
    COMP_WORDS=("$program" "$@") COMP_CWORD=$# COMPREPLY=()
    _warpscope
    echo "${COMPREPLY[*]}"
}
cd "$folder" # file names must complete as well
[ "$(completes rec)" = record ] || fail "rec becomes '$(completes rec)'"
[ "$(completes run --dev)" = --device ] || fail "run --dev becomes '$(completes run --dev)'"
[ "$(completes run --device emu)" = emulator ] || fail "emu becomes '$(completes run --device emu)'"
[ "$(completes run box_blur/nai)" = box_blur/naive ] || fail "box_blur/nai becomes '$(completes run box_blur/nai)'"
