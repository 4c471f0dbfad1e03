#!/bin/sh
# Expected: behind a proxy, a client has an error of the proxy only if the proxy cannot be reached or refuses; a connection
#   that is lost later, within an open tunnel, is lost as without a proxy. (The guess, for all four stacks.)
# What happens: requests and urllib3 report a server that resets the connection within the tunnel, after it has read the
#   request, as `ProxyError: Unable to connect to proxy`, although both had connected. Without a proxy, it is a
#   ConnectionError (requests) and a ProtocolError (urllib3). httpx2 and aiohttp report the same error in both cases.
# Source: requests 2.34.2, urllib3 2.8.0, httpx2 2.16.2, aiohttp 3.14.3, run here on 2026-11-30. When the response fails,
#   http.client closes the connection, and with it urllib3 forgets that it had connected to the proxy.
# Why it matters to testers of clients: a client that handles lost connections by their exact class does something else
#   behind the proxy of a company, and a test through a proxy must not expect the class of a run without one.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet requests==2.34.2 urllib3==2.8.0 httpx2==2.16.2 aiohttp==3.14.3 trustme==1.2.1
cat >"$folder/lost.py" <<'PYTHON'
import asyncio, importlib.metadata, os, socket, ssl, struct, sys, threading

import aiohttp, httpx2, requests, trustme, urllib3

authority = trustme.CA()
authority.cert_pem.write_to_path(sys.argv[1] + "/authority.pem")
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
authority.issue_cert("127.0.0.1").configure_cert(context)
trusted = ssl.create_default_context(cafile=sys.argv[1] + "/authority.pem")


def read_head(connection):
    head = b""
    while b"\r\n\r\n" not in head:
        head += connection.recv(1024) or b"\r\n\r\n"


def serve(listener, is_proxy):
    """Opens a tunnel, if it is a proxy, and resets each connection after its request."""
    while True:
        connection, _ = listener.accept()
        if is_proxy:
            read_head(connection)
            connection.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
        with context.wrap_socket(connection, server_side=True) as secure:
            read_head(secure)
            secure.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def port(is_proxy):
    listener = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=serve, args=(listener, is_proxy), daemon=True).start()
    return listener.getsockname()[1]


direct, proxy = f"https://127.0.0.1:{port(False)}/", f"http://127.0.0.1:{port(True)}"
for name in ("no_proxy", "NO_PROXY"):
    os.environ.pop(name, None)


def by_urllib3(url, proxy):
    options = {"ssl_context": trusted, "retries": False}
    pool = urllib3.ProxyManager(proxy, **options) if proxy else urllib3.PoolManager(**options)
    pool.request("GET", url)


def by_requests(url, proxy):
    requests.get(url, proxies={"https": proxy} if proxy else None, verify=sys.argv[1] + "/authority.pem")


def by_httpx2(url, proxy):
    with httpx2.Client(proxy=proxy, verify=trusted, trust_env=False) as client:
        client.get(url)


def by_aiohttp(url, proxy):
    async def get():
        async with aiohttp.ClientSession() as session, session.post(url, proxy=proxy, ssl=trusted):
            pass

    asyncio.run(get())


found = {}
for name, get in {"requests": by_requests, "urllib3": by_urllib3, "httpx2": by_httpx2, "aiohttp": by_aiohttp}.items():
    for way, url, through in (("direct", direct, None), ("tunnel", "https://127.0.0.1/", proxy)):
        try:
            get(url, through)
            found[name, way] = "nothing"
        except Exception as error:
            found[name, way] = type(error).__name__
    print(f"{name} {importlib.metadata.version(name)}: direct {found[name, 'direct']}, tunnel {found[name, 'tunnel']}")
# The other classes depend on Python: over TLS, some versions take a reset for the end of the data.
changed = {name: found[name, "tunnel"] for name, _ in found if found[name, "tunnel"] != found[name, "direct"]}
if changed != {"requests": "ProxyError", "urllib3": "ProxyError"} or "nothing" in found.values():
    sys.exit("this has changed")
PYTHON
"$folder/venv/bin/python" "$folder/lost.py" "$folder"
