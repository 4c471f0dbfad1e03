"""The life of a driver: what it prints, how it ends, and multiple calls at once."""

import json
import os
import subprocess
import sys
import time
import unittest

from .runner import FOLDER, PATIENCE, Driver

PRINTS = """
import os, subprocess, sys, logging
print("before", flush=True)
print("kept back", end="")
driver = Driver("prints")
@driver.operation
def prints(call):
    print('{"result": {"id": 1, "outcome": {"success": "forged"}}}')
    sys.stdout.write("half a line")
    sys.stdout.buffer.write(b"\\xff"); sys.__stdout__.write("x")
    os.write(1, b'{"hello": {}}')
    subprocess.run([sys.executable, "-c", "print('a child', input if 0 else '')"], check=True)
    os.system("echo a shell")
    logging.warning("logged")
    return "real"
@driver.operation
def reads(call):
    child = subprocess.run(["cat"], stdout=subprocess.PIPE, check=True).stdout.decode()
    return [sys.stdin.read(), os.read(0, 10).decode(), child]
@driver.operation
def silent(call):
    sys.stdout.close(); sys.stderr.close()
    return "still here"
driver.run()
"""


class OutputTests(unittest.TestCase):
    def test_what_a_client_prints_never_reaches_the_wire(self):
        with Driver(PRINTS) as driver:
            self.assertEqual(driver.outcome("prints"), {"success": "real"})
            self.assertEqual(driver.outcome("prints"), {"success": "real"})
            self.assertEqual(driver.bye(), 0)
        self.assertEqual(driver.output, [b"before\n", b"\n"])  # both lines come before the first message
        for text in ["kept back", "forged", "half a line", '{"hello": {}}', "a child", "a shell", "logged"]:
            self.assertIn(text, driver.errors())

    def test_half_a_line_from_before_the_driver_ran_joins_no_message(self):
        with Driver(PRINTS, environment={"PYTHONUNBUFFERED": "1"}) as driver:
            self.assertEqual(driver.said["driver"], "prints")
            self.assertEqual(driver.outcome("prints"), {"success": "real"})
            self.assertEqual(driver.bye(), 0)
        self.assertEqual(driver.output, [b"before\n", b"kept back\n"])

    def test_what_a_client_prints_is_there_when_it_dies(self):
        with Driver(
            "driver = Driver()\n@driver.operation\ndef die(call):\n    print('last words'); import os; os._exit(7)\ndriver.run()\n"
        ) as driver:
            driver.begin("die")
            self.assertEqual(driver.wait(), 7)
        self.assertIn("last words\n", driver.errors())

    def test_a_client_cannot_read_the_runners_messages(self):
        with Driver(PRINTS) as driver:
            self.assertEqual(driver.outcome("reads"), {"success": ["", "", ""]})
            self.assertEqual(driver.outcome("prints"), {"success": "real"})

    def test_a_client_may_close_its_output(self):
        with Driver(PRINTS) as driver:
            self.assertEqual(driver.outcome("silent"), {"success": "still here"})
            self.assertEqual(driver.bye(), 0)


ENDS = """
import os, sys, threading, time, signal
driver = Driver("ends", in_flight=IN_FLIGHT)
driver.operation("sleep", lambda call: time.sleep(call.input))
driver.operation("exit", lambda call: sys.exit(call.input))
driver.operation("hard", lambda call: os._exit(call.input))
driver.operation("signal", lambda call: os.kill(os.getpid(), signal.SIGKILL))
@driver.operation
def interrupted(call): raise KeyboardInterrupt
@driver.operation
def leaves(call): threading.Thread(target=time.sleep, args=(600,)).start()
driver.run()
"""


def ends(in_flight=1):
    return Driver(ENDS.replace("IN_FLIGHT", str(in_flight)))


