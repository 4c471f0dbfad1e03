"""What operations are handed, and what they make of an input that is another one."""

import unittest

from .runner import Driver

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
                ("where", None, {"success": [7, "where", "loopback", "http://127.0.0.1:9", {}]}),
                ("argument", None, {"unsupported": "input is null, expected an object with the member x"}),
                ("argument", {}, {"unsupported": "input has no member x"}),
                ("argument", {"x": 1, "kind": "str"}, {"unsupported": "input.x is 1, expected str"}),
                ("argument", {"x": True, "kind": "int"}, {"unsupported": "input.x is true, expected int"}),
                ("argument", {"x": 0, "kind": "bool"}, {"unsupported": "input.x is 0, expected bool"}),
                ("argument", {"x": [1], "kind": "todo"}, {"unsupported": "input.x is [1], expected an object, for Todo"}),
                ("argument", {"x": {}, "kind": "todo"}, {"unsupported": "input.x has no member title"}),
                ("argument", {"x": {"title": "", "y": 1}, "kind": "todo"},
                 {"unsupported": "input.x has a member y, which Todo has not"}),
                ("plain", {"a": {"b": 4}}, {"success": 4}),
                ("plain", None, {"unsupported": "the operation itself raised TypeError: 'NoneType' object is not subscriptable (driver.py:14)"}),
                ("plain", {}, {"unsupported": "the operation itself raised KeyError: 'a' (driver.py:14)"}),
                ("later", {}, {"unsupported": "the operation itself raised KeyError: 'a' (driver.py:19)"}),
                ("refuses", None, {"unsupported": "not here"}),
                ("nobody", None, {"unsupported": True}),
            ]  # fmt: skip
            for operation, input, expected in cases:
                with self.subTest(operation=operation, input=input):
                    driver._next = 6 if operation == "where" else driver._next
                    self.assertEqual(driver.outcome(operation, input), expected)
            self.assertEqual(driver.outcome("clients")["failure"]["type"], "KeyError")
            self.assertIn("the operation itself raised TypeError", driver.outcome("arity")["unsupported"])
            outcome = driver.outcome("argument", {"x": "many", "kind": "decimal"})
            self.assertIn('input.x is "many", of which Decimal cannot be made', outcome["unsupported"])
