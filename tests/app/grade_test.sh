#!/bin/bash
# Grades submissions as a teacher does, in the sandbox if there is one. Usage: grade_test.sh PROGRAM
program=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
check() { # check NAME COMMAND...: prints whether COMMAND succeeds
    local name=$1
    shift
    if "$@"; then echo "ok $name"; else
        echo "FAILED $name"
        failed=1
    fi
}

cp "$root/cuda/transpose/padded.cu" "$folder/good.cu"
cp "$root/cuda/transpose/tiled.cu" "$folder/conflicts.cu"
echo 'int main() {' > "$folder/broken.cu"
# A submission must not read files of this machine.
echo secret > "$folder/secret.txt"
{ echo "#include \"$folder/secret.txt\""; cat "$folder/good.cu"; } > "$folder/curious.cu"
{ printf '#if __has_include("/etc/passwd")\n#endif\n'; cat "$folder/good.cu"; } > "$folder/asking.cu"
# An endless submission must not delay the others.
sed 's|int col =|while (true) { height += 0 * col_of_nobody; } int col =|; s|__global__|__device__ volatile int col_of_nobody;\n__global__|' \
    "$folder/good.cu" > "$folder/endless.cu"
# Including or linking the course's own kernel gets no points. A circular link must not end grading.
echo "#include \"$root/cuda/transpose/padded.cu\"" > "$folder/included.cu"
# A file name may contain a quote, which a PTX string may not.
cp "$folder/good.cu" "$folder/a\"b.cu"
ln -s "$root/cuda/transpose/padded.cu" "$folder/linked.cu"
ln -s loop.cu "$folder/loop.cu"
task=$root/assets/assignments/transpose.toml

run() { "$program" grade "$task" "$folder" --csv - "$@" 2> "$folder/errors"; }
sandbox=()
if ! run > "$folder/table.csv" && grep -q bubblewrap "$folder/errors"; then
    echo "there is no sandbox here: it is left out"
    sandbox=(--no-sandbox)
    run --no-sandbox > "$folder/table.csv"
fi
check "one line each" test "$(wc -l < "$folder/table.csv")" = 11
check "the right one passes" grep -q "good.cu,1,1,1,1,10,10," "$folder/table.csv"
check "whatever it is called" grep -q 'a""b.cu",1,1,1,1,10,10,' "$folder/table.csv"
check "conflicts cost two points" grep -q "conflicts.cu,1,1,1,0,8,10," "$folder/table.csv"
check "what was measured stands behind the rule" grep -q "conflicts.cu,.*,no bank conflicts: .*no bank conflicts: .*shared.passes is [0-9]* (goal: at most [0-9]" "$folder/table.csv"
check "and not where nothing ran" grep -q "broken.cu,.*,$" "$folder/table.csv"
"$program" grade "$task" "$folder/conflicts.cu" "${sandbox[@]}" > "$folder/out" 2>&1
check "in the terminal as well" grep -q "^ *measured: .*shared.passes is [0-9]* (goal: at most [0-9]" "$folder/out"
check "broken ones fail" grep -q "broken.cu,0,0,0,0,0,10," "$folder/table.csv"
check "endless ones end" grep -q "endless.cu,0,0,0,0,0,10," "$folder/table.csv"
check "curious ones fail" grep -q "curious.cu,0,0,0,0,0,10," "$folder/table.csv"
check "asking ones fail" grep -q "asking.cu,0,0,0,0,0,10,.*/etc/passwd" "$folder/table.csv"
check "included ones fail" grep -q "included.cu,0,0,0,0,0,10,.*relative name" "$folder/table.csv"
check "linked ones fail" grep -q "linked.cu,0,0,0,0,0,10,.*symbolic link" "$folder/table.csv"
check "a link to itself fails" grep -q "loop.cu,0,0,0,0,0,10,.*symbolic link" "$folder/table.csv"
if [ ${#sandbox[@]} = 0 ]; then
    check "nothing outside is seen" bash -c "! grep -q 'secret$' '$folder/table.csv'"
fi
run "${sandbox[@]}" > "$folder/again.csv"
check "the same twice" cmp "$folder/table.csv" "$folder/again.csv"
sed "s/finding_count == 0/finding_cuont == 0/" "$task" > "$folder/typo.toml"
"$program" grade "$folder/typo.toml" "$folder/good.cu" "${sandbox[@]}" > "$folder/out" 2>&1
check "a typo is the task's fault" test $? = 2
check "and is named" grep -q "finding_cuont" "$folder/out"
sed "s/finding_count == 0/finding_count > 0/" "$task" > "$folder/strict.toml"
"$program" grade "$folder/strict.toml" "$folder/good.cu" "${sandbox[@]}" > "$folder/out" 2>&1
check "so is a gate that nobody can pass" test $? = 2
# An assignment in /tmp must work, although the sandbox has its own /tmp.
direct=$(mktemp /tmp/warpscope-task-XXXXXX.toml)
sed '/transpose_start/d' "$task" > "$direct"
"$program" grade "$direct" "$folder/good.cu" "${sandbox[@]}" > "$folder/out" 2>&1
check "a task in /tmp is one like others" test $? = 0
rm "$direct"
PATH=/nowhere "$program" grade "$task" "$folder/good.cu" > "$folder/out" 2>&1
check "without bubblewrap it refuses" test $? = 3
check "and says so" grep -q "no-sandbox" "$folder/out"
exit $failed
