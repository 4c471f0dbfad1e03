#!/bin/sh
# Expected: clients of today read an answer of HTTP/1.1 in each form that RFC 9112 allows: a body that ends with the
#   connection, chunks with extensions, and an answer after a 103.
# What happens: aiosonic returns an empty body if no length is given, and fails for a chunk extension, as tornado does.
#   httplib2 and aiosonic take the 103 for the answer. (The guess: each of them reads each form.)
# Source: aiosonic 1.3.3, tornado 6.6.1, httplib2 0.32.1, niquests 3.21.1, pyreqwest 0.15.1 on Python 3.11, run here on
#   2026-11-29; RFC 9112, sections 6.3 and 7.1.1; RFC 9110, section 15.2.
# Why it matters to testers of clients: a mock writes one form, mostly with Content-Length. Proxies and CDNs change it on
#   the way. A client that loses the body without an error then fails in production only.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/forms.py" <<'PYTHON'
import asyncio, datetime, importlib.metadata, socket, threading

BODY = b'{"id": 1}'
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
LENGTH = b"Content-Length: %d\r\n" % len(BODY)
CLOSE = b"Connection: close\r\n\r\n"
FORMS = {
    "with a length": HEAD + LENGTH + CLOSE + BODY,
    "until the end of the connection": HEAD + CLOSE + BODY,
    "chunk with an extension": HEAD + b"Transfer-Encoding: chunked\r\n" + CLOSE + b"9;name=value\r\n" + BODY + b"\r\n0\r\n\r\n",
    "after a 103": b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n" + HEAD + LENGTH + CLOSE + BODY,
}
form = ""
listener = socket.create_server(("127.0.0.1", 0))
URL = f"http://127.0.0.1:{listener.getsockname()[1]}/"


def serve():
    while True:
        connection, _ = listener.accept()
        with connection:
            received = b""
            while b"\r\n\r\n" not in received and (piece := connection.recv(65536)):
                received += piece
            connection.sendall(FORMS[form])
            connection.shutdown(socket.SHUT_WR)
            connection.settimeout(1)
            try:
                while connection.recv(65536):
                    pass
            except OSError:
                pass


threading.Thread(target=serve, daemon=True).start()


def aiosonic():
    import aiosonic

    async def call():
        async with aiosonic.HTTPClient() as client:
            response = await client.get(URL, timeouts=aiosonic.Timeouts(request_timeout=5))
            return response.status_code, await response.content()

    return asyncio.run(call())


def tornado():
    from tornado.httpclient import AsyncHTTPClient

    async def call():
        response = await AsyncHTTPClient(force_instance=True).fetch(URL, request_timeout=5)
        return response.code, response.body

    return asyncio.run(call())


def httplib2():
    import httplib2

    response, body = httplib2.Http(timeout=5, proxy_info=None).request(URL)
    return response.status, body


def niquests():
    import niquests

    response = niquests.get(URL, timeout=5)
    return response.status_code, response.content


def pyreqwest():
    from pyreqwest.client import SyncClientBuilder

    with SyncClientBuilder().timeout(datetime.timedelta(seconds=5)).build() as client:
        response = client.get(URL).build().send()
        return response.status, bytes(response.bytes())


for call in [aiosonic, tornado, httplib2, niquests, pyreqwest]:
    for form in FORMS:
        try:
            status, body = call()
            came = "the body" if (status, body) == (200, BODY) else f"status {status}, {len(body)} bytes"
        except Exception as error:
            came = f"fails with {type(error).__name__}"
        print(f"{call.__name__} {importlib.metadata.version(call.__name__)}: {form}: {came}", flush=True)
PYTHON
cat >"$folder/expected" <<'TEXT'
aiosonic 1.3.3: with a length: the body
aiosonic 1.3.3: until the end of the connection: status 200, 0 bytes
aiosonic 1.3.3: chunk with an extension: fails with ValueError
aiosonic 1.3.3: after a 103: status 103, 0 bytes
tornado 6.6.1: with a length: the body
tornado 6.6.1: until the end of the connection: the body
tornado 6.6.1: chunk with an extension: fails with HTTPStreamClosedError
tornado 6.6.1: after a 103: the body
httplib2 0.32.1: with a length: the body
httplib2 0.32.1: until the end of the connection: the body
httplib2 0.32.1: chunk with an extension: the body
httplib2 0.32.1: after a 103: status 103, 0 bytes
niquests 3.21.1: with a length: the body
niquests 3.21.1: until the end of the connection: the body
niquests 3.21.1: chunk with an extension: the body
niquests 3.21.1: after a 103: the body
pyreqwest 0.15.1: with a length: the body
pyreqwest 0.15.1: until the end of the connection: the body
pyreqwest 0.15.1: chunk with an extension: the body
pyreqwest 0.15.1: after a 103: the body
TEXT
python3 -m venv "$folder/environment"
bin=$folder/environment/bin
"$bin/pip" install --quiet --disable-pip-version-check aiosonic==1.3.3 tornado==6.6.1 httplib2==0.32.1 niquests==3.21.1 \
  pyreqwest==0.15.1
"$bin/python" "$folder/forms.py" 2>/dev/null | tee "$folder/actual"
diff "$folder/expected" "$folder/actual"
