"""Drivers under a real contract-run: which call gets the blame, and sessions that live as long as the driver."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from .runner import CONTRACT_RUN, FOLDER, needs, needs_contract_run

IN_FLIGHT = (1, 2, 8)


def scenario(name, **members):
    response = {"kind": "valid", "body": {"json": {"name": name}}}
    return {"name": name, "input": name, "response": response, "expect": {"success": name}, **members}


class ContractRun:
    def verdicts(self, driver, scenarios, in_flight, transport="loopback", timeout=20):
        """Returns each scenario's status with the codes of its reasons. One driver runs all calls in one process."""
        contract = {"contract": 1, "endpoint": "get", "request": {"method": "GET", "path": "/x"}, "scenarios": scenarios}
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "get.contract.json").write_text(json.dumps(contract))
            (folder / "driver.py").write_text(driver.replace("IN_FLIGHT", str(in_flight)))
            ran = subprocess.run(
                [CONTRACT_RUN, "--transport", transport, "--timeout", str(timeout), "--jobs", "1", "--report",
                 "json=report.json", "get.contract.json", "--", "python3", "driver.py"],
                cwd=folder, env={**os.environ, "PYTHONPATH": str(FOLDER)},
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )  # fmt: skip
            self.output = ran.stdout.decode()
            self.assertIn(ran.returncode, (0, 1, 3), self.output)
            report = json.loads((folder / "report.json").read_text())

        def verdict(one):
            # The runner resets a late request, and a network stack may then send it again.
            return [one["status"], *dict.fromkeys(reason["code"] for reason in one["reasons"])]

        return {one["scenario"]: verdict(one) for one in report["results"]}


LATE_THREADS = """
import json, threading, urllib.request
from contract_driver import Driver
driver = Driver("late-threads", transports=["loopback", "memory"], in_flight=IN_FLIGHT)
def send(call, path):
    if call.transport == "memory":
        return call.send("GET", call.base_url + path).body
    with urllib.request.urlopen(call.base_url + path) as response:
        return response.read()
def later(call):
    threading.main_thread().join()  # waits until the driver has nothing left to do
    try: send(call, "/late")
    except OSError: pass
@driver.operation
def get(call):
    name = json.loads(send(call, "/x"))["name"]
    if call.input == "late": threading.Thread(target=later, args=(call,)).start()
    return name
driver.run()
"""


@needs_contract_run
class ThreadTests(ContractRun, unittest.TestCase):
    def test_a_request_that_a_clients_thread_sends_after_the_result_fails_its_scenario(self):
        scenarios = [scenario("one"), scenario("late"), scenario("two")]
        expected = {"one": ["passed"], "late": ["failed", "late"], "two": ["passed"]}
        for transport in ("loopback", "memory"):
            for in_flight in IN_FLIGHT:
                with self.subTest(transport=transport, in_flight=in_flight):
                    self.assertEqual(self.verdicts(LATE_THREADS, scenarios, in_flight, transport), expected)


MISTAKES = """
import json, threading, urllib.request
from contract_driver import Driver
driver = Driver("mistakes", transports=["loopback", "memory"], in_flight=IN_FLIGHT)
def client(call):
    if call.transport == "memory":
        return json.loads(call.send("GET", call.base_url + "/x").body)
    with urllib.request.urlopen(call.base_url + "/x") as response:
        return json.load(response)
def helper(call): return client(call)["missing"]
async def later(call): return client(call)["missing"]
@driver.operation
def get(call):
    if call.input == "before": call.base_url + call.input["missing"]
    if call.input == "helper": return helper(call)
    if call.input == "awaited": return later(call)
    return client(call)["missing"]
driver.run()
"""


@needs_contract_run
class MistakeTests(ContractRun, unittest.TestCase):
    def test_what_is_raised_after_an_answer_is_the_clients_failure_in_whatever_frame(self):
        names = ["before", "helper", "own", "awaited"]
        expected = {name: ["failed", "mismatch"] for name in names}
        expected["before"] = ["errored", "unsupported"]
        for transport in ("loopback", "memory"):
            with self.subTest(transport):
                verdicts = self.verdicts(MISTAKES, [scenario(name) for name in names], 1, transport)
                self.assertEqual(verdicts, expected)
                self.assertIn("the operation itself raised TypeError: string indices must be integers", self.output)

    def test_it_may_be_the_failure_that_is_described(self):
        expect = {"failure": {"type": "KeyError", "payload": "missing"}}
        for transport in ("loopback", "memory"):
            with self.subTest(transport):
                verdicts = self.verdicts(MISTAKES, [scenario("own", expect=expect)], 1, transport)
                self.assertEqual(verdicts, {"own": ["passed"]})


