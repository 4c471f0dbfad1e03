"""Returns a result, and dies of what that call left behind: during a later call or, if there is none, at bye."""
import os
import signal
import time
from misbehaving import MisbehavingDriver


class DiesLater(MisbehavingDriver):
    left_behind = None

    def bad(self, call):
        outcome = self.get(call)
        # Set before the result, so before the runner can make the next call.
        self.left_behind = time.monotonic()
        self.result(call, outcome)

    def good(self, call):
        outcome = self.get(call)
        if self.left_behind:
            # The runner has answered this call, so it knows that the call is in flight.
            self.die()
        self.result(call, outcome)

    def bye(self):
        # The runner must watch this process for half a second after the result. Otherwise it does not see the death.
        if self.left_behind and time.monotonic() - self.left_behind >= 0.5:
            self.die()
        super().bye()

    @staticmethod
    def die():
        os.write(2, b"what the call left behind\n")
        os.kill(os.getpid(), signal.SIGSEGV)
        signal.pause()


DiesLater().run()
