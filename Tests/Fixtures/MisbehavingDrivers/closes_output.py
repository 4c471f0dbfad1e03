"""Closes its standard output in the middle of a call, and stays alive."""
import os
import threading
from misbehaving import MisbehavingDriver


class ClosesOutput(MisbehavingDriver):
    def bad(self, call):
        self.request(call)
        os.close(1)
        threading.Event().wait()


ClosesOutput().run()
