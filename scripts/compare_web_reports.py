#!/usr/bin/env python3
"""Compares the reports of the WebAssembly engine with those of the native program, key by key, except times.

Usage: compare_web_reports.py [EXPERIMENT[/VARIANT]...]     default: all variants of the course
Needs build/web/warpscope_engine.js, build/web/bank (see web.sh), build/release/warpscope and node.
Prints a line for each variant and exits with 1 if a report differs.
"""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "build/release/warpscope"
ENGINE = ROOT / "build/web/warpscope_engine.js"
BANK = ROOT / "build/web/bank"
PICTURE = ROOT / "assets/harbour.png"
# Report keys that may differ: times, and the cache or bank that the PTX came from
IGNORED = {"timing", "device_note"}


def report_of(command):
    """Returns the report that a command prints, or the last line of its errors."""
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT,
                          env={**os.environ, "WARPSCOPE_CUDA_DIR": str(ROOT / "cuda")})
    try:
        return json.loads(done.stdout[done.stdout.index("{\n"):])
    except ValueError:
        return (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1]


def differences(native, web, path=""):
    """Yields the keys whose values differ."""
    if isinstance(native, dict) and isinstance(web, dict):
        for key in native.keys() | web.keys():
            if path or key not in IGNORED:
                yield from differences(native.get(key), web.get(key), f"{path}.{key}" if path else key)
    elif native != web:
        yield f"{path}: native {json.dumps(native)[:80]}, web {json.dumps(web)[:80]}"


def compare(target):
    """Returns (target, list of differences)."""
    native = report_of([PROGRAM, "run", target, "--device", "emulator", "--compiler", "clang", "--report", "-"])
    web = report_of(["node", ENGINE, ROOT / "cuda", BANK, PICTURE, target])
    if isinstance(native, str) or isinstance(web, str):
        return target, [] if native == web else [f"native: {native}, web: {web}"[:300]]
    return target, list(differences(native, web))


def targets(wanted):
    """Yields NAME/VARIANT of the course, or of the wanted experiments only."""
    listed = subprocess.run([PROGRAM, "list", "--json"], check=True, capture_output=True, text=True).stdout
    for experiment in json.loads(listed):
        for variant in experiment["variants"]:
            target = f"{experiment['name']}/{variant['name']}"
            if not wanted or target in wanted or experiment["name"] in wanted:
                yield target


def main():
    status = 0
    count = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for target, found in pool.map(compare, targets(sys.argv[1:])):
            count += 1
            print(f"{target}: {'equal' if not found else '; '.join(found[:3])}", flush=True)
            status |= bool(found)
    print(f"{count} variants compared")
    return 1 if status or not count else 0


if __name__ == "__main__":
    sys.exit(main())
