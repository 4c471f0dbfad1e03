"""Stops the runner for longer than its call may take, as a suspended machine does. The request waits meanwhile."""
import os
import signal
import time
from misbehaving import MisbehavingDriver


class StopsRunner(MisbehavingDriver):
    def bad(self, call):
        os.kill(os.getppid(), signal.SIGSTOP)
        time.sleep(6)
        super().bad(call)

    def send(self, message):
        super().send(message)
        if "request" in message:
            os.kill(os.getppid(), signal.SIGCONT)


StopsRunner().run()
