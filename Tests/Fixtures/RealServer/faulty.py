"""A client with one fault, which the input names. It reads the list of todos and deletes the first one.

A fault is a list: which request, what is changed, and how. Without a fault the client is correct.
"""

import http.client
import json
import os
import pathlib
import sys
import threading
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Kits" / "python"))

from contract_run.driver import Driver

driver = Driver("faulty")


def changed(request, what, value):
    """Returns what is sent in place of a request."""
    request = {**request, "headers": dict(request["headers"])}
    if what in ("method", "path", "query", "body"):
        request[what] = value
    elif what == "header":
        request["headers"].update(value)
        request["headers"] = {name: text for name, text in request["headers"].items() if text is not None}
    elif what == "member":
        request["body"] = {name: text for name, text in {**request["body"], **value}.items() if text is not None}
    return request


def send(base, request):
    url = urllib.parse.urlsplit(base)
    connection = http.client.HTTPConnection(url.hostname, url.port, timeout=20)
    body = None if request["body"] is None else json.dumps(request["body"]).encode()
    connection.request(request["method"], url.path + request["path"] + request["query"], body, request["headers"])
    answer = connection.getresponse().read()
    connection.close()
    return json.loads(answer) if answer.startswith(b"{") else {}


@driver.operation("deleteFirst")
def _(call):
    number, what, value = call.argument("fault", list) or (None, None, None)
    count = 0

    def play(request):
        nonlocal count
        count += 1
        if what == "deletes first" and count == 1:
            send(call.base_url, deletion(1))
        if count != number:
            return send(call.base_url, request)
        if what == "again":
            send(call.base_url, request)
        elif what == "at once":
            threads = [threading.Thread(target=send, args=(call.base_url, request)) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        answer = send(call.base_url, changed(request, what, value))
        if what == "crash":
            os._exit(3)
        return answer

    headers = {"Authorization": "Bearer " + call.argument("token", str)}

    def deletion(id):
        more = {"If-Match": '"v1"', "Content-Type": "application/json"}
        return {
            "method": "DELETE", "path": f"/todos/{id}", "query": "?reason=done", "headers": {**headers, **more},
            "body": {"why": "bought", "mode": "soft"},
        }

    todos = play({"method": "GET", "path": "/todos", "query": "", "headers": headers, "body": None})
    play(deletion(todos["items"][0]["id"] if "items" in todos else 0))
    return "deleted"


driver.run()
