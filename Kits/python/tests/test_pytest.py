"""The plugin for pytest, in a folder with two contracts and a test of its own."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

from .runner import CONTRACT_RUN, KIT, ROOT, needs, needs_contract_run

STATIC = ROOT / "Tests" / "Fixtures" / "Static"


@needs("pytest")
@needs_contract_run
class PytestTests(unittest.TestCase):
    environment = {}  # variables of a test's own

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        (self.folder / "specs").mkdir()
        self.write("driver.sh", (STATIC / "driver.sh").read_text())
        self.write("test_own.py", "def test_own(): pass\n")
        contract = json.loads((STATIC / "thing.contract.json").read_text())
        self.write("specs/a.contract.json", json.dumps(contract, indent=2))
        contract["scenarios"].append(
            {"name": "not yet", "skip": "the server has no such thing", "response": {"kind": "valid"}, "expect": {"success": 1}}
        )
        self.write("specs/b.contract.json", json.dumps(contract, indent=2))
        self.configure()

    def write(self, path, text):
        (self.folder / path).write_text(text)

    def edit(self, path, old, new):
        text = (self.folder / path).read_text()
        self.assertIn(old, text)
        self.write(path, text.replace(old, new))

    def configure(self, top={}, **members):
        client = {"name": "things", "specs": ["specs"], "driver": ["sh", "driver.sh"], **members}
        self.write("contract-run.json", json.dumps({"clients": [client], **top}))

    def break_client(self):
        """From now on, the client fails with every response."""
        self.edit("driver.sh", "*'\"status\":200'*", "*nothing*")

    def run_pytest(self, *arguments, program=CONTRACT_RUN, **counts):
        """Runs pytest, and compares the counts in its last line."""
        environment = {**os.environ, **self.environment, "PYTHONPATH": str(KIT), "CONTRACT_RUN_BINARY": str(program), "COLUMNS": "200"}
        # Not the plugin of a wheel that is installed beside pytest.
        plugin = ["-p", "no:contract_run", "-p", "contract_run.pytest_plugin"]
        command = [sys.executable, "-m", "pytest", *plugin, "-rA", "--color=no", *arguments]
        ended = subprocess.run(
            command, cwd=self.folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
        )
        last = ended.stdout.strip().splitlines()[-1]
        for name, count in counts.items():
            if count:
                self.assertRegex(last, rf"\b{count} {name}", ended.stdout)
            else:
                self.assertNotIn(name, last)
        self.status = ended.returncode
        return ended.stdout

    def test_nothing_is_collected_without_being_asked(self):
        text = self.run_pytest(passed=1)
        self.assertNotIn("contract", text.split("test session starts")[1].split("\n", 8)[-1])
        # A path of the command line is all that runs.
        self.run_pytest("--contracts", "test_own.py", passed=1)

    def test_runs_write_no_summary_on_github(self):
        summary = self.folder / "summary.md"
        self.environment = {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(summary)}
        self.run_pytest("--contracts", passed=5, skipped=1)
        self.assertFalse(summary.exists())

    def test_each_scenario_is_an_item(self):
        text = self.run_pytest("--contracts", passed=5, skipped=1)
        self.assertIn("PASSED specs/a.contract.json::things/a/found", text)
        self.assertRegex(text, r"SKIPPED \[1\] specs/b.contract.json:[0-9]+: the server has no such thing")
        self.write("pytest.ini", "[pytest]\ncontract_run = true\n")
        self.run_pytest(passed=5, skipped=1)
        self.write("pytest.ini", "[pytest]\ncontract_run = contract-run.json\n")
        self.run_pytest(passed=5, skipped=1)

    def test_the_driver_starts_once_for_all_whole_contracts(self):
        self.write("driver.sh", "echo started >>starts\n" + (self.folder / "driver.sh").read_text())
        for arguments, starts in [([], 1), (["-x"], 2), (["-k", "a/"], 1), (["-k", "/found"], 2)]:
            (self.folder / "starts").unlink(missing_ok=True)
            self.run_pytest("--contracts", *arguments)
            self.assertEqual((self.folder / "starts").read_text(), "started\n" * starts, arguments)

    def test_selection(self):
        self.run_pytest("--contracts", "-k", "a/found", passed=1, deselected=5)
        self.run_pytest("--contracts", "specs/a.contract.json", passed=2)
        self.run_pytest("--contracts", "specs/a.contract.json::things/a/not found", passed=1)

    def test_a_failure_shows_the_report(self):
        self.break_client()
        text = self.run_pytest("--contracts", "--junitxml=out.xml", failed=2, passed=3, skipped=1)
        self.assertEqual(self.status, 1)
        for part in [
            "things/a/found\nspecs/a.contract.json:12\n", "unexpected outcome", "contract  ", "run it alone: ",
        ]:
            self.assertIn(part, text)
        self.assertNotIn("Traceback", text)
        cases = xml.etree.ElementTree.parse(self.folder / "out.xml").getroot().iter("testcase")
        failed = {case.get("name"): case.find("failure") for case in cases if case.find("failure") is not None}
        self.assertEqual(set(failed), {"things/a/found", "things/b/found"})
        self.assertIn("unexpected outcome", failed["things/a/found"].text)
        self.run_pytest("--contracts", "--lf", failed=2)
        self.run_pytest("--contracts", "-x", failed=1)

    @needs("allure_pytest")
    def test_allure_has_a_failure_where_the_client_is_wrong_and_a_broken_test_where_nothing_is_known(self):
        def statuses():
            self.run_pytest("--contracts", f"--alluredir={self.folder / 'allure'}", "--clean-alluredir", "-k", "things/a")
            results = [json.loads(path.read_text()) for path in (self.folder / "allure").glob("*-result.json")]
            return {result["name"]: result["status"] for result in results}

        self.break_client()
        self.assertEqual(statuses(), {"things/a/found": "failed", "things/a/not found": "passed"})
        self.write("driver.sh", "exit 7\n")
        self.assertEqual(statuses(), {"things/a/found": "broken", "things/a/not found": "broken"})
        (self.folder / "driver.sh").unlink()
        self.write("newer", f"#!/bin/sh\ncase $* in *list*) exec '{CONTRACT_RUN}' \"$@\" ;; esac\nexit 9\n")
        (self.folder / "newer").chmod(0o755)
        text = self.run_pytest("--contracts", program=self.folder / "newer", errors=5)
        self.assertIn("contract-run: exit status 9", text)
        self.assertNotIn("Traceback", text)

    @needs("pytest_timeout")
    def test_a_timeout_of_pytest_is_not_one_of_contracts(self):
        # A run that waits longer than the timeout, without depending on the speed of this machine.
        self.write("driver.sh", "echo started >>starts\nsleep 2\n" + (self.folder / "driver.sh").read_text())
        for method in ("signal", "thread"):
            (self.folder / "starts").unlink(missing_ok=True)
            self.run_pytest("--contracts", "specs", "--timeout=1", f"--timeout-method={method}", passed=4, skipped=1)
            self.assertEqual((self.folder / "starts").read_text(), "started\n")

    @needs("pytest_rerunfailures")
    def test_what_is_tried_again_runs_again(self):
        self.write("driver.sh", "echo started >>starts\n" + (self.folder / "driver.sh").read_text())
        self.break_client()
        self.run_pytest("--contracts", "--reruns=2", "-k", "a/found", "--junitxml=out.xml", failed=1, rerun=2)
        self.assertEqual((self.folder / "starts").read_text(), "started\n" * 3)
        # Each try is a case of its own.
        cases = xml.etree.ElementTree.parse(self.folder / "out.xml").getroot().iter("testcase")
        self.assertEqual([len(list(case.iter("property"))) for case in cases], [1, 1, 1])
        # The second time, the client is right.
        right = (STATIC / "driver.sh").read_text()
        self.write("right.sh", right)
        self.write("driver.sh", "if [ -e once ]; then . ./right.sh; exit; fi\ntouch once\n" + right)
        self.break_client()
        self.run_pytest("--contracts", "--reruns=1", passed=5, skipped=1, rerun=2, failed=0)

    def test_ignored_paths_do_not_run(self):
        for option in ("--ignore=specs/a.contract.json", "--ignore-glob=*/a.contract.json"):
            text = self.run_pytest("--contracts", option, passed=3, skipped=1)
            self.assertNotIn("things/a/", text)
        for option in ("--ignore=specs", f"--ignore={self.folder / 'specs'}", "--ignore-glob=sp*"):
            self.run_pytest("--contracts", option, passed=1, skipped=0)

    @needs("xdist")
    def test_workers(self):
        self.break_client()
        self.run_pytest("--contracts", "-n", "2", failed=2, passed=3, skipped=1)

    def test_variations(self):
        for name in "ab":
            self.edit(f"specs/{name}.contract.json", '"contract": 1,', '"contract": 1, "variations": {"statusError": {"failure": "status"}},')
        text = self.run_pytest("--contracts", "--contract-variations")
        self.assertRegex(text, r"PASSED specs/a\.contract\.json::things/a/found \[status 500\]")
        self.assertNotIn("ERROR", text)
        item = "specs/a.contract.json::things/a/found"
        self.run_pytest("--contracts", "--contract-variations", item, f"{item} [status 500]", passed=2)
        self.run_pytest("--contracts", "--contract-variations", f"{item} [status 500]", passed=1)
        self.edit("driver.sh", "*'\"status\":200'*", "*'\"status\":200'*|*'\"status\":500'*")
        text = self.run_pytest("--contracts", "--contract-variations")
        self.assertRegex(text, r"FAILED specs/a\.contract\.json::things/a/found \[status 500\]")
        self.assertRegex(text, r"PASSED specs/a\.contract\.json::things/a/found \[status 503\]")

    def test_variations_that_the_transport_of_the_driver_does_not_have_are_skipped(self):
        for name in "ab":
            self.edit(f"specs/{name}.contract.json", '"contract": 1,', '"contract": 1, "variations": true,')
        text = self.run_pytest("--contracts", "--contract-variations")
        self.assertNotIn("ERROR", text)
        self.assertRegex(text, r"SKIPPED \[\d+\] specs/a\.contract\.json:\d+: memory does not have this variation")

    def test_each_client_is_built_for_each_run(self):
        other = {"name": "others", "specs": ["specs/b.contract.json"], "driver": ["sh", "built.sh"]}
        things = {"name": "things", "specs": ["specs/a.contract.json"], "driver": ["sh", "driver.sh"], "build": ["true"]}
        build = {"build": ["cp", "driver.sh", "built.sh"]}
        self.write("contract-run.json", json.dumps({"clients": [things, {**other, **build}]}))
        self.run_pytest("--contracts", "-x", passed=5, skipped=1)
        build = {"build": ["sh", "-c", "echo no such module >&2; exit 1"]}
        self.write("contract-run.json", json.dumps({"clients": [{**other, "specs": ["specs"], **build}]}))
        text = self.run_pytest("--contracts", "-k", "/found", passed=0, errors=2)
        self.assertIn("no such module", text)

    def test_known_issues(self):
        self.configure({"accepted": "known.json"})
        self.break_client()
        entry = {"contract": "a", "scenario": "found", "failure": {"code": "mismatch"}, "because": "it reads nothing"}
        self.write("known.json", json.dumps([entry, {**entry, "contract": "b"}]))
        text = self.run_pytest("--contracts", xfailed=2, passed=3, skipped=1)
        self.assertEqual(self.status, 0)
        self.assertIn("it reads nothing", text)
        # As soon as the client is right, the entry fails its item.
        self.write("driver.sh", (STATIC / "driver.sh").read_text())
        text = self.run_pytest("--contracts", failed=2, passed=3, skipped=1)
        self.assertIn("remove this known issue", text)

    def test_what_cannot_be_judged_is_an_error(self):
        self.write("driver.sh", "exit 7\n")
        text = self.run_pytest("--contracts", passed=1, errors=4, skipped=1)
        self.assertIn("could not be started", text)

    def test_a_broken_configuration_stops_pytest(self):
        self.write("contract-run.json", "{")
        text = self.run_pytest("--contracts")
        self.assertEqual(self.status, 4)
        self.assertIn("contract-run.json:1:2", text)
        (self.folder / "contract-run.json").unlink()
        self.assertIn("there is no contract-run.json", self.run_pytest("--contracts"))
        self.assertEqual(self.status, 4)
        self.write("pytest.ini", "[pytest]\ncontract_run = other.json\n")
        self.assertIn("other.json: error: ", self.run_pytest())
        self.assertEqual(self.status, 4)

    def test_a_missing_program_stops_pytest(self):
        text = self.run_pytest("--contracts", program="/nowhere")
        self.assertEqual(self.status, 4)
        self.assertIn("CONTRACT_RUN_BINARY is '/nowhere', which is not an executable program", text)

    def test_a_program_of_another_version_is_refused(self):
        self.write(
            "newer",
            f"#!/bin/sh\n'{CONTRACT_RUN}' \"$@\" || exit\n"
            "for word; do case $word in json=*) sed -i.bak 's/\"format\": *1/\"format\": 2/' \"${word#json=}\" ;; esac; done\n",
        )
        (self.folder / "newer").chmod(0o755)
        text = self.run_pytest("--contracts", program=self.folder / "newer", passed=1, errors=5)
        self.assertIn("its JSON report has the format 2, but this plugin reads 1", text)
        for script, expected in [
            ("echo '[{}]'", "does not answer as this plugin expects (KeyError: 'id'): install"),
            ("echo garbage", "does not answer as this plugin expects (JSONDecodeError: "),
            ("kill -9 $$", "contract-run: the signal 9 ended it"),
        ]:
            self.write("newer", f"#!/bin/sh\n{script}\n")
            text = self.run_pytest("--contracts", program=self.folder / "newer")
            self.assertEqual(self.status, 4, text)
            self.assertIn(expected, text)

    def test_a_contract_that_changes_after_it_was_collected_does_not_pass(self):
        self.write(
            "conftest.py",
            "def pytest_collection_finish(session):\n"
            "    path = session.config.rootpath / 'specs/a.contract.json'\n"
            "    path.write_text(path.read_text().replace('\"found\"', '\"another\"'))\n",
        )
        text = self.run_pytest("--contracts", error=1)
        self.assertIn("things/a/found: the contract changed after it was collected", text)
