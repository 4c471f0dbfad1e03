"""Ignores every signal that can be ignored, and hangs."""
import signal
import threading
from zoo import Animal

for number in [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE]:
    signal.signal(number, signal.SIG_IGN)


class IgnoresSignals(Animal):
    def bad(self, call):
        threading.Event().wait()


IgnoresSignals().run()
