"""A client that decodes a JSON response. Its operations differ in what they do with variations of it.

Arguments: the transports.
"""

import json
import os
import pathlib
import sys
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Examples/python"))
sys.dont_write_bytecode = True

from contract_driver import Driver

driver = Driver("varied", transports=[name for name in ("memory", "loopback") if name in sys.argv])


class ClientError(Exception):
    def __init__(self, category, is_busy=False):
        super().__init__(category)
        self.category = category
        self.is_busy = is_busy


@driver.failure(ClientError)
def _(error):
    return {"category": error.category}


def body(call):
    url = call.base_url + "/thing"
    try:
        if call.transport == "memory":
            response = call.send("GET", url)
            status, data = response.status, response.body
        else:
            with urllib.request.urlopen(url, timeout=5) as response:
                status, data = response.status, response.read()
    except urllib.error.HTTPError as error:
        raise ClientError("status", error.code == 503)
    except Exception:
        raise ClientError("network")
    if status != 200:
        raise ClientError("status", status == 503)
    return data


def decoded(data):
    try:
        return json.loads(data)
    except (RecursionError, ValueError):
        raise ClientError("decoding")


@driver.operation
def right(call):
    return decoded(body(call))


@driver.operation
def constant(call):
    decoded(body(call))
    return {"id": 99}


@driver.operation
def retries(call):
    """Tries a status 503 twice again, as a client may."""
    for _ in range(2):
        try:
            return decoded(body(call))
        except ClientError as error:
            if not error.is_busy:
                raise
    return decoded(body(call))


@driver.operation
def ordered(call):
    """Returns the members in the order of the response."""
    return list(decoded(body(call)))


@driver.operation
def crashes(call):
    """Crashes with the original response, and with no other one."""
    data = body(call)
    if data == b'{"id":1}':
        os._exit(3)
    return decoded(data)


def counted():
    """Counts a call. Returns how many there were."""
    with open("calls", "ab") as file:
        file.write(b"x")
        return file.tell()


@driver.operation
def flaky(call):
    """Fails in every third call."""
    count = counted()
    value = decoded(body(call))
    if count % 3 == 0:
        raise ClientError("other")
    return value


@driver.operation
def cold(call):
    """Gives up in the second and the third call, as a process that is not warm yet."""
    count = counted()
    value = decoded(body(call))
    if count in (2, 3):
        raise ClientError("network")
    return value


@driver.operation
def first_page(call):
    """Reads the first page, and no other."""
    return decoded(body(call))["items"]


driver.run()
