"""Dies by a signal in the middle of a call."""
import os
import signal
from zoo import Animal


class DiesBySignal(Animal):
    def bad(self, call):
        self.request(call)
        os.kill(os.getpid(), signal.SIGSEGV)
        signal.pause()


DiesBySignal().run()
