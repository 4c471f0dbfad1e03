"""Takes one call ahead on loopback, and sends each result only after the next call has arrived."""
import json
import urllib.request
from misbehaving import OneByOne


class AheadOnLoopback(OneByOne):
    transports = ["loopback"]

    def work(self):
        call = self.calls.get()
        while call:
            with urllib.request.urlopen(call["baseURL"] + "/thing") as response:
                outcome = {"success": json.load(response)}
            following = self.calls.get() if call["input"] < 39 else None
            self.result(call, outcome)
            call = following


AheadOnLoopback().run()
