#!/usr/bin/env python3
"""Tests the page for browsers in headless Chromium with software WebGL.

Usage: test_web_page.py [--screenshot FILE.png] [--one-thread] [--all]
Needs build/web/page (see web.sh), build/release/warpscope, chromium and python3-websocket. Opens box_blur, compares its
report with the native program's, moves the slider of the radius, compares again, pins a cell, opens a copied link, and
takes a screenshot. Then restores the scene after a trap, opens the page as on a phone, and taps and pinches the picture. `--one-thread` serves the page
like another computer over plain http, so that browsers give it neither threads nor a clipboard. `--all` only compares
the reports of all variants.
"""
import argparse
import base64
import pathlib
import sys
import tempfile
import time

from browser import HALL, SIZE, Browser, serve, wait
from compare_web_reports import ROOT, differences, report_of, targets, PROGRAM

PAGE = ROOT / "build/web/page"
TARGET = "box_blur/naive"
SLIDER = "radius"
COPY_LINK = [("Control", "ControlLeft", 17), ("Shift", "ShiftLeft", 16), ("L", "KeyL", 76)]
PHONE = (390, 844)


def settled_state(browser):
    """Returns the window's state once its result is complete."""
    if browser.evaluate("document.getElementById('cover').className") == "failed":
        raise RuntimeError(browser.evaluate("document.getElementById('step').textContent"))
    state = browser.ask("state")
    return state if state["settled"] and state.get("has_result") else None


def item(browser, label):
    """Returns the center of an item of the window, and its width."""
    browser.ask("find", label)  # starts the recording of items
    box = wait(f"item {label}", lambda: (browser.mouse("mouseMoved", 5, 5), browser.mouse("mouseMoved", 6, 5),
                                         browser.ask("find", label))[-1], 30)
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, box[2] - box[0]


def shown_text(browser):
    """Returns the window's text after a new frame."""
    browser.mouse("mouseMoved", 5, 5)
    browser.mouse("mouseMoved", 6, 5)
    return browser.ask("items")["text"]


def check_equal(what, native, web):
    found = list(differences(native, web)) if isinstance(native, dict) else [f"native: {native}"]
    print(f"{what}: {'equal' if not found else '; '.join(found[:5])}")
    return not found


def radius(browser):
    """Returns the parameter of the shown run."""
    return browser.ask("report")["parameters"]["radius"]


def native_report(target, *options):
    report = report_of([PROGRAM, "run", target, "--device", "emulator", "--compiler", "clang", *options, "--report", "-"])
    if isinstance(report, dict):
        report["input"] = report["input"].removeprefix(str(ROOT))  # as in the page: /assets/...
    return report


def show_window(browser, address):
    """Returns the seconds until the window appears."""
    began = time.monotonic()
    browser.call("Page.navigate", url="about:blank")  # else only the part after # would change
    browser.call("Page.navigate", url=address)
    wait("the window", lambda: browser.evaluate("document.getElementById('cover')?.className") in ("gone", "failed"))
    return time.monotonic() - began


def open_page(browser, address):
    """Returns the seconds until the window appears, and its state with a complete result."""
    shown = show_window(browser, address)
    return shown, wait("a complete result", lambda: settled_state(browser))


def test(browser, address, options):
    began = time.monotonic()
    shown, state = open_page(browser, f"{address}/#{TARGET}")
    print(f"window after {shown:.1f} s, result after {time.monotonic() - began:.1f} s "
          f"(run {state['total_ms']:.0f} ms; {state['frames']})")
    if browser.evaluate("crossOriginIsolated") == options.one_thread:
        raise RuntimeError("the page has threads" if options.one_thread else "the page has no threads")
    good = check_equal(TARGET, native_report(TARGET), browser.ask("report"))

    x, y, width = item(browser, SLIDER)
    before = radius(browser)
    browser.mouse("mouseMoved", x, y)
    browser.mouse("mousePressed", x, y, 1)
    for step in (0.05, 0.1, 0.2):
        browser.mouse("mouseMoved", x + width * step, y, 1)
    browser.mouse("mouseReleased", x + width * step, y)
    wait("another radius", lambda: settled_state(browser) and radius(browser) != before)
    moved = radius(browser)
    good &= check_equal(f"{TARGET} with radius {moved}", native_report(TARGET, "--set", f"radius={moved}"),
                        browser.ask("report"))

    browser.click(SIZE[0] * 0.4, SIZE[1] * 0.4)
    wait("the pinned cell", lambda: browser.ask("state")["has_pin"], 30)
    print("a cell is pinned")
    wait("the trace of its block", lambda: settled_state(browser))

    if options.screenshot:
        picture = browser.call("Page.captureScreenshot", format="png")["data"]
        pathlib.Path(options.screenshot).write_bytes(base64.b64decode(picture))

    if options.one_thread:
        return good
    browser.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    browser.call("Emulation.setFocusEmulationEnabled", enabled=True)  # pages without focus have no clipboard
    browser.press(*COPY_LINK)
    link = wait("a copied link", lambda: browser.clipboard().startswith(f"{address}/#s1=") and browser.clipboard(), 30)
    report = browser.ask("report")
    open_page(browser, link)
    good &= check_equal(f"link of {len(link)} bytes", report, browser.ask("report"))
    wait("the link's pin", lambda: browser.ask("state")["has_pin"], 30)
    show_window(browser, link[:-9])
    wait("the message about a damaged link", lambda: "The link is damaged" in shown_text(browser), 20)  # it closes soon
    return good


