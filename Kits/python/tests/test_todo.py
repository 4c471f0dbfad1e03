"""Both to-do clients under the contracts of specs/todo."""

import unittest

from .contracts import Judge, load
from .runner import FOLDER, ROOT, Runner, needs

SPECS = ROOT / "specs" / "todo"
# The runner sets these variables too: requests to other hosts go to a proxy that notices them.
PROXIES = {"http_proxy": "http://127.0.0.1:4", "https_proxy": "http://127.0.0.1:4", "no_proxy": "127.0.0.1,.invalid"}
ENVIRONMENT = {**PROXIES, **{name.upper(): value for name, value in PROXIES.items()}}


class TodoTests(Judge, unittest.TestCase):
    def run_all(self, script):
        ran = 0
        with Runner(FOLDER / script, environment=ENVIRONMENT) as driver:
            self.assertEqual(driver.hello()["operations"], ["createUser", "login", "createTodo", "todos", "deleteTodo"])
            for path in sorted(SPECS.glob("*.contract.json")):
                ran += self.judge(driver, load(path))
            self.assertEqual(driver.bye(), 0)
            self.assertEqual((driver.output, driver.errors()), ([b"\n"], ""))
        self.assertEqual(ran, 53)

    def test_the_client_on_urllib_keeps_the_contracts(self):
        self.run_all("urllib_driver.py")

    @needs("requests")
    def test_the_client_on_requests_keeps_the_contracts(self):
        self.run_all("requests_driver.py")
