"""Clients that complete through a handler: once, twice, never, late, or while they still hold the handler."""

import unittest

from .runner import Driver

CALLBACKS = """
import asyncio, threading, time
driver = Driver("callbacks")
kept = []
def later(seconds, function, *arguments):
    threading.Timer(seconds, function, arguments).start()

class Client:
    def __init__(self, how): self.how = how
    def load(self, done):
        getattr(self, self.how)(done)
    def at_once(self, done): done({"a": 1})
    def on_a_thread(self, done): threading.Thread(target=done, args=(2,)).start()
    def nothing(self, done): done()
    def raises_to_it(self, done): done(ConnectionResetError("cut"))
    def hands_on(self, done):
        try: raise ConnectionResetError("cut")
        except OSError as error: done(error)  # the error's frames hold done
    def fails(self, done): done.fail(ValueError("no"))
    def fails_with_words(self, done): done.fail("no luck")
    def never(self, done): pass
    def never_on_a_thread(self, done): later(0.2, lambda: done and None)
    def never_in_a_cycle(self, done):
        cycle = [done]; cycle.append(cycle)
    def dies_on_a_thread(self, done):
        def work():
            raise KeyError("oops")
            done(1)
        threading.Thread(target=work).start()
    def twice(self, done): done(1); done(2)
    def value_and_error(self, done): done(1); done.fail(ValueError())
    def keeps(self, done): kept.append(done); done(3)
    def raises(self, done): raise ValueError("at once")
    def completes_and_raises(self, done):
        done(1)
        raise ValueError("after")
    def bad_result(self, done): done(object())
    def generator(self, done): done(n for n in [1, 2])

@driver.operation("load", completes=True)
def _(call, done):
    client = call.keep(Client(call.input))
    return client.load(done)

@driver.operation(completes=True)
def wrapped(call, done):
    # Adapters for (error, value) handlers look like this.
    Client(call.input).load(lambda value=None: done(value))

@driver.operation(completes=True)
async def asynchronous(call, done):
    await asyncio.sleep(0)
    Client(call.input).load(done)

@driver.operation(completes=True)
def again(call, done):
    done()
    kept.pop()(5)

@driver.operation(completes=True)
def returns_it(call, done):
    Client(call.input).load(done)
    return done
driver.run()
"""


class CallbackTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.driver = Driver(CALLBACKS).__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.driver.__exit__()

    def comes_to(self, expected, *inputs, operation="load"):
        for input in inputs:
            with self.subTest(input):
                result = self.driver.call(operation, input)
                self.assertEqual((result["outcome"], result["unobserved"]), (expected, []))

    def test_a_handler_that_is_called_once(self):
        self.comes_to({"success": {"a": 1}}, "at_once")
        self.comes_to({"success": {"a": 1}}, "at_once", operation="wrapped")
        self.comes_to({"success": {"a": 1}}, "at_once", operation="asynchronous")
        self.comes_to({"success": {"a": 1}}, "at_once", operation="returns_it")
        self.assertEqual(self.driver.outcome("load", "on_a_thread"), {"success": 2})
        self.comes_to({"success": None}, "nothing")
        self.comes_to({"success": [1, 2]}, "generator")

    def test_a_handler_that_is_called_with_an_error(self):
        for input in ["raises_to_it", "hands_on"]:
            result = self.driver.call("load", input)
            failure = result["outcome"]["failure"]
            self.assertEqual((failure["category"], failure["code"], result["unobserved"]), ("network", -1005, []))
        self.assertEqual(self.driver.outcome("load", "fails")["failure"]["type"], "ValueError")
        self.assertEqual(self.driver.outcome("load", "fails_with_words")["failure"]["message"], "no luck")

    def test_an_error_that_the_client_raises_instead(self):
        self.assertEqual(self.driver.outcome("load", "raises")["failure"]["message"], "at once")

    def test_a_handler_that_is_let_go_of_uncalled(self):
        self.comes_to({"neverCompleted": True}, "never", "never_on_a_thread", "never_in_a_cycle", "dies_on_a_thread")
        self.comes_to({"neverCompleted": True}, "never", operation="wrapped")
        self.comes_to({"neverCompleted": True}, "never", operation="asynchronous")

    def test_a_handler_that_is_called_twice(self):
        self.comes_to({"completedTwice": True}, "twice", "value_and_error", "completes_and_raises")
        self.comes_to({"completedTwice": True}, "twice", operation="wrapped")

    def test_a_handler_that_is_kept_and_called_again_after_the_result(self):
        result = self.driver.call("load", "keeps")
        self.assertEqual((result["outcome"], result["unobserved"]), ({"success": 3}, ["exactlyOnce"]))
        self.driver.begin("again")
        self.assertEqual(self.driver.read("completedTwice"), {"id": result["id"]})
        self.assertEqual(self.driver.read("result")["outcome"], {"success": None})

    def test_a_result_without_a_form_is_unsupported(self):
        why = (
            "the result is an instance of object, which cannot be converted to JSON; "
            "let the operation return what the contract describes, such as a dict"
        )
        self.comes_to({"unsupported": why}, "bad_result")
