"""Takes one call ahead on loopback, and has no result before the next call is there."""
import json
import queue
import threading
import urllib.request
from zoo import Animal


class AheadOnLoopback(Animal):
    ahead = 1
    transports = ["loopback"]

    def __init__(self):
        super().__init__()
        self.calls = queue.Queue()
        threading.Thread(target=self.work, daemon=True).start()

    def call(self, call):
        self.calls.put(call)

    def work(self):
        call = self.calls.get()
        while call:
            with urllib.request.urlopen(call["baseURL"] + "/thing") as response:
                outcome = {"success": json.load(response)}
            following = self.calls.get() if call["input"] < 39 else None
            self.result(call, outcome)
            call = following


AheadOnLoopback().run()
