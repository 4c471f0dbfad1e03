"""Sends one request more than the contract describes, and prints the answer."""
import sys
from misbehaving import MisbehavingDriver


class UnexpectedRequest(MisbehavingDriver):
    def bad(self, call):
        outcome = self.get(call)
        response = self.request(call, n=2, path="/more")
        print("beyond:", response["status"], response["headers"]["Content-Type"], response["body"]["text"],
              file=sys.stderr, flush=True)
        self.result(call, outcome)


UnexpectedRequest().run()
