"""The driver of the contracts in Kits/tests, without abilities, on one HTTP stack: `python3 Kits/stacks/stacks.py urllib`."""

import datetime
import importlib.metadata
import io
import json
import os
import pathlib
import platform
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "python"))

from contract_run.driver import Driver, Unsupported, _known


def version(name):
    """Returns the name and version of a stack. Raises an error if it is not installed."""
    package = {"requests_again": "requests", "tornado_curl": "tornado"}.get(name, name)
    importlib.import_module("urllib.request" if name == "urllib" else package)
    return f"Python {platform.python_version()}" if name == "urllib" else f"{name} {importlib.metadata.version(package)}"


driver = Driver(version(sys.argv[1]))


class StatusError(Exception):
    def __init__(self, status):
        super().__init__(f"status {status}")
        self.status = status


@driver.failure(StatusError)
def _(error):
    return {"category": "status", "case": "status", "payload": error.status}


@driver.failure(Exception)
def _(error):
    # A stack's own exception for a status. Contracts name the one above.
    return {"type": "StatusError", "case": "status"} if _known(error)[0] == "status" else None


def check(status):
    if not 200 <= status < 300:
        raise StatusError(status)


def urllib(url, timeout, method="GET", headers=None, body=None, auth=None, cookies=None, verifies=True, jar=False):
    import ssl
    import urllib.error
    import urllib.request

    if cookies:
        raise Unsupported("urllib has no cookies without a response that sets them")
    context = ssl.create_default_context() if verifies else ssl._create_unverified_context()
    opener = urllib.request.build_opener(urllib.request.HTTPSHandler(context=context))
    if jar:
        opener.add_handler(urllib.request.HTTPCookieProcessor())
    if auth:
        passwords = urllib.request.HTTPPasswordMgrWithPriorAuth()
        passwords.add_password(None, url, *auth, is_authenticated=True)
        opener.add_handler(urllib.request.HTTPBasicAuthHandler(passwords))
    request = urllib.request.Request(url, body, headers or {}, method=method)
    try:
        with opener.open(request, timeout=timeout) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        raise StatusError(error.code) from error


def requests(url, timeout, method="GET", body=None, verifies=True, **options):
    import requests

    # With a session, cookies that an answer sets are sent after a redirect.
    with requests.Session() as session:
        # If a variable such as REQUESTS_CA_BUNDLE is set, requests does not read this.
        session.verify = verifies
        response = session.request(method, url, timeout=timeout, data=body, **options)
    check(response.status_code)
    return response.json()


def requests_again(url, timeout, headers=None):
    """Tries three times more if no answer comes, as clients with `Retry` do."""
    import requests
    from requests.adapters import HTTPAdapter

    with requests.Session() as session:
        for scheme in ("http://", "https://"):
            session.mount(scheme, HTTPAdapter(max_retries=3))
        response = session.get(url, timeout=timeout, headers=headers)
    check(response.status_code)
    return response.json()


def urllib3(url, timeout, method="GET", body=None, headers=None, auth=None, cookies=None, verifies=True):
    import urllib3

    if cookies:
        raise Unsupported("it has no store for cookies")
    headers = (headers or {}) | (urllib3.make_headers(basic_auth=":".join(auth)) if auth else {})
    with urllib3.PoolManager(cert_reqs="CERT_REQUIRED" if verifies else "CERT_NONE") as pool:
        response = pool.request(method, url, body=body, headers=headers, timeout=timeout)
    check(response.status)
    return response.json()


def httpx(url, timeout, method="GET", body=None, verifies=True, **options):
    import httpx

    options |= {"content": body, "follow_redirects": True, "verify": verifies}
    response = httpx.request(method, url, timeout=timeout, **options)
    check(response.status_code)
    return response.json()


async def aiohttp(url, timeout, method="GET", body=None, auth=None, verifies=True, **options):
    import aiohttp

    total = aiohttp.ClientTimeout(total=timeout)
    options["auth"] = auth and aiohttp.BasicAuth(*auth)
    # Without this, its jar keeps no cookies of IP addresses.
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(timeout=total, cookie_jar=jar) as session:
        async with session.request(method, url, data=body, ssl=verifies, **options) as response:
            check(response.status)
            # Its JSON can also be lines, which have another Content-Type.
            return await response.json(content_type=None)


def httpx2(url, timeout, method="GET", body=None, **options):
    import httpx2

    response = httpx2.request(method, url, timeout=timeout, content=body, follow_redirects=True, **options)
    response.raise_for_status()
    return response.json()


def niquests(url, timeout, method="GET", body=None, **options):
    import niquests

    response = niquests.request(method, url, timeout=timeout, data=body, **options)
    response.raise_for_status()
    return response.json()


async def tornado(url, timeout, kind=None, **options):
    from tornado.httpclient import AsyncHTTPClient

    client = (kind or AsyncHTTPClient)(force_instance=True)
    return json.loads((await client.fetch(url, request_timeout=timeout, **options)).body)


