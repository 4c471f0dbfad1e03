"""Calls on one client, and calls that are canceled."""

import unittest

from .runner import Driver

GROUPS = """
import asyncio, threading, time
driver = Driver("groups", in_flight=IN_FLIGHT)
count = 0

class Client:
    def __init__(self, number):
        self.number = number
        self.together = threading.Barrier(3)

@driver.client
def client(call):
    global count
    count += 1
    client = Client(count)
    yield client
    print("closed", client.number)

driver.operation("number", lambda call: [call.client.number, call.client.number])
driver.operation("alone", lambda call: 1)
driver.operation("fails", lambda call: [][0])
driver.operation("meets", lambda call: call.client.together.wait(20) >= 0)

@driver.operation
async def number_async(call): return [call.client.number]

# What is canceled

@driver.operation
async def waits(call): await asyncio.sleep(60)
@driver.operation
async def swallows(call):
    try: await asyncio.sleep(60)
    except asyncio.CancelledError: return "swallowed"
@driver.operation
def stops(call):
    canceled = threading.Event()
    call.on_cancel(canceled.set)
    if canceled.wait(60): raise asyncio.CancelledError
@driver.operation
def never(call): time.sleep(0.5)

driver.run()
"""

ASYNC = """
import asyncio, contextlib
driver = Driver("groups")

@driver.client
async def client(call):
    yield asyncio.get_running_loop()
    print("closed")

@driver.operation
async def same_loop(call): return call.client is asyncio.get_running_loop()
driver.operation("plain", lambda call: call.client.is_running())

driver.run()
"""

BROKEN = """
driver = Driver("groups")

@driver.client
def client(call): raise ConnectionRefusedError("no client")

driver.operation("number", lambda call: call.client)
driver.run()
"""


def driver(text=GROUPS, in_flight=1):
    return Driver(text.replace("IN_FLIGHT", str(in_flight)))


class GroupTests(unittest.TestCase):
    def group(self, driver, operations, group):
        """Returns the outcomes of calls that were written at once, in the order of the calls."""
        ids = driver.begin_all(operations, transport="loopback", group=group)
        results = {result["id"]: result["outcome"] for result in (driver.read("result") for _ in ids)}
        return [results[id] for id in ids]

    def test_hello(self):
        with driver() as one:
            self.assertTrue(one.said["groups"] and one.said["cancels"])
        with Driver("driver = Driver()\ndriver.run()\n") as one:
            self.assertFalse(one.said["groups"])

    def test_clients(self):
        with driver() as one:
            self.assertEqual(one.outcome("number"), {"success": [1, 1]})
            self.assertEqual(one.outcome("number"), {"success": [2, 2]})
            for operation in ("number", "number_async", "number"):
                self.assertEqual(self.group(one, [operation], 7)[0]["success"][0], 3)
            self.assertEqual(self.group(one, ["number"], 8), [{"success": [4, 4]}])
            self.assertEqual(one.outcome("number"), {"success": [5, 5]})
            # A client that no call takes is not made.
            self.assertEqual(one.outcome("alone"), {"success": 1})
            self.assertEqual(one.bye(), 0)
        self.assertEqual(one.errors(), "".join(f"closed {number}\n" for number in (1, 2, 3, 4, 5)))

    def test_at_once(self):
        for in_flight in (1, 4):
            with driver(in_flight=in_flight) as one:
                self.assertEqual(self.group(one, ["meets"] * 3, 1), [{"success": True}] * 3)
                self.assertEqual(one.outcome("number"), {"success": [2, 2]})

    def test_marks(self):
        with driver() as one:
            self.group(one, ["meets"] * 3, 1)
            self.assertEqual(one.bye(), 0)
        self.assertEqual(sorted(id for id, _ in one.marked()[1:]), [1, 2, 3])

    def test_nothing_shared(self):
        why = "the operation alone does not take call.client, so its calls share nothing"
        with driver() as one:
            self.assertEqual(self.group(one, ["alone"], 1), [{"unsupported": why}])
            self.assertEqual(self.group(one, ["fails"], 1)[0]["failure"]["type"], "IndexError")

    def test_async(self):
        with driver(ASYNC) as one:
            self.assertEqual(one.outcome("same_loop"), {"success": True})
            self.assertEqual(self.group(one, ["same_loop"] * 2, 2), [{"success": True}] * 2)
            self.assertEqual(self.group(one, ["plain"], 2), [{"success": True}])
            self.assertEqual(one.bye(), 0)
        self.assertEqual(one.errors(), "closed\nclosed\n")

    def test_no_client(self):
        with Driver('driver = Driver()\ndriver.operation("x", lambda call: call.client)\ndriver.run()\n') as one:
            why = "the driver has no @driver.client, so there is no call.client"
            self.assertEqual(one.outcome("x"), {"unsupported": why})

    def test_broken_client(self):
        with driver(BROKEN) as one:
            self.assertEqual(one.outcome("number")["failure"]["type"], "ConnectionRefusedError")


class CancelTests(unittest.TestCase):
    def cancel(self, driver, operation):
        id = driver.begin(operation)
        driver.write(cancel={"id": id})
        result = driver.read("result")
        self.assertEqual(result["id"], id)
        return result["outcome"]

    def test_cancel(self):
        for in_flight in (1, 4):
            with driver(in_flight=in_flight) as one:
                self.assertEqual(self.cancel(one, "waits")["failure"]["category"], "cancelled")
                self.assertEqual(self.cancel(one, "stops")["failure"]["category"], "cancelled")
                self.assertEqual(self.cancel(one, "swallows"), {"success": "swallowed"})
                self.assertEqual(one.outcome("alone"), {"success": 1})

    def test_never(self):
        why = "the operation never is not async and does not use call.on_cancel, so it cannot be canceled"
        with driver() as one:
            self.assertEqual(self.cancel(one, "never"), {"unsupported": why})
            # Its own end is no second result.
            self.assertEqual(one.outcome("alone"), {"success": 1})
            self.assertEqual(one.bye(), 0)

    def test_unknown(self):
        with driver() as one:
            one.write(cancel={"id": 99})
            id = one.begin("alone")
            one.read("result")
            one.write(cancel={"id": id})
            self.assertEqual(one.outcome("alone"), {"success": 1})
            self.assertEqual(one.bye(), 0)
