"""Returns a result, and holds its process: no later call in it has one."""
import threading
from zoo import Animal


class Stalls(Animal):
    stalled = False

    def bad(self, call):
        outcome = self.get(call)
        # Before the runner can make the next call.
        self.stalled = True
        self.result(call, outcome)

    def good(self, call):
        if self.stalled:
            threading.Event().wait()
        self.result(call, self.get(call))


Stalls().run()
