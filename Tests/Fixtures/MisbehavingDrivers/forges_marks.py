"""Prints marks of calls that do not exist, and then its last words."""
import os
from misbehaving import MisbehavingDriver


class ForgesMarks(MisbehavingDriver):
    def good(self, call):
        for id in (0, 99, 100, 9223372036854775807):
            os.write(2, b"\x1econtract-run call %d\n" % id)
        os.write(2, b"my last words\n")
        super().good(call)


ForgesMarks().run()
