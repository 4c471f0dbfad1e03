"""The transport memory: a client with a replaceable transport gets the runner's responses without a network."""

import unittest

from .runner import Driver

MEMORY = """
import asyncio, io, signal, threading
driver = Driver("memory", transports=["memory", "loopback"], in_flight=IN_FLIGHT)

class Client:  # a client with a replaceable transport
    def __init__(self, transport): self.transport = transport
    def get(self, path):
        response = self.transport("GET", path, {"Accept": "a/b"}, None, 3)
        return [response.status, response.headers.get_all("set-cookie"), response.headers["X-One"], response.body]

driver.operation("get", lambda call: Client(call.send).get(call.base_url + "/a%20b?q=1"))
bodies = {
    "text": "h\\u00e9", "bytes": b"\\xff\\x00", "array": bytearray(b"x"), "file": io.BytesIO(b"read"), "empty": b"",
    "pieces": iter([b"a"]),
}
@driver.operation
def post(call):
    headers = [("A", "1"), ("a", b"2"), ("A", 3)]
    return call.send("POST", call.base_url, headers, bodies[call.input], (1, 2.5)).status
driver.operation("odd", lambda call: call.send("GET", call.base_url, timeout=object()).status)
@driver.operation
def together(call):
    answers = {}
    def one(name): answers[name] = call.send("GET", call.base_url + "/" + name).body.decode()
    threads = [threading.Thread(target=one, args=(name,)) for name in "ab"]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    return answers
@driver.operation
async def asynchronous(call):
    answers = await asyncio.gather(*(call.send_async("GET", call.base_url + "/" + name) for name in "ab"))
    return [answer.body.decode() for answer in answers]
@driver.operation
def partial(call):
    try: call.send("GET", call.base_url)
    except OSError as error: return error.partial
@driver.operation
def late(call):
    def after():
        release.wait()
        try: call.send("GET", call.base_url + "/late")
        except NetworkError as error: print("late:", error.code)
    threading.Thread(target=after).start()
@driver.operation
def late_at_the_end(call):
    def after():
        threading.main_thread().join()  # waits until the driver has nothing left to do
        call.send("GET", call.base_url + "/late")
    threading.Thread(target=after).start()
class Late(TimeoutError): pass
def ring(*_): raise Late("too late")
@driver.operation
def alarmed(call):
    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    return call.send("GET", call.base_url).status
release = threading.Event()
driver.operation("release", lambda call: release.set())
driver.run()
"""
BASE = "http://api.example.com"


