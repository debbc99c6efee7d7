#!/usr/bin/env python3
"""Tests the page for browsers in headless Chromium with software WebGL.

Usage: test_web_page.py [--screenshot FILE.png] [--one-thread]
Needs build/web/page (see web.sh), build/release/warpscope, chromium and python3-websocket. Opens box_blur, compares its
report with the native program's, moves the slider of the radius, compares again, pins a cell, opens a copied link, and
takes a screenshot. Then opens the page as on a phone, and taps and pinches the picture. `--one-thread` serves the page
like another computer over plain http, so that browsers give it neither threads nor a clipboard.
"""
import argparse
import base64
import functools
import http.server
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

import websocket

from compare_web_reports import ROOT, differences, report_of, PROGRAM

PAGE = ROOT / "build/web/page"
TARGET = "box_blur/naive"
SLIDER = "radius"
COPY_LINK = [("Control", "ControlLeft", 17), ("Shift", "ShiftLeft", 16), ("L", "KeyL", 76)]
SIZE = (1280, 800)
PHONE = (390, 844)
PATIENCE = 180  # seconds for a run, on a busy machine


HALL = "hall.test"  # a name of another computer, for the browser


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the page with the headers that give it threads."""

    def end_headers(self):
        if not self.headers.get("Host", "").startswith(HALL):
            self.send_header("Cross-Origin-Opener-Policy", "same-origin")
            self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()

    def log_message(self, *_):
        pass


class Browser:
    """Headless Chromium, driven through the DevTools protocol."""

    def __init__(self, folder):
        program = shutil.which("chromium") or sys.exit("test_web_page.py: chromium is missing")
        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--remote-debugging-port=0", f"--user-data-dir={folder}",
             "--remote-allow-origins=*", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
             f"--host-resolver-rules=MAP {HALL} 127.0.0.1", "--disable-dev-shm-usage", "--no-first-run", f"--window-size={SIZE[0]},{SIZE[1]}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port_file = pathlib.Path(folder) / "DevToolsActivePort"
        wait("Chromium starts", port_file.exists, 60)
        port = port_file.read_text().split()[0]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
            page = next(t for t in json.load(answer) if t["type"] == "page")
        self.socket = websocket.create_connection(page["webSocketDebuggerUrl"], timeout=PATIENCE)
        self.last = 0
        self.messages = []
        for domain in ("Runtime", "Log", "Page"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=SIZE[0], height=SIZE[1], deviceScaleFactor=1, mobile=False)

    def call(self, method, **parameters):
        self.last += 1
        self.socket.send(json.dumps({"id": self.last, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") == self.last:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.note(answer)

    def note(self, event):
        """Keeps what the page writes to its console."""
        if event.get("method") == "Runtime.consoleAPICalled":
            self.messages.append(" ".join(str(a.get("value", a.get("description"))) for a in event["params"]["args"]))
        elif event.get("method") == "Log.entryAdded":
            self.messages.append(event["params"]["entry"]["text"])
        elif event.get("method") == "Runtime.exceptionThrown":
            details = event["params"]["exceptionDetails"]
            self.messages.append(details.get("exception", {}).get("description", details["text"]))

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"].get("exception", {}).get("description", expression))
        return result["result"].get("value")

    def ask(self, function, *arguments):
        """Calls one of the page's functions in src/web/inspection.cpp."""
        types = ", ".join(['"string"'] * len(arguments))
        text = self.evaluate(f'Module.ccall("warpscope_{function}", "string", [{types}], {json.dumps(arguments)})')
        return json.loads(text)

    def mouse(self, kind, x, y, buttons=0):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, buttons=buttons,
                  button="left" if kind != "mouseMoved" or buttons else "none", clickCount=1)
        time.sleep(0.1)

    def click(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, 1)
        self.mouse("mouseReleased", x, y)

    def press(self, *keys):
        """Presses keys together. A key is its name, code and number in the browser."""
        for kind, ordered in (("rawKeyDown", keys), ("keyUp", keys[::-1])):
            for key, code, number in ordered:
                self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code, windowsVirtualKeyCode=number)
                time.sleep(0.1)

    def clipboard(self):
        result = self.call("Runtime.evaluate", expression="navigator.clipboard.readText()", awaitPromise=True,
                           returnByValue=True)
        return result["result"].get("value") or ""

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait(20)


def wait(what, condition, seconds=PATIENCE):
    """Returns the condition's first true value. Ends the program if it stays false."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.2)
    raise TimeoutError(f"not seen in {seconds} s: {what}")


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


def native_report(*options):
    report = report_of([PROGRAM, "run", TARGET, "--device", "emulator", "--compiler", "clang", *options, "--report", "-"])
    if isinstance(report, dict):
        report["input"] = report["input"].removeprefix(str(ROOT))  # the page has /assets
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
    good = check_equal(TARGET, native_report(), browser.ask("report"))

    x, y, width = item(browser, SLIDER)
    before = radius(browser)
    browser.mouse("mouseMoved", x, y)
    browser.mouse("mousePressed", x, y, 1)
    for step in (0.05, 0.1, 0.2):
        browser.mouse("mouseMoved", x + width * step, y, 1)
    browser.mouse("mouseReleased", x + width * step, y)
    wait("another radius", lambda: settled_state(browser) and radius(browser) != before)
    moved = radius(browser)
    good &= check_equal(f"{TARGET} with radius {moved}", native_report("--set", f"radius={moved}"),
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
    wait("the message about a damaged link", lambda: "The link is damaged" in shown_text(browser), 20)  # then it closes
    return good


def touch(browser, kind, *points):
    """Sends the positions of all fingers that touch the screen."""
    browser.call("Input.dispatchTouchEvent", type=kind,
                 touchPoints=[{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)])
    time.sleep(0.2)


def test_phone(browser, address):
    browser.call("Emulation.setDeviceMetricsOverride", width=PHONE[0], height=PHONE[1], deviceScaleFactor=4, mobile=True)
    browser.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
    open_page(browser, f"{address}/#{TARGET}")
    density = browser.evaluate("Module.canvas.width") / PHONE[0]
    if density != 3:
        raise RuntimeError(f"the canvas has {density} pixels for each pixel of the page, not 3")
    if "Launch" not in shown_text(browser):
        raise RuntimeError("the upright window has no tab for the launch")
    x, y = PHONE[0] / 2, PHONE[1] * 0.3
    touch(browser, "touchStart", (x, y))
    touch(browser, "touchEnd")
    wait("the tapped cell", lambda: browser.ask("state")["has_pin"], 30)
    before = wait("a complete result", lambda: settled_state(browser))["pixels_per_cell"]
    touch(browser, "touchStart", (x - 30, y))
    touch(browser, "touchStart", (x - 30, y), (x + 30, y))
    for apart in (35, 50, 80):
        touch(browser, "touchMove", (x - apart, y), (x + apart, y))
    touch(browser, "touchEnd")
    wait("a larger picture", lambda: browser.ask("state")["pixels_per_cell"] > 1.5 * before, 30)
    print("a phone's fingers pin and zoom")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--screenshot", metavar="FILE.png")
    parser.add_argument("--one-thread", action="store_true")
    options = parser.parse_args()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=PAGE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)
        try:
            address = f"http://{HALL if options.one_thread else '127.0.0.1'}:{server.server_port}"
            good = test(browser, address, options)
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
