"""Runs four calls at once, and holds the others while the bad one runs. That one does what its argument names."""
import os
import sys
import threading
import urllib.request
from misbehaving import MisbehavingDriver


class Together(MisbehavingDriver):
    in_flight = 4

    def __init__(self):
        super().__init__()
        self.changed = threading.Condition()
        self.running = 0
        self.bad_runs = False

    def call(self, call):
        with self.changed:
            self.running += 1
            self.bad_runs = self.bad_runs or bool(call["input"])
            self.changed.notify_all()
        super().call(call)
        with self.changed:
            self.running -= 1

    def good(self, call):
        outcome = self.get(call)
        with self.changed:
            # Forever if the bad call is running, because that call ends this process.
            self.changed.wait_for(lambda: self.bad_runs, timeout=0.3)
            self.changed.wait_for(lambda: not self.bad_runs)
        self.result(call, outcome)

    def bad(self, call):
        with self.changed:
            self.changed.wait_for(lambda: self.running > 1, timeout=0.3)
        if sys.argv[1] == "dies":
            os._exit(9)
        if sys.argv[1] == "hangs":
            threading.Event().wait()
        if sys.argv[1] == "escapes":
            try:
                urllib.request.urlopen("http://example.com/")
            except Exception as error:
                print(error, file=sys.stderr, flush=True)
            self.result(call, self.get(call))
        if sys.argv[1] == "breaks":
            self.raw(b'{"result": {"outcome": {"success": 1}}}\n')
            threading.Event().wait()


Together().run()
