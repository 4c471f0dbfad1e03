"""A driver whose clients do what the input of a contract says.

`input` is an object:
- `send`: the requests, one after another, each with `method`, `path`, `headers` and `body`. By default, one GET /thing.
  In memory, `url` may stand for another URL.
  In any text, `{random}` is a new UUID in each call, `{url}` is the base URL, and `{secret}` is the variable
  SCRIPTED_SECRET.
- `do`: what the client does with the last answer: by default `read`, which returns the JSON of a 200, and fails with a
  status, a decoding error or a network error otherwise. `swallow` returns null whatever comes, `constant` the text
  "done" whatever comes, `optional` the JSON of a 200 and null otherwise, `delete` null after a 200, 204 or 404, `bytes` returns the text
  of the answer, `hide` fails in the same way for each status, `crash`, `hang` and `twice` are mistakes of the client, and
  `random` returns another text in each call, `moody` another value from the third call on, `count` the number of calls, `fail` fails with an error of Python, `name` the driver's name,
  `huge` a text of `bytes` bytes, and `return` what `value` says. `local` sends nothing and fails.
- `edit`: a file to which the client adds a line feed.

The first argument is the name of the driver, the others are its transports.
"""
import http.client
import json
import os
import sys
import time
import urllib.parse
import uuid

name, transports = sys.argv[1], sys.argv[2:] or ["memory", "loopback"]
calls = []


def write(message):
    print(json.dumps(message), flush=True)


class NetworkError(Exception):
    pass


def filled(value, url):
    text = json.dumps(value).replace("{random}", str(uuid.uuid4())).replace("{url}", url)
    text = text.replace("{secret}", os.environ.get("SCRIPTED_SECRET", ""))
    return json.loads(text)


def in_memory(call, number, request, body):
    message = {"id": call["id"], "n": number, "method": request["method"], "url": request.get("url", call["baseURL"] + request.get("path", ""))}
    message["headers"] = request.get("headers", {})
    if body is not None:
        message["body"] = {"text": body}
    write({"request": message})
    for line in sys.stdin:
        response = json.loads(line).get("response")
        if response:
            break
    if "networkError" in response:
        raise NetworkError(response["networkError"]["code"])
    if response.get("nonHTTP"):
        raise NetworkError(-1011)
    return response["status"], response.get("body", {}).get("text", "")


def over_sockets(call, number, request, body):
    base = urllib.parse.urlsplit(call["baseURL"])
    connection = http.client.HTTPConnection(base.hostname, base.port, timeout=10)
    try:
        connection.request(request["method"], base.path + request["path"], body, request.get("headers", {}))
        response = connection.getresponse()
        return response.status, response.read().decode("utf-8", "replace")
    except ConnectionRefusedError as error:
        raise NetworkError(-1004) from error
    except (OSError, http.client.HTTPException) as error:
        raise NetworkError(-1005) from error
    finally:
        connection.close()


def outcome(call):
    given = call["input"] or {}
    what = given.get("do", "read")
    if "edit" in given:
        with open(given["edit"], "r+", encoding="utf-8") as file:
            text = file.read().rstrip("\n")
            file.seek(0)
            file.write(text + "\n\n")
            file.truncate()
    if what == "local":
        return {"failure": {"category": "other", "type": "ClientError", "case": "notLoggedIn", "message": "log in"}}
    send = in_memory if call["transport"] == "memory" else over_sockets
    try:
        status, text = 200, "null"
        for number, request in enumerate(given.get("send", [{"method": "GET", "path": "/thing"}]), 1):
            request = filled(request, call["baseURL"])
            body = request.get("body")
            if body is not None and not isinstance(body, str):
                body = json.dumps(body)
            status, text = send(call, number, request, body)
    except NetworkError as error:
        if what in ("swallow", "optional"):
            return {"success": None}
        if what == "constant":
            return {"success": "done"}
        code = error.args[0]
        return {"failure": {"category": "network", "type": "URLError", "domain": "NSURLErrorDomain", "code": code}}
    if what == "crash":
        os.abort()
    if what == "hang":
        time.sleep(3600)
    if what == "swallow" or what == "optional" and status != 200 or what == "delete" and status in (200, 204, 404):
        return {"success": None}
    if what == "constant":
        return {"success": "done"}
    if what == "bytes":
        return {"success": text}
    if what == "random":
        return {"success": {"id": str(uuid.uuid4())}}
    if what == "fail":
        return {"failure": {"category": "other", "type": "KeyError", "payload": "title"}}
    if what == "count":
        calls.append(given)
        return {"success": len(calls)}
    if what == "name":
        return {"success": name}
    if what == "moody":
        with open("calls", "a+", encoding="utf-8") as file:
            file.write("x")
            file.seek(0)
            return {"success": len(file.read()) < 3}
    if what == "return":
        return {"success": filled(given["value"], call["baseURL"])}
    if what == "huge":
        return {"success": "x" * given["bytes"]}
    if status != 200:
        payload = {} if what == "hide" else {"payload": status}
        failure = {"category": "status", "type": "APIError", "case": "status", "message": f"status {status}"}
        return {"failure": {**failure, **payload}}
    try:
        return {"success": json.loads(text)}
    except ValueError as error:
        return {"failure": {"category": "decoding", "type": "JSONDecodeError", "message": str(error)}}


write({"hello": {"protocol": 1, "driver": name, "operations": ["play"], "transports": transports}})
for line in sys.stdin:
    message = json.loads(line)
    if "bye" in message:
        break
    if "call" in message:
        call = message["call"]
        result = {"result": {"id": call["id"], "outcome": outcome(call)}}
        write(result)
        if (call["input"] or {}).get("do") == "twice":
            write({"completedTwice": {"id": call["id"]}})
