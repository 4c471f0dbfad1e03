"""Writes its argument, a message that breaks the schema. ID in it stands for the call's id."""
import sys
from misbehaving import MisbehavingDriver


class Malformed(MisbehavingDriver):
    def bad(self, call):
        self.raw(sys.argv[1].replace("ID", str(call["id"])).encode() + b"\n")


Malformed().run()
