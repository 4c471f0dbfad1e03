"""A driver on loopback. Each operation is a way in which a client on a real network stack behaves or misbehaves."""
import http.client
import json
import os
import resource
import socket
import ssl
import sys
import time
import urllib.parse
from misbehaving import MisbehavingDriver


class Sockets(MisbehavingDriver):
    transports = ["loopback"]
    in_flight = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    operations = ["get", "impatient", "retries", "nothing", "late", "late_garbage", "holds", "https", "two_lengths", "half",
                  "waits_in_body", "forgets", "elsewhere", "login", "pipelines", "dies_in_mid_answer", "hoards",
                  "waits"]
    held = []
    late_call = None
    ended = 0

    def result(self, call, outcome, id=None):
        # Taken before the runner can see the result.
        self.ended = time.monotonic()
        super().result(call, outcome, id)

    def bye(self):
        """Ends when its threads have ended, as most programs do. Its exit status is 7 if bye came too early."""
        is_early = time.monotonic() - self.ended < 0.07
        self.join()
        if self.late_call:
            self.exchange(self.late_call, "/late")
        os._exit(7 if is_early else 0)

    def call(self, call):
        getattr(self, call["operation"])(call)
        self.open.discard(call["id"])

    # Tools

    @staticmethod
    def place(call, name=None):
        return urllib.parse.urlsplit(call["baseURLs"][name] if name else call["baseURL"])

    def connect(self, call, name=None):
        place = self.place(call, name)
        return socket.create_connection((place.hostname, place.port))

    def exchange(self, call, path="/thing", name=None, timeout=None):
        """Sends one request on its own connection, and returns the outcome of a careful client."""
        place = self.place(call, name)
        kind = http.client.HTTPSConnection if place.scheme == "https" else http.client.HTTPConnection
        client = kind(place.hostname, place.port, timeout=timeout)
        try:
            client.request("GET", place.path + path, headers={"Accept": "application/json"})
            answer = client.getresponse()
            body = answer.read()
            if not 200 <= answer.status < 300:
                return {"failure": {"category": "status", "payload": answer.status}}
            return {"success": json.loads(body) if body else None}
        except ValueError:
            return {"failure": {"category": "decoding"}}
        except (OSError, http.client.HTTPException) as error:
            return {"failure": {"category": "network", "type": type(error).__name__}}
        finally:
            client.close()

    # Operations

    def get(self, call):
        self.result(call, self.exchange(call))

    def impatient(self, call):
        """Waits half a second for an answer. Only for answers that never come."""
        self.result(call, self.exchange(call, timeout=0.5))

    def retries(self, call):
        for _ in range(11):
            outcome = self.exchange(call)
            if "success" in outcome:
                break
        self.result(call, outcome)

    def nothing(self, call):
        self.result(call, {"success": None})

    def late(self, call):
        """Sends a second request after bye, because by then the runner has read the result."""
        self.late_call = call
        self.good_result(call)

    def late_garbage(self, call):
        connection = self.connect(call)
        self.good_result(call)
        connection.sendall(b"no request at all\r\n\r\n")
        connection.close()

    def good_result(self, call):
        self.result(call, self.exchange(call))

    def holds(self, call):
        """Keeps its connection open until the end, and also a second one on which it never sends anything."""
        place = self.place(call)
        client = http.client.HTTPConnection(place.hostname, place.port)
        client.request("GET", place.path + "/thing")
        self.held += [client, self.connect(call)]
        self.result(call, {"success": json.loads(client.getresponse().read())})

    def hoards(self, call):
        """Opens more connections than the runner can accept, and sends its request on the last one."""
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, most))
        self.held += [self.connect(call) for _ in range(100)]
        self.held[-1].settimeout(0.5)
        try:
            self.held[-1].sendall(b"GET /v1/thing HTTP/1.1\r\nHost: x\r\n\r\n")
            self.held[-1].recv(1)
            self.result(call, {"success": None})
        except OSError as error:
            self.result(call, {"failure": {"category": "network", "type": type(error).__name__}})

    def https(self, call):
        """Speaks TLS, whatever the scheme of its base URL."""
        try:
            ssl.create_default_context().wrap_socket(self.connect(call), server_hostname="localhost")
        except OSError:
            pass
        self.result(call, {"failure": {"category": "network"}})

    def raw(self, data, call=None):
        if call is None:
            return super().raw(data)
        connection = self.connect(call)
        connection.sendall(data)
        answer = b""
        while piece := connection.recv(4096):
            answer += piece
        connection.close()
        return answer

    def two_lengths(self, call):
        place = self.place(call)
        answer = self.raw(
            f"POST {place.path}/thing HTTP/1.1\r\nHost: {place.netloc}\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{{}}"
            .encode(), call)
        self.result(call, {"failure": {"category": "status", "payload": int(answer.split()[1])}})

    def half(self, call):
        """Closes its connection in the middle of its request."""
        place = self.place(call)
        connection = self.connect(call)
        connection.sendall(
            f"POST {place.path}/thing HTTP/1.1\r\nHost: {place.netloc}\r\nContent-Length: 500\r\n\r\nonly this".encode())
        connection.close()
        self.result(call, {"failure": {"category": "cancelled"}})

    def waits_in_body(self, call):
        """Announces a longer body than it sends, and waits for the answer."""
        place = self.place(call)
        connection = self.connect(call)
        connection.sendall(
            f"POST {place.path}/thing HTTP/1.1\r\nHost: {place.netloc}\r\nContent-Length: 500\r\n\r\nonly this".encode())
        connection.recv(1)

    def forgets(self, call):
        """Sends its request, and does not wait for the answer."""
        place = self.place(call)
        connection = self.connect(call)
        connection.sendall(f"GET {place.path}/thing HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n".encode())
        self.held.append(connection)
        self.result(call, {"success": None})

    def waits(self, call):
        """Waits for its answer without a limit. The file `begun` shows that it waits."""
        place = self.place(call)
        connection = self.connect(call)
        connection.sendall(f"GET {place.path}/thing HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n".encode())
        open("begun", "w").close()
        connection.recv(1)

    def elsewhere(self, call):
        self.result(call, self.exchange(call, name="auth"))

    def login(self, call):
        """Gets a token from another base URL first. The input contains that URL."""
        assert call["input"]["at"] == call["baseURLs"]["auth"] + "/token", call
        token = self.exchange(call, "/token", "auth")
        if "failure" in token:
            self.result(call, token)
        else:
            self.result(call, {"success": [token["success"], self.exchange(call)["success"]]})

    def pipelines(self, call):
        """Sends two requests in one write. Both answers come on that connection."""
        place = self.place(call)
        request = f"GET {place.path}/thing HTTP/1.1\r\nHost: {place.netloc}\r\n"
        answer = self.raw(f"{request}\r\n{request}Connection: close\r\n\r\n".encode(), call)
        self.result(call, {"success": answer.count(b"HTTP/1.1 200 OK\r\n")})

    def dies_in_mid_answer(self, call):
        place = self.place(call)
        connection = self.connect(call)
        connection.sendall(f"GET {place.path}/thing HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n".encode())
        connection.recv(1)
        os._exit(3)


Sockets().run()
