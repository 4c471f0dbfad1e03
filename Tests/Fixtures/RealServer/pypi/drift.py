"""A proxy that changes the answers of a server in one way: `drift.py UPSTREAM DRIFT`. It prints its port.

DRIFT is an object such as {"path": "/todos", "op": "rename", "pointer": "/0/title", "to": "titel"}.
- path: which answers are changed. A * stands for any text.
- op: rename, value or status, with `to`; type, null or remove.
- pointer: a JSON pointer. A step * stands for each element or member. In XML, the steps are the names of elements
  below the root, and all of that name are changed.
It ends on SIGTERM, or when the process that started it ends.
"""

import fnmatch
import http.client
import http.server
import json
import os
import sys
import threading
import time
import urllib.parse
import xml.etree.ElementTree as ElementTree

upstream, drift = urllib.parse.urlsplit(sys.argv[1]), json.loads(sys.argv[2])
NOT_FORWARDED = ("accept-encoding", "connection", "content-length", "keep-alive", "transfer-encoding")


def places(value, pointer):
    """Yields each container with the key in it that the pointer names."""
    step, _, rest = pointer[1:].partition("/")
    if isinstance(value, list):
        keys = [index for index in range(len(value)) if step in ("*", str(index))]
    else:
        keys = [key for key in value if step in ("*", key)]
    for key in keys:
        if rest:
            yield from places(value[key], "/" + rest)
        else:
            yield value, key


def other_type(value):
    if isinstance(value, str):
        return len(value)
    if isinstance(value, list):
        return {str(index): element for index, element in enumerate(value)}
    if isinstance(value, dict):
        return list(value.values())
    return json.dumps(value)


def changed_json(body):
    document = json.loads(body)
    found = list(places(document, drift["pointer"]))
    for container, key in found:
        if drift["op"] == "rename":
            container[drift["to"]] = container.pop(key)
        elif drift["op"] == "remove":
            del container[key]
        elif drift["op"] == "type":
            container[key] = other_type(container[key])
        else:
            container[key] = drift.get("to")  # null has no "to"
    return json.dumps(document).encode(), found


def changed_xml(body):
    root = ElementTree.fromstring(body)
    namespace = root.tag.partition("}")[0] + "}"
    ElementTree.register_namespace("", namespace[1:-1])
    *above, name = [namespace + step for step in drift["pointer"][1:].split("/")]
    found = [(parent, child) for parent in root.findall("/".join(above) or ".") for child in parent.findall(name)]
    for parent, child in found:
        if drift["op"] == "rename":
            child.tag = namespace + drift["to"]
        elif drift["op"] == "remove":
            parent.remove(child)
        else:
            child.text = drift.get("to")
    return ElementTree.tostring(root, "utf-8", xml_declaration=True), found


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def forward(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name: value for name, value in self.headers.items() if name.lower() not in NOT_FORWARDED}
        connection = http.client.HTTPConnection(upstream.hostname, upstream.port, timeout=60)
        connection.request(self.command, self.path, body or None, headers)
        answer = connection.getresponse()
        status, body = answer.status, answer.read()
        connection.close()
        if fnmatch.fnmatchcase(self.path.partition("?")[0], drift["path"]):
            if drift["op"] == "status":
                status = drift["to"]
            else:
                body, found = (changed_xml if body.startswith(b"<") else changed_json)(body)
                if not found:  # the pointer is wrong, so the test is
                    status, body = 500, b"nothing is at " + drift["pointer"].encode()
        self.send_response_only(status)
        for name, value in answer.getheaders():
            if name.lower() not in NOT_FORWARDED:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = forward


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
test = os.getppid()
while os.getppid() == test:
    time.sleep(1)
