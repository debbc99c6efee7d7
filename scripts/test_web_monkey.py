#!/usr/bin/env python3
"""Uses the page for browsers at random, in headless Chromium with software WebGL.

Usage: test_web_monkey.py [--minutes N] [--seed S] [--target NAME] [--page FOLDER]
Needs build/web/page (see web.sh), chromium and python3-websocket. Clicks, drags, turns the wheel, presses keys, types,
and resizes the window. Fails if the program traps, if the page has an uncaught exception or shows no frame for 10 s.
Prints the seed, and after a failure the last 20 actions. The same seed repeats the actions, except for their timing.
"""
import argparse
import collections
import json
import pathlib
import random
import sys
import tempfile
import time

import websocket

from browser import SIZE, Browser, serve
from test_web_page import PAGE, open_page

LONGEST_FREEZE = 10  # seconds
REMEMBERED = 20  # actions
FIRST_FREE_ID = 1_000_000_000  # ids of calls whose answers are ignored start here
# Records the time of the browser's last frame.
WATCH_FRAMES = """
(() => {
  const note = () => { self.lastFrame = performance.now(); requestAnimationFrame(note); };
  self.lastFrame = performance.now();
  requestAnimationFrame(note);
})();
"""
STATE = """
JSON.stringify({
  quiet: (performance.now() - self.lastFrame) / 1000,
  failure: document.getElementById("cover")?.className === "failed" ? document.getElementById("step").textContent : null,
})
"""
KEYS = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Escape": 27, "Enter": 13, "Tab": 9, " ": 32,
        "Backspace": 8, "Delete": 46, "Home": 36, "End": 35, "PageUp": 33, "PageDown": 34,
        **{f"F{n}": 111 + n for n in range(1, 13) if n != 5},  # F5 could reload the page
        **{letter: ord(letter.upper()) for letter in "abcdefghijklmnopqrstuvwxyz0123456789"}}
ALT, CONTROL, SHIFT = 1, 2, 8  # modifiers of the DevTools protocol
TEXTS = ("0", "-1", "1e9", "3.5", "threadIdx.x", "__syncthreads();\n", "\u4e2d\u6587", "\u0416", "{}", "\"")


class Failure(Exception):
    """A trap, an uncaught exception, or a frozen page."""


class WatchedBrowser(Browser):
    """Notes exceptions and crashes, and closes dialogs, which would stop the page."""

    def __init__(self, folder):
        self.exceptions = []
        self.free_id = FIRST_FREE_ID
        super().__init__(folder)

    def note(self, event):
        super().note(event)
        method = event.get("method")
        if method == "Runtime.exceptionThrown":
            self.exceptions.append(self.messages[-1])
        elif method == "Inspector.targetCrashed":
            self.exceptions.append("the page's process crashed")
        elif method == "Page.javascriptDialogOpening":
            self.free_id += 1
            self.socket.send(json.dumps({"id": self.free_id, "method": "Page.handleJavaScriptDialog",
                                         "params": {"accept": False}}))


