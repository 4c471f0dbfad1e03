#!/bin/sh
# Expected: a client reports a body that is compressed with gzip and broken: bytes that are not gzip, a stream that stops
#   in the middle, a wrong checksum, or no checksum.
# What happens: requests, httpx, httpx2, aiohttp, httplib2, curl_cffi, aiosonic and treq return the first half of a stream
#   that stops in the middle, as a success, if Content-Length is the number of bytes that came, and they accept a body
#   without its checksum. treq returns an empty body for bytes that are not gzip and for a wrong checksum. Only tornado and
#   primp report all four. (The guess: each client reports each of them.)
# Source: the packages at the end of this script on Python 3.11, run here on 2026-11-29; RFC 1952, section 2.3.1: the
#   checksum and the length at the end of each member.
# Why it matters to testers of clients: a cache or a proxy that was interrupted stores half of a compressed body, and then
#   serves it with its own Content-Length. HTTP is right, so only gzip shows that the end is missing. Half of a text or of
#   a CSV file is then taken for all of it. JSON fails, but as JSON and not as a broken body.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/gzips.py" <<'PYTHON'
import asyncio, gzip, importlib.metadata, socket, threading

TEXT = b"".join(b"%d " % (number * number * 7919) for number in range(4000))
WHOLE = gzip.compress(TEXT)
BODIES = {
    "whole": WHOLE,
    "not gzip": b"this is not gzip",
    "its first half": WHOLE[: len(WHOLE) // 2],
    "a wrong checksum": WHOLE[:-8] + bytes(8),
    "no checksum": WHOLE[:-8],
}
HEAD = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
body = b""
listener = socket.create_server(("127.0.0.1", 0))
URL = f"http://127.0.0.1:{listener.getsockname()[1]}/"


def serve():
    while True:
        connection, _ = listener.accept()
        with connection:
            received = b""
            while b"\r\n\r\n" not in received and (piece := connection.recv(65536)):
                received += piece
            connection.sendall(HEAD % len(body) + body)


threading.Thread(target=serve, daemon=True).start()


def requests():
    import requests

    return requests.get(URL, timeout=5).content


def httpx():
    import httpx

    return httpx.get(URL, timeout=5).content


def httpx2():
    import httpx2

    return httpx2.get(URL, timeout=5).content


def aiohttp():
    import aiohttp

    async def call():
        async with aiohttp.ClientSession() as session, session.get(URL) as response:
            return await response.read()

    return asyncio.run(call())


def httplib2():
    import httplib2

    return httplib2.Http(timeout=5, proxy_info=None).request(URL)[1]


def curl_cffi():
    import curl_cffi

    return curl_cffi.get(URL, timeout=5).content


def aiosonic():
    import aiosonic

    async def call():
        async with aiosonic.HTTPClient() as client:
            return await (await client.get(URL)).content()

    return asyncio.run(call())


def treq():
    import treq
    from twisted.internet import defer, reactor, threads

    if not reactor.running:
        threading.Thread(target=reactor.run, args=(False,), daemon=True).start()

    async def call():
        return await (await treq.get(URL, timeout=5)).content()

    return threads.blockingCallFromThread(reactor, lambda: defer.Deferred.fromCoroutine(call()))


def tornado():
    from tornado.httpclient import AsyncHTTPClient

    async def call():
        return (await AsyncHTTPClient(force_instance=True).fetch(URL, request_timeout=5)).body

    return asyncio.run(call())


def primp():
    import primp

    return primp.Client(timeout=5).get(URL).content


for call in [requests, httpx, httpx2, aiohttp, httplib2, curl_cffi, aiosonic, treq, tornado, primp]:
    came = []
    for name, body in BODIES.items():
        try:
            text = bytes(call())
            part = "all" if text == TEXT else "nothing" if not text else "a part" if TEXT.startswith(text) else "else"
            came.append(f"{name}: {part}")
        except Exception as error:
            came.append(f"{name}: {type(error).__name__}")
    print(f"{call.__name__} {importlib.metadata.version(call.__name__)}: {'; '.join(came)}", flush=True)
PYTHON
cat >"$folder/expected" <<'TEXT'
requests 2.34.2: whole: all; not gzip: ContentDecodingError; its first half: a part; a wrong checksum: ContentDecodingError; no checksum: all
httpx 0.28.1: whole: all; not gzip: DecodingError; its first half: a part; a wrong checksum: DecodingError; no checksum: all
httpx2 2.16.2: whole: all; not gzip: DecodingError; its first half: a part; a wrong checksum: DecodingError; no checksum: all
aiohttp 3.14.5: whole: all; not gzip: ClientPayloadError; its first half: a part; a wrong checksum: ClientPayloadError; no checksum: all
httplib2 0.32.1: whole: all; not gzip: FailedToDecompressContent; its first half: a part; a wrong checksum: FailedToDecompressContent; no checksum: all
curl_cffi 0.17.0: whole: all; not gzip: HTTPError; its first half: a part; a wrong checksum: HTTPError; no checksum: all
aiosonic 1.3.3: whole: all; not gzip: error; its first half: a part; a wrong checksum: error; no checksum: all
treq 26.7.0: whole: all; not gzip: nothing; its first half: a part; a wrong checksum: nothing; no checksum: all
tornado 6.6.1: whole: all; not gzip: HTTPStreamClosedError; its first half: HTTPStreamClosedError; a wrong checksum: HTTPStreamClosedError; no checksum: HTTPStreamClosedError
primp 2.0.1: whole: all; not gzip: DecodeError; its first half: DecodeError; a wrong checksum: DecodeError; no checksum: DecodeError
TEXT
python3 -m venv "$folder/environment"
bin=$folder/environment/bin
"$bin/pip" install --quiet --disable-pip-version-check requests==2.34.2 urllib3==2.8.0 httpx==0.28.1 httpx2==2.16.2 \
  aiohttp==3.14.5 httplib2==0.32.1 curl_cffi==0.17.0 aiosonic==1.3.3 treq==26.7.0 twisted==26.10.0 tornado==6.6.1 \
  primp==2.0.1
"$bin/python" "$folder/gzips.py" 2>/dev/null | tee "$folder/actual"
diff "$folder/expected" "$folder/actual"