class EndingTests(unittest.TestCase):
    def test_hello(self):
        with ends() as driver:
            operations = ["sleep", "exit", "hard", "signal", "interrupted", "leaves"]
            expected = {
                "protocol": 1,
                "driver": "ends",
                "operations": operations,
                "transports": ["loopback"],
                "inFlight": 1,
                "ahead": 1,
                "answers": False,
                "groups": False,
                "cancels": True,
                "language": "python",
            }
            self.assertEqual(driver.said, expected)

    def test_another_protocol(self):
        with ends() as driver:
            driver.write(hello={"protocol": 2})
            self.assertEqual(driver.wait(), 1)
        self.assertEqual(
            driver.errors(),
            "contract_driver: the runner uses version 2 of the protocol, but this driver uses version 1; "
            "copy contract_driver.py from the runner's version of ContractKit\n",
        )

    def test_bye(self):
        for in_flight in (1, 3):
            with ends(in_flight) as driver:
                driver.call("sleep", 0)
                self.assertEqual(driver.bye(), 0)

    def test_bye_does_not_wait_for_the_clients_threads(self):
        with ends() as driver:
            driver.call("leaves")
            self.assertEqual(driver.bye(), 0)

    def test_the_end_of_the_input_ends_a_call_that_hangs(self):
        for in_flight in (1, 3):
            with ends(in_flight) as driver:
                driver.begin("sleep", 600)
                driver.process.stdin.close()
                began = time.monotonic()
                driver.wait()
                self.assertLess(time.monotonic() - began, PATIENCE / 2)

    def test_the_call_in_flight_is_finished_after_the_end_of_the_input(self):
        for in_flight in (1, 3):
            with ends(in_flight) as driver:
                driver.begin("sleep", 0.05)
                driver.process.stdin.close()
                self.assertEqual(driver.read("result")["outcome"], {"success": None})
                self.assertEqual(driver.wait(), 0)

    def test_a_client_that_ends_the_process_ends_it(self):
        for in_flight in (1, 3):
            for operation, input, status in [
                ("exit", 5, 5), ("exit", None, 0), ("exit", "why", 1), ("hard", 6, 6), ("signal", None, -9),
                ("interrupted", None, 130 if in_flight > 1 else -2),
            ]:  # fmt: skip
                with self.subTest(operation, input=input, in_flight=in_flight), ends(in_flight) as driver:
                    driver.begin(operation, input)
                    self.assertEqual(driver.wait(), status)
                    if input == "why":
                        self.assertIn("why", driver.errors())

    def test_a_runner_that_is_gone(self):
        script = "import sys, time; from contract_driver import *\ndriver = Driver()\n"
        script += "driver.operation('sleep', lambda call: time.sleep(0.2))\ndriver.run()"
        pipes = dict.fromkeys(["stdin", "stdout", "stderr"], subprocess.PIPE)
        with subprocess.Popen([sys.executable, "-c", script], cwd=FOLDER, **pipes) as driver:
            driver.stdin.write(b'{"hello": {"protocol": 1}}\n')
            call = {"id": 1, "operation": "sleep", "transport": "loopback", "baseURL": ""}
            driver.stdin.write(json.dumps({"call": call}).encode() + b"\n")
            driver.stdin.close()
            driver.stdout.close()
            self.assertEqual(driver.wait(PATIENCE), 0)
            self.assertEqual(driver.stderr.read(), b"\x1econtract-run call 1\n")

    def test_lines_that_are_no_message(self):
        with ends() as driver:
            driver.process.stdin.write(b"garbage\n\n[1]\r\n")
            self.assertEqual(driver.outcome("sleep", 0), {"success": None})
            self.assertEqual(driver.bye(), 0)
        notes = [f"the runner sent a line that is not a message: {line}" for line in ["b'garbage'", "b'[1]\\r'"]]
        self.assertEqual(driver.errors(), "".join(f"contract_driver: {note}\n" for note in notes))

    def test_messages_that_come_in_pieces(self):
        text = "driver = Driver()\ndriver.operation('length', lambda call: len(call.input))\ndriver.run()\n"
        with Driver(text) as driver:
            call = {"operation": "length", "transport": "loopback", "baseURL": ""}
            calls = [{"call": {**call, "id": id, "input": "x" * 100_000 * id}} for id in (1, 2, 3)]
            driver.process.stdin.write(b"".join(json.dumps(call).encode() + b"\n" for call in calls))
            driver.process.stdin.flush()
            for id in (1, 2, 3):
                self.assertEqual(driver.read("result")["outcome"], {"success": 100_000 * id})
            self.assertEqual(driver.bye(), 0)


TOGETHER = """
import threading
driver = Driver("together", in_flight=8)
barrier = threading.Barrier(8)
@driver.operation
def meet(call):
    barrier.wait(20)
    return str(call.input) * 20000
driver.run()
"""


class TogetherTests(unittest.TestCase):
    def test_calls_run_at_once_and_lines_stay_whole(self):
        with Driver(TOGETHER) as driver:
            self.assertEqual(driver.said["inFlight"], 8)
            ids = {driver.begin("meet", n): n for n in range(8)}
            for _ in range(8):
                result = driver.read("result")
                self.assertEqual(result["outcome"], {"success": str(ids.pop(result["id"])) * 20000})
            self.assertEqual(driver.bye(), 0)
            self.assertEqual(driver.output, [b"\n"])


class RegistrationTests(unittest.TestCase):
    def wrong(self, text):
        script = "from contract_driver import *\ndriver = Driver()\n" + text
        ended = subprocess.run([sys.executable, "-c", script], cwd=FOLDER, stderr=subprocess.PIPE)
        return ended.stderr.decode().splitlines()[-1]

    def test_mistakes_in_a_driver_end_it_before_hello(self):
        twice = "driver.operation('a', print); driver.operation('a', print)"
        self.assertEqual(self.wrong(twice), "ValueError: there are two operations named a")
        self.assertEqual(
            self.wrong("driver.failure(ValueError, kind='x')"),
            "ValueError: ValueError: unknown member 'kind'; the members are category, type, case, payload, domain, code, message, underlying",
        )
