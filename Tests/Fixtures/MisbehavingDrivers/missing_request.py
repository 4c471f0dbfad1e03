"""Returns a result without sending its request."""
from misbehaving import MisbehavingDriver


class MissingRequest(MisbehavingDriver):
    def bad(self, call):
        self.result(call, {"success": {"n": 1}})


MissingRequest().run()
