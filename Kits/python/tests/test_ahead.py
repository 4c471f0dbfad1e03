"""Calls that come ahead of their turn, and answers that come with their call."""

import json
import os
import signal
import time
import unittest

from .runner import PATIENCE, Driver

AHEAD = """
import asyncio, os, signal, subprocess, sys, threading, time
driver = Driver("ahead", transports=["memory", "loopback"])
running = []

@driver.operation
def prints(call):
    running.append(call.id)
    assert running == [call.id], "two calls run at once"
    print("out", call.id, end="")
    print("error", call.id, end="", file=sys.stderr)
    os.write(1, b" raw %d" % call.id)
    subprocess.run(["echo", " child"], check=True)
    time.sleep(0.01)
    running.remove(call.id)
    return call.id

def get(call, path="", method="GET"):
    return call.send(method, call.base_url + path).body.decode()

@driver.operation
def gets(call):
    return [get(call, method=method) for method in call.input]

@driver.operation
async def gets_together(call):
    replies = await asyncio.gather(*(call.send_async("GET", call.base_url + "/%d" % n) for n in range(call.input)))
    return [reply.body.decode() for reply in replies]

@driver.operation
def gets_at_once(call):
    barrier, bodies = threading.Barrier(call.input), {}
    def one(n):
        barrier.wait()
        bodies[str(n)] = get(call, "/%d" % n)
    threads = [threading.Thread(target=one, args=(n,)) for n in range(call.input)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    return bodies

late = []
@driver.operation
def leaves(call):
    def after():
        for _ in range(call.input): late.append(get(call))
    threading.Thread(target=after).start()
    time.sleep(call.id % 5 / 5000)

@driver.operation
def leaves_head(call):
    threading.Thread(target=lambda: late.append(get(call, method="HEAD"))).start()
    time.sleep(call.input)

@driver.operation
def lates(call):
    while len(late) < call.input: time.sleep(0.001)
    return late

def ring(*_): raise TimeoutError("too late")
@driver.operation
def alarms(call):
    threading.Thread(target=time.sleep, args=(600,)).start()
    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.2)

driver.operation("raises", lambda call: 1 / 0)
driver.operation("exits", lambda call: sys.exit(7))
driver.operation("dies", lambda call: os._exit(7))
driver.operation("hangs", lambda call: time.sleep(600))
driver.operation("is_short", lambda call: time.sleep(0.015))

@driver.operation
def sees_the_end(call):
    while not call._session._is_over: time.sleep(0.001)

@driver.operation
def forks(call):
    child = os.fork()
    if child == 0:
        get(call)
        os._exit(0)
    time.sleep(0.3)
    ended, _ = os.waitpid(child, os.WNOHANG)
    if not ended:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return bool(ended)

driver.operation("returns_twice", lambda call: os.fork())
driver.run()
"""


def answer(text):
    return {"status": 200, "body": {"text": text}}


class HelloTests(unittest.TestCase):
    def test_what_is_offered(self):
        for parameters, ahead, answers in [
            ("transports=['memory']", 64, True), ("", 1, False), ("transports=['memory'], in_flight=2", 0, True),
        ]:  # fmt: skip
            with Driver(f"driver = Driver({parameters})\ndriver.run()\n") as driver:
                self.assertEqual((driver.said["ahead"], driver.said["answers"]), (ahead, answers))
                self.assertEqual(driver.bye(), 0)

    def test_calls_at_once_are_not_marked(self):
        text = "driver = Driver(in_flight=2)\ndriver.operation('prints', lambda call: print('a'))\ndriver.run()\n"
        with Driver(text) as driver:
            driver.call("prints")
            self.assertEqual(driver.bye(), 0)
        self.assertEqual(driver.marked(), [(None, "a\n")])