class Memory:
    """Tests that apply to any number of calls at once."""

    in_flight: int

    @classmethod
    def text(cls):
        return MEMORY.replace("IN_FLIGHT", str(cls.in_flight))

    @classmethod
    def setUpClass(cls):
        cls.driver = Driver(cls.text()).__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.driver.__exit__()

    def answered(self, operation, input=None, **reply):
        """Returns the request that a call sends, and the call's outcome after this reply."""
        id = self.driver.begin(operation, input, transport="memory", base_url=BASE)
        request = self.driver.read("request")
        self.assertEqual((request.pop("id"), request.pop("n")), (id, 1))
        self.driver.write(response={"id": id, "n": 1, **reply})
        return request, self.driver.read("result")["outcome"]

    def test_a_request_and_its_response(self):
        headers = {"Set-Cookie": ["a=1", "b=2"], "x-one": "1"}
        request, outcome = self.answered("get", status=404, headers=headers, body={"base64": "/wA="}, delay=0.01)
        expected = {
            "method": "GET",
            "url": BASE + "/a%20b?q=1",
            "headers": {"Accept": "a/b"},
            "timeout": 3,
            "unobserved": [],
        }
        self.assertEqual(request, expected)
        self.assertEqual(outcome, {"success": [404, ["a=1", "b=2"], "1", "/wA="]})
        _, outcome = self.answered("get", status=200)
        self.assertEqual(outcome, {"success": [200, None, None, ""]})

    def test_what_a_request_may_carry(self):
        bodies = {
            "text": {"text": "h\u00e9"},
            "bytes": {"base64": "/wA="},
            "array": {"text": "x"},
            "file": {"text": "read"},
        }
        for input, body in {**bodies, "empty": None, "pieces": None}.items():
            with self.subTest(input):
                request, outcome = self.answered("post", input, status=200, body={"text": ""})
                self.assertEqual(request.get("body"), body)
                self.assertEqual(request["headers"], {"A": ["1", "3"], "a": "2"})
                self.assertEqual(request["timeout"], 2.5)
                self.assertEqual(request["unobserved"], ["body"] if input == "pieces" else [])
        request, _ = self.answered("odd", status=200)
        self.assertEqual(request["unobserved"], ["timeout"])

    def test_network_errors_are_those_of_the_standard_library(self):
        names = {
            -1: "IncompleteRead", -1001: ("timeout", "TimeoutError"), -1002: "BadStatusLine", -1003: "gaierror",
            -1004: "ConnectionRefusedError", -1005: "ConnectionResetError", -1011: "RemoteDisconnected", -1200: "SSLError",
            -1009: "NetworkError",
        }  # fmt: skip
        for code, name in names.items():
            with self.subTest(name):
                error = {"domain": "NSURLErrorDomain", "code": code, "message": "so it is"}
                _, outcome = self.answered("get", networkError=error)
                failure = outcome["failure"]
                self.assertEqual(
                    (failure["category"], failure["domain"], failure["code"]), ("network", "NSURLErrorDomain", code)
                )
                self.assertIn(failure["type"], name)
                if code != -1:
                    self.assertIn("so it is", failure["message"])
        for code, category in {-999: "cancelled", -1000: "invalidRequest", -1016: "decoding"}.items():
            _, outcome = self.answered("get", networkError={"domain": "NSURLErrorDomain", "code": code})
            self.assertEqual((outcome["failure"]["category"], outcome["failure"]["code"]), (category, code))
        _, outcome = self.answered("get", networkError={"domain": "Mine", "code": 4})
        self.assertEqual((outcome["failure"]["domain"], outcome["failure"]["code"]), ("Mine", 4))

    def test_what_came_before_an_error(self):
        error = {"domain": "NSURLErrorDomain", "code": -1005}
        _, outcome = self.answered("partial", networkError=error, body={"text": '[{"id"'})
        self.assertEqual(outcome, {"success": {"base64": "W3siaWQi"}})

    def test_what_is_not_http(self):
        _, outcome = self.answered("get", nonHTTP=True, body={"text": "SSH-2.0\r\n"})
        failure = outcome["failure"]
        self.assertEqual((failure["category"], failure["type"], failure["code"]), ("network", "BadStatusLine", -1002))

    def test_requests_sent_at_once_are_answered_by_their_numbers(self):
        for operation, expected in [("together", {"a": "for a", "b": "for b"}), ("asynchronous", ["for a", "for b"])]:
            id = self.driver.begin(operation, transport="memory", base_url=BASE)
            requests = [self.driver.read("request") for _ in range(2)]
            self.assertEqual({request["n"] for request in requests}, {1, 2})
            for request in reversed(requests):
                body = {"text": "for " + request["url"][-1]}
                self.driver.write(response={"id": id, "n": request["n"], "status": 200, "body": body})
            self.assertEqual(self.driver.read("result")["outcome"], {"success": expected})

    def test_a_request_after_the_result_is_sent_too(self):
        with Driver(self.text()) as driver:
            self.assertEqual(driver.outcome("late", transport="memory", base_url=BASE), {"success": None})
            driver.begin("release")
            messages = {**driver.take(), **driver.take()}
            self.assertEqual(messages.keys(), {"request", "result"})
            request = messages["request"]
            self.assertEqual((request["id"], request["n"], request["url"]), (1, 1, BASE + "/late"))
            driver.write(
                response={"id": request["id"], "n": 1, "networkError": {"domain": "NSURLErrorDomain", "code": -999}}
            )
            driver.write(response={"id": 99, "n": 1, "status": 200})
            self.assertEqual(driver.bye(), 0)
        self.assertIn("contract_driver: a response to an unknown request: call 99, request 1\n", driver.errors())

    def test_a_request_that_a_thread_of_the_clients_sends_at_the_end_is_sent_too(self):
        with Driver(self.text()) as driver:
            self.assertEqual(driver.outcome("late_at_the_end", transport="memory", base_url=BASE), {"success": None})
            driver.write(bye={})
            request = driver.read("request")
            self.assertEqual((request["id"], request["n"], request["url"]), (1, 1, BASE + "/late"))
            self.assertEqual(driver.wait(), 0)

    def test_a_faulty_response_ends_the_driver_and_is_no_failure_of_the_client(self):
        with Driver(self.text()) as driver:
            driver.begin("get", transport="memory", base_url=BASE)
            driver.read("request")
            driver.write(response={"id": 1, "status": 200})
            self.assertEqual(driver.wait(), 1)
        self.assertIn("KeyError: 'n'", driver.errors())

    def test_there_is_no_memory_on_loopback(self):
        why = "call.send works only on the transport memory; this call is on loopback"
        self.assertEqual(self.driver.outcome("get"), {"unsupported": why})


class EightAtATimeTests(Memory, unittest.TestCase):
    in_flight = 8


class MemoryTests(Memory, unittest.TestCase):
    in_flight = 2

    def test_calls_at_once_get_their_own_answers(self):
        ids = [self.driver.begin("get", transport="memory", base_url=f"{BASE}/{n}") for n in range(2)]
        requests = [self.driver.read("request") for _ in ids]
        for request in requests:
            body = {"text": request["url"][len(BASE) + 1]}
            self.driver.write(response={"id": request["id"], "n": 1, "status": 200, "body": body})
        results = {
            result["id"]: result["outcome"]["success"][3] for result in (self.driver.read("result") for _ in ids)
        }
        self.assertEqual(results, {ids[0]: "MA==", ids[1]: "MQ=="})


class OneAtATimeTests(Memory, unittest.TestCase):
    """Tests that apply only if calls run in the main thread."""

    in_flight = 1

    def test_an_alarm_in_the_middle_of_a_request_is_the_clients_own(self):
        with Driver(self.text()) as driver:
            id = driver.begin("alarmed", transport="memory", base_url=BASE)
            driver.read("request")
            self.assertEqual(driver.read("result")["outcome"]["failure"]["type"], "Late")
            driver.write(response={"id": id, "n": 1, "status": 200})
            driver.begin("get", transport="memory", base_url=BASE)
            driver.read("request")
