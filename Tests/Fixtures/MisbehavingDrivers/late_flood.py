"""Sends its result and then 20,000 requests, all in one write."""

import json

from misbehaving import MisbehavingDriver


class LateFlood(MisbehavingDriver):
    def bad(self, call):
        messages = [{"result": {"id": call["id"], "outcome": self.get(call)}}]
        for n in range(2, 20002):
            request = {"id": call["id"], "n": n, "method": "GET", "url": call["baseURL"] + "/late"}
            messages.append({"request": request})
        self.raw("".join(json.dumps(message) + "\n" for message in messages).encode())


LateFlood().run()
