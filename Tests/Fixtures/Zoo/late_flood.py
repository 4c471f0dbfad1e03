"""Sends 20,000 requests after its result, in one write with it."""

import json

from zoo import Animal


class LateFlood(Animal):
    def bad(self, call):
        messages = [{"result": {"id": call["id"], "outcome": self.get(call)}}]
        for n in range(2, 20002):
            request = {"id": call["id"], "n": n, "method": "GET", "url": call["baseURL"] + "/late"}
            messages.append({"request": request})
        self.raw("".join(json.dumps(message) + "\n" for message in messages).encode())


LateFlood().run()
