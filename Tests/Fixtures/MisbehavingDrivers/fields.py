"""A client with planted mistakes: it returns a to-do that it decodes from the response.

Arguments: `fixed` for a client whose parser and whose date formatter do not trap; `reports` for one that sends a
request about each error; the transports.
"""

import datetime
import json
import os
import pathlib
import sys
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Examples/python"))
sys.dont_write_bytecode = True

from contract_driver import Driver

TRAPS = "fixed" not in sys.argv
driver = Driver("fields", transports=[name for name in ("memory", "loopback") if name in sys.argv])


class DecodingError(Exception):
    pass


@driver.failure(DecodingError)
def _(error):
    return {"category": "decoding"}


def check(is_right):
    if not is_right:
        raise DecodingError()


def number(value):
    check(isinstance(value, (int, float)) and not isinstance(value, bool))
    if TRAPS and value > 2**63:
        os.abort()  # a conversion that traps
    check(isinstance(value, int) and value < 2**63)
    return value


def date(value):
    check(isinstance(value, str))
    try:
        return datetime.datetime.strptime(value, "%Y-%m-%dT%H:%M:%SZ").strftime("%d.%m.%Y")
    except ValueError:
        if TRAPS and value.startswith("2026"):
            os.abort()  # a forced result of a date formatter
        raise DecodingError()


@driver.operation
def todo(call):
    url = call.base_url + "/todo"
    if call.transport == "memory":
        body = call.send("GET", url).body
    else:
        with urllib.request.urlopen(url, timeout=5) as response:
            body = response.read()
    try:
        body = json.loads(body)
        return {
            "id": number(body.get("id", 0)),  # a default for a missing member
            "due": date(body["due"]),
            "note": body.get("note"),
            "at": time.time_ns(),
        }
    except (AttributeError, DecodingError, KeyError, RecursionError, ValueError):
        if "reports" in sys.argv:
            urllib.request.urlopen(call.base_url + "/errors", timeout=5)
        raise DecodingError()


driver.run()
