#!/usr/bin/env python3
"""Runs the picture tests of the module render in headless Chromium with software WebGL.

Usage: test_web_render.py
Needs build/web/tests-bin/render_tests.html (see test_web.sh), chromium and python3-websocket. Prints failures, and exits
with 1 if a test failed.
"""
import sys
import tempfile

from browser import PATIENCE, Browser, serve
from compare_web_reports import ROOT

FOLDER = ROOT / "build/web/tests-bin"


def main():
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)
        try:
            browser.call("Page.navigate", url=f"http://127.0.0.1:{serve(FOLDER)}/render_tests.html")
            browser.wait_for_message("[  PASSED  ]", 5 * PATIENCE)
            good = not any("[  FAILED  ]" in message for message in browser.messages)
        except TimeoutError as problem:
            print(f"failed: {problem}")
            good = False
        finally:
            browser.close()
    for message in browser.messages if not good else [m for m in browser.messages if "[  PASSED  ]" in m]:
        print(message)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
