"""Returns a result, and holds its process: no later call in it has one."""
import threading
from zoo import Animal


class Stalls(Animal):
    stalled = False

    def bad(self, call):
        self.result(call, self.get(call))
        self.stalled = True

    def good(self, call):
        if self.stalled:
            threading.Event().wait()
        self.result(call, self.get(call))


Stalls().run()
