"""Operations on the driver's event loop: one loop for the driver's whole life, and what clients leave on it."""

import time
import unittest

from .runner import PATIENCE, Driver

ASYNC = """
import asyncio, contextvars, os, signal, sys, threading, time
driver = Driver("async", transports=["memory", "loopback"], in_flight=IN_FLIGHT)
loops, tasks = [], []
release = None
setting = contextvars.ContextVar("setting", default="default")
setting.set("set before run")

@driver.operation
async def loop(call):
    loops.append(asyncio.get_running_loop())
    return [len(set(loops)), threading.current_thread() is threading.main_thread()]
@driver.operation
async def context(call): return setting.get()

# Tasks that continue after the result

@driver.operation
async def late(call):
    global release
    release = asyncio.Event()
    async def send():
        await release.wait()
        try: await call.send_async("GET", call.base_url + "/late")
        except NetworkError as error: print("the task got", error.code)
    tasks.append(asyncio.ensure_future(send()))
@driver.operation("release")
async def _(call): release.set()
@driver.operation
async def late_at_the_end(call):
    async def second(): await call.send_async("GET", call.base_url + "/second")
    async def first():
        await asyncio.sleep(0.1)
        tasks.append(asyncio.ensure_future(second()))
    tasks.append(asyncio.ensure_future(first()))
@driver.operation
async def late_thread(call):
    def send():
        threading.main_thread().join()  # waits until the driver has nothing left to do
        call.send("GET", call.base_url + "/thread")
    threading.Thread(target=send).start()
@driver.operation
async def endless(call):
    async def beat():
        while True: await asyncio.sleep(0.01)
    tasks.append(asyncio.ensure_future(beat()))
@driver.operation
async def fails_later(call):
    async def fail(): raise ValueError("in the background")
    asyncio.ensure_future(fail())

# Handlers

class Client:
    def load(self, done):
        async def work():
            await asyncio.sleep(0.01)
            done("from a task")
        task = asyncio.ensure_future(work())
        tasks.append(task)
    def twice(self, done):
        async def work():
            done(1)
            await release.wait()
            done(2)
        tasks.append(asyncio.ensure_future(work()))
@driver.operation("load", completes=True)
async def _(call, done): Client().load(done)
@driver.operation("load_from_elsewhere", completes=True)
def _(call, done):
    async def work(): Client().load(done)
    asyncio.run_coroutine_threadsafe(work(), loops[0])
@driver.operation("twice", completes=True)
async def _(call, done):
    global release
    release = asyncio.Event()
    Client().twice(done)

# What ends or disturbs a loop

@driver.operation
async def cancels_itself(call):
    asyncio.current_task().cancel()
    await asyncio.sleep(0)
@driver.operation
async def cancels_all(call):
    for task in asyncio.all_tasks(): task.cancel()
    await asyncio.sleep(0)
@driver.operation
async def stops(call):
    asyncio.get_running_loop().stop()
    return "stopped"
@driver.operation
async def own_loop_inside(call): return asyncio.run(asyncio.sleep(0, 1))
@driver.operation
def own_loop(call): return asyncio.run(asyncio.sleep(0.01, "own"))
@driver.operation
def own_thread(call):
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try: return asyncio.run_coroutine_threadsafe(asyncio.sleep(0.01, "own thread"), loop).result()
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
@driver.operation
async def exits(call): sys.exit(call.input)
@driver.operation
async def interrupted(call): raise KeyboardInterrupt
@driver.operation
async def exits_in_a_task(call):
    async def leave(): sys.exit(call.input)
    asyncio.ensure_future(leave())
    await asyncio.sleep(600)
@driver.operation
async def gives_up(call): raise BaseException("neither")
@driver.operation
async def blocks(call): time.sleep(600)
@driver.operation
async def sleeps(call):
    try: await asyncio.sleep(call.input)
    except asyncio.CancelledError: print("it was canceled"); raise
class Alarm(Exception): pass
def ring(*_): raise Alarm("it rang")
@driver.operation
def alarmed(call):
    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    return asyncio_sleep(call)
async def asyncio_sleep(call):
    try: await asyncio.sleep(600)
    except asyncio.CancelledError: canceled.set(); raise
canceled = threading.Event()
driver.operation("was_canceled", lambda call: canceled.wait(20))

@driver.operation
async def meet(call):
    # Returns when the number of calls on the loop reaches the input.
    global here, met
    here = globals().get("here", 0) + 1
    if here == 1: met = asyncio.Event()
    if here == call.input: met.set()
    await met.wait()
    return call.id
driver.run()
"""
BASE = "http://api.example.com"


