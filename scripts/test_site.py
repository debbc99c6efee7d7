#!/usr/bin/env python3
"""Tests the static site in headless Chromium: pictures become live experiments, one at a time.

Usage: test_site.py [--site FOLDER] [--screenshot FILE.png]
Needs build/web/site (see make_site.py), chromium and python3-websocket. The server sends no headers for isolation, as
most static hosts, and the site is in a subfolder.
"""
import argparse
import base64
import http.server
import json
import pathlib
import sys
import tempfile

from browser import Browser, serve, wait
from test_web_page import ROOT, settled_state, shown_text

FOLDER = "/course"


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the site in a subfolder."""

    def translate_path(self, path):
        return super().translate_path(path.removeprefix(FOLDER))

    def log_message(self, *_):
        pass


class Frame:
    """The live experiment of the browser's page."""

    def __init__(self, browser):
        self.browser = browser

    def mouse(self, kind, x, y, buttons=0):
        left, top = self.browser.evaluate("""(() => {
            const box = document.querySelector("iframe").getBoundingClientRect();
            return [box.left, box.top];
        })()""")
        self.browser.mouse(kind, left + x, top + y, buttons)

    def evaluate(self, expression):
        return self.browser.evaluate(f"document.querySelector('iframe').contentWindow.eval({json.dumps(expression)})")

    ask = Browser.ask


def is_shown(frame):
    """Returns whether the experiment's window has replaced its progress bar."""
    return frame.evaluate("document.getElementById('cover')?.className") in ("gone", "failed")


def click(browser, selector):
    """Clicks the center of an element."""
    x, y = browser.evaluate(f"""(() => {{
        const element = document.querySelector({json.dumps(selector)});
        element.scrollIntoView({{block: "center", behavior: "instant"}});
        const box = element.getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];
    }})()""")
    browser.click(x, y)


def open_picture(browser, place):
    """Clicks a picture. Returns its live experiment with a complete result."""
    click(browser, f"#{place} .open")
    wait(f"the frame of {place}", lambda: browser.evaluate(f"!!document.querySelector('#{place} iframe')"), 30)
    frame = Frame(browser)
    wait(f"the window of {place}", lambda: is_shown(frame))
    wait(f"a complete result of {place}", lambda: settled_state(frame))
    return frame


def check(what, value, expected):
    print(f"{what}: {value}")
    if value != expected:
        raise RuntimeError(f"{what} is {value} instead of {expected}")


def test(browser, address):
    browser.call("Page.navigate", url=f"{address}/gallery/index.html")
    wait("the gallery", lambda: browser.evaluate("!!document.querySelector('#box_blur .open')"), 30)
    frame = open_picture(browser, "box_blur")
    check("experiment", frame.ask("report")["experiment"], "box_blur")
    wait("its slider", lambda: "Radius" in shown_text(frame), 30)
    check("isolated", frame.evaluate("crossOriginIsolated"), True)

    click(browser, "#vector_add .variants li:last-child a")
    wait("the second frame", lambda: browser.evaluate("!!document.querySelector('#vector_add iframe')"), 30)
    wait("its window", lambda: is_shown(frame))
    wait("its result", lambda: settled_state(frame))
    check("variant", frame.ask("report")["variant"], "off_by_one_grid")
    check("live experiments", browser.evaluate("document.querySelectorAll('iframe').length"), 1)
    check("pictures that are back", browser.evaluate("document.querySelector('#box_blur .open').offsetHeight > 0"), True)
    click(browser, "#vector_add .bar button")
    check("live experiments", browser.evaluate("document.querySelectorAll('iframe').length"), 0)

    browser.call("Page.navigate", url=f"{address}/lessons/index.html")
    wait("the lessons", lambda: browser.evaluate("!!document.querySelector('#pixel_owner .open')"), 30)
    frame = open_picture(browser, "pixel_owner")
    wait("the lesson", lambda: "Which thread owns a pixel?" in shown_text(frame), 30)
    print("the lesson is open")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--site", metavar="FOLDER", default=ROOT / "build/web/site")
    parser.add_argument("--screenshot", metavar="FILE.png")
    options = parser.parse_args()
    address = f"http://127.0.0.1:{serve(options.site, Handler)}{FOLDER}"
    good = False
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)
        try:
            test(browser, address)
            good = True
        except (TimeoutError, RuntimeError) as problem:
            print(f"failed: {problem}")
        finally:
            if options.screenshot:
                picture = browser.call("Page.captureScreenshot", format="png")["data"]
                pathlib.Path(options.screenshot).write_bytes(base64.b64decode(picture))
            for message in browser.messages[-20:]:
                print("console:", message)
            browser.close()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
