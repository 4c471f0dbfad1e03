"""Once, in its 100th call, writes a message about the next call, which must wait. Its argument names the message."""
import sys
from misbehaving import MisbehavingDriver


class BeginsEarly(MisbehavingDriver):
    def good(self, call):
        # In another process, the same call has another id.
        if call["input"]["number"] == 100 and call["id"] == 101:
            next = dict(call, id=call["id"] + 1)
            if sys.argv[1] == "request":
                self.send({"request": {"id": next["id"], "n": 1, "method": "GET", "url": call["baseURL"] + "/thing"}})
            elif sys.argv[1] == "result":
                self.send({"result": {"id": next["id"], "outcome": {"success": 1}}})
            else:
                self.send({"request": {"id": next["id"], "n": 0, "method": "GET", "url": call["baseURL"] + "/thing"}})
        super().good(call)


BeginsEarly().run()
