#!/usr/bin/env python3
"""Tests the pages of a class in headless Chromium: a student with an upright phone, and the teacher.

Usage: test_class_page.py [--lesson NAME] [--program FILE] [--screenshots FOLDER]
Needs build/release/warpscope, chromium and python3-websocket. The student answers each question of the lesson with
markup where text is possible; the teacher sees and reveals it. If the page for browsers is built (build/web/page), a
student then answers a question in the whole window.
"""
import argparse
import base64
import json
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

from browser import Browser, wait
from compare_web_reports import PROGRAM
from test_web_page import PAGE, item, shown_text

PHONE = (360, 740)
MIN_TARGET = 36  # pixels
MARKUP = "<script>document.title = 'hacked'</script><img src=x onerror=\"document.title = 'hacked'\">"
# Answers a question of each kind as a student does.
ANSWERS = {
    "choice": "document.querySelector('.option').click()",
    "number": "document.querySelector('input').value = '12,5'; document.querySelector('.send').click()",
    "lanes": "document.querySelector('.lanes button').click(); document.querySelector('.send').click()",
    "line": "document.querySelector('.line').click()",
    "window": f"document.querySelector('textarea').value = {json.dumps(MARKUP)}; document.querySelector('.option').click()",
}


class Teacher:
    def __init__(self, address):
        self.base, self.secret = address.split("teach#")

    def ask(self, path, body=None):
        headers = {"Authorization": f"Bearer {self.secret}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self.base + path, data, headers)) as answer:
            return answer.read().decode()

    def state(self):
        return json.loads(self.ask("teach/state"))

    def go_to(self, step, reveal=False):
        self.ask("teach/control", {"step": step, "reveal": reveal})


def start_server(options):
    """Returns the server's process and the addresses of students and teacher."""
    process = subprocess.Popen([options.program, "serve", options.lesson, "--port", "0", "--no-compile"],
                               stdout=subprocess.PIPE, text=True)
    addresses = {}
    while "Teacher" not in addresses:
        line = process.stdout.readline() or sys.exit("test_class_page.py: the server did not start")
        name, _, address = line.partition(":")
        addresses[name] = address.strip()
    return process, addresses["Students"], addresses["Teacher"]


def check(what, good):
    if not good:
        raise RuntimeError(what)


def check_fits(browser, where):
    """Checks that the page needs no horizontal scrolling and that fingers can hit its buttons."""
    width = browser.evaluate("document.documentElement.scrollWidth")
    check(f"{where}: the page is {width} pixels wide", width <= PHONE[0])
    small = browser.evaluate("[...document.querySelectorAll('button, input, textarea')].filter("
                             f"each => each.getBoundingClientRect().height < {MIN_TARGET}).length")
    check(f"{where}: {small} buttons are too small", small == 0)


def pick_cells(browser, count):
    """Taps on the picture."""
    for i in range(count):
        x, y = browser.evaluate("(box => [box.left, box.top])(document.querySelector('canvas').getBoundingClientRect())")
        browser.click(x + 20 + 30 * i, y + 20)
    browser.evaluate("document.querySelector('[aria-label=right]').click(); document.querySelector('.send').click()")


def attend(browser, teacher, students, screenshot):
    """Answers all questions as a student."""
    browser.call("Emulation.setDeviceMetricsOverride", width=PHONE[0], height=PHONE[1], deviceScaleFactor=2, mobile=True)
    browser.call("Page.navigate", url=students)
    wait("the student joins", lambda: teacher.state()["connected"] == 1, 30)
    for step in range(teacher.state()["steps"]):
        teacher.go_to(step)
        shown = f"document.getElementById('place')?.textContent?.startsWith('{step + 1} /')"
        wait(f"step {step + 1} on the phone", lambda: browser.evaluate(shown), 30)
        check_fits(browser, f"step {step + 1}")
        state = teacher.state()
        kind = state["kind"]
        print(f"step {step + 1}: {kind}")
        if kind == "none":
            continue
        if kind == "cells":
            pick_cells(browser, state["pick"])
        else:
            browser.evaluate(ANSWERS[kind])
        wait("the answer", lambda: teacher.state()["answered"] == 1, 30)
        screenshot(f"phone-{step + 1}-{kind}")
        check("the right answer is shown too early", not browser.evaluate("document.querySelector('.right') !== null"))
        teacher.go_to(step, reveal=True)
        wait("the verdict", lambda: browser.evaluate("document.querySelector('.verdict') !== null"), 30)
        check_fits(browser, f"answer {step + 1}")
        screenshot(f"phone-{step + 1}-answer")


def teach(browser, teacher, address, screenshot):
    """Shows all answers as the teacher."""
    browser.call("Emulation.setDeviceMetricsOverride", width=1280, height=800, deviceScaleFactor=1, mobile=False)
    browser.call("Page.navigate", url="about:blank")
    teacher.go_to(0)
    browser.call("Page.navigate", url=address)
    steps = teacher.state()["steps"]
    for step in range(steps):
        shown = f"document.getElementById('place')?.textContent === '{step + 1} / {steps}'"
        wait(f"step {step + 1} on the teacher's page", lambda: browser.evaluate(shown), 30)
        if step == 0:
            check("the secret stays in the address", "#" not in browser.evaluate("location.href"))
        if teacher.state()["kind"] == "window":
            browser.evaluate("document.querySelector('#answer .option').click()")
            wait("the report", lambda: browser.evaluate("document.querySelector('pre')?.textContent") == MARKUP, 30)
            check("markup is not text", browser.evaluate("document.querySelectorAll('main script, img').length") == 0)
        screenshot(f"teacher-{step + 1}")
        browser.evaluate("document.getElementById('next').click()")
    check("markup ran", browser.evaluate("document.title") == "Warpscope: teach a class")
    browser.call("Page.navigate", url=f"{teacher.base}teach#wrong")
    wait("a refusal", lambda: "does not control" in (browser.evaluate("document.getElementById('notice')?.textContent") or ""), 30)


def answer_in_window(browser, options, screenshot):
    """Answers a question with a number in the whole window, in a class of its own."""
    server, students, address = start_server(options)
    try:
        teacher = Teacher(address)
        for step in range(teacher.state()["steps"]):
            teacher.go_to(step)
            if teacher.state()["kind"] == "number":
                break
        else:
            print("The lesson asks for no number, so the whole window is not tested.")
            return
        browser.call("Emulation.setDeviceMetricsOverride", width=1280, height=800, deviceScaleFactor=1, mobile=False)
        browser.call("Page.navigate", url=students.removesuffix("class") + "#class")
        wait("the window", lambda: browser.evaluate("document.getElementById('cover')?.className") == "gone")
        wait("the question", lambda: "PREDICT" in shown_text(browser), 60)
        x, y, _ = item(browser, "##lesson number")
        browser.click(x, y)
        for digit in "12":
            browser.call("Input.dispatchKeyEvent", type="char", text=digit)
        x, y, _ = item(browser, "send##lesson")
        browser.click(x, y)
        wait("the window's answer", lambda: teacher.state()["tally"]["groups"] == [[12, 1]], 30)
        wait("its confirmation", lambda: "Sent." in shown_text(browser), 30)
        screenshot("window-answer")
        teacher.go_to(step, reveal=True)
        wait("the measured answer", lambda: "MEASURED" in shown_text(browser), 30)
        screenshot("window-revealed")
        print("The whole window follows the teacher.")
    finally:
        server.terminate()
        server.wait(20)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lesson", default="pixel_owner")
    parser.add_argument("--program", default=PROGRAM)
    parser.add_argument("--screenshots", metavar="FOLDER", type=pathlib.Path)
    options = parser.parse_args()
    server, students, address = start_server(options)
    teacher = Teacher(address)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)

        def screenshot(name):
            if options.screenshots:
                options.screenshots.mkdir(parents=True, exist_ok=True)
                picture = browser.call("Page.captureScreenshot", format="png")["data"]
                (options.screenshots / f"{name}.png").write_bytes(base64.b64decode(picture))

        try:
            attend(browser, teacher, students, screenshot)
            teach(browser, teacher, address, screenshot)
            if (PAGE / "index.html").exists():
                answer_in_window(browser, options, screenshot)
            # Ignores other messages, such as HTTP status 403.
            errors = [each for each in browser.messages if "Error" in each or "Content Security Policy" in each]
            check(f"console: {errors}", not errors)
            print("The pages of a class work.")
            return 0
        except (TimeoutError, RuntimeError) as problem:
            print(f"failed: {problem}")
            screenshot("failed")
            for message in browser.messages[-20:]:
                print("console:", message)
            return 1
        finally:
            browser.close()
            server.terminate()
            server.wait(20)


if __name__ == "__main__":
    sys.exit(main())
