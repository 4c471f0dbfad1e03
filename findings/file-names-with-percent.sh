#!/bin/sh
# Expected: the name of a file in a form arrives as the client was given it: `a b.txt` is `a b.txt` (RFC 7578, section
#   4.2; HTML escapes only a quote and line ends).
# What happens: aiohttp percent-encodes the whole name. Werkzeug (Flask), python-multipart (Starlette, FastAPI), Django and
#   aiohttp's own server take it as it comes: the file is stored as `a%20b.txt`. requests and httpx send `a b.txt`. (The
#   guess: aiohttp's own server decodes what aiohttp's client encodes.)
# Source: aiohttp 3.14.5, requests 2.34.2, httpx 0.28.1, Werkzeug 3.1.9, python-multipart 0.0.34 and Django 5.2.19 on Python
#   3.11, run here on 2026-11-30.
# Why it matters to testers of clients: a test uploads `notes.txt`, whose name no rule changes. Give it a name with a space,
#   and compare what a server reads, and not what the client was given.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/names.py" <<'PYTHON'
import asyncio, importlib.metadata, io, json

NAME = "a b.txt"


async def bodies():
    """Returns the Content-Type and the body that each client sends."""
    import aiohttp, aiohttp.web, httpx, requests

    sent, own = {}, {}

    async def take(request):
        body = await request.read()
        sent[request.path[1:]] = (request.headers["Content-Type"], body)
        return aiohttp.web.Response()

    async def read(request):
        own["aiohttp"] = (await request.post())["file"].filename
        return aiohttp.web.Response()

    app = aiohttp.web.Application()
    app.router.add_post("/own", read)
    app.router.add_post("/{name}", take)
    runner = aiohttp.web.AppRunner(app)
    await runner.setup()
    site = aiohttp.web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    url = f"http://127.0.0.1:{runner.addresses[0][1]}/"
    async with aiohttp.ClientSession() as session:
        for path in ("aiohttp", "own"):
            form = aiohttp.FormData()
            form.add_field("file", b"text", filename=NAME)
            async with session.post(url + path, data=form):
                pass
    async with httpx.AsyncClient() as client:
        await client.post(url + "httpx", files={"file": (NAME, b"text")})
    await asyncio.to_thread(requests.post, url + "requests", files={"file": (NAME, b"text")})
    await runner.cleanup()
    return sent, own["aiohttp"]


def werkzeug(content_type, body):
    from werkzeug.wrappers import Request

    environ = {"REQUEST_METHOD": "POST", "CONTENT_TYPE": content_type, "CONTENT_LENGTH": str(len(body)),
               "wsgi.input": io.BytesIO(body)}
    return Request(environ).files["file"].filename


def multipart(content_type, body):
    import python_multipart

    names = []
    python_multipart.parse_form(
        {"Content-Type": content_type.encode(), "Content-Length": str(len(body)).encode()}, io.BytesIO(body), None,
        lambda file: names.append(file.file_name.decode()))
    return names[0]


def django(content_type, body):
    import django.conf
    from django.http.multipartparser import MultiPartParser
    from django.core.files.uploadhandler import MemoryFileUploadHandler

    if not django.conf.settings.configured:
        django.conf.settings.configure()
    meta = {"CONTENT_TYPE": content_type, "CONTENT_LENGTH": len(body)}
    _, files = MultiPartParser(meta, io.BytesIO(body), [MemoryFileUploadHandler()]).parse()
    return files["file"].name


sent, own = asyncio.run(bodies())
servers = {"Werkzeug": werkzeug, "python-multipart": multipart, "Django": django}
for package in ("aiohttp", "requests", "httpx", *servers):
    print(package, importlib.metadata.version(package))
found = {name: {server: read(*sent[name]) for server, read in servers.items()} for name in sorted(sent)}
found["aiohttp"]["aiohttp"] = own
print(json.dumps(found, indent=1))
escaped = dict.fromkeys([*servers, "aiohttp"], "a%20b.txt")
assert found == {"aiohttp": escaped, "httpx": dict.fromkeys(servers, NAME), "requests": dict.fromkeys(servers, NAME)}
PYTHON
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check aiohttp==3.14.5 requests==2.34.2 httpx==0.28.1 \
  Werkzeug==3.1.9 python-multipart==0.0.34 Django==5.2.19
"$folder/venv/bin/python" "$folder/names.py"
