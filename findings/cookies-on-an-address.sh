#!/bin/sh
# Expected: a client with a cookie jar that gets a cookie from 127.0.0.1 sends it with the next request, as it does in
#   production. A cookie with `Secure` is not sent without TLS.
# What happens: aiohttp's jar keeps no cookie of an IP address, unless it is made with unsafe=True. The jars of primp,
#   rnet and pyreqwest send a cookie with Secure over plain HTTP to 127.0.0.1.
#   (The guess was what one would expect.)
# Source: aiohttp 3.14.5, httpx 0.28.1, requests 2.34.2, primp 2.0.1, rnet 2.4.2, pyreqwest 0.15.1 on Python 3.11, run
#   here on 2026-11-29; RFC 6265, section 5.4.
# Why it matters to testers of clients: a test of a login with a cookie at 127.0.0.1 is red for a right client on aiohttp,
#   and says nothing about Secure. A name such as localhost, or a name that leads to 127.0.0.1, is another case again.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/cookies.py" <<'PYTHON'
import asyncio, http.server, importlib.metadata, threading

cookie, came = "", []


class Server(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/read":
            came.append(self.headers["Cookie"])
        self.send_response(200)
        if self.path == "/set":
            self.send_header("Set-Cookie", cookie)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *parts):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()


def aiohttp(base, **options):
    import aiohttp

    async def call():
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(**options)) as session:
            for path in ["/set", "/read"]:
                async with session.get(base + path) as response:
                    await response.read()

    asyncio.run(call())


def aiohttp_unsafe(base):
    aiohttp(base, unsafe=True)


def requests(base):
    import requests

    with requests.Session() as session:
        for path in ["/set", "/read"]:
            session.get(base + path)


def httpx(base):
    import httpx

    with httpx.Client() as client:
        for path in ["/set", "/read"]:
            client.get(base + path)


def primp(base):
    import primp

    client = primp.Client(cookie_store=True)
    for path in ["/set", "/read"]:
        client.get(base + path)


def rnet(base):
    import rnet

    async def call():
        client = rnet.Client(cookie_store=True)
        for path in ["/set", "/read"]:
            await (await client.get(base + path)).text()

    asyncio.run(call())


def pyreqwest(base):
    from pyreqwest.client import SyncClientBuilder

    with SyncClientBuilder().default_cookie_store(True).build() as client:
        for path in ["/set", "/read"]:
            client.get(base + path).build().send()


for call in [requests, httpx, aiohttp, aiohttp_unsafe, primp, rnet, pyreqwest]:
    package, _, option = call.__name__.partition("_")
    for cookie in ["sid=1; Path=/", "sid=1; Path=/; Secure"]:
        came.clear()
        call(f"http://127.0.0.1:{server.server_port}")
        name = f"{package} {importlib.metadata.version(package)}" + (f", {option}" if option else "")
        print(f"{name}: {cookie}: {'sent' if came == ['sid=1'] else 'not sent'}", flush=True)
PYTHON
cat >"$folder/expected" <<'TEXT'
requests 2.34.2: sid=1; Path=/: sent
requests 2.34.2: sid=1; Path=/; Secure: not sent
httpx 0.28.1: sid=1; Path=/: sent
httpx 0.28.1: sid=1; Path=/; Secure: not sent
aiohttp 3.14.5: sid=1; Path=/: not sent
aiohttp 3.14.5: sid=1; Path=/; Secure: not sent
aiohttp 3.14.5, unsafe: sid=1; Path=/: sent
aiohttp 3.14.5, unsafe: sid=1; Path=/; Secure: not sent
primp 2.0.1: sid=1; Path=/: sent
primp 2.0.1: sid=1; Path=/; Secure: sent
rnet 2.4.2: sid=1; Path=/: sent
rnet 2.4.2: sid=1; Path=/; Secure: sent
pyreqwest 0.15.1: sid=1; Path=/: sent
pyreqwest 0.15.1: sid=1; Path=/; Secure: sent
TEXT
python3 -m venv "$folder/environment"
bin=$folder/environment/bin
"$bin/pip" install --quiet --disable-pip-version-check aiohttp==3.14.5 httpx==0.28.1 requests==2.34.2 primp==2.0.1 \
  rnet==2.4.2 pyreqwest==0.15.1
"$bin/python" "$folder/cookies.py" | tee "$folder/actual"
diff "$folder/expected" "$folder/actual"