class Monkey:
    """Makes random actions, and remembers the last ones."""

    def __init__(self, browser, seed):
        self.browser = browser
        self.random = random.Random(seed)
        self.size = SIZE
        self.last = collections.deque(maxlen=REMEMBERED)
        self.count = 0
        self.actions = {self.click: 30, self.click_item: 30, self.drag: 15, self.wheel: 12, self.press: 25,
                        self.type_text: 6, self.resize: 2}

    def act(self):
        """Makes an action. Raises Failure if the page does not survive it."""
        action = self.random.choices(list(self.actions), list(self.actions.values()))[0]
        self.count += 1
        self.last.append(action.__name__)  # replaced by remember()
        try:
            action()
            self.check()
        except websocket.WebSocketTimeoutException as problem:
            raise Failure(f"the page did not answer for {LONGEST_FREEZE} s") from problem
        except websocket.WebSocketException as problem:
            raise Failure(f"the page is gone: {problem}") from problem
        except RuntimeError as problem:  # calls of a stopped program fail
            raise Failure(f"the page refused a call: {problem}") from problem

    def check(self):
        if self.browser.exceptions:
            raise Failure(f"uncaught exception: {self.browser.exceptions[0]}")
        state = json.loads(self.browser.evaluate(STATE))
        if state["failure"] is not None:
            raise Failure(f"the program stopped: {state['failure']}")
        if state["quiet"] > LONGEST_FREEZE:
            raise Failure(f"no frame for {state['quiet']:.0f} s")

    def remember(self, words):
        self.last[-1] = words

    def place(self):
        return self.random.randrange(self.size[0]), self.random.randrange(self.size[1])

    def mouse(self, kind, x, y, button="none", count=0, **parameters):
        self.browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button,
                          buttons={"none": 0, "left": 1, "right": 2}[button] if kind != "mouseReleased" else 0,
                          clickCount=count, **parameters)

    def click_at(self, x, y):
        button = "right" if self.random.random() < 0.1 else "left"
        times = 2 if self.random.random() < 0.15 else 1
        self.mouse("mouseMoved", x, y)
        for count in range(1, times + 1):
            self.mouse("mousePressed", x, y, button, count)
            time.sleep(0.02)  # gives the page time for a frame
            self.mouse("mouseReleased", x, y, button, count)
        return f"{button} button, {times} times"

    def click(self):
        x, y = self.place()
        self.remember(f"click at {x}, {y}")
        self.remember(f"click at {x}, {y}, {self.click_at(x, y)}")

    def click_item(self):
        """Clicks a control, because random places rarely hit small ones."""
        labels = self.browser.ask("items")["labels"]
        label = self.random.choice(labels) if labels else ""
        box = self.browser.ask("find", label) if label else None
        if box is None:
            self.click()
            return
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        self.remember(f"click on {label!r} at {x:.0f}, {y:.0f}")
        self.click_at(x, y)

    def drag(self):
        (x, y), (to_x, to_y) = self.place(), self.place()
        self.remember(f"drag from {x}, {y} to {to_x}, {to_y}")
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, "left", 1)
        steps = self.random.randrange(2, 12)
        for step in range(1, steps + 1):
            share = step / steps
            self.mouse("mouseMoved", x + (to_x - x) * share, y + (to_y - y) * share, "left")
            time.sleep(0.01)
        self.mouse("mouseReleased", to_x, to_y, "left", 1)

    def wheel(self):
        x, y = self.place()
        delta = self.random.choice((-600, -120, -30, 30, 120, 600))
        self.remember(f"wheel by {delta} at {x}, {y}")
        self.mouse("mouseWheel", x, y, deltaX=0, deltaY=delta)

    def press(self):
        key = self.random.choice(list(KEYS))
        modifiers = self.random.choices((0, SHIFT, CONTROL, ALT, CONTROL | SHIFT), (70, 12, 10, 3, 5))[0]
        self.remember(f"key {key!r} with modifiers {modifiers}")
        code = f"Key{key.upper()}" if key.isalpha() and len(key) == 1 else f"Digit{key}" if key.isdigit() else key
        parameters = {"key": key, "code": "Space" if key == " " else code, "windowsVirtualKeyCode": KEYS[key],
                      "modifiers": modifiers}
        has_text = len(key) == 1 and not modifiers & (CONTROL | ALT)
        self.browser.call("Input.dispatchKeyEvent", type="keyDown" if has_text else "rawKeyDown", **parameters,
                          **({"text": key} if has_text else {}))
        self.browser.call("Input.dispatchKeyEvent", type="keyUp", **parameters)

    def type_text(self):
        text = self.random.choice(TEXTS)
        self.remember(f"type {text!r}")
        for sign in text:
            self.browser.call("Input.dispatchKeyEvent", type="char", text="\r" if sign == "\n" else sign)

    def resize(self):
        self.size = (self.random.randrange(320, 1700), self.random.randrange(320, 1100))
        if self.random.random() < 0.5:
            self.size = SIZE
        density = self.random.choice((1, 1, 2))
        self.remember(f"resize to {self.size[0]} x {self.size[1]}, density {density}")
        self.browser.call("Emulation.setDeviceMetricsOverride", width=self.size[0], height=self.size[1],
                          deviceScaleFactor=density, mobile=False)


def prepare(browser):
    browser.call("Page.addScriptToEvaluateOnNewDocument", source=WATCH_FRAMES)
    browser.call("Page.setInterceptFileChooserDialog", enabled=True)
    browser.call("Browser.setDownloadBehavior", behavior="deny")
    browser.call("Emulation.setFocusEmulationEnabled", enabled=True)


def run(browser, address, options):
    """Returns whether the page survives."""
    prepare(browser)
    open_page(browser, address)
    browser.socket.settimeout(LONGEST_FREEZE)
    monkey = Monkey(browser, options.seed)
    end = time.monotonic() + 60 * options.minutes
    try:
        while time.monotonic() < end:
            monkey.act()
    except Failure as failure:
        print(f"failed after {monkey.count} actions with seed {options.seed}: {failure}")
        for action in monkey.last:
            print("action:", action)
        for message in browser.messages[-20:]:
            print("console:", message)
        return False
    memory = browser.evaluate("wasmMemory.buffer.byteLength / 1048576")  # never shrinks
    print(f"The page survived {monkey.count} actions, and has {memory:.0f} MiB of memory.")
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=2)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    parser.add_argument("--target", default="box_blur", help="part of the page's address after #")
    parser.add_argument("--page", type=pathlib.Path, default=PAGE)
    options = parser.parse_args()
    print(f"seed {options.seed}, {options.minutes:g} minutes", flush=True)
    address = f"http://127.0.0.1:{serve(options.page)}/#{options.target}"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = WatchedBrowser(folder)
        try:
            return 0 if run(browser, address, options) else 1
        except (TimeoutError, RuntimeError) as problem:
            print(f"failed: {problem}")
            return 1
        finally:
            browser.close()


if __name__ == "__main__":
    sys.exit(main())
