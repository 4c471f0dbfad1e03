"""A listener on 127.0.0.1 that reads one complete request and then does what a test asks for."""

import socket
import struct
import threading


class Server:
    """A server that answers each connection with `serve(connection)`. Use it in a `with` statement.

    `requests` holds the bytes of each request that came.
    """

    def __init__(self, serve, reads=True):
        self._serve = serve
        self._reads = reads
        self.requests = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = "http://127.0.0.1:%d" % self._listener.getsockname()[1]
        self._done = threading.Event()
        threading.Thread(target=self._run, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._done.set()
        try:
            self._listener.shutdown(socket.SHUT_RDWR)
        except OSError:  # some systems do not support this for a listener
            pass
        self._listener.close()

    def _run(self):
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._one, args=(connection,), daemon=True).start()

    def _one(self, connection):
        with connection:
            try:
                if self._reads:
                    self.requests.append(read_request(connection))
                self._serve(connection)
            except OSError:
                pass

    def silence(self, connection):
        """Sends nothing until the test is over."""
        self._done.wait()


def read_request(connection):
    data = b""
    while b"\r\n\r\n" not in data:
        more = connection.recv(65536)
        if not more:
            return data
        data += more
    head, body = data.split(b"\r\n\r\n", 1)
    length = 0
    for line in head.split(b"\r\n")[1:]:
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    while len(body) < length:
        body += connection.recv(65536)
    return head + b"\r\n\r\n" + body


def sends(data):
    return lambda connection: connection.sendall(data)


def resets(data=b""):
    """Sends some bytes, then resets the connection."""

    def serve(connection):
        if data:
            connection.sendall(data)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    return serve


def answer(status=200, body=b"", headers=(), cut=None):
    """Returns the bytes of an HTTP response. If `cut` is given, only that many bytes of the body are left."""
    lines = [f"HTTP/1.1 {status} Whatever", "Content-Type: application/json"] + [
        f"{name}: {value}" for name, value in headers
    ]
    if status not in (204, 304):
        lines.append(f"Content-Length: {len(body)}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + (body if cut is None else body[:cut])


class Refused:
    """A port that is reserved, but on which nothing listens."""

    def __enter__(self):
        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", 0))
        self.url = "http://127.0.0.1:%d" % self._socket.getsockname()[1]
        self.requests = []
        return self

    def __exit__(self, *_):
        self._socket.close()
