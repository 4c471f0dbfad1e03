"""Takes one call ahead. Prints if a call came early without an answer, or if no call was there in its turn."""
import json
import os
from misbehaving import MisbehavingDriver


class Ahead(MisbehavingDriver):
    ahead = 1

    def run(self):
        os.read(0, 65536)
        self.hello()
        calls = []
        # What the runner writes in one piece is read in one piece.
        while lines := os.read(0, 65536).splitlines():
            messages = [json.loads(line) for line in lines]
            if "bye" in messages[-1]:
                self.bye()
            answers = [message["response"] for message in messages if "response" in message]
            if calls and not answers:
                self.raw(b"ahead without an answer\n")
            was_idle = not calls
            calls += [message["call"] for message in messages if "call" in message]
            if answers:
                call = calls.pop(0)
                if not calls and call["input"] < 39:
                    self.raw(b"none ahead\n")
                self.result(call, {"success": json.loads(answers[0]["body"]["text"])})
            if calls and (answers or was_idle):
                self.send({"request": {
                    "id": calls[0]["id"], "n": 1, "method": "GET", "url": calls[0]["baseURL"] + "/thing"}})


Ahead().run()
