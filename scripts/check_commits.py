#!/usr/bin/env python3
"""Checks the subjects of commits: `part: imperative`, at most 72 characters, one topic.

Usage: check_commits.py [REVISION_RANGE]     default: all commits after the one from which the rule holds
"""
import re
import subprocess
import sys

FIRST = "8730d2d7"  # last commit before the rule
LIMIT = 72
# Imperative verbs that end like other verb forms, in -s, -ed or -ing
IMPERATIVE = {"address", "assess", "bypass", "compress", "cross", "discuss", "embed", "express", "feed", "focus", "guess",
              "miss", "need", "pass", "press", "process", "seed", "shed", "speed", "stress", "suppress", "bring", "string"}
OTHER_START = {"a", "all", "an", "are", "by", "each", "every", "for", "from", "in", "is", "it", "its", "more", "no", "none",
               "of", "on", "one", "only", "some", "that", "the", "there", "these", "this", "those", "to", "what", "where",
               "which", "who", "whose", "with"}


def problems(subject):
    """Returns the faults of a commit's subject."""
    found = []
    if len(subject) > LIMIT:
        found.append(f"has {len(subject)} characters, {LIMIT} allowed")
    if ";" in subject:
        found.append("has several topics: make several commits")
    match = re.fullmatch(r"[a-z0-9_./+-]+(?: [a-z0-9_./+-]+)?: (\S+)(.*)", subject)
    if not match:
        found.append('is not "part: verb in the imperative"')
        return found
    verb = match.group(1)
    if verb in OTHER_START or (re.search(r"(?:ing|ed|s)$", verb) and verb not in IMPERATIVE):
        found.append(f'"{verb}" is not a verb in the imperative')
    if re.search(r"\bissues? \d", subject):
        found.append("names an issue's number: name what the commit brings")
    if subject.endswith("."):
        found.append("ends with a full stop")
    return found


def main():
    revisions = sys.argv[1] if len(sys.argv) > 1 else f"{FIRST}..HEAD"
    listed = subprocess.run(["git", "log", "--format=%h %s", revisions], capture_output=True, text=True)
    if listed.returncode:
        print(f"check_commits.py: git knows no {revisions}; nothing checked", file=sys.stderr)  # as in a shallow clone
        return 0
    status = 0
    for line in listed.stdout.splitlines():
        commit, subject = line.split(" ", 1)
        for problem in problems(subject):
            print(f'{commit} "{subject}" {problem}')
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