async def tornado_curl(*arguments, **options):
    from tornado.curl_httpclient import CurlAsyncHTTPClient

    return await tornado(*arguments, kind=CurlAsyncHTTPClient, **options)


async def aiosonic(url, timeout, method="GET", body=None, jar=False, **options):
    import aiosonic

    async with aiosonic.HTTPClient(handle_cookies=jar) as client:
        timeouts = aiosonic.Timeouts(request_timeout=timeout)
        response = await client.request(url, method, data=body, timeouts=timeouts, follow=True, **options)
        response.raise_for_status()
        return await response.json()


def pycurl(url, timeout, method="GET", body=None, headers=None, jar=False):
    import pycurl

    answer, curl = io.BytesIO(), pycurl.Curl()
    options = {"URL": url, "TIMEOUT_MS": int(timeout * 1000), "FAILONERROR": True, "FOLLOWLOCATION": True}
    options |= {"WRITEDATA": answer, "HTTPHEADER": [f"{name}: {value}" for name, value in (headers or {}).items()]}
    options |= {"POSTFIELDS": body} if body else {}
    options |= {"COOKIEFILE": ""} if jar else {}
    for name, value in options.items():
        curl.setopt(getattr(pycurl, name), value)
    curl.perform()
    return json.loads(answer.getvalue())


def curl_cffi(url, timeout, method="GET", body=None, **options):
    import curl_cffi

    response = curl_cffi.request(method, url, timeout=timeout, data=body, **options)
    response.raise_for_status()
    return response.json()


def primp(url, timeout, method="GET", body=None, **options):
    import primp

    response = primp.Client(timeout=timeout).request(method, url, content=body, **options)
    response.raise_for_status()
    return response.json()


async def rnet(url, timeout, method="GET", body=None, jar=False, **options):
    import rnet

    # Its timeouts are whole seconds, so this one is longer than those of the other stacks.
    client = rnet.Client(allow_redirects=True, cookie_store=jar)
    response = await client.request(getattr(rnet.Method, method), url, timeout=max(1, int(timeout)), body=body, **options)
    check(response.status)  # it has no function for this
    return await response.json()


def pyreqwest(url, timeout, method="GET", body=None, headers=None, jar=False):
    from pyreqwest.client import SyncClientBuilder

    builder = SyncClientBuilder().timeout(datetime.timedelta(seconds=timeout)).error_for_status(True).default_cookie_store(jar)
    with builder.build() as client:
        request = client.request(method, url).headers(headers or {})
        return (request.body_bytes(body) if body else request).build().send().json()


def treq(url, timeout, method="GET", body=None, **options):
    import threading

    import treq
    from twisted.internet import defer, reactor, threads

    if not reactor.running:
        threading.Thread(target=reactor.run, args=(False,), daemon=True).start()

    async def fetch():
        # By default, it does not follow each redirect of a POST.
        response = await treq.request(method, url, data=body, browser_like_redirects=True, **options)
        check(response.code)
        return await response.json()

    def begin():
        # Its own timeout ends with the headers of the answer.
        return defer.Deferred.fromCoroutine(fetch()).addTimeout(timeout, reactor)

    return threads.blockingCallFromThread(reactor, begin)


def httplib2(url, timeout, method="GET", **options):
    import httplib2

    # contract-run sets this variable if calls come through its proxy.
    direct = {"proxy_info": None} if "NODE_USE_ENV_PROXY" not in os.environ else {}
    response, body = httplib2.Http(timeout=timeout, **direct).request(url, method, **options)
    check(response.status)
    return json.loads(body)


STACKS = (urllib, urllib3, requests, requests_again, httpx, aiohttp, httpx2, niquests, tornado, tornado_curl, aiosonic, pycurl)
STACKS += (curl_cffi, primp, rnet, pyreqwest, httplib2, treq)
send = {function.__name__: function for function in STACKS}[sys.argv[1]]


def perform(call, timeout=10, **options):
    return send(call.base_url + call.argument("path", str), timeout, **options)


@driver.operation("get")
def _(call):
    return perform(call, timeout=0.5)


@driver.operation("getWith")
def _(call):
    return perform(call, headers=call.argument("headers", dict))


@driver.operation("getWithAuth")
def _(call):
    return perform(call, auth=(call.argument("username", str), call.argument("password", str)))


@driver.operation("getWithCookie")
def _(call):
    return perform(call, cookies={"sid": call.argument("sid", str)})


@driver.operation("getWithJar")
def _(call):
    if send in (urllib3, tornado, tornado_curl, httplib2):
        raise Unsupported("it has no store for cookies")
    # The others have one by default.
    return perform(call, **({"jar": True} if send in (urllib, pycurl, aiosonic, rnet, pyreqwest) else {}))


@driver.operation("getUnverified")
def _(call):
    return perform(call, verifies=False)


@driver.operation("post")
def _(call):
    return perform(call, method="POST", body=call.argument("body", str).encode())


driver.run()