BLOCKED = """
import asyncio, json, time, urllib.request
from contract_driver import Driver
driver = Driver("blocked", in_flight=IN_FLIGHT)
def fetch(url):
    with urllib.request.urlopen(url) as response: return json.load(response)["name"]
@driver.operation
async def get(call):
    name = await asyncio.to_thread(fetch, call.base_url + "/x")
    if call.input == "blocks": time.sleep(600)
    if call.input == "leaves":
        # After two rounds, the loop has delivered the result.
        loop = asyncio.get_running_loop()
        loop.call_soon(loop.call_soon, time.sleep, 600)
    return name
driver.run()
"""


@needs_contract_run
class BlockedLoopTests(ContractRun, unittest.TestCase):
    def test_a_coroutine_that_blocks_the_loop_is_charged_and_those_that_wait_for_it_are_not(self):
        names = ["one", "two", "blocks", "three", "four"]
        expected = {name: ["passed"] for name in names}
        expected["blocks"] = ["failed", "timedOut"]
        for in_flight in IN_FLIGHT:
            with self.subTest(in_flight=in_flight):
                verdicts = self.verdicts(BLOCKED, [scenario(name) for name in names], in_flight, timeout=3)
                self.assertEqual(verdicts, expected)

    def test_what_blocks_the_loop_after_its_result_is_charged(self):
        verdicts = self.verdicts(BLOCKED, [scenario("leaves"), scenario("next")], 1, timeout=3)
        self.assertEqual(verdicts, {"leaves": ["failed", "stalled"], "next": ["passed"]})


AIOHTTP = """
import aiohttp
async def fetch(url):
    # Created once, on the loop. The session lives as long as the driver.
    global session
    if session is None: session = aiohttp.ClientSession()
    async with session.get(url) as response:
        return (await response.json())["name"]
session = None
"""
HTTPX = """
import httpx
session = httpx.AsyncClient(trust_env=False)
async def fetch(url):
    return (await session.get(url)).json()["name"]
"""
OPERATIONS = """
import asyncio
from contract_driver import Driver
driver = Driver("sessions", in_flight=IN_FLIGHT)
tasks = []
async def late(call):
    await asyncio.sleep(0.2)
    try: await fetch(call.base_url + "/late")
    except Exception: pass
"""
PLAIN = """
@driver.operation
async def get(call):
    name = await fetch(call.base_url + "/x")
    if name == "late": tasks.append(asyncio.ensure_future(late(call)))
    return name
driver.run()
"""
HANDLER = """
async def work(call, done): done(await fetch(call.base_url + "/x"))
@driver.operation(completes=True)
async def get(call, done): tasks.append(asyncio.ensure_future(work(call, done)))
driver.run()
"""


class Sessions(ContractRun):
    """Tests for a client on asyncio whose session lives as long as the driver. `fetch` is the client's code."""

    fetch = ""

    def play(self, operation, count, **others):
        for in_flight in (1, 8):
            with self.subTest(in_flight=in_flight):
                names = [f"call {n}" for n in range(count)] + list(others)
                expected = {**{name: ["passed"] for name in names}, **others}
                driver = self.fetch + OPERATIONS + operation
                self.assertEqual(self.verdicts(driver, [scenario(name) for name in names], in_flight), expected)

    def test_five_hundred_calls_share_a_session(self):
        self.play(PLAIN, 500)

    def test_a_background_tasks_late_request_fails_the_call_that_started_it(self):
        self.play(PLAIN, 20, late=["failed", "late"], last=["passed"])

    def test_handlers_are_called_from_the_clients_own_tasks(self):
        self.play(HANDLER, 50)


@needs_contract_run
@needs("aiohttp")
class AiohttpTests(Sessions, unittest.TestCase):
    fetch = AIOHTTP


@needs_contract_run
@needs("httpx")
class HttpxTests(Sessions, unittest.TestCase):
    fetch = HTTPX
