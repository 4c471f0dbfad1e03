"""The kit as a file: what it imports, and whether its README is correct."""

import ast
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from .contracts import Judge
from .runner import CONTRACT_RUN, FOLDER, KIT, Runner, needs, needs_contract_run
from .server import Server, answer, sends

DRIVER = KIT / "contract_run" / "driver.py"
ALLOWED = set("""
    asyncio base64 collections dataclasses datetime decimal enum errno fractions functools gc http inspect json math os pathlib queue
    re socket ssl sys threading time traceback types typing uuid
""".split())


class KitTests(unittest.TestCase):
    def test_everything_parses_as_python_3_9(self):
        for path in sorted(FOLDER.glob("*.py")) + sorted(KIT.glob("*/*.py")):
            with self.subTest(path.name):
                ast.parse(path.read_text(), feature_version=(3, 9))

    def test_it_needs_the_standard_library_alone(self):
        imported = set()
        for node in ast.walk(ast.parse(DRIVER.read_text())):
            if isinstance(node, ast.Import):
                imported.update(name.name.split(".")[0] for name in node.names)
            elif isinstance(node, ast.ImportFrom):
                imported.add(node.module.split(".")[0])
        self.assertEqual(imported - ALLOWED, set())

    def test_it_loads_no_network_until_it_is_needed(self):
        script = "import sys, contract_driver; print([name for name in ('asyncio', 'ssl', 'http', 'urllib.request') if name in sys.modules])"
        loaded = subprocess.run([sys.executable, "-c", script], cwd=FOLDER, stdout=subprocess.PIPE, check=True).stdout
        self.assertEqual(loaded.decode().strip(), "[]")


def blocks():
    """Returns the files in the README by name. The name follows the language of a code block."""
    found = {}
    for indent, name, text in re.findall(
        r"^( *)```\w+ (\S+)\n(.*?)^ *```$", (KIT / "README.md").read_text(), re.M | re.S
    ):
        found[name] = re.sub("^" + indent, "", text, flags=re.M)
    return found


class ReadMeTests(Judge, unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.blocks = blocks()
        (self.folder / "specs").mkdir()
        shutil.copy(DRIVER, self.folder / "contract_driver.py")
        for name in ["shop.py", "shop_driver.py", "specs/price.contract.json"]:
            (self.folder / name).write_text(self.blocks[name])

    def test_the_five_minutes(self):
        with Runner(self.folder / "shop_driver.py", environment={"PYTHONPATH": ""}) as driver:
            driver.hello()
            self.assertEqual(self.judge(driver, json.loads(self.blocks["specs/price.contract.json"])), 5)
            self.assertEqual(driver.bye(), 0)

    @needs_contract_run
    def test_the_five_minutes_with_contract_run(self):
        path = {**os.environ, "PATH": f"{CONTRACT_RUN.parent}:{os.environ['PATH']}"}

        def run(*arguments):
            ran = subprocess.run(["contract-run", *arguments], cwd=self.folder, env=path, stdout=subprocess.PIPE)
            return ran.returncode, ran.stdout.decode()

        status, text = run("check", "--", "python3", "shop_driver.py")
        self.assertEqual((status, text.splitlines()[-1].split(":")[0]), (0, "✓ the driver follows the protocol"), text)
        arguments = ["--transport", "loopback", "specs", "--", "python3", "shop_driver.py"]
        status, text = run(*arguments)
        self.assertEqual(status, 0, text)
        self.assertRegex(text, r"✓ price .* 5 passed ")
        client = self.folder / "shop.py"
        for whole, broken in [("/prices/", "/price/"), ("except urllib.error.HTTPError", "except ZeroDivisionError")]:
            client.write_text(self.blocks["shop.py"].replace(whole, broken))
            status, text = run(*arguments)
            self.assertEqual(status, 1, text)

    def test_the_handler(self):
        (self.folder / "handler.py").write_text(
            "from contract_driver import Driver\n"
            "class Shop:\n"
            "    def __init__(self, url): self.url = url\n"
            "    def price(self, article, on_success, on_error): on_success(article) if 'good' in self.url else on_error(KeyError())\n"
            "driver = Driver()\n" + self.blocks["handler"] + "driver.run()\n"
        )
        with Runner(self.folder / "handler.py") as driver:
            driver.hello()
            self.assertEqual(driver.outcome("price", base_url="http://good"), {"success": "tea"})
            self.assertEqual(driver.outcome("price")["failure"]["type"], "KeyError")

    @needs("requests")
    def test_the_adapter(self):
        text = (
            "import http.client, requests\nfrom contract_driver import Driver\nfrom todo_requests import TodoClient\n"
            + self.blocks["adapter"]
        )
        text += 'driver = Driver("adapter", transports=["memory", "loopback"])\n'
        text += 'driver.operation("todos", lambda call: TodoClient(call.base_url, session(call)).todos("t"))\ndriver.run()\n'
        (self.folder / "adapter.py").write_text(text)
        with Runner(self.folder / "adapter.py") as driver:
            driver.hello()
            id = driver.begin("todos", transport="memory", base_url="http://localhost:8080")
            request = driver.read("request")
            self.assertEqual((request["url"], request["timeout"]), ("http://localhost:8080/todos", 10))
            self.assertEqual((request["headers"]["Authorization"], request["unobserved"]), ("Bearer t", []))
            driver.write(response={"id": id, "n": 1, "status": 200, "body": {"text": '[{"id": 1, "title": "t"}]'}})
            self.assertEqual(driver.read("result")["outcome"], {"success": [{"title": "t", "id": 1}]})
            # The exceptions are those that clients on requests catch, also for https.
            id = driver.begin("todos", transport="memory", base_url="https://localhost")
            self.assertEqual(driver.read("request")["url"], "https://localhost/todos")
            error = {"domain": "NSURLErrorDomain", "code": -1004}
            driver.write(response={"id": id, "n": 1, "networkError": error})
            failure = driver.read("result")["outcome"]["failure"]
            inside = failure if failure["type"] == "ConnectionError" else failure["underlying"]
            self.assertEqual((inside["type"], inside["category"], inside["code"]), ("ConnectionError", "network", -1004))
            with Server(sends(answer(200, b"[]"))) as server:
                self.assertEqual(driver.outcome("todos", base_url=server.url), {"success": []})

    @needs("aiohttp")
    def test_the_session_on_aiohttp(self):
        text = (
            "import aiohttp\nfrom contract_driver import Driver\n"
            "class AsyncShop:\n"
            "    def __init__(self, session, url): self.session, self.url = session, url\n"
            "    async def price(self, article):\n"
            "        async with self.session.get(self.url + '/' + article) as response: return await response.json()\n"
            "driver = Driver()\n" + self.blocks["aiohttp"] + "driver.run()\n"
        )
        (self.folder / "sessions.py").write_text(text)
        with Runner(self.folder / "sessions.py") as driver:
            driver.hello()
            for price in (b"1", b"2"):
                with Server(sends(answer(200, price))) as server:
                    outcome = driver.outcome("price", {"article": "tea"}, base_url=server.url)
                    self.assertEqual(outcome, {"success": int(price)})
            self.assertEqual(driver.bye(), 0)
