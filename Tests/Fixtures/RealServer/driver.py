"""A client that checks the types of what it gets, as a client with a typed decoder does."""

import json
import pathlib
import sys
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Kits" / "python"))

from contract_run.driver import Driver

driver = Driver("todos")


class Unreadable(Exception):
    """An answer that has not the expected types."""


@driver.failure(Unreadable)
def _(error):
    return {"category": "decoding", "case": str(error)}


def todo(value):
    for name, kind in {"id": int, "title": str, "state": str}.items():
        if not isinstance(value.get(name), kind):
            raise Unreadable(name)
    if value["state"] not in ("open", "done"):
        raise Unreadable("state")
    return {"id": value["id"], "title": value["title"], "isOpen": value["state"] == "open",
            "due": value.get("due"), "tags": value.get("tags", [])}


def send(call, method, url, body=None):
    headers = {"Authorization": "Bearer " + call.argument("token", str), "Accept": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    if data:
        headers["Content-Type"] = "application/json"
    request = urllib.request.Request(url, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=20) as response:
        return json.load(response)


@driver.operation("list")
def _(call):
    todos, url = [], call.base_url + "/todos"
    while url:
        page = send(call, "GET", url)
        todos += [todo(item) for item in page["items"]]
        url = page["next"]
    return todos


@driver.operation("get")
def _(call):
    return todo(send(call, "GET", f"{call.base_url}/todos/{call.argument('id', int)}"))


@driver.operation("create")
def _(call):
    return todo(send(call, "POST", call.base_url + "/todos", {"title": call.argument("title", str)}))


driver.run()
