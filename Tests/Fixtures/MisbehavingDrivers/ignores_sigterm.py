"""Ignores every signal that can be ignored, and hangs."""
import signal
import threading
from misbehaving import MisbehavingDriver

for number in [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE]:
    signal.signal(number, signal.SIG_IGN)


class IgnoresSignals(MisbehavingDriver):
    def bad(self, call):
        threading.Event().wait()


IgnoresSignals().run()
