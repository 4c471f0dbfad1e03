"""Sends a request of an old call while a later call runs."""
import sys
from misbehaving import MisbehavingDriver


class LateRequest(MisbehavingDriver):
    old = None

    def bad(self, call):
        outcome = self.get(call)
        # Set before the result, so before the runner can make the next call.
        self.old = call
        self.result(call, outcome)

    def good(self, call):
        if self.old:
            response = self.request(self.old, n=2, path="/late")
            assert response["networkError"]["code"] == -999, response
            self.old = None
        super().good(call)


LateRequest().run()
