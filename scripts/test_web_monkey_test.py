#!/usr/bin/env python3
"""Tests test_web_monkey.py with a page that only pretends to be one."""
import json
import pathlib
import sys
import types
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
try:
    import websocket
except ImportError:
    websocket = types.ModuleType("websocket")
    websocket.WebSocketException = type("WebSocketException", (Exception,), {})
    websocket.WebSocketTimeoutException = type("WebSocketTimeoutException", (websocket.WebSocketException,), {})
    sys.modules["websocket"] = websocket
import test_web_monkey  # noqa: E402


class FakePage:
    """Records calls, and answers as a healthy page does."""

    def __init__(self):
        self.exceptions, self.calls = [], []
        self.quiet, self.failure, self.error = 0, None, None

    def call(self, method, **parameters):
        self.calls.append((method, parameters))
        if self.error:
            raise self.error

    def evaluate(self, _):
        return json.dumps({"quiet": self.quiet, "failure": self.failure})

    def ask(self, function, *_):
        return {"labels": ["radius", "##close"]} if function == "items" else [10, 20, 30, 40]


def act(seed, count, page=None):
    monkey = test_web_monkey.Monkey(page or FakePage(), seed)
    with unittest.mock.patch("time.sleep"):
        for _ in range(count):
            monkey.act()
    return monkey


class Monkeys(unittest.TestCase):
    def test_same_seed_repeats_actions(self):
        first, second, other = act(7, 60), act(7, 60), act(8, 60)
        self.assertEqual(first.browser.calls, second.browser.calls)
        self.assertNotEqual(first.browser.calls, other.browser.calls)

    def test_all_kinds_of_actions_occur(self):
        methods = {method for method, _ in act(1, 300).browser.calls}
        self.assertEqual(methods, {"Input.dispatchMouseEvent", "Input.dispatchKeyEvent",
                                   "Emulation.setDeviceMetricsOverride"})

    def test_last_actions_are_remembered(self):
        last = act(3, 100).last
        self.assertEqual(len(last), 20)
        self.assertTrue(all(" " in words for words in last))

    def assert_fails(self, words, **changes):
        page = FakePage()
        for name, value in changes.items():
            setattr(page, name, value)
        with self.assertRaisesRegex(test_web_monkey.Failure, words):
            act(1, 1, page)

    def test_faults_are_found(self):
        self.assert_fails("no frame for 11 s", quiet=11)
        self.assert_fails("unreachable executed", failure="Warpscope stopped: unreachable executed")
        self.assert_fails("TypeError", exceptions=["TypeError: x"])
        self.assert_fails("did not answer", error=websocket.WebSocketTimeoutException())
        self.assert_fails("is gone", error=websocket.WebSocketException("closed"))


if __name__ == "__main__":
    unittest.main()
