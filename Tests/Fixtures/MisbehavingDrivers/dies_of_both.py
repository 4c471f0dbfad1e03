"""Dies in its second call, whichever call that is. No call dies alone."""
import os
import signal
from misbehaving import MisbehavingDriver


class DiesOfBoth(MisbehavingDriver):
    calls = 0

    def bad(self, call):
        self.good(call)

    def good(self, call):
        self.calls += 1
        if call.get("input") and self.calls > 1:
            os.kill(os.getpid(), signal.SIGSEGV)
            # The signal ends another thread first.
            signal.pause()
        super().good(call)


DiesOfBoth().run()
