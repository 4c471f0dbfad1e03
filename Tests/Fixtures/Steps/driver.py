"""Clients that break in the middle, and the same clients fixed: `python3 driver.py careless|careful`.

driver.mjs has the same clients for Node.
"""

import http.client
import json
import pathlib
import sys
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Kits" / "python"))

from contract_run.driver import Driver

CAREFUL = sys.argv[1] == "careful"
driver = Driver("steps")


class StatusError(Exception):
    pass


def send(call, method, path, body=None, token=None):
    """Sends a request on a connection of its own. Returns the status and the text of its response."""
    parts = urllib.parse.urlsplit(call.base_url)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if body is not None:
        headers["Content-Type"] = "application/json"
        body = json.dumps(body)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=5)
    try:
        connection.request(method, parts.path + path, body=body, headers=headers)
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()


def checked(status, text):
    """Returns the text of a response with the status of a success."""
    if not 200 <= status < 300:
        raise StatusError(status)
    return text


def read(call, method, path, body=None, token=None):
    """Sends a request. Returns the JSON of its response."""
    return json.loads(checked(*send(call, method, path, body, token)))


def unchecked(call, method, path, body=None):
    """The same, whatever the status is."""
    return json.loads(send(call, method, path, body)[1])


@driver.operation("login")
def login(call):
    """Takes any answer to its login for a token."""
    answer = (read if CAREFUL else unchecked)(call, "POST", "/login", {"name": "ann", "password": "p-1234567890"})
    token = answer["token"] if CAREFUL else answer.get("token")
    return read(call, "GET", "/todos", token=f"{token}")


@driver.operation("middle")
def middle(call):
    """Does not look at what marking a message as read leads to."""
    text = read(call, "GET", "/messages/first")["text"]
    try:
        checked(*send(call, "PUT", "/messages/first/read"))
    except Exception:
        if CAREFUL:
            raise
    return {"text": text, "unread": read(call, "GET", "/unread")["unread"]}


@driver.operation("refresh")
def refresh(call):
    """Renews its token for as long as it is refused."""
    status, text = send(call, "GET", "/me", token=call.argument("token", str))
    for _ in range(1 if CAREFUL else 20):
        if status != 401:
            break
        token = read(call, "POST", "/token", {"refresh": call.argument("refresh", str)})["token"]
        status, text = send(call, "GET", "/me", token=token)
    plan = json.loads(checked(status, text))["plan"]
    return read(call, "GET", f"/plans/{plan}")


@driver.operation("payment")
def payment(call):
    """Pays again if the connection is lost."""
    order = {"amount": call.argument("amount", int)}
    try:
        status, text = send(call, "POST", "/payments", order)
    except (OSError, http.client.HTTPException):
        if CAREFUL:
            raise
        status, text = send(call, "POST", "/payments", order)
    if status == 503:  # the server says that it did nothing
        status, text = send(call, "POST", "/payments", order)
    return read(call, "GET", f"/payments/{json.loads(checked(status, text))['id']}")


@driver.operation("account")
def account(call):
    """Writes what an answer does not have into a path and a body."""
    ask = read if CAREFUL else unchecked
    me = ask(call, "GET", "/me")
    number = me["account"] if CAREFUL else me.get("account")
    plan = ask(call, "GET", f"/accounts/{number}")
    rate = plan["rate"] if CAREFUL else plan.get("rate")
    return read(call, "POST", "/orders", {"article": "tea", "rate": rate})


@driver.operation("pages")
def pages(call):
    """Takes the pages before an error for all of them."""
    items, cursor = [], ""
    while cursor is not None:
        try:
            page = read(call, "GET", f"/items?cursor={cursor}" if cursor else "/items")
        except Exception:
            if CAREFUL or not items:
                raise
            break
        items += page["items"]
        cursor = page["next"]
    return {"owner": read(call, "GET", "/owner")["name"], "items": items}


@driver.operation("upload")
def upload(call):
    """Completes an upload, although a part of it is lost."""
    path = f"/uploads/{read(call, 'POST', '/uploads')['id']}"
    tags = []
    for number, part in enumerate(["first half", "second half"], 1):
        try:
            tags.append(read(call, "PUT", f"{path}/parts/{number}", {"text": part})["tag"])
        except Exception:
            if CAREFUL:
                raise
    return read(call, "POST", f"{path}/complete", {"tags": tags})


@driver.operation("logout")
def logout(call):
    """Says goodbye, although it is still logged in."""
    token = read(call, "POST", "/login", {"name": "ann", "password": "p-1234567890"})["token"]
    try:
        mail = read(call, "GET", "/inbox", token=token)
    finally:
        try:
            checked(*send(call, "POST", "/logout", token=token))
        except Exception:
            if CAREFUL:
                raise
    return {"mail": mail, "goodbye": read(call, "GET", "/goodbye")["text"]}


driver.run()
