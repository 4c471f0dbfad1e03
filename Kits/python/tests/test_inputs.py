"""The arguments that operations get, and what happens if the input does not fit."""

import unittest

from .runner import Driver, needs

INPUTS = """
import dataclasses, decimal, functools
driver = Driver("inputs")
@dataclasses.dataclass
class Todo:
    title: str
    id: int = 0
kinds = {"str": str, "int": int, "float": float, "bool": bool, "list": list, "dict": dict, "todo": Todo, "decimal": decimal.Decimal}
@driver.operation
def argument(call):
    return call.argument("x", kinds.get(call.input.get("kind")) if isinstance(call.input, dict) else None)
driver.operation("default", lambda call: call.argument("limit", int, default=10))
driver.operation("plain", lambda call: call.input["a"]["b"])
def client(value): return {}[value]
driver.operation("clients", lambda call: client("k"))
driver.operation("arity", lambda: 1)
@driver.operation
async def later(call): return call.input["a"]
@driver.operation
def refuses(call): raise Unsupported("not here")
@driver.operation
def where(call): return [call.id, call.operation, call.transport, call.base_url, call.base_urls]
driver.run()
"""


class InputTests(unittest.TestCase):
    def test_inputs(self):
        with Driver(INPUTS) as driver:
            cases = [
                ("argument", {"x": 1}, {"success": 1}),
                ("argument", {"x": 1, "kind": "float"}, {"success": 1}),
                ("argument", {"x": {"title": "t"}, "kind": "todo"}, {"success": {"title": "t", "id": 0}}),
                ("argument", {"x": "1.50", "kind": "decimal"}, {"success": 1.5}),
                ("default", {}, {"success": 10}),
                ("default", {"limit": 3}, {"success": 3}),
                ("where", None, {"success": [7, "where", "loopback", "http://127.0.0.1:4", {}]}),
                ("argument", None, {"unsupported": "input is null, expected an object with the member x"}),
                ("argument", {}, {"unsupported": "input has no member x"}),
                ("argument", {"x": 1, "kind": "str"}, {"unsupported": "input.x is 1, expected str"}),
                ("argument", {"x": True, "kind": "int"}, {"unsupported": "input.x is true, expected int"}),
                ("argument", {"x": 0, "kind": "bool"}, {"unsupported": "input.x is 0, expected bool"}),
                ("argument", {"x": [1], "kind": "todo"}, {"unsupported": "input.x is [1], expected an object for Todo"}),
                ("argument", {"x": {}, "kind": "todo"}, {"unsupported": "input.x has no member title"}),
                ("argument", {"x": {"title": "", "y": 1}, "kind": "todo"},
                 {"unsupported": "input.x has a member y, which Todo does not have"}),
                ("plain", {"a": {"b": 4}}, {"success": 4}),
                ("refuses", None, {"unsupported": "not here"}),
                ("nobody", None, {"unsupported": True}),
            ]  # fmt: skip
            for operation, input, expected in cases:
                with self.subTest(operation=operation, input=input):
                    driver._next = 6 if operation == "where" else driver._next
                    self.assertEqual(driver.outcome(operation, input), expected)
            outcome = driver.outcome("argument", {"x": "many", "kind": "decimal"})
            self.assertIn('input.x is "many", which cannot be converted to Decimal', outcome["unsupported"])

    def test_what_the_operation_itself_raises_is_a_failure_that_may_be_its_mistake(self):
        with Driver(INPUTS) as driver:
            for operation, input, kind, mistake in [
                ("plain", None, "TypeError", "TypeError: 'NoneType' object is not subscriptable (driver.py:14)"),
                ("plain", {}, "KeyError", "KeyError: 'a' (driver.py:14)"),
                ("later", {}, "KeyError", "KeyError: 'a' (driver.py:19)"),
                ("arity", None, "TypeError", "TypeError: <lambda>() takes 0 positional arguments but 1 was given"),
            ]:
                with self.subTest(operation=operation, input=input):
                    result = driver.call(operation, input)
                    self.assertEqual(result["outcome"]["failure"]["type"], kind)
                    mistake = "the operation itself raised " + mistake
                    self.assertEqual(result["mistake"][: len(mistake)], mistake)
            result = driver.call("clients")
            self.assertEqual(result["outcome"]["failure"]["type"], "KeyError")
            self.assertNotIn("mistake", result)


