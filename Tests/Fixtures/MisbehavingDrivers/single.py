"""A correct driver with one thread and one process, on both transports."""
import json
import sys
import urllib.request


def send(message):
    print(json.dumps(message), flush=True)


def receive():
    line = sys.stdin.readline()
    return json.loads(line) if line else {"bye": {}}


receive()
send({"hello": {"protocol": 1, "driver": "single", "operations": ["get"], "transports": ["memory", "loopback"]}})
while "call" in (message := receive()):
    call = message["call"]
    url = call["baseURL"] + "/thing"
    if call["transport"] == "loopback":
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url) as answer:
            found = json.load(answer)
    else:
        send({"request": {"id": call["id"], "n": 1, "method": "GET", "url": url, "unobserved": ["timeout"]}})
        found = json.loads(receive()["response"]["body"]["text"])
    send({"result": {"id": call["id"], "outcome": {"success": found}}})
