"""The code that the misbehaving drivers share: a driver that is correct, except in calls whose input has {"bad": true}.

A misbehaving driver is a small program that overrides `bad`, or another part of the class below, and calls `run()`.
It uses only the standard library, so Python 3 is enough to run it.
"""

import json
import os
import queue
import sys
import threading


# If it is set, every driver takes so many calls ahead of their turn, and answers that come with a call.
WINDOW = os.environ.get("MISBEHAVING_WINDOW")


class MisbehavingDriver:
    name = "misbehaving"
    protocol = 1
    operations = ["get"]
    transports = ["memory"]
    in_flight = 1
    ahead = 0

    def __init__(self):
        self.writing = threading.Lock()
        self.responses = {}
        self.open = set()
        self.threads = []
        self.queued = queue.Queue()
        if WINDOW and self.in_flight == 1:
            self.ahead = int(WINDOW)

    # The protocol

    def raw(self, data):
        """Writes all bytes unchanged."""
        with self.writing:
            while data:
                data = data[os.write(1, data):]

    def send(self, message):
        self.raw(json.dumps(message).encode() + b"\n")

    def hello(self):
        self.send({"hello": {
            "protocol": self.protocol, "driver": self.name, "operations": self.operations,
            "transports": self.transports, "inFlight": self.in_flight, "ahead": self.ahead,
            "answers": WINDOW is not None}})

    def request(self, call, n=1, path="/thing", id=None):
        """Writes a request and returns its response."""
        answer = self.responses.setdefault((call["id"], n), queue.Queue())
        self.send({"request": {
            "id": call["id"] if id is None else id, "n": n, "method": "GET", "url": call["baseURL"] + path,
            "headers": {"Accept": "application/json"}, "timeout": 10, "unobserved": []}})
        known = call.get("answers", [])
        if call["id"] in self.open and n <= len(known):
            return known[n - 1]
        return answer.get()

    def result(self, call, outcome, id=None):
        self.open.discard(call["id"])
        self.send({"result": {"id": call["id"] if id is None else id, "outcome": outcome, "unobserved": []}})

    # The client

    def get(self, call):
        """Sends one request, and returns the outcome that a correct client makes of the answer."""
        response = self.request(call)
        if "networkError" in response:
            error = response["networkError"]
            return {"failure": {"category": "network", "domain": error["domain"], "code": error["code"]}}
        if not 200 <= response["status"] < 300:
            return {"failure": {"category": "status", "payload": response["status"]}}
        return {"success": json.loads(response["body"]["text"])}

    def good(self, call):
        self.result(call, self.get(call))

    def bad(self, call):
        self.good(call)

    def bye(self):
        self.join()
        os._exit(0)

    def join(self):
        """Waits until every call's thread has ended, and so has written what it writes after its result."""
        for thread in self.threads:
            thread.join()
        self.queued.join()

    # The loop

    def call(self, call):
        if isinstance(call.get("input"), dict) and call["input"].get("bad"):
            self.bad(call)
        else:
            self.good(call)

    def one_by_one(self):
        """Runs the calls that were written ahead, each after the one before it."""
        while True:
            call = self.queued.get()
            os.write(2, b"\x1econtract-run call %d\n" % call["id"])
            self.call(call)
            self.queued.task_done()

    def run(self):
        sys.stdin.readline()
        self.hello()
        if WINDOW and self.in_flight == 1:
            threading.Thread(target=self.one_by_one, daemon=True).start()
        for line in sys.stdin:
            message = json.loads(line)
            if "bye" in message:
                self.bye()
            elif "response" in message:
                response = message["response"]
                key = (response["id"], response["n"])
                self.responses.setdefault(key, queue.Queue()).put(response)
            elif "call" in message:
                self.open.add(message["call"]["id"])
                if WINDOW and self.in_flight == 1:
                    self.queued.put(message["call"])
                    continue
                self.threads.append(threading.Thread(target=self.call, args=(message["call"],), daemon=True))
                self.threads[-1].start()
        os._exit(0)


class OneByOne(MisbehavingDriver):
    """Takes one call ahead. A separate thread takes the calls from `calls`, in `work()`."""

    ahead = 1

    def __init__(self):
        super().__init__()
        self.calls = queue.Queue()
        threading.Thread(target=self.work, daemon=True).start()

    def call(self, call):
        self.calls.put(call)
