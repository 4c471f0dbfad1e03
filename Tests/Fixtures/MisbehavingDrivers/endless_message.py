"""Begins a message, and writes more than a message may contain without ending it."""
import os
from misbehaving import MisbehavingDriver


class EndlessMessage(MisbehavingDriver):
    def bad(self, call):
        self.get(call)
        self.raw(b'{"result": {"id": %d, "outcome": {"success": "' % call["id"])
        piece = b"x" * (1 << 20)
        while True:
            os.write(1, piece)


EndlessMessage().run()
