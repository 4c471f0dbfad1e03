"""How the kit converts the values that operations return."""

import unittest

from .runner import Driver

RESULTS = """
import collections, dataclasses, datetime, decimal, enum, fractions, pathlib, types, uuid
driver = Driver("results")
Pair = collections.namedtuple("Pair", "left right")
class Color(enum.Enum):
    RED = "red"
class Level(enum.IntEnum):
    HIGH = 3
@dataclasses.dataclass
class Item:
    id: object
    title: str
    tags: set = dataclasses.field(default_factory=set)
class Plain:
    def __init__(self):
        self.name, self.nothing, self._hidden = "n", None, 1
class Slots:
    __slots__ = ("a", "b")
    def __init__(self):
        self.a = 1
class Empty: pass
@dataclasses.dataclass
class NoFields: pass
class Properties:
    def __init__(self): self._name = "n"
    @property
    def name(self): return self._name
    @property
    def size(self): return 1
class PrivateSlots:
    __slots__ = ("_a",)
class UnsetSlots:
    __slots__ = ("a",)
UTC = datetime.timezone.utc
endless = []; endless.append(endless)
deep = []
for _ in range(300): deep = [deep]
plus2 = datetime.timezone(datetime.timedelta(hours=2))
results = {
    "nothing": None, "yes": True, "text": "h\\u00e9 \\U0001f44b \\u2028", "halves": "\\ud83d\\udc4b \\ud83d",
    "big": 9007199254740993, "float": 0.1, "nan": float("nan"), "infinite": [float("inf"), -float("inf")],
    "decimal": decimal.Decimal("19.990000000000000000001"), "decimal nan": decimal.Decimal("NaN"),
    "beyond floats": decimal.Decimal("-1e999"), "decimal infinity": decimal.Decimal("-Infinity"),
    "bytes": b"\\xff\\x00", "bytes inside": {"a": [bytearray(b"x")]},
    "moment": datetime.datetime(2024, 1, 2, 3, 4, 5, tzinfo=UTC), "elsewhere": datetime.datetime(2024, 1, 2, 3, 4, 5, 60, plus2),
    "date": datetime.date(2024, 1, 2), "time": datetime.time(3, 4), "span": datetime.timedelta(minutes=1.5),
    "uuid": uuid.UUID(int=1), "path": pathlib.PurePosixPath("/a/b"), "fraction": fractions.Fraction(1, 3),
    "color": Color.RED, "level": Level.HIGH, "set": {3, 1, 2}, "frozen": frozenset("ba"), "tuple": (1, "a"),
    "named": Pair(1, None), "deque": collections.deque([1]), "item": Item(None, "t", {"b", "a"}), "keys": {1: "a", None: "b", Color.RED: 1},
    "null in a dict": {"a": None}, "plain": Plain(), "slots": Slots(), "empty": Empty(), "values": {"a": 1}.values(),
    "endless": endless, "deep": deep, "object": object(), "function": print, "class": Item, "twice": {1: "a", "1": "b"},
    "huge": 10 ** 5000, "no fields": NoFields(), "unset slots": UnsetSlots(), "namespace": types.SimpleNamespace(),
    "properties": Properties(), "properties inside": {"a": (Item(1, Properties()),)}, "private slots": PrivateSlots(),
    "error": [KeyError("k")],
}
driver.operation("result", lambda call: results[call.input])
driver.run()
"""


NO_FORM = "which cannot be converted to JSON"
NOTHING = "it stores no public attributes"
RETURN = "let the operation return what the contract describes, such as a dict"


class ResultTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.driver = Driver(RESULTS).__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.driver.__exit__()

    def test_values_have_a_form_in_json(self):
        expected = {
            "nothing": None,
            "yes": True,
            "text": "h\u00e9 \U0001f44b \u2028",
            "halves": "\U0001f44b \ufffd",
            "big": 9007199254740993,
            "float": 0.1,
            "nan": "NaN",
            "infinite": ["Infinity", "-Infinity"],
            "decimal nan": "NaN",
            "decimal infinity": "-Infinity",
            "bytes": {"base64": "/wA="},
            "bytes inside": {"a": ["eA=="]},
            "moment": "2024-01-02T03:04:05Z",
            "elsewhere": "2024-01-02T03:04:05.000060+02:00",
            "date": "2024-01-02",
            "time": "03:04:00",
            "span": 90.0,
            "uuid": "00000000-0000-0000-0000-000000000001",
            "path": "/a/b",
            "fraction": "1/3",
            "color": "red",
            "level": 3,
            "set": [1, 2, 3],
            "frozen": ["a", "b"],
            "tuple": [1, "a"],
            "named": {"left": 1},
            "deque": [1],
            "item": {"title": "t", "tags": ["a", "b"]},
            "keys": {"1": "a", "null": "b", "red": 1},
            "null in a dict": {"a": None},
            "plain": {"name": "n"},
            "slots": {"a": 1},
            "empty": {},
            "values": [1],
            "no fields": {},
            "unset slots": {},
            "namespace": {},
        }
        for name, value in expected.items():
            with self.subTest(name):
                self.assertEqual(self.driver.outcome("result", name), {"success": value})

    def test_what_has_none_is_unsupported_and_says_why(self):
        expected = {
            "endless": "the result[0] contains itself",
            "deep": "the result" + 256 * "[0]" + " is nested too deeply",
            "object": f"the result is an instance of object, {NO_FORM}; {RETURN}",
            "function": f"the result is an instance of builtin_function_or_method, {NO_FORM}; {RETURN}",
            "class": f"the result is an instance of type, {NO_FORM}; {RETURN}",
            "properties": f"the result is an instance of Properties, {NO_FORM}: {NOTHING}, but has the properties "
            f"name, size; {RETURN}",
            "properties inside": f"the result.a[0].title is an instance of Properties, {NO_FORM}: {NOTHING}, but has "
            f"the properties name, size; {RETURN}",
            "private slots": f"the result is an instance of PrivateSlots, {NO_FORM}: {NOTHING}; {RETURN}",
            "error": f"the result[0] is an instance of KeyError, {NO_FORM}: {NOTHING}, but has the properties "
            f"args; {RETURN}",
            "twice": "the result has the member 1 twice",
        }
        for name, why in expected.items():
            with self.subTest(name):
                self.assertEqual(self.driver.outcome("result", name), {"unsupported": why})

    def test_a_number_that_python_does_not_write_out(self):
        outcome = self.driver.outcome("result", "huge")
        if "success" not in outcome:  # older versions of Python have no limit
            self.assertIn("the outcome cannot be written as JSON: Exceeds the limit", outcome["unsupported"])

    def test_decimals_are_exact(self):
        with Driver(RESULTS) as driver:
            driver.call("result", "decimal")
            self.assertIn(b'{"success": 19.990000000000000000001}', driver.last_line)
            driver.call("result", "beyond floats")
            self.assertIn(b'{"success": -1E+999}', driver.last_line)


SEVERAL = """
import asyncio, concurrent.futures, random
driver = Driver("many values")
@driver.operation
def pages(call):
    yield 1
    if call.input == "fail": raise ConnectionResetError("cut")
    yield b"2"
@driver.operation
async def later(call):
    await asyncio.sleep(0)
    return pages(call)
@driver.operation
async def stream(call):
    yield 1
    await asyncio.sleep(0)
    if call.input == "fail": raise ValueError("no")
    yield 2
@driver.operation
async def slow(call):
    await asyncio.wait_for(asyncio.sleep(9), 0.01)
@driver.operation("named")
def _(call): return "n"
pool = concurrent.futures.ThreadPoolExecutor(1)
driver.operation("promise", lambda call: pool.submit(lambda: 5))
driver.operation("iterator", lambda call: iter([1, 2]))
driver.operation("first fails", lambda call: (1 // 0 for _ in [1]))
driver.run()
"""


class SeveralTests(unittest.TestCase):
    def test_generators_coroutines_and_promises(self):
        with Driver(SEVERAL) as driver:
            self.assertEqual(driver.said["operations"][:5], ["pages", "later", "stream", "slow", "named"])
            self.assertEqual(driver.outcome("pages"), {"success": [1, {"base64": "Mg=="}]})
            outcome = driver.outcome("pages", "fail")
            self.assertEqual((outcome["values"], outcome["failure"]["code"]), ([1], -1005))
            self.assertEqual(driver.outcome("later"), {"success": [1, {"base64": "Mg=="}]})
            self.assertEqual(driver.outcome("later", "fail")["values"], [1])
            self.assertEqual(driver.outcome("stream"), {"success": [1, 2]})
            outcome = driver.outcome("stream", "fail")
            self.assertEqual((outcome["values"], outcome["failure"]["type"]), ([1], "ValueError"))
            failure = driver.outcome("slow")["failure"]
            self.assertEqual((failure["category"], failure["code"]), ("network", -1001))
            self.assertEqual(driver.outcome("named"), {"success": "n"})
            self.assertEqual(driver.outcome("promise"), {"success": 5})
            self.assertEqual(driver.outcome("iterator"), {"success": [1, 2]})
            self.assertEqual(driver.outcome("first fails")["failure"]["type"], "ZeroDivisionError")
            self.assertNotIn("values", driver.outcome("first fails"))