TYPES = """
import collections, dataclasses, datetime, decimal, enum, pathlib, typing, uuid
from typing import Annotated, Any, Dict, List, Literal, Mapping, NewType, Optional, Sequence, Set, Tuple, TypedDict, Union
driver = Driver("types")
class Color(enum.Enum):
    RED = "red"
    BLUE = "blue"
class Level(enum.IntEnum):
    LOW = 1
@dataclasses.dataclass
class Owner:
    name: str
    email: Optional[str] = None
@dataclasses.dataclass
class Todo:
    title: str
    owner: Owner
    due: Optional[datetime.datetime] = None
    tags: List[str] = dataclasses.field(default_factory=list)
    parts: "List[Todo]" = dataclasses.field(default_factory=list)
    state: Literal["open", "done"] = "open"
    color: Color = Color.RED
    by: Dict[str, Owner] = dataclasses.field(default_factory=dict)
class Point(typing.NamedTuple):
    x: int
    y: float = 0
Pair = collections.namedtuple("Pair", "left right")
class Move(TypedDict):
    to: Point
class Options(TypedDict, total=False):
    limit: int
Id = NewType("Id", int)
@dataclasses.dataclass
class Lost:
    what: "Nowhere"
@dataclasses.dataclass
class Strict:
    title: str
    def __post_init__(self):
        if not self.title: raise ValueError("a title is needed")
kinds = {name: kind for name, kind in globals().items() if not name.startswith("_")}
@driver.operation
def decode(call):
    value = call.argument("x", eval(call.input["kind"], kinds))
    return [type(value).__name__, repr(value)]
driver.run()
"""
OWNER = {"name": "o"}
DECODED = [
    ("Todo", {"title": "t", "owner": OWNER}, ["Todo", "owner=Owner(name='o', email=None)"]),
    ("Todo", {"title": "t", "owner": OWNER, "due": "2024-01-02T03:04:05.5Z"},
     ["Todo", "due=datetime.datetime(2024, 1, 2, 3, 4, 5, 500000, tzinfo=datetime.timezone.utc)"]),
    ("Todo", {"title": "t", "owner": OWNER, "due": None}, ["Todo", "due=None"]),
    ("Todo", {"title": "t", "owner": OWNER, "parts": [{"title": "p", "owner": OWNER}]},
     ["Todo", "parts=[Todo(title='p', owner=Owner("]),
    ("Todo", {"title": "t", "owner": OWNER, "by": {"a": OWNER}, "color": "blue"},
     ["Todo", "color=<Color.BLUE: 'blue'>, by={'a': Owner("]),
    ("Optional[Owner]", None, ["NoneType", "None"]),
    ("Optional[Owner]", OWNER, ["Owner", "Owner("]),
    ("Optional[decimal.Decimal]", None, ["NoneType", "None"]),
    ("Union[int, str]", "5", ["str", "'5'"]),
    ("Union[Point, Owner]", OWNER, ["Owner", "Owner("]),
    ("list[Owner]", [OWNER], ["list", "[Owner("]),
    ("Sequence[int]", [1], ["list", "[1]"]),
    ("List", [1, "a"], ["list", "[1, 'a']"]),
    ("Set[str]", ["a"], ["set", "{'a'}"]),
    ("tuple[int, ...]", [1, 2], ["tuple", "(1, 2)"]),
    ("Tuple[int, str]", [1, "a"], ["tuple", "(1, 'a')"]),
    ("dict[str, datetime.date]", {"a": "2024-01-02"}, ["dict", "{'a': datetime.date(2024, 1, 2)}"]),
    ("Mapping[Color, Any]", {"red": [1]}, ["dict", "{<Color.RED: 'red'>: [1]}"]),
    ("datetime.datetime", "2024-01-02T03:04:05+02:00", ["datetime", "seconds=7200"]),
    ("datetime.datetime", "2024-01-02T03:04:05", ["datetime", "(2024, 1, 2, 3, 4, 5)"]),
    ("datetime.time", "03:04:00", ["time", "(3, 4)"]),
    ("datetime.timedelta", 1.5, ["timedelta", "seconds=1"]),
    ("Literal[1, 'a', None]", "a", ["str", "'a'"]),
    ("Literal[Color.RED]", "red", ["Color", "Color.RED"]),
    ("Level", 1, ["Level", "Level.LOW"]),
    ("Id", 5, ["int", "5"]),
    ("Annotated[int, 'positive']", 5, ["int", "5"]),
    ("Any", [{}], ["list", "[{}]"]),
    ("object", [{}], ["list", "[{}]"]),
    ("Point", {"x": 1}, ["Point", "Point(x=1, y=0)"]),
    ("Pair", {"left": 1, "right": []}, ["Pair", "Pair(left=1, right=[])"]),
    ("Move", {"to": {"x": 1}}, ["dict", "{'to': Point(x=1, y=0)}"]),
    ("Options", {}, ["dict", "{}"]),
    ("decimal.Decimal", 1.1, ["Decimal", "Decimal('1.1')"]),
    ("uuid.UUID", "00000000-0000-0000-0000-000000000001", ["UUID", "UUID("]),
    ("pathlib.PurePosixPath", "/a", ["PurePosixPath", "'/a'"]),
    ("bytes", {"base64": "/w=="}, ["bytes", "b'\\xff'"]),
    ("bytes", {"text": "a"}, ["bytes", "b'a'"]),
]  # fmt: skip
REFUSED = [
    ("Todo", {"title": "t", "owner": {"name": 1}}, "input.x.owner.name is 1, expected str"),
    ("Todo", {"title": "t", "owner": None}, "input.x.owner is null, expected an object for Owner"),
    ("Todo", {"title": "t", "owner": {**OWNER, "e": 1}}, "input.x.owner has a member e, which Owner does not have"),
    ("Todo", {"title": "t", "owner": OWNER, "parts": [{"title": "p"}]}, "input.x.parts[0] has no member owner"),
    ("Todo", {"title": "t", "owner": OWNER, "due": "soon"},
     'input.x.due is "soon", which cannot be converted to datetime: Invalid isoformat string'),
    ("Todo", {"title": "t", "owner": OWNER, "due": 5}, "input.x.due is 5, expected datetime in ISO 8601"),
    ("Todo", {"title": "t", "owner": OWNER, "state": "gone"}, "input.x.state is \"gone\", expected Literal['open', 'done']"),
    ("Todo", {"title": "t", "owner": OWNER, "color": "green"}, 'input.x.color is "green", expected one of "red", "blue"'),
    ("Todo", {"title": "t", "owner": OWNER, "by": {"a": 1}}, "input.x.by.a is 1, expected an object for Owner"),
    ("Union[int, str]", True, "input.x is true, expected Union[int, str]"),
    ("Optional[Union[int, str]]", [], "input.x is [], expected "),
    ("Optional[int]", "a", 'input.x is "a", expected int'),
    ("list[int]", {}, "input.x is {}, expected list[int]"),
    ("list[int]", [1, "a"], 'input.x[1] is "a", expected int'),
    ("tuple[int, str]", [1], "input.x is [1], expected tuple[int, str]"),
    ("Set[Any]", [[]], "input.x is [[]], which cannot be converted to Set[Any]: unhashable type: 'list'"),
    ("dict[str, int]", [], "input.x is [], expected dict[str, int]"),
    ("dict[int, int]", {"a": 1}, "the key a of input.x is \"a\", expected int"),
    ("Literal[1]", True, "input.x is true, expected Literal[1]"),
    ("type(None)", 1, "input.x is 1, expected null"),
    ("Move", {}, "input.x has no member to"),
    ("bytes", "a", 'input.x is "a", expected {"text": ...} or {"base64": ...}'),
    ("bytes", {"base64": "%%%%"}, 'input.x is {"base64": "%%%%"}, which cannot be converted to bytes: '),
    ("datetime.timedelta", "1", 'input.x is "1", expected float'),
    ("uuid.UUID", "1", 'input.x is "1", which cannot be converted to UUID: badly formed'),
    ("Lost", {"what": 1}, "input.x: the annotations of Lost cannot be read: name 'Nowhere' is not defined"),
    ("typing.Callable[[], int]", 1, "input.x is 1, which cannot be converted to Callable[[], int]: "),
]  # fmt: skip


class TypeTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.driver = Driver(TYPES).__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.driver.__exit__()

    def test_an_argument_becomes_what_the_client_takes(self):
        for kind, value, (name, text) in DECODED:
            with self.subTest(kind, value=value):
                outcome = self.driver.outcome("decode", {"x": value, "kind": kind})
                self.assertEqual(outcome.get("success", [outcome])[0], name)
                self.assertIn(text, outcome["success"][1])

    def test_one_that_does_not_fit_says_where_and_what_was_expected(self):
        for kind, value, why in REFUSED:
            with self.subTest(kind, value=value):
                outcome = self.driver.outcome("decode", {"x": value, "kind": kind})
                self.assertEqual(outcome.get("unsupported", str(outcome))[: len(why)], why)

    def test_what_a_clients_own_class_raises_is_the_clients_failure(self):
        failure = self.driver.outcome("decode", {"x": {"title": ""}, "kind": "Strict"})["failure"]
        self.assertEqual((failure["type"], failure["payload"]), ("ValueError", "a title is needed"))


PYDANTIC = """
import datetime, decimal
from typing import List, Optional
import pydantic
driver = Driver("pydantic")
class Owner(pydantic.BaseModel):
    name: str
    email: Optional[str] = None
class Todo(pydantic.BaseModel):
    title: str
    owner: Owner
    due: Optional[datetime.datetime] = None
    price: decimal.Decimal = decimal.Decimal("1.10")
    parts: List[Owner] = []
    secret: str = pydantic.Field("s", exclude=True)
    nothing: Optional[int] = None
    extra: dict = {}
    @pydantic.computed_field
    @property
    def loud(self) -> str: return self.title.upper()
class Names(pydantic.RootModel[List[str]]): pass
class Page(pydantic.BaseModel):
    url: pydantic.HttpUrl
@driver.operation
def decode(call):
    todo = call.argument("todo", Todo)
    return [type(todo.owner).__name__, type(todo.due).__name__]
driver.operation("many", lambda call: [type(one).__name__ for one in call.argument("owners", List[Owner])])
driver.operation("echo", lambda call: {"a": [call.argument("todo", Todo)]})
driver.operation("names", lambda call: Names(["a"]))
driver.operation("page", lambda call: [Page(url="http://a/")])
driver.run()
"""


