#!/usr/bin/env python3
"""Shows Ninja's progress as one line: "building 34 of 120, about 2 minutes left".

Reads Ninja's output with NINJA_STATUS set to PREFIX. On a terminal the line is written over; otherwise a new one comes
every ten seconds, for logs. Everything else that Ninja prints, such as a compiler's error, is passed on.
"""
import re
import sys
import time

PREFIX = re.compile(r"^@(\d+)/(\d+)@ ")  # NINJA_STATUS="@%f/%t@ "
NOISE = re.compile(r"^ninja: (no work to do|Entering directory)")
LOG_SECONDS = 10


def time_left(done, total, seconds):
    """Returns the estimate in words; empty while too little is done for one."""
    if done < 3 or seconds < 5:
        return ""
    left = seconds / done * (total - done)
    if left < 45:
        return ", less than a minute left"
    minutes = round(left / 60) or 1
    return f", about {minutes} minute{'s' if minutes > 1 else ''} left"


def main():
    terminal = sys.stdout.isatty()
    start = time.monotonic()
    shown = start  # when the last line of a log was written
    for line in sys.stdin:
        status = PREFIX.match(line)
        if not status:
            if not NOISE.match(line):
                print(("\r\033[K" if terminal else "") + line, end="", flush=True)
            continue
        done, total = int(status[1]), int(status[2])
        now = time.monotonic()
        words = f"building {done} of {total}{time_left(done, total, now - start) if done < total else ''}"
        if terminal:
            print(f"\r\033[K{words}", end="" if done < total else "\n", flush=True)
        elif done == total or now - shown >= LOG_SECONDS:
            shown = now
            print(words, flush=True)


if __name__ == "__main__":
    main()
