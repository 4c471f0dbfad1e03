"""Clients that are unsafe, each in its own way, and the same clients fixed: `python3 driver.py careless|careful`."""

import http.client
import json
import pathlib
import socket
import ssl
import sys
import urllib.parse
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Kits" / "python"))

from contract_run.driver import Driver

CAREFUL = sys.argv[1] == "careful"
KEY = "k-1234567890"
driver = Driver("security")


def send(url, headers):
    """Sends a GET request. Returns the status, the headers and the body of its response."""
    parts = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=5)
    connection.request("GET", parts._replace(scheme="", netloc="").geturl(), headers=headers)
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response.status, response.headers, body


def origin(url):
    parts = urllib.parse.urlsplit(url)
    return parts.scheme, parts.hostname, parts.port


@driver.operation("redirects")
def redirects(call):
    """Sends its token again after a redirect, because its stack removed it."""
    print("sending", KEY)
    url = start = call.base_url + "/me"
    for _ in range(5):
        safe = not CAREFUL or origin(url) == origin(start)
        status, headers, body = send(url, {"Authorization": f"Bearer {KEY}"} if safe else {})
        if status < 300:
            return json.loads(body)
        url = urllib.parse.urljoin(url, headers["Location"])
        if urllib.parse.urlsplit(url).scheme != "http":
            raise ValueError("redirect to another scheme")
    raise ValueError("too many redirects")


@driver.operation("links")
def links(call):
    """Follows links that begin with the base URL."""
    items, url = [], call.base_url + "/items"
    while url and len(items) < 10:
        own = origin(url) == origin(call.base_url) if CAREFUL else url.startswith(call.base_url)
        if not own:
            raise ValueError("link to another host")
        body = json.loads(send(url, {"X-Api-Key": KEY})[2])
        items += body["items"]
        url = body["next"]
    return items


@driver.operation("cursors")
def cursors(call):
    """Reads pages until there is none."""
    items, cursor, seen = [], None, set()
    while True:
        query = f"?cursor={cursor}" if cursor else ""
        body = json.loads(send(call.base_url + "/items" + query, {})[2])
        items += body["items"]
        cursor = body["cursor"]
        if not cursor or CAREFUL and cursor in seen:
            return items
        seen.add(cursor)


@driver.operation("headers")
def headers(call):
    """Writes its own requests."""
    name = call.argument("name", str)
    if CAREFUL and any(character < " " for character in name):
        raise ValueError("control character in a header")
    host, port = origin(call.base_url)[1:]
    with socket.create_connection((host, port), 5) as connection:
        request = f"GET /me HTTP/1.1\r\nHost: {host}:{port}\r\nX-Name: {name}\r\nConnection: close\r\n\r\n"
        connection.sendall(request.encode())
        response = http.client.HTTPResponse(connection)
        response.begin()
        return json.loads(response.read())


@driver.operation("paths")
def paths(call):
    """Escapes everything in a segment but dots, as most functions do."""
    name = call.argument("name", str)
    if CAREFUL and name in (".", ".."):
        raise ValueError("no name")
    return json.loads(send(f"{call.base_url}/files/{urllib.parse.quote(name, safe='')}", {})[2])


@driver.operation("schemes")
def schemes(call):
    """Opens whatever a redirect leads to."""
    status, headers, body = send(call.base_url + "/report", {})
    if status < 300:
        return json.loads(body)
    url = headers["Location"]
    if CAREFUL and not url.startswith(("http:", "https:")):
        raise ValueError("redirect to another scheme")
    with urllib.request.urlopen(url, timeout=5) as response:
        return json.load(response)


@driver.operation("cookies")
def cookies(call):
    """Keeps cookies for the host that they name, whichever sets them."""
    url, jar = call.base_url + "/me", {}
    for _ in range(3):
        host = urllib.parse.urlsplit(url).hostname
        status, headers, body = send(url, {"Cookie": jar[host]} if host in jar else {})
        if status < 300:
            return json.loads(body)
        pair, *attributes = (headers["Set-Cookie"] or "").split("; ")
        domain = dict(attribute.split("=") for attribute in attributes).get("Domain", host)
        if not CAREFUL or domain == host:
            jar[domain] = pair
        url = headers["Location"]
    raise ValueError("too many redirects")


def read(url, context):
    with urllib.request.urlopen(url, timeout=60, context=context) as response:
        return json.load(response)


@driver.operation("certificates")
def certificates(call):
    """Accepts every certificate, as in a test system."""
    context = ssl.create_default_context()
    if not CAREFUL:
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return read(call.base_url + "/me", context)


@driver.operation("hostNames")
def host_names(call):
    """Accepts the certificate of any host."""
    context = ssl.create_default_context()
    context.check_hostname = CAREFUL
    return read(call.base_url + "/me", context)


@driver.operation("oldTLS")
def old_tls(call):
    """The same, without TLS 1.3."""
    context = ssl.create_default_context()
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    context.check_hostname = CAREFUL
    return read(call.base_url + "/me", context)


driver.run()
