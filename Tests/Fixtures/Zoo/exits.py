"""Exits in the middle of a call, with the status of its argument."""
import os
import sys
from zoo import Animal


class Exits(Animal):
    def bad(self, call):
        self.request(call)
        os._exit(int(sys.argv[1]))


Exits().run()
