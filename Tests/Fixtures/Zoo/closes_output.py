"""Closes its standard output in the middle of a call, and stays alive."""
import os
import threading
from zoo import Animal


class ClosesOutput(Animal):
    def bad(self, call):
        self.request(call)
        os.close(1)
        threading.Event().wait()


ClosesOutput().run()
