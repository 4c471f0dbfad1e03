"""Writes 50 MB in the middle of a call: to its standard output or error, in lines or as one line without an end."""
import os
import sys
from misbehaving import MisbehavingDriver


class Flood(MisbehavingDriver):
    def bad(self, call):
        outcome = self.get(call)
        piece = (b"flood " * 11 + b"!" + (b"\n" if sys.argv[2] == "lines" else b"")) * 4096
        descriptor = {"output": 1, "errors": 2}[sys.argv[1]]
        left = 50_000_000
        os.write(descriptor, b"beginning of the flood\n")
        while left > 0:
            left -= os.write(descriptor, piece)
        os.write(descriptor, b"\nend of the flood\n")
        self.result(call, outcome)


Flood().run()
