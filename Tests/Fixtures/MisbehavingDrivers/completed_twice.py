"""Reports after the result that the client completed again, as many times as its argument requests."""
import json
import sys
from misbehaving import MisbehavingDriver


class CompletedTwice(MisbehavingDriver):
    def bad(self, call):
        result = json.dumps({"result": {"id": call["id"], "outcome": self.get(call), "unobserved": []}})
        line = b'{"completedTwice": {"id": %d}}\n' % call["id"]
        # One write, so that neither a later call nor the end can come in between.
        self.raw(result.encode() + b"\n" + line * int(sys.argv[1] if len(sys.argv) > 1 else 1))


CompletedTwice().run()
