"""A real server of todos, with the one fault that its argument names: `python3 server.py null`. It prints its port.

Each request is one line on standard error: method, target, Authorization and body. With the fault `answers`, it gives the
answers of a file in turn: a list of objects with `headers` and `body`, or `base64`, and perhaps `status`. With the fault
`echo`, it answers with what came: target, headers and body, of which each byte is one character.
"""

import base64
import http.server
import json
import os
import socket
import struct
import sys
import threading
import time

FAULT = sys.argv[1] if len(sys.argv) > 1 else ""
TOKEN = "Bearer real-token-0123456789"
TODOS = [
    {"id": 1, "title": "milk", "state": "open", "due": "2027-01-31", "tags": ["shop"]},
    {"id": 2, "title": "taxes", "state": "done", "due": None, "tags": []},
    {"id": 3, "title": "call Zoë", "state": "open", "due": "2027-02-28", "tags": ["phone"]},
]
ANSWERS = json.load(open(sys.argv[2])) if FAULT == "answers" else []
calls = 0


def changed(todo):
    """Returns a todo with the fault in it."""
    todo = dict(todo)
    if FAULT == "renamed":
        todo["titel"] = todo.pop("title")
    elif FAULT == "another type":
        todo["id"] = str(todo["id"])
    elif FAULT == "null title":
        todo["title"] = None
    elif FAULT == "null due":
        todo["due"] = None
    elif FAULT == "missing title":
        del todo["title"]
    elif FAULT == "missing tags":
        del todo["tags"]
    elif FAULT == "new value":
        todo["state"] = "archived"
    elif FAULT == "new member":
        todo["color"] = "red"
    elif FAULT == "changing":
        todo["title"] = f"call {calls}"
    return todo


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, value, headers=()):
        body = b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        for name, text in headers:
            self.send_header(name, text)
        if body:
            self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def misbehave(self, body):
        """Returns whether the fault is one of the server and not of its answers."""
        if FAULT == "hangs" or FAULT == "hangs once" and calls == 2:
            time.sleep(3600)
        elif FAULT == "resets":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
            self.close_connection = True
            self.wfile = open("/dev/null", "wb")
        elif FAULT == "never ends":
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            while True:
                self.wfile.write(b" " * 1000)
                time.sleep(0.05)
        elif FAULT == "100 MB":
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            for _ in range(100):
                self.wfile.write(b" " * 1_000_000)
        elif FAULT == "echo":
            body = body.decode("iso-8859-1")
            self.answer(200, {"target": self.path, "headers": list(self.headers.items()), "body": body})
        elif FAULT == "circle":
            self.answer(302, None, [("Location", self.path)])
        elif FAULT == "other host":
            self.answer(302, None, [("Location", "http://127.0.0.2:1/v1/todos")])
        elif FAULT == "same host" and not self.path.endswith("/"):
            self.answer(301, None, [("Location", self.path + "/")])
        elif FAULT.isdigit():
            self.answer(int(FAULT), {"error": "no"})
        else:
            return False
        return True

    def handle_all(self):
        global calls
        calls += 1
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(length)
        line = body.decode("utf-8", "replace").replace("\n", " ")
        print(self.command, self.path, self.headers.get("Authorization"), line, file=sys.stderr, flush=True)
        try:
            if self.misbehave(body):
                return
        except OSError:
            return
        if FAULT == "answers":
            answer = ANSWERS[(calls - 1) % len(ANSWERS)]
            data = base64.b64decode(answer["base64"]) if "base64" in answer else answer["body"].encode()
            self.send_response(answer.get("status", 200))
            for name, text in answer["headers"]:
                self.send_header(name, text)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
            return
        if self.headers.get("Authorization") != TOKEN:
            return self.answer(401, {"error": "not logged in"})
        path = self.path.rstrip("/").split("?")[0]
        status = 203 if FAULT == "another status" else 200
        if path == "/v1/todos" and self.command == "POST":
            return self.answer(201, changed({**json.loads(body), "id": 4, "state": "open", "due": None, "tags": []}))
        if path == "/v1/todos":
            host = self.headers.get("Host")
            page = "page=2" in self.path
            todos = [changed(todo) for todo in (TODOS[2:] if page else TODOS[:2])]
            return self.answer(status, {"items": todos, "next": None if page else f"http://{host}/v1/todos?page=2"})
        for todo in TODOS:
            if path == f"/v1/todos/{todo['id']}":
                return self.answer(status, changed(todo))
        self.answer(404, {"error": "no such todo"})

    do_GET = do_HEAD = do_POST = do_DELETE = handle_all


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass


server = Server(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
# The test ends the process. If the test is gone, the process ends by itself.
test = os.getppid()
while os.getppid() == test:
    time.sleep(1)