class AheadTests(unittest.TestCase):
    def setUp(self):
        self.driver = Driver(AHEAD).__enter__()
        self.addCleanup(self.driver.__exit__)

    def results(self, ids):
        """Returns the outcomes of calls whose results come in this order, and nothing between them."""
        outcomes = []
        for id in ids:
            result = self.driver.read("result")
            self.assertEqual(result["id"], id)
            outcomes.append(result["outcome"])
        return outcomes

    def ended(self):
        """Waits for the end of the driver. Returns its status, and the seconds until then."""
        began = time.monotonic()
        return self.driver.wait(), time.monotonic() - began

    def test_calls_run_in_order_and_their_output_follows_their_marks(self):
        for transport in ("memory", "loopback"):
            ids = self.driver.begin_all(["prints"] * 20, transport=transport)
            self.assertEqual(self.results(ids), [{"success": id} for id in ids])
        self.assertEqual(self.driver.bye(), 0)
        marked = self.driver.marked()
        self.assertEqual([id for id, _ in marked], [None, *range(1, 41)])
        for id, text in marked[1:]:
            for part in (f"out {id}", f"error {id}", f"raw {id}", "child"):
                self.assertEqual(text.count(part), 1, (id, text))

    def test_answers_that_came_with_the_call_are_given_without_the_runner(self):
        ids = self.driver.begin_all(["gets"] * 3, ["GET", "PUT"], answers=[answer("a"), answer("b")])
        for id in ids:
            for n, method in [(1, "GET"), (2, "PUT")]:
                request = self.driver.read("request")
                self.assertEqual((request["id"], request["n"], request["method"]), (id, n, method))
            self.assertEqual(self.results([id]), [{"success": ["a", "b"]}])

    def test_an_error_can_be_an_answer(self):
        refused = {"networkError": {"domain": "NSURLErrorDomain", "code": -1004}}
        id = self.driver.begin("gets", ["GET"], "memory", answers=[refused])
        self.driver.read("request")
        self.assertEqual(self.results([id])[0]["failure"]["type"], "ConnectionRefusedError")

    def test_head_and_what_comes_after_the_last_answer_is_asked(self):
        ids = self.driver.begin_all(["gets"] * 2, ["HEAD", "GET", "GET"], answers=[answer("a"), answer("b")])
        for id in ids:
            self.assertEqual(self.driver.read("request")["n"], 1)
            self.driver.write(response={"id": id, "n": 1, **answer("head")})
            self.assertEqual([self.driver.read("request")["n"] for _ in range(2)], [2, 3])
            self.driver.write(response={"id": id, "n": 3, **answer("c")})
            self.assertEqual(self.results([id]), [{"success": ["head", "b", "c"]}])

    def test_requests_at_once_are_written_in_order(self):
        count = 24
        answers = [answer(str(n)) for n in range(1, count + 1)]
        for operation in ("gets_at_once", "gets_together"):
            id = self.driver.begin(operation, count, "memory", "http://a", answers)
            requests = [self.driver.read("request") for _ in range(count)]
            self.assertEqual([request["n"] for request in requests], list(range(1, count + 1)))
            (outcome,) = self.results([id])
            bodies = outcome["success"]
            for request in requests:  # each got the answer of its number
                place = request["url"].split("/")[-1]
                body = bodies[place] if operation == "gets_at_once" else bodies[int(place)]
                self.assertEqual(body, str(request["n"]))

    def test_a_request_after_the_result_is_asked_and_none_hangs(self):
        # Each call leaves a thread that sends requests, some of them before the result and some after it.
        calls, each = 60, 3
        ids = self.driver.begin_all(["leaves"] * calls, each, answers=[answer("own")] * each)
        last = self.driver.begin("lates", calls * each, "memory", answers=[answer("")])
        over, asked, counts = set(), 0, dict.fromkeys(ids, 0)
        while last not in over:
            ((kind, message),) = self.driver.take().items()
            if kind == "result":
                over.add(message["id"])
                continue
            counts[message["id"]] += 1
            self.assertEqual(message["n"], counts[message["id"]])
            if message["id"] in over:
                asked += 1
                self.driver.write(response={"id": message["id"], "n": message["n"], **answer("asked")})
        self.assertEqual(set(counts.values()), {each})
        self.assertGreater(asked, 0)
        self.assertEqual(message["outcome"]["success"].count("asked"), asked)

    def test_a_response_after_the_result_does_not_stop_the_driver(self):
        for pause in (0, 0.2):  # a call that ends at once, and one that is so long that another thread reads
            with Driver(AHEAD) as self.driver:
                id = self.driver.begin("leaves_head", pause, "memory", answers=[answer("a")])
                messages = {**self.driver.take(), **self.driver.take()}
                self.assertEqual(messages.keys(), {"request", "result"})
                time.sleep(0.1)
                self.driver.write(response={"id": id, "n": 1, **answer("late")})
                time.sleep(0.1)
                last = self.driver.begin("lates", 1, "memory", answers=[answer("a")])
                self.assertEqual(self.results([last]), [{"success": ["late"]}])
                self.assertEqual(self.driver.bye(), 0)

    def test_an_exception_ends_only_its_own_call(self):
        ids = self.driver.begin_all(["raises", "unknown", "gets", "raises", "prints"], [], answers=[answer("")])
        kinds = [next(iter(outcome)) for outcome in self.results(ids)]
        self.assertEqual(kinds, ["failure", "unsupported", "success", "failure", "success"])

    def test_a_client_that_ends_the_process_ends_it_in_its_call(self):
        for operation in ("exits", "dies"):
            with Driver(AHEAD) as driver:
                driver.begin_all(["prints", operation, "prints", "prints"])
                self.assertEqual(driver.read("result")["id"], 1)
                self.assertEqual(driver.wait(), 7)
            self.assertEqual([id for id, _ in driver.marked()], [None, 1, 2])

    def test_the_end_of_the_input_ends_a_call_that_hangs_while_others_wait(self):
        for answers in (None, [answer("")]):
            for pause in (0, 0.3):  # the end comes with the calls, or much later
                with Driver(AHEAD) as self.driver:
                    self.driver.begin_all(["hangs", "prints", "prints"], answers=answers)
                    time.sleep(pause)
                    self.driver.process.stdin.close()
                    status, seconds = self.ended()
                self.assertEqual(status, 0)
                self.assertLess(seconds, PATIENCE / 6)
                self.assertEqual([id for id, _ in self.driver.marked()], [None, 1])

    def test_no_call_begins_after_the_end_of_the_input(self):
        for answers in (None, [answer("")]):
            with Driver(AHEAD) as self.driver:
                self.driver.begin_all(["sees_the_end"] + ["prints"] * 39, answers=answers)
                self.driver.process.stdin.close()
                self.results([1])
                status, seconds = self.ended()
            self.assertEqual(status, 0)
            self.assertLess(seconds, 1.5)  # it does not wait until the time is over
            self.assertEqual([id for id, _ in self.driver.marked()], [None, 1])

    def test_the_end_of_the_input_is_seen_while_short_calls_follow_each_other(self):
        self.driver.begin_all(["is_short"] * 64, answers=[answer("")])
        self.results([1])
        self.driver.process.stdin.close()
        self.assertEqual(self.driver.wait(), 0)
        self.assertLess(self.driver.marked()[-1][0], 64)

    def test_the_end_of_the_input_ends_a_thread_that_hangs_after_an_exception_between_calls(self):
        self.results([self.driver.begin("alarms")])
        time.sleep(0.5)
        self.driver.process.stdin.close()
        _, seconds = self.ended()
        self.assertLess(seconds, PATIENCE / 6)
        self.assertIn("too late", self.driver.errors())

    def test_a_fork_of_the_client_gets_no_answers_and_runs_no_calls(self):
        ids = self.driver.begin_all(["forks", "prints"], answers=[answer("a")])
        self.assertEqual(self.driver.read("request")["n"], 1)
        self.assertEqual(self.results(ids), [{"success": False}, {"success": ids[1]}])
        ids = self.driver.begin_all(["returns_twice", "prints", "prints"])
        results = [self.driver.read("result") for _ in range(4)]
        children = {result["outcome"]["success"] for result in results if result["id"] == ids[0]}
        os.kill(max(children), signal.SIGKILL)  # it waits forever, and has the pipes
        self.assertEqual(sorted(result["id"] for result in results), [ids[0], *ids])
        self.assertEqual(self.driver.bye(), 0)
        self.assertEqual([id for id, _ in self.driver.marked()], [None, *range(1, 6)])

    def test_many_calls_in_pieces(self):
        call = {"operation": "gets", "transport": "memory", "baseURL": "http://a", "input": ["GET"]}
        calls = [{"call": {**call, "id": id, "answers": [answer("x" * 3000)]}} for id in range(1, 65)]
        text = b"".join(json.dumps(call).encode() + b"\n" for call in calls)
        for start in range(0, len(text), 50_000):
            self.driver.process.stdin.write(text[start : start + 50_000])
            self.driver.process.stdin.flush()
            time.sleep(0.05)
        for id in range(1, 65):
            self.assertEqual(self.driver.read("request")["id"], id)
            self.assertEqual(self.results([id]), [{"success": ["x" * 3000]}])


if __name__ == "__main__":
    unittest.main()
