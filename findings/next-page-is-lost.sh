#!/bin/sh
# Expected: `response.links["next"]` is the next page, in each form of the header Link that RFC 8288 allows.
# What happens: requests and httpx cut a URL at its first semicolon, without an error. They find no next page if a title
#   has a semicolon, if a parameter has no value, or if `rel` is written in capitals. With aiohttp, they take a word of a
#   title for the URL. None of five readers splits `rel="next last"`, and none takes "Next" for "next" (section 2.1.1).
#   (The guess had the cut URL, the two relations and the capitals, and nothing about titles. It was that LinkHeader,
#   whose purpose this is, reads each form.)
# Source: requests 2.34.2, httpx 0.28.1, aiohttp 3.14.5, LinkHeader 0.4.3 and ghapi 2.1.4 on Python 3.11, run here on
#   2026-11-29; RFC 8288, sections 2.1.1, 3, 3.3 and 3.4.
# Why it matters to testers of clients: a list that ends after its first page looks like a short list, so no test is red.
#   Give a client that reads pages the header in another form than the one that the server sends today.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/links.py" <<'PYTHON'
import asyncio, http.server, importlib.metadata, threading

NEXT = "https://api.test/x?page=2"
FORMS = {
    "as most servers write it": f'<{NEXT}>; rel="next", <https://api.test/x?page=9>; rel="last"',
    "a semicolon in the URL": '<https://api.test/x?page=2;size=5>; rel="next"',
    "a semicolon in a title": f'<{NEXT}>; title="a; b"; rel="next"',
    "a comma and < in a title": f'<{NEXT}>; title="a, <b>"; rel="next"',
    "a parameter without a value": f'<{NEXT}>; more; rel="next"',
    "two relations in one": f'<{NEXT}>; rel="next last"',
    "REL": f'<{NEXT}>; REL="next"',
    "Next": f'<{NEXT}>; rel="Next"',
}


class Server(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Link", list(FORMS.values())[int(self.path[1:])])
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *parts):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()


def requests(url):
    import requests

    return requests.get(url).links.get("next", {}).get("url")


def httpx(url):
    import httpx

    return httpx.get(url).links.get("next", {}).get("url")


def aiohttp(url):
    import aiohttp

    async def call():
        async with aiohttp.ClientSession() as session, session.get(url) as response:
            return str(response.links["next"]["url"]) if "next" in response.links else None

    return asyncio.run(call())


def LinkHeader(url):
    import httpx, link_header

    links = link_header.parse(httpx.get(url).headers["Link"]).links_by_attr_pairs([("rel", "next")])
    return links[0].href if links else None


def ghapi(url):
    import ghapi.page, httpx

    return ghapi.page.parse_link_hdr(httpx.get(url).headers["Link"]).get("next", [None])[0]


READERS = [requests, httpx, aiohttp, LinkHeader, ghapi]
print(*(f"{reader.__name__} {importlib.metadata.version(reader.__name__)}" for reader in READERS), sep=", ")
for number, (name, form) in enumerate(FORMS.items()):
    found = {}
    for reader in READERS:
        try:
            url = reader(f"http://127.0.0.1:{server.server_port}/{number}")
            right = form[1 : form.index(">")]
            other = f"{url.split('/')[-1]} in place of {right.split('/')[-1]}" if url else "not found"
            result = "found" if url == right else other
        except Exception as error:
            result = type(error).__name__
        found.setdefault(result, []).append(reader.__name__)
    print(f"{name}: " + "; ".join(f"{result}: {', '.join(readers)}" for result, readers in found.items()), flush=True)
PYTHON
cat >"$folder/expected" <<'TEXT'
requests 2.34.2, httpx 0.28.1, aiohttp 3.14.5, LinkHeader 0.4.3, ghapi 2.1.4
as most servers write it: found: requests, httpx, aiohttp, LinkHeader, ghapi
a semicolon in the URL: x?page=2 in place of x?page=2;size=5: requests, httpx; found: aiohttp, LinkHeader, ghapi
a semicolon in a title: not found: requests, httpx; found: aiohttp, LinkHeader, ghapi
a comma and < in a title: b in place of x?page=2: requests, httpx, aiohttp; found: LinkHeader, ghapi
a parameter without a value: not found: requests, httpx; found: aiohttp, LinkHeader, ghapi
two relations in one: not found: requests, httpx, aiohttp, LinkHeader, ghapi
REL: not found: requests, httpx, aiohttp, LinkHeader; KeyError: ghapi
Next: not found: requests, httpx, aiohttp, LinkHeader, ghapi
TEXT
python3 -m venv "$folder/environment"
bin=$folder/environment/bin
"$bin/pip" install --quiet --disable-pip-version-check requests==2.34.2 httpx==0.28.1 aiohttp==3.14.5 LinkHeader==0.4.3 \
  ghapi==2.1.4
"$bin/python" "$folder/links.py" | tee "$folder/actual"
diff "$folder/expected" "$folder/actual"
