"""Sends or returns what the call's input describes: {"depth": N}, {"values": N} or {"bytes": N}, on both transports."""
import http.client
import queue
import urllib.parse
from misbehaving import MisbehavingDriver


class Large(MisbehavingDriver):
    transports = ["memory", "loopback"]
    operations = ["send", "return"]

    @staticmethod
    def text(size):
        """JSON of the given size, made without a library, because libraries have their own limits."""
        if "depth" in size:
            return '{"a":' * size["depth"] + "1" + "}" * size["depth"]
        if "values" in size:
            return "[" + "0," * (size["values"] - 1) + "0]"
        return '"' + "x" * size["bytes"] + '"'

    def call(self, call):
        text = self.text(call["input"])
        if call["operation"] == "return":
            self.raw(b'{"result":{"id":%d,"outcome":{"success":%s}}}\n' % (call["id"], text.encode()))
            return
        for n in range(call["input"].get("times", 1)):
            if call["transport"] == "memory":
                self.post(call, n + 1, text)
            else:
                place = urllib.parse.urlsplit(call["baseURL"])
                client = http.client.HTTPConnection(place.hostname, place.port)
                client.request("POST", place.path + "/thing", text, {"Content-Type": "application/json"})
                client.getresponse().read()
                client.close()
        self.result(call, {"success": None})

    def post(self, call, n, text):
        answer = self.responses.setdefault((call["id"], n), queue.Queue())
        self.send({"request": {
            "id": call["id"], "n": n, "method": "POST", "url": call["baseURL"] + "/thing",
            "headers": {"Content-Type": "application/json"}, "body": {"text": text}, "unobserved": []}})
        answer.get()


Large().run()
