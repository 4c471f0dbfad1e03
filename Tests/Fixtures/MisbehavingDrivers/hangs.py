"""Never returns from a call; with the argument `later`, only from one that is not the first of its process."""
import sys
import threading
from misbehaving import MisbehavingDriver


class Hangs(MisbehavingDriver):
    def bad(self, call):
        outcome = self.get(call)
        if sys.argv[1:] == ["later"] and call["id"] == 1:
            self.result(call, outcome)
        threading.Event().wait()


Hangs().run()
