#!/usr/bin/env python3
"""Compares the picture that each experiment opens with in the page with the desktop window's picture.

Usage: test_web_pictures.py [--pictures FOLDER] [EXPERIMENT...]
Needs build/web/page (see web.sh), build/release/warpscope, chromium and python3-websocket. Both pictures come from
software OpenGL, whose drivers round lines and letters differently, so a few pixels may differ. `--pictures` saves both
pictures. Exits with 1 if a picture differs.
"""
import argparse
import base64
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from browser import SIZE, Browser, serve, wait
from compare_web_reports import PROGRAM
from test_web_page import PAGE, settled_state, show_window

TOLERANCE = 1 / 300  # share of pixels that may differ
ROUNDING = 8         # levels of a color channel, of 255, by which equal pixels may differ

# Returns the share of the pixels that differ, and the rectangle around them.
COMPARE = """(async () => {
    const pixels = async (data) => {
        const image = await createImageBitmap(await (await fetch("data:image/png;base64," + data)).blob());
        const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height);
    };
    const [a, b] = [await pixels(%s), await pixels(%s)];
    if (a.width !== b.width || a.height !== b.height) return [1, 0, 0, a.width, a.height];
    let count = 0, left = a.width, top = a.height, right = 0, bottom = 0;
    for (let i = 0; i < a.data.length; i += 4) {
        if (Math.max(...[0, 1, 2].map((k) => Math.abs(a.data[i + k] - b.data[i + k]))) <= %d) continue;
        const x = i / 4 %% a.width, y = Math.floor(i / 4 / a.width);
        count += 1;
        [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
        [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
    }
    return [count / (a.width * a.height), left, top, right, bottom];
})()"""


def experiments():
    listed = subprocess.run([PROGRAM, "list", "--json"], check=True, capture_output=True, text=True).stdout
    return [experiment["name"] for experiment in json.loads(listed)]


def window_picture(name, folder):
    """Returns the PNG file of the desktop window, which starts without settings."""
    file = pathlib.Path(folder) / f"{name}-window.png"
    environment = {**os.environ, "XDG_CONFIG_HOME": f"{folder}/config", "XDG_STATE_HOME": f"{folder}/state",
                   "LIBGL_ALWAYS_SOFTWARE": "1"}
    subprocess.run([PROGRAM, "--experiment", name, "--device", "emulator", "--compiler", "clang", "--language", "en",
                    "--size", f"{SIZE[0]}x{SIZE[1]}", "--screenshot", file],
                   check=True, capture_output=True, env=environment)
    return file.read_bytes()


def page_picture(browser, address, name):
    """Returns the PNG file of the page after the run is complete."""
    browser.call("Storage.clearDataForOrigin", origin=address, storageTypes="all")  # settings of earlier experiments
    show_window(browser, f"{address}/#{name}")
    wait(f"the end of {name}", lambda: settled_state(browser))
    return base64.b64decode(browser.call("Page.captureScreenshot", format="png")["data"])


def compare(browser, window, page):
    a, b = (json.dumps(base64.b64encode(data).decode()) for data in (window, page))
    answer = browser.call("Runtime.evaluate", expression=COMPARE % (a, b, ROUNDING), awaitPromise=True,
                          returnByValue=True)
    return answer["result"]["value"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pictures", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("experiments", nargs="*")
    options = parser.parse_args()
    address = f"http://127.0.0.1:{serve(PAGE)}"
    differing = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)
        try:
            for name in options.experiments or experiments():
                window, page = window_picture(name, folder), page_picture(browser, address, name)
                share, *area = compare(browser, window, page)
                print(f"{name}: {share:.2%} of the pixels differ{f', within {area}' if share else ''}", flush=True)
                if share > TOLERANCE:
                    differing.append(name)
                if options.pictures:
                    options.pictures.mkdir(parents=True, exist_ok=True)
                    (options.pictures / f"{name}-window.png").write_bytes(window)
                    (options.pictures / f"{name}-page.png").write_bytes(page)
        finally:
            browser.close()
    print(f"{len(differing)} pictures differ: {' '.join(differing)}" if differing else "all pictures match")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
