"""Exits in the middle of a call, with the status of its argument."""
import os
import sys
from misbehaving import MisbehavingDriver


class Exits(MisbehavingDriver):
    def bad(self, call):
        self.request(call)
        os._exit(int(sys.argv[1]))


Exits().run()
