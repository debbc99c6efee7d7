"""Headless Chromium for the tests of pages, and a server for them. Needs chromium and python3-websocket."""
import functools
import http.server
import json
import pathlib
import shutil
import subprocess
import sys
import threading
import time
import urllib.request

import websocket

SIZE = (1280, 800)
PATIENCE = 180  # seconds for a run, on a busy machine
HALL = "hall.test"  # this computer, under a name that the browser does not know as local


class PageHandler(http.server.SimpleHTTPRequestHandler):
    """Serves pages with the headers that give them threads, except to HALL."""

    def end_headers(self):
        if not self.headers.get("Host", "").startswith(HALL):
            self.send_header("Cross-Origin-Opener-Policy", "same-origin")
            self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()

    def log_message(self, *_):
        pass


def serve(folder, handler=PageHandler):
    """Serves a folder on this computer until the program ends. Returns the port."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_port


class Browser:
    """Headless Chromium, driven through the DevTools protocol."""

    def __init__(self, folder):
        program = shutil.which("chromium") or sys.exit("chromium is missing")
        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--remote-debugging-port=0", f"--user-data-dir={folder}",
             "--remote-allow-origins=*", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
             f"--host-resolver-rules=MAP {HALL} 127.0.0.1", "--disable-dev-shm-usage", "--no-first-run", "--lang=en-US",
             f"--window-size={SIZE[0]},{SIZE[1]}", "about:blank"],
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

    def wait_for_message(self, text, seconds):
        """Waits until the page writes a line with this text to its console."""
        end = time.monotonic() + seconds
        while not any(text in message for message in self.messages):
            self.socket.settimeout(max(end - time.monotonic(), 0.1))
            try:
                self.note(json.loads(self.socket.recv()))
            except websocket.WebSocketTimeoutException:
                raise TimeoutError(f"not printed in {seconds} s: {text}") from None
        self.socket.settimeout(PATIENCE)

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
