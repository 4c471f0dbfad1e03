"""Dies in the middle of writing its result."""
import os
from misbehaving import MisbehavingDriver


class HalfMessage(MisbehavingDriver):
    def bad(self, call):
        self.get(call)
        self.raw(b'{"result": {"id": %d, "outcome": {"success": {"n"' % call["id"])
        os._exit(0)


HalfMessage().run()
