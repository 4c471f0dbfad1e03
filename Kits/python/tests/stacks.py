"""The driver of the contracts in Kits/tests, without abilities, on one HTTP stack: `python3 -m tests.stacks urllib`."""

import json
import sys

from contract_run.driver import Driver, Unsupported

driver = Driver("stacks-python")


class StatusError(Exception):
    def __init__(self, status):
        super().__init__(f"status {status}")
        self.status = status


@driver.failure(StatusError)
def _(error):
    return {"category": "status", "case": "status", "payload": error.status}


def check(status):
    if not 200 <= status < 300:
        raise StatusError(status)


def urllib(url, timeout, method="GET", headers=None, body=None, auth=None, cookies=None, verifies=True):
    import ssl
    import urllib.error
    import urllib.request

    if cookies:
        raise Unsupported("urllib has no cookies without a response that sets them")
    context = ssl.create_default_context() if verifies else ssl._create_unverified_context()
    opener = urllib.request.build_opener(urllib.request.HTTPSHandler(context=context))
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
    async with aiohttp.ClientSession(timeout=total) as session:
        async with session.request(method, url, data=body, ssl=verifies, **options) as response:
            check(response.status)
            return await response.json()


send = {function.__name__: function for function in (urllib, requests, requests_again, httpx, aiohttp)}[sys.argv[1]]


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


@driver.operation("getUnverified")
def _(call):
    return perform(call, verifies=False)


@driver.operation("post")
def _(call):
    return perform(call, method="POST", body=call.argument("body", str).encode())


driver.run()
