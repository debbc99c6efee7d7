#!/usr/bin/env python3
"""Shows Ninja's progress as one line: "building 34 of 120, about 2 minutes left".

Reads Ninja's output with NINJA_STATUS set to PREFIX. Overwrites the line on a terminal; in logs prints one every ten
seconds. Passes on everything else, such as compiler errors.
"""
import collections
import re
import sys
import time

PREFIX = re.compile(r"^@(\d+)/(\d+)@ ")  # NINJA_STATUS="@%f/%t@ "
NOISE = re.compile(r"^ninja: (no work to do|Entering directory)")
LOG_SECONDS = 10
WINDOW_SECONDS = 60


def time_left(steps, total):
    """Returns the estimate in words; empty if there is too little data. steps: pairs (time, finished steps)."""
    (start, before), (now, done) = steps[0], steps[-1]
    if done == total or done - before < 3 or now - start < 5:
        return ""
    left = (now - start) / (done - before) * (total - done)
    if left < 45:
        return ", less than a minute left"
    minutes = round(left / 60) or 1
    return f", about {minutes} minute{'s' if minutes > 1 else ''} left"


def main():
    terminal = sys.stdout.isatty()
    shown = time.monotonic() # time of the last line in a log
    # Bases the estimate on the last minute, because cached files come first and do not predict the remaining time.
    steps = collections.deque([(shown, 0)])
    for line in sys.stdin:
        status = PREFIX.match(line)
        if not status:
            if not NOISE.match(line):
                print(("\r\033[K" if terminal else "") + line, end="", flush=True)
            continue
        done, total = int(status[1]), int(status[2])
        now = time.monotonic()
        steps.append((now, done))
        while now - steps[0][0] > WINDOW_SECONDS and len(steps) > 2:
            steps.popleft()
        words = f"building {done} of {total}{time_left(steps, total)}"
        if terminal:
            print(f"\r\033[K{words}", end="" if done < total else "\n", flush=True)
        elif done == total or now - shown >= LOG_SECONDS:
            shown = now
            print(words, flush=True)


if __name__ == "__main__":
    main()
