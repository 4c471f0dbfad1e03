"""Returns a result, and then blocks its process, so that no later call has a result."""
import threading
from misbehaving import MisbehavingDriver


class Stalls(MisbehavingDriver):
    stalled = False

    def bad(self, call):
        outcome = self.get(call)
        # Set before the result, so before the runner can make the next call.
        self.stalled = True
        self.result(call, outcome)

    def good(self, call):
        if self.stalled:
            threading.Event().wait()
        self.result(call, self.get(call))


Stalls().run()
