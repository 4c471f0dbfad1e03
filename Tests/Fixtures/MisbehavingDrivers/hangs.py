"""Never returns from a call."""
import threading
from misbehaving import MisbehavingDriver


class Hangs(MisbehavingDriver):
    def bad(self, call):
        self.request(call)
        threading.Event().wait()


Hangs().run()
