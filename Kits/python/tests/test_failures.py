"""How the kit describes the exceptions that operations raise."""

import unittest

from .runner import Driver

FAILURES = """
import asyncio, concurrent.futures, email.errors, json, urllib.error
driver = Driver("failures")
class Plain(Exception): pass
class Ours(Exception): pass
class Carrying(Exception):
    def __init__(self, status, body):
        self.status, self.body, self.cause_of_it, self._hidden = status, body, ValueError("in"), 1
class Named(Exception):
    class Inner(Exception): pass
class Mapped(Exception): pass
class Below(Mapped): pass
class Badly(Exception): pass
class WrongWord(Exception): pass
class Dies(Exception): pass
class Unprintable(Exception):
    def __str__(self): raise ValueError
class Lazy(dict):
    def items(self): raise NotImplementedError
class Unreadable(Exception):
    def __init__(self): self.status, self.headers = 500, Lazy()
class Gone(Exception): pass
class Generated(Exception):
    def __init__(self, **members): self.__dict__.update(members, body="b")
class Answer:
    def __init__(self, status): self.status_code = status
class Closed(Exception):
    @property
    def status_code(self): raise ValueError

@driver.failure(Mapped)
def _(error): return {"category": "invalidResponse", "case": error.args[0], "payload": b"x", "message": None}
driver.failure(Gone, category="status", type="APIError", case="gone")
driver.failure(Badly)(lambda error: {"category": "bad"})
driver.failure(WrongWord)(lambda error: {"category": "other", "case": 4})
driver.failure(Dies)(lambda error: error.nothing)

def chain(outer, inner, how):
    try:
        raise inner
    except BaseException as error:
        if how == "from": raise outer from error
        if how == "none": raise outer from None
        raise outer
refused = lambda: ConnectionRefusedError(111, "no")
driver.failure(Ours, case="ours")
failures = {
    "plain": lambda: Plain(), "argument": lambda: Plain("why"), "arguments": lambda: Plain(1, "b", object(), Plain),
    "attributes": lambda: Carrying(404, {"a": (1,)}), "nested": lambda: Named.Inner(), "unreadable": lambda: Unreadable(), "unprintable": lambda: Unprintable(),
    "key": lambda: KeyError("a"), "file": lambda: FileNotFoundError(2, "No such file"), "unicode": lambda: b"\\xff".decode(),
    "json": lambda: json.loads("{"), "http": lambda: urllib.error.HTTPError("u", 418, "m", {}, None),
    "from": lambda: chain(Plain("p"), refused(), "from"), "during": lambda: chain(Plain("p"), refused(), "during"),
    "suppressed": lambda: chain(Plain("p"), refused(), "none"), "mistake": lambda: chain(AttributeError("oops"), refused(), "during"),
    "stored": lambda: Plain("p", refused()), "mapped": lambda: Mapped("one"), "below": lambda: Below("two"),
    "inside": lambda: chain(Plain("p"), Below("three"), "from"), "gone": lambda: Gone(), "badly": lambda: Badly(),
    "word": lambda: WrongWord(), "dies": lambda: Dies(), "cancelled": lambda: asyncio.CancelledError(),
    "future": lambda: concurrent.futures.CancelledError(), "own": lambda: NetworkError("NSURLErrorDomain", -1018, "roaming"),
    "elsewhere": lambda: NetworkError("kCFErrorDomainCFNetwork", 310),
    "status_code": lambda: Generated(status_code=404), "status": lambda: Generated(status=503),
    "http_status": lambda: Generated(http_status=300), "of its response": lambda: Generated(response=Answer(404)),
    "of boto": lambda: Generated(response={"ResponseMetadata": {"HTTPStatusCode": 403}}),
    "status of a page": lambda: chain(Generated(status_code=502), json.JSONDecodeError("m", "<html>", 0), "from"),
    "accepted": lambda: Generated(status_code=200), "text": lambda: Generated(status_code="404"),
    "flag": lambda: Generated(status=True), "beyond": lambda: Generated(status=1404), "unreadable status": lambda: Closed(),
    "unreachable": lambda: OSError(101, "Network is unreachable"),
    "ours": lambda: Ours(), "bare": lambda: Exception("bare"), "library": lambda: email.errors.MessageError(),
}
def client(name):
    raise failures[name]()
driver.operation("fail", lambda call: client(call.input))
driver.run()
"""


class FailureTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.driver = Driver(FAILURES).__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.driver.__exit__()

    REFUSED = {
        "category": "network", "type": "ConnectionRefusedError", "message": "[Errno 111] no", "domain": "NSURLErrorDomain",
        "code": -1004,
    }  # fmt: skip

    def fails(self, name, **expected):
        with self.subTest(name):
            self.assertEqual(self.driver.outcome("fail", name), {"failure": expected})

    def test_exceptions_tell_of_themselves(self):
        self.fails("plain", category="other", type="Plain", message="")
        self.fails("argument", category="other", type="Plain", message="why", payload="why")
        failure = self.driver.outcome("fail", "arguments")["failure"]
        self.assertEqual(failure["payload"], {"_0": 1, "_1": "b"})
        failure = self.driver.outcome("fail", "attributes")["failure"]
        self.assertEqual(failure["payload"], {"status": 404, "body": {"a": [1]}})
        self.assertEqual(
            failure["underlying"], {"category": "other", "type": "ValueError", "message": "in", "payload": "in"}
        )
        self.fails("nested", category="other", type="Named.Inner", message="")
        self.fails("unreadable", category="status", type="Unreadable", message="", payload={"status": 500})
        self.fails("unprintable", category="other", type="Unprintable", message="Unprintable")
        self.fails("key", category="other", type="KeyError", message="'a'", payload="a")

    def test_exceptions_of_the_library_have_categories(self):
        failure = self.driver.outcome("fail", "file")["failure"]
        self.assertEqual((failure["category"], failure["domain"], failure["code"]), ("other", "NSPOSIXErrorDomain", 2))
        for name, category in [
            ("unicode", "decoding"),
            ("json", "decoding"),
            ("cancelled", "cancelled"),
            ("future", "cancelled"),
        ]:
            with self.subTest(name):
                self.assertEqual(self.driver.outcome("fail", name)["failure"]["category"], category)
        self.fails("http", category="status", type="HTTPError", message="HTTP Error 418: m", payload=418)
        failure = self.driver.outcome("fail", "unreachable")["failure"]
        self.assertEqual(
            (failure["category"], failure["domain"], failure["code"]), ("network", "NSURLErrorDomain", -1004)
        )

    def test_an_exception_that_nobody_describes_is_named(self):
        expected = {"plain": "Plain", "nested": "Named.Inner", "bare": "", "library": "email.errors.MessageError"}
        # The last ones are described, known, or a mistake of the client.
        for name in ("ours", "mapped", "below", "gone", "from", "http", "json", "key"):
            expected[name] = None
        for name, undescribed in expected.items():
            with self.subTest(name):
                self.assertEqual(self.driver.call("fail", name).get("undescribed"), undescribed)

    def test_an_exception_with_a_status_is_a_status_error(self):
        for name, payload in [
            ("status_code", {"status_code": 404, "body": "b"}), ("status", {"status": 503, "body": "b"}),
            ("http_status", {"http_status": 300, "body": "b"}), ("of its response", {"response": {"status_code": 404}, "body": "b"}),
            ("of boto", {"response": {"ResponseMetadata": {"HTTPStatusCode": 403}}, "body": "b"}),
        ]:  # fmt: skip
            self.fails(name, category="status", type="Generated", message="", payload=payload)
        # An error page that is not JSON does not make it a decoding error.
        failure = self.driver.outcome("fail", "status of a page")["failure"]
        self.assertEqual((failure["category"], failure["underlying"]["category"]), ("status", "decoding"))
        for name in ["accepted", "text", "flag", "beyond", "unreadable status"]:
            with self.subTest(name):
                self.assertEqual(self.driver.outcome("fail", name)["failure"]["category"], "other")

    def test_an_exception_inside_is_told_and_gives_its_category(self):
        outer = {"type": "Plain", "message": "p", "payload": "p"}
        self.fails("from", category="network", underlying=self.REFUSED, **outer)
        self.fails("during", category="network", underlying=self.REFUSED, **outer)
        self.fails("suppressed", category="other", **outer)
        failure = self.driver.outcome("fail", "stored")["failure"]
        self.assertEqual(
            (failure["category"], failure["payload"], failure["underlying"]), ("network", {"_0": "p"}, self.REFUSED)
        )

    def test_a_mistake_in_handling_an_error_is_not_that_error(self):
        self.fails(
            "mistake", category="other", type="AttributeError", message="oops", payload="oops", underlying=self.REFUSED
        )

    def test_a_driver_describes_its_own(self):
        self.fails("mapped", category="invalidResponse", type="Mapped", case="one", payload={"base64": "eA=="})
        self.fails("below", category="invalidResponse", type="Below", case="two", payload={"base64": "eA=="})
        self.fails("gone", category="status", type="APIError", case="gone", message="")
        failure = self.driver.outcome("fail", "inside")["failure"]
        self.assertEqual((failure["category"], failure["underlying"]["case"]), ("invalidResponse", "three"))

    def test_a_description_that_is_none_is_unsupported(self):
        expected = {
            "badly": "the driver's mapping of Badly raised ValueError: Badly: unknown category 'bad'; the categories are "
            "network, status, decoding, invalidResponse, invalidRequest, cancelled, other",
            "word": "WrongWord's case is 4, expected str",
            "dies": "the driver's mapping of Dies raised AttributeError: 'Dies' object has no attribute 'nothing'",
        }
        for name, why in expected.items():
            with self.subTest(name):
                self.assertEqual(self.driver.outcome("fail", name), {"unsupported": why})

    def test_network_errors_without_an_exception_in_python(self):
        failure = self.driver.outcome("fail", "own")["failure"]
        self.assertEqual((failure["category"], failure["code"], failure["message"]), ("network", -1018, "roaming"))
        failure = self.driver.outcome("fail", "elsewhere")["failure"]
        self.assertEqual((failure["domain"], failure["code"]), ("kCFErrorDomainCFNetwork", 310))
