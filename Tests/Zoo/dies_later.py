"""Returns a result, and dies of what its call left behind while a later call runs."""
import os
import signal
import threading
from zoo import Animal


class DiesLater(Animal):
    left_behind = False

    def bad(self, call):
        self.left_behind = True
        threading.Timer(0.2, self.die).start()
        self.good(call)

    def good(self, call):
        # Whatever the next call does, it is still in flight when the process dies.
        answer = self.get(call)
        if self.left_behind and not call.get("input"):
            threading.Event().wait()
        self.result(call, answer)

    @staticmethod
    def die():
        os.write(2, b"what the call left behind\n")
        os.kill(os.getpid(), signal.SIGSEGV)


DiesLater().run()
