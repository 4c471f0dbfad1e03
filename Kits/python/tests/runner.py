"""A runner that a test controls, and that checks every message of a driver against the published schema."""

import importlib.util
import json
import os
import pathlib
import queue
import re
import subprocess
import sys
import tempfile
import threading
import unittest

try:
    import jsonschema
except ImportError:
    jsonschema = None

KIT = pathlib.Path(__file__).resolve().parent.parent
ROOT = KIT.parent.parent
FOLDER = ROOT / "Examples" / "python"  # with clients, and the kit as the file contract_driver.py
SCHEMA = ROOT / "docs" / "driver-protocol.schema.json"
CONTRACT_RUN = ROOT / ".build" / "debug" / "contract-run"
PATIENCE = 30  # seconds until a test gives up on a driver
NAMES = ("hello", "request", "result", "completedTwice")


def _validator():
    if jsonschema is None:
        print("skipped: checking messages against docs/driver-protocol.schema.json (no jsonschema)", file=sys.stderr)
        return None
    schema = json.loads(SCHEMA.read_text())
    return jsonschema.Draft202012Validator({**schema, "anyOf": [{"$ref": "#/$defs/fromDriver"}]})


VALIDATOR = _validator()


_reported = set()


def _unless(is_there, what, how):
    """Skips a test if something is missing, and prints that once, because unittest itself does not print the reason."""
    if not is_there and what not in _reported:
        _reported.add(what)
        print(f"skipped: the tests that need {what}; it is missing: {how}", file=sys.stderr)
    return unittest.skipUnless(is_there, f"{what} is missing: {how}")


def needs(package):
    return _unless(importlib.util.find_spec(package), package, f"pip install {package}")


def needs_contract_run(test):
    return _unless(CONTRACT_RUN.exists(), "contract-run", "swift build --product contract-run")(test)


def _unique(pairs):
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names)), f"duplicate member: {names}"
    return dict(pairs)


class Runner:
    """A driver process, seen from the runner's side. Use it in a `with` statement."""

    def __init__(self, script, *arguments, environment=None, python=sys.executable):
        self._messages = queue.Queue()
        self.output = []
        own = {"PYTHONPATH": str(FOLDER), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUNBUFFERED": ""}
        # The driver must not use a proxy that this machine has configured.
        inherited = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
        environment = {**inherited, **own, **(environment or {})}
        self.process = subprocess.Popen(
            [python, str(script), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
        )
        self._errors = []
        self._threads = [threading.Thread(target=read, daemon=True) for read in (self._read, self._read_errors)]
        for thread in self._threads:
            thread.start()
        self._next = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.wait()

    def _read(self):
        for line in self.process.stdout:
            try:
                message = json.loads(line, object_pairs_hook=_unique)
            except ValueError:
                message = None
            if isinstance(message, dict) and len(message) == 1 and next(iter(message)) in NAMES:
                self.last_line = line
                self._messages.put(message)
            else:
                self.output.append(line)
        self._messages.put(None)

    def _read_errors(self):
        for line in self.process.stderr:
            self._errors.append(line)

    def write(self, **message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def take(self):
        """Returns the next message of any kind."""
        message = self._messages.get(timeout=PATIENCE)
        assert message is not None, "the driver ended: " + self.errors()
        if VALIDATOR is not None:
            VALIDATOR.validate(message)
        return message

    def read(self, name):
        """Returns the content of the next message, which must have this name."""
        message = self.take()
        assert message.keys() == {name}, f"expected {name}, got {message}"
        return message[name]

    def hello(self):
        self.write(hello={"protocol": 1, "runner": "tests"})
        return self.read("hello")

    def begin(self, operation, input=None, transport="loopback", base_url="http://127.0.0.1:4", answers=None):
        (id,) = self.begin_all([operation], input, transport, base_url, answers)
        return id

    def begin_all(
        self, operations, input=None, transport="memory", base_url="http://127.0.0.1:4", answers=None, group=None
    ):
        """Writes calls with the same members in one piece, all but the first ahead of their turn. Returns their ids."""
        ids = range(self._next + 1, self._next + 1 + len(operations))
        self._next += len(operations)
        members = {"transport": transport, "baseURL": base_url, "baseURLs": {}, "input": input}
        if answers is not None:
            members["answers"] = answers
        if group is not None:
            members["group"] = group
        calls = [{"call": {"id": id, "operation": one, **members}} for id, one in zip(ids, operations)]
        self.process.stdin.write(b"".join(json.dumps(call).encode() + b"\n" for call in calls))
        self.process.stdin.flush()
        return list(ids)

    def call(self, *arguments, **named):
        """Runs a call and returns its whole result."""
        id = self.begin(*arguments, **named)
        result = self.read("result")
        assert result["id"] == id, result
        return result

    def outcome(self, *arguments, **named):
        return self.call(*arguments, **named)["outcome"]

    def bye(self):
        """Sends `bye` and returns the driver's exit status."""
        self.write(bye={})
        return self.wait()

    def wait(self):
        status = self.process.wait(PATIENCE)
        for thread in self._threads:
            thread.join(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                pipe.close()
            except BrokenPipeError:
                pass
        return status

    def errors(self):
        """Returns what the driver wrote to standard error, without marks. It is complete when the driver has ended."""
        return "".join(text for _, text in self.marked())

    def marked(self):
        """Returns the ids of the marks on standard error, each with the text after it. The first id is None."""
        parts = re.split("\x1econtract-run call (\\d+)\n", b"".join(self._errors).decode(errors="replace"))
        return [(None, parts[0])] + [(int(id), text) for id, text in zip(parts[1::2], parts[2::2])]


class Driver(Runner):
    """A driver with this code after `from contract_driver import *`. It has already sent its hello."""

    def __init__(self, text, **named):
        self._folder = tempfile.TemporaryDirectory()
        script = pathlib.Path(self._folder.name, "driver.py")
        script.write_text("from contract_driver import *\n" + text)
        super().__init__(script, **named)
        try:
            self.said = self.hello()
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *arguments):
        super().__exit__(*arguments)
        self._folder.cleanup()
