"""Says after the result that the client completed a second time, as many times as its argument says."""
import json
import sys
from zoo import Animal


class CompletedTwice(Animal):
    def bad(self, call):
        result = json.dumps({"result": {"id": call["id"], "outcome": self.get(call), "unobserved": []}})
        line = b'{"completedTwice": {"id": %d}}\n' % call["id"]
        # At once, so that no later call gets in between, nor the end.
        self.raw(result.encode() + b"\n" + line * int(sys.argv[1] if len(sys.argv) > 1 else 1))


CompletedTwice().run()