class Loop:
    """Tests that apply to any number of calls at once."""

    in_flight: int

    def started(self):
        return Driver(ASYNC.replace("IN_FLIGHT", str(self.in_flight)))

    def memory(self, driver, operation):
        return driver.outcome(operation, transport="memory", base_url=BASE)

    def test_all_calls_share_a_loop_outside_the_main_thread(self):
        with self.started() as driver:
            for _ in range(3):
                self.assertEqual(driver.outcome("loop"), {"success": [1, False]})

    # Tasks and threads that continue after the result

    def test_a_task_that_sends_after_the_result_is_seen(self):
        with self.started() as driver:
            self.assertEqual(self.memory(driver, "late"), {"success": None})
            driver.begin("release")
            messages = {**driver.take(), **driver.take()}
            request = messages["request"]
            self.assertEqual((request["id"], request["n"], request["url"]), (1, 1, BASE + "/late"))
            driver.write(response={"id": 1, "n": 1, "networkError": {"domain": "NSURLErrorDomain", "code": -999}})
            self.assertEqual(driver.outcome("own_loop"), {"success": "own"})
            self.assertEqual(driver.bye(), 0)
            self.assertIn("the task got -999\n", driver.errors())

    def test_the_end_waits_for_tasks_and_for_those_that_they_start(self):
        with self.started() as driver:
            self.assertEqual(self.memory(driver, "late_at_the_end"), {"success": None})
            driver.write(bye={})
            self.assertEqual(driver.read("request")["url"], BASE + "/second")
            self.assertEqual(driver.wait(), 0)

    def test_the_end_waits_for_threads_that_a_client_starts_on_the_loop(self):
        with self.started() as driver:
            self.assertEqual(self.memory(driver, "late_thread"), {"success": None})
            driver.write(bye={})
            self.assertEqual(driver.read("request")["url"], BASE + "/thread")
            self.assertEqual(driver.wait(), 0)

    def test_a_task_without_an_end_does_not_keep_the_driver(self):
        with self.started() as driver:
            driver.call("endless")
            self.assertEqual(driver.bye(), 0)

    def test_without_tasks_the_end_comes_at_once(self):
        with self.started() as driver:
            driver.call("loop")
            self.assertEqual(driver.bye(), 0)
            self.assertEqual(driver.errors(), "")

    def test_a_blocked_loop_does_not_keep_the_driver(self):
        with self.started() as driver:
            driver.begin("blocks")
            driver.process.stdin.close()
            self.assertEqual(driver.wait(), 0)

    def test_what_a_task_raises_in_the_background_is_output(self):
        with self.started() as driver:
            self.assertEqual(driver.outcome("fails_later"), {"success": None})
            self.assertEqual(driver.outcome("loop"), {"success": [1, False]})
            self.assertEqual(driver.bye(), 0)
            self.assertIn("ValueError: in the background", driver.errors())

    # Handlers

    def test_a_handler_may_be_called_from_a_task(self):
        with self.started() as driver:
            driver.call("loop")
            for operation in ["load", "load_from_elsewhere"]:
                result = driver.call(operation)
                self.assertEqual(result["outcome"], {"success": "from a task"})

    def test_a_task_that_calls_its_handler_again_after_the_result_is_seen(self):
        with self.started() as driver:
            result = driver.call("twice")
            self.assertEqual((result["outcome"], result["unobserved"]), ({"success": 1}, ["exactlyOnce"]))
            driver.begin("release")
            messages = {**driver.take(), **driver.take()}
            self.assertEqual(messages["completedTwice"], {"id": result["id"]})

    # What ends or disturbs a loop

    def test_cancelling_is_the_clients_failure_and_the_loop_goes_on(self):
        with self.started() as driver:
            for operation in ["cancels_itself", "cancels_all"]:
                self.assertEqual(driver.outcome(operation)["failure"]["category"], "cancelled")
            self.assertEqual(driver.outcome("loop"), {"success": [1, False]})

    def test_a_client_that_stops_the_loop_stops_nothing(self):
        with self.started() as driver:
            self.assertEqual(driver.outcome("stops"), {"success": "stopped"})
            self.assertEqual(driver.outcome("loop"), {"success": [1, False]})

    def test_a_client_may_have_a_loop_of_its_own(self):
        with self.started() as driver:
            driver.call("loop")
            self.assertEqual(driver.outcome("own_loop"), {"success": "own"})
            self.assertEqual(driver.outcome("own_thread"), {"success": "own thread"})
            failure = driver.outcome("own_loop_inside")["failure"]
            self.assertIn("cannot be called from a running event loop", failure["message"])

    def test_a_coroutine_that_ends_the_process_ends_it(self):
        for operation, input, status in [
            ("exits", 5, 5), ("exits", None, 0), ("exits", "why", 1), ("exits_in_a_task", 6, 6),
            ("interrupted", None, 130 if self.in_flight > 1 else -2),
        ]:  # fmt: skip
            with self.subTest(operation, input=input), self.started() as driver:
                driver.begin(operation, input)
                self.assertEqual(driver.wait(), status)
                if input == "why":
                    self.assertIn("why", driver.errors())

    def test_another_base_exception_is_a_failure(self):
        with self.started() as driver:
            self.assertEqual(driver.outcome("gives_up")["failure"]["type"], "BaseException")

    def test_the_call_in_flight_is_finished_after_the_end_of_the_input(self):
        with self.started() as driver:
            driver.begin("sleeps", 0.05)
            driver.process.stdin.close()
            self.assertEqual(driver.read("result")["outcome"], {"success": None})
            self.assertEqual(driver.wait(), 0)

    def test_a_coroutine_that_hangs_is_ended_with_the_input(self):
        with self.started() as driver:
            driver.begin("sleeps", 600)
            driver.process.stdin.close()
            began = time.monotonic()
            driver.wait()
            self.assertLess(time.monotonic() - began, PATIENCE / 2)


class LoopTests(Loop, unittest.TestCase):
    in_flight = 8

    def test_calls_meet_on_the_loop(self):
        with self.started() as driver:
            ids = {driver.begin("meet", 8) for _ in range(8)}
            self.assertEqual({driver.read("result")["outcome"]["success"] for _ in range(8)}, ids)


class OneAtATimeLoopTests(Loop, unittest.TestCase):
    in_flight = 1

    def test_context_variables_of_the_main_thread_are_seen(self):
        with self.started() as driver:
            self.assertEqual(driver.outcome("context"), {"success": "set before run"})

    def test_an_alarm_while_a_coroutine_runs_is_the_clients_own_and_cancels_it(self):
        with self.started() as driver:
            self.assertEqual(driver.outcome("alarmed")["failure"]["type"], "Alarm")
            self.assertEqual(driver.outcome("was_canceled"), {"success": True})
