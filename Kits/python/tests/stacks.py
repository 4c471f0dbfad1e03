"""The driver of the contracts in Kits/tests/faults, on one HTTP stack: `python3 -m tests.stacks urllib`."""

import json
import sys

from contract_run.driver import Driver

TIMEOUT = 0.5  # seconds
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


def urllib(url):
    import urllib.error
    import urllib.request

    try:
        with urllib.request.urlopen(url, timeout=TIMEOUT) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        raise StatusError(error.code) from error


def requests(url):
    import requests

    response = requests.get(url, timeout=TIMEOUT)
    check(response.status_code)
    return response.json()


def httpx(url):
    import httpx

    response = httpx.get(url, timeout=TIMEOUT)
    check(response.status_code)
    return response.json()


async def aiohttp(url):
    import aiohttp

    timeout = aiohttp.ClientTimeout(total=TIMEOUT)
    async with aiohttp.ClientSession(timeout=timeout) as session, session.get(url) as response:
        check(response.status)
        return await response.json()


get = {function.__name__: function for function in (urllib, requests, httpx, aiohttp)}[sys.argv[1]]
driver.operation("get", lambda call: get(call.base_url + call.argument("path", str)))
driver.run()