def test_all(browser, address):
    """Compares the reports of all variants with the native ones, with the page's initial settings."""
    good = True
    for target in targets([]):
        show_window(browser, f"{address}/#{target}")
        state = wait(f"the end of {target}", lambda: browser.ask("state")["settled"] and browser.ask("state"))
        web = browser.ask("report") if state.get("has_result") else state.get("failure", "no result")
        if not isinstance(web, dict):
            native = native_report(target)
            good &= not isinstance(native, dict)
            print(f"{target}: {web[:150]}; native: {str(native)[:150]}")
            continue
        source = f"{ROOT}{web['input']}" if web["input"].startswith("/") else web["input"]
        options = ["--input", source]
        for name, value in web["parameters"].items():
            options += ["--set", f"{name}={value:g}"]
        native = native_report(target, *options)
        if isinstance(native, dict) and native["launch"] != web["launch"]:
            native = native_report(target, *options, "--block", "x".join(map(str, web["launch"]["block"])))
        good &= check_equal(target, native, web)
    return good


def test_recovery(browser, address):
    """Makes the page trap, and restores its scene."""
    _, state = open_page(browser, f"{address}/#box_blur/tiled")
    if state["has_pin"]:
        raise RuntimeError("a cell is already pinned")
    browser.click(SIZE[0] * 0.4, SIZE[1] * 0.4)
    wait("the pinned cell", lambda: browser.ask("state")["has_pin"], 30)
    variant = browser.ask("report")["variant"]
    time.sleep(20)  # until the scene is saved
    browser.evaluate("setTimeout(() => { throw new WebAssembly.RuntimeError('test of a trap'); })")
    wait("the offer to restore", lambda: browser.evaluate("!document.getElementById('recovery').hidden"), 10)
    browser.evaluate("document.getElementById('restore').click()")
    time.sleep(2)  # calls fail while the page reloads
    wait("the reload", lambda: browser.evaluate("document.getElementById('recovery')?.hidden"), 30)
    wait("the window", lambda: browser.evaluate("document.getElementById('cover')?.className") == "gone")
    state = wait("a complete result", lambda: settled_state(browser))
    if not state["has_pin"] or browser.ask("report")["variant"] != variant:
        raise RuntimeError("the scene is not restored after a trap")
    print("a trap leaves the scene")


def touch(browser, kind, *points):
    """Sends the positions of all fingers that touch the screen."""
    browser.call("Input.dispatchTouchEvent", type=kind,
                 touchPoints=[{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)])


def test_phone(browser, address):
    browser.call("Emulation.setDeviceMetricsOverride", width=PHONE[0], height=PHONE[1], deviceScaleFactor=4, mobile=True)
    browser.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
    open_page(browser, f"{address}/#{TARGET}")
    density = browser.evaluate("Module.canvas.width") / PHONE[0]
    if density != 3:
        raise RuntimeError(f"the canvas has {density} pixels for each pixel of the page, not 3")
    item(browser, "Launch")  # only upright windows have this tab
    x, y = PHONE[0] / 2, PHONE[1] * 0.3
    touch(browser, "touchStart", (x, y))
    touch(browser, "touchEnd")  # soon: a long press would open a menu
    wait("the tapped cell", lambda: browser.ask("state")["has_pin"], 30)
    before = wait("a complete result", lambda: settled_state(browser))["pixels_per_cell"]
    touch(browser, "touchStart", (x - 30, y), (x + 30, y))
    for apart in (35, 50, 80):
        touch(browser, "touchMove", (x - apart, y), (x + apart, y))
        time.sleep(0.2)
    touch(browser, "touchEnd")
    wait("a larger picture", lambda: browser.ask("state")["pixels_per_cell"] > 1.5 * before, 30)
    print("a phone's fingers pin and zoom")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--screenshot", metavar="FILE.png")
    parser.add_argument("--one-thread", action="store_true")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    port = serve(PAGE)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)
        try:
            address = f"http://{HALL if options.one_thread else '127.0.0.1'}:{port}"
            if options.all:
                good = test_all(browser, address)
            else:
                good = test(browser, address, options)
                if not options.one_thread:
                    test_recovery(browser, address)
                test_phone(browser, address)
        except (TimeoutError, RuntimeError) as problem:
            print(f"failed: {problem}")
            good = False
            picture = browser.call("Page.captureScreenshot", format="png")["data"]
            if options.screenshot:
                pathlib.Path(options.screenshot).write_bytes(base64.b64decode(picture))
        finally:
            for message in browser.messages[-20:]:
                print("console:", message)
            browser.close()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
