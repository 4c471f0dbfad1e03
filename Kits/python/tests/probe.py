"""The driver of the contracts in Kits/tests/abilities, which each kit has: `python3 -m tests.probe`."""

import asyncio
import dataclasses
import datetime
import enum
import json
import math
import os
import subprocess
import sys
import threading
import urllib.request
from typing import Optional

from contract_run.driver import Driver, Unsupported

driver = Driver("probe-python", in_flight=8)


class AppError(Exception):
    pass


@driver.failure(AppError)
def _(error):
    return {"category": "status", "case": "gone", "payload": 410}


class Wrapper(Exception):
    pass


class Color(enum.Enum):
    RED = "red"


@dataclasses.dataclass
class Thing:
    id: int
    name: str
    note: Optional[str] = None


VALUES = {
    "nothing": None,
    "date": datetime.datetime(2026, 11, 25, 10, tzinfo=datetime.timezone.utc),
    "bytes": b"\xff\x00",
    "text": b"abc",
    "nan": math.nan,
    "infinity": math.inf,
    "big": 2**63,
    "exact": 2**53 + 1,
    "map": {"b": 2, "a": 1},
    "set": {1},
    "object": Thing(1, "a"),
    "enumeration": Color.RED,
}


@driver.operation
def returns(call):
    return call.argument("value")


@driver.operation
def makes(call):
    return VALUES[call.argument("kind", str)]


@driver.operation
def throws(call):
    kind = call.argument("kind", str)
    if kind == "own":
        raise AppError()
    if kind == "wrapped":
        raise Wrapper() from ConnectionRefusedError(111, "Connection refused")
    if kind == "plain":
        raise Exception("plain")
    if kind == "cancelled":
        raise asyncio.CancelledError()
    if kind == "url":
        urllib.request.urlopen("http://[::1/")
    if kind == "json":
        json.loads("[1,")
    raise Unsupported("Python cannot raise nothing")


@driver.operation
def prints(call):
    print("to stdout")
    print("to stderr", file=sys.stderr)
    subprocess.run(["echo", "from a child"], check=True)


@driver.operation
def streams(call):
    yield from call.argument("values", list)
    if call.argument("fails", bool):
        raise AppError()


@driver.operation(completes=True)
def completes(call, done):
    times, later = call.argument("times", int), call.argument("later", bool)
    if later:
        timer = threading.Timer(0.1, done)
        times -= 1
    for _ in range(times):
        done()
    if later:
        timer.start()


@driver.operation
async def settlesNever(call):
    await asyncio.get_running_loop().create_future()


@driver.operation
def exits(call):
    os._exit(7)


@driver.operation
def panics(call):
    def fail():
        raise AppError()

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()


everyone = threading.Event()
met = []


@driver.operation
def meets(call):
    met.append(call)
    if len(met) == call.argument("count", int):
        everyone.set()
    return everyone.wait(timeout=30)


@driver.operation
def asks(call):
    return call.argument("id", int)


@driver.operation
def mistakes(call):
    return {}["missing"]


@driver.operation
def unsupported(call):
    raise Unsupported("the driver cannot run this call")


driver.run()
