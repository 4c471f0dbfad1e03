"""Dies in the middle of writing its result."""
import os
from zoo import Animal


class HalfMessage(Animal):
    def bad(self, call):
        self.get(call)
        self.raw(b'{"result": {"id": %d, "outcome": {"success": {"n"' % call["id"])
        os._exit(0)


HalfMessage().run()
