"""Controls a headless Chromium through its DevTools protocol, over a pipe, so that no websocket is needed.

Usage: browser.py CHROMIUM FOLDER. Each line of its input is the path of a file with the steps of a visit. A visit has
a window and a history of its own, and all share the browser, because its start takes longer than most visits. At the
end of its input it ends the browser, and removes the folder. Steps are a list of objects with one member each:
  {"go": URL}                    load a page, and wait until it is complete
  {"wait": EXPRESSION}           wait until a JavaScript expression is true
  {"evaluate": EXPRESSION}       its value, or the value of a promise
  {"click": SELECTOR}            press and release the mouse in the middle of an element
  {"type": TEXT}                 send what a keyboard would send: text, or one of "Tab", "Enter", "Space", "ArrowDown", …
  {"key": CHARACTER}             press the key of a character, which a page may use as a command
  {"requests": null}             the URLs that the browser requested so far
  {"screen": {"width": N, "height": N, "scheme": "light"|"dark"}}
  {"picture": PATH}              save what the screen shows, as a PNG
It writes {"values": [one for each step], "complaints": [console errors, exceptions, violations]}, or {"error": TEXT}, to
the path of the steps with ".visit" after it.
It uses only the standard library.
"""
import base64, fcntl, json, os, select, shutil, subprocess, sys, time

# Less than the 300 seconds after which the tests end this program, so that they see what it waited for.
DEADLINE = 200
KEYS = {"Tab": (9, None), "Enter": (13, "\r"), "Space": (32, " "), "ArrowDown": (40, None), "ArrowUp": (38, None),
        "Escape": (27, None)}
# The middle of an element, once it has stood in the same place for two frames, and nothing covers it.
STANDING = """
new Promise((done) => {
  const element = %s;
  let last = "";
  (function look() {
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const box = element.getBoundingClientRect();
    const place = [box.x + box.width / 2, box.y + box.height / 2];
    if (last === `${place}` && element.contains(document.elementFromPoint(...place))) return done(place);
    last = `${place}`;
    requestAnimationFrame(look);
  })();
})
"""


class Browser:
    def __init__(self, program, folder):
        reading, self.output = self.pipe()
        self.input, writing = self.pipe()

        def descriptors():
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        command = [
            program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--no-proxy-server",
            "--remote-debugging-pipe", f"--user-data-dir={folder}", "about:blank",
        ]
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=descriptors, pass_fds=(3, 4), env={**os.environ, "HOME": folder})
        os.close(reading)
        os.close(writing)
        self.buffer, self.number, self.session = b"", 0, None

    def visit(self, steps):
        values, self.complaints, self.requests = [], [], []
        context = self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        try:
            for domain in ["Page", "Runtime", "Log", "Network"]:
                self.call(f"{domain}.enable")
            for step in steps:
                (name, argument), = step.items()
                values.append(getattr(self, f"step_{name}")(argument))
            # The browser sends its remaining events before it answers a call.
            self.evaluate("new Promise((done) => setTimeout(done, 100))")
        finally:
            self.session = None
            self.call("Target.disposeBrowserContext", browserContextId=context)
        return {"values": values, "complaints": self.complaints}

    @staticmethod
    def pipe():
        """Returns both ends of a pipe, with numbers above those that the browser gets."""
        return [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in os.pipe()]

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + DEADLINE
        while True:
            answer = self.message(deadline)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def message(self, deadline):
        while b"\0" not in self.buffer:
            if not select.select([self.input], [], [], max(0, deadline - time.monotonic()))[0]:
                raise RuntimeError("the browser says nothing")
            piece = os.read(self.input, 1 << 16)
            if not piece:
                raise RuntimeError("the browser has ended")
            self.buffer += piece
        text, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(text)
        if message.get("sessionId") == self.session:
            self.note(message.get("method"), message.get("params"))
        return message

    def note(self, event, told):
        if event == "Runtime.exceptionThrown":
            self.complaints.append("exception: " + json.dumps(told["exceptionDetails"]))
        elif event == "Runtime.consoleAPICalled" and told["type"] in ("error", "warning", "assert"):
            self.complaints.append("console: " + json.dumps(told["args"]))
        elif event == "Log.entryAdded" and told["entry"]["level"] in ("error", "warning"):
            self.complaints.append(f"{told['entry']['source']}: {told['entry']['text']}")

        elif event == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"])

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {json.dumps(result['exceptionDetails'])}")
        return result["result"].get("value")

    def wait(self, expression):
        deadline = time.monotonic() + DEADLINE
        while not self.evaluate(expression):
            if time.monotonic() > deadline:
                page = self.evaluate("document.body.innerText")
                raise RuntimeError(f"never true: {expression}\n{page}")
            time.sleep(0.05)

    # Steps

    def step_go(self, url):
        self.call("Page.navigate", url=url)
        self.wait(f"location.href.startsWith({json.dumps(url)}) && document.readyState === 'complete'")

    def step_wait(self, expression):
        self.wait(expression)

    def step_evaluate(self, expression):
        return self.evaluate(expression)

    def step_click(self, selector):
        element = f"document.querySelector({json.dumps(selector)})"
        self.wait(f"{element} !== null")
        # A page may still move the element, so a click that did not reach it is repeated.
        self.evaluate(f"{element}.addEventListener('click', () => {{ window.wasClicked = true; }}, {{ once: true }})")
        self.evaluate("window.wasClicked = false")
        deadline = time.monotonic() + DEADLINE
        while not self.evaluate("window.wasClicked"):
            if time.monotonic() > deadline:
                raise RuntimeError(f"never clicked: {selector}")
            x, y = self.evaluate(STANDING % element)
            for kind in ["mousePressed", "mouseReleased"]:
                self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def step_type(self, text):
        if text not in KEYS:
            return self.call("Input.insertText", text=text) and None
        code, character = KEYS[text]
        key = " " if text == "Space" else text
        told = {"key": key, "code": text, "windowsVirtualKeyCode": code}
        if character:
            told["text"] = character
        self.call("Input.dispatchKeyEvent", type="keyDown", **told)
        self.call("Input.dispatchKeyEvent", type="keyUp", **told)

    def step_key(self, character):
        told = {"key": character, "text": character}
        self.call("Input.dispatchKeyEvent", type="keyDown", **told)
        self.call("Input.dispatchKeyEvent", type="keyUp", **told)

    def step_requests(self, _):
        return self.requests

    def step_screen(self, screen):
        self.call("Emulation.setDeviceMetricsOverride", width=screen["width"], height=screen["height"],
                  deviceScaleFactor=1, mobile=screen["width"] < 500)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": screen.get("scheme", "light")}])

    def step_picture(self, path):
        picture = self.call("Page.captureScreenshot", format="png")
        with open(path, "wb") as file:
            file.write(base64.b64decode(picture["data"]))

    def close(self):
        self.process.kill()
        self.process.wait()


def main():
    program, folder = sys.argv[1:]
    browser = Browser(program, folder)
    try:
        for line in sys.stdin:
            path = line.rstrip("\n")
            with open(path) as file:
                steps = json.load(file)
            try:
                visit = browser.visit(steps)
            except RuntimeError as error:
                visit = {"error": str(error)}
            with open(f"{path}.part", "w") as file:
                json.dump(visit, file)
            os.replace(f"{path}.part", f"{path}.visit")
    finally:
        browser.close()
        shutil.rmtree(folder, ignore_errors=True)


main()
