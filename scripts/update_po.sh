#!/usr/bin/env bash
# Collects the window's texts in po/warpscope.pot and the course's in po/course/course.pot, and merges them into the
# translations. Needs gettext.
# Usage: update_po.sh [--check]     --check changes nothing and fails if a .pot is outdated
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
keywords=(tr tr_label tr_format tr_count:2,3 tr_in:1c,2 tr_format_in:1c,2 N_ msg msg_count:2,3 WARPSCOPE_TAB:2)
options=()
for keyword in "${keywords[@]}"; do
    options+=("--keyword=$keyword" "--flag=${keyword%%:*}:1:no-c-format" "--flag=${keyword%%:*}:2:no-c-format" "--flag=${keyword%%:*}:3:no-c-format")
done
# Sorts the files, because the order of texts must not depend on the file system.
find src -name '*.cpp' -o -name '*.hpp' -o -name '*.inc' | grep -Ev '^src/(language/|base/message.hpp)' | LC_ALL=C sort >"$folder/files"
xgettext --language=C++ --from-code=UTF-8 --keyword "${options[@]}" --add-comments=Translators: --add-location=file --no-wrap \
    --package-name=warpscope --files-from="$folder/files" --output="$folder/warpscope.pot"
sed -i -e '1,/^msgid/{/^#/d}' -e '/^"POT-Creation-Date:/d' -e '/^#, \(no-c-format\|c++-format\|no-c++-format\)/d' \
    -e 's/^"Content-Type: .*/"Content-Type: text\/plain; charset=UTF-8\\n"/' "$folder/warpscope.pot"
sed -i "1i # Texts of Warpscope's window. Made by scripts/update_po.sh; do not edit." "$folder/warpscope.pot"
mkdir "$folder/course"
scripts/course_texts.py "$folder/course/course.pot"

for texts in warpscope.pot course/course.pot; do
    if [ "${1:-}" = --check ]; then
        if ! diff -u "po/$texts" "$folder/$texts"; then
            echo "update_po.sh: po/$texts is not of these sources; run scripts/update_po.sh" >&2
            exit 1
        fi
        continue
    fi
    cp "$folder/$texts" "po/$texts"
    for translation in "po/$(dirname "$texts")"/*.po; do
        msgmerge --quiet --update --backup=none --no-fuzzy-matching --no-wrap --add-location=file "$translation" "po/$texts"
        msgattrib --no-obsolete --no-wrap --add-location=file --output-file="$translation" "$translation"
        printf '%s: ' "$translation"
        msgfmt --check-format --statistics --output-file=/dev/null "$translation" 2>&1
    done
done