@needs("pydantic")
class PydanticTests(unittest.TestCase):
    TODO = {"title": "t", "owner": OWNER, "due": "2024-01-02T03:04:05Z", "extra": {"a": None}}

    @classmethod
    def setUpClass(cls):
        cls.driver = Driver(PYDANTIC).__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.driver.__exit__()

    def test_models_are_made_of_their_members(self):
        self.assertEqual(self.driver.outcome("decode", {"todo": self.TODO}), {"success": ["Owner", "datetime"]})
        self.assertEqual(self.driver.outcome("many", {"owners": [OWNER]}), {"success": ["Owner"]})

    def test_an_input_that_does_not_fit_says_where(self):
        for input, why in [
            ({**self.TODO, "owner": {}}, "input.todo.owner.name does not fit Todo: Field required"),
            ({**self.TODO, "parts": [OWNER, 1]}, "input.todo.parts[1] does not fit Todo: Input should be a valid dict"),
        ]:
            outcome = self.driver.outcome("decode", {"todo": input})
            self.assertEqual(outcome["unsupported"][: len(why)], why)

    def test_a_result_is_what_the_model_says_it_is_without_what_is_none(self):
        todo = {**self.TODO, "price": 1.1, "parts": [], "loud": "T"}
        self.assertEqual(self.driver.outcome("echo", {"todo": self.TODO}), {"success": {"a": [todo]}})
        self.assertEqual(self.driver.outcome("names"), {"success": ["a"]})

    def test_a_member_without_a_form_is_unsupported_and_says_where(self):
        why = "the result[0].url is an instance of HttpUrl, which cannot be converted to JSON: it stores no public attributes"
        self.assertEqual(self.driver.outcome("page")["unsupported"][: len(why)], why)
