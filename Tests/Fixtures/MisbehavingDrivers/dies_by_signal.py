"""Dies by a signal in the middle of a call."""
import os
import signal
from misbehaving import MisbehavingDriver


class DiesBySignal(MisbehavingDriver):
    def bad(self, call):
        self.request(call)
        os.kill(os.getpid(), signal.SIGSEGV)
        signal.pause()


DiesBySignal().run()
