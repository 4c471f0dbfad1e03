"""Sends text to its proxy that no client sends, as another process on the machine could, and waits for each answer."""
import os
import socket
from urllib.parse import urlsplit

from misbehaving import MisbehavingDriver


class Stranger(MisbehavingDriver):
    def bad(self, call):
        proxy = urlsplit(os.environ["http_proxy"])
        for line in [b"GET /private HTTP/1.1\r\n\r\n", b"hello\r\n", b"GET http://half"]:
            with socket.create_connection((proxy.hostname, proxy.port)) as connection:
                connection.sendall(line)
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(4096):
                    pass
        self.good(call)


Stranger().run()
