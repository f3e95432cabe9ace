# SPDX-License-Identifier: Apache-2.0
"""Shows pages in a headless Chromium, measures them there and prints them, through its DevTools protocol on a pipe.

Only what stands in `find_chromium` is needed: no driver and no package of Python. A page may run no script of its own;
what is measured is asked by the test.
"""

import base64
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE_S = 120  # for one answer, on a machine that is busy
SILENT = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-sync",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
]


def find_chromium():
    """Gives the path of a Chromium, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """One browser with one page, to be used in a `with`."""

    def __init__(self, program):
        self.profile = tempfile.TemporaryDirectory(prefix="browser_", ignore_cleanup_errors=True)
        to_read, self.to_browser = os.pipe()
        self.from_browser, to_write = os.pipe()
        command = [program, *SILENT, f"--user-data-dir={self.profile.name}", "about:blank"]
        # The protocol wants its pipes as the descriptors 3 and 4.
        self.process = subprocess.Popen(
            ["sh", "-c", f'exec "$@" 3<&{to_read} 4>&{to_write}', "sh", *command],
            pass_fds=(to_read, to_write),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(to_write)
        self.rest, self.number, self.session, self.events = b"", 0, None, []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network"):
            self.ask(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *error):
        os.close(self.to_browser)
        try:
            self.process.wait(20)  # a browser whose pipe is closed ends by itself
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.from_browser)
        self.profile.cleanup()

    def receive(self, until):
        """Gives the next message. Throws TimeoutError when none has come until that time."""
        while b"\0" not in self.rest:
            ready, _, _ = select.select([self.from_browser], [], [], max(0, until - time.monotonic()))
            piece = os.read(self.from_browser, 2**20) if ready else b""
            if not piece:
                raise TimeoutError("the browser gave no answer" if not ready else "the browser ended")
            self.rest += piece
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def ask(self, method, **parameters):
        """Sends a command and gives its result; events that come meanwhile are kept."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to_browser, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + PATIENCE_S
        while True:
            answer = self.receive(until)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def open(self, path, width, height=900):
        """Shows a file in a window of that size, in CSS pixels, and gives what else the page asked for, as URLs."""
        self.events.clear()
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        address = pathlib.Path(path).resolve().as_uri()
        self.ask("Page.navigate", url=address)
        until = time.monotonic() + PATIENCE_S
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.receive(until))
        asked = [
            event["params"]["request"]["url"] for event in self.events if event.get("method") == "Network.requestWillBeSent"
        ]
        return [url for url in asked if url != address and not url.startswith("data:")]

    def evaluate(self, script):
        """Gives the value of an expression in the page."""
        answer = self.ask("Runtime.evaluate", expression=script, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def print_pages(self, to):
        """Prints the page, on the paper that its style names, into the file `to`, and gives the text of each sheet."""
        pdf = self.ask("Page.printToPDF", preferCSSPageSize=True, printBackground=False)["data"]
        pathlib.Path(to).write_bytes(base64.b64decode(pdf))
        text = subprocess.run(["pdftotext", "-layout", to, "-"], check=True, stdout=subprocess.PIPE).stdout.decode()
        return text.split("\f")[:-1]
