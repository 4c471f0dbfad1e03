"""Sends one request more than the contract describes, and prints the answer."""
import sys
from zoo import Animal


class BeyondScript(Animal):
    def bad(self, call):
        outcome = self.get(call)
        response = self.request(call, n=2, path="/more")
        print("beyond:", response["status"], response["headers"]["Content-Type"], response["body"]["text"],
              file=sys.stderr, flush=True)
        self.result(call, outcome)


BeyondScript().run()
