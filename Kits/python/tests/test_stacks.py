"""The kit's table of exceptions, compared with the packages themselves, and what it makes of each HTTP stack's faults."""

import importlib
import importlib.util
import re
import sys
import threading
import unittest
import urllib.error

from contract_run import driver as kit

from .runner import KIT, ROOT, Runner, needs
from .server import Refused, Server, answer, resets, sends


def rows():
    """Returns the modules of the table, with the names of their exceptions."""
    found = {}
    for _, _, _, groups in kit._ROWS:
        for modules, names in (group.split(":") for group in groups.split(";")):
            for module in modules.split(","):
                found.setdefault(module.strip(), []).extend(names.split())
    return found


class TableTests(unittest.TestCase):
    def test_the_packages_have_each_name(self):
        missing = set()
        for module, names in rows().items():
            package = module.split(".")[0]
            if importlib.util.find_spec(package) is None:
                missing.add(package)
                continue
            try:
                home = importlib.import_module(module)
            except ImportError as error:
                if package in str(error):  # the package itself has no such module
                    raise
                missing.add(f"what {module} needs ({error})")
                continue
            if package == "urllib3" and importlib.import_module(package).__version__.startswith("1."):
                names = [name for name in names if name != "NameResolutionError"]  # since version 2
            for name in names:
                with self.subTest(f"{module}.{name}"):
                    kind = getattr(home, name)
                    self.assertTrue(issubclass(kind, BaseException))
                    # The kit finds it by these.
                    found = (kit._package(kind), kind.__name__)
                    if package in ("socket", "asyncio", "concurrent") and found[0] == "builtins":
                        continue  # another name of it, in this version of Python
                    self.assertIn(found, kit._KNOWN)
                    self.assertEqual(found, (package, name))
        if missing:
            print(f"skipped: the names of {', '.join(sorted(missing))}: not installed", file=sys.stderr)

    def test_a_name_is_in_one_row(self):
        for module, names in rows().items():
            self.assertEqual(len(names), len(set(names)), module)

    def test_modules_of_a_user_with_the_same_name_are_not_meant(self):
        kind = type("TimeoutError", (Exception,), {"__module__": "exceptions"})
        self.assertEqual(kit._known(kind()), (None, None))

    @needs("urllib3")
    def test_a_status_after_which_urllib3_gave_up(self):
        from urllib3.exceptions import MaxRetryError, ResponseError

        failure = kit._describe(MaxRetryError(None, "/", ResponseError("too many 503 error responses")), {})
        self.assertEqual((failure["category"], failure.get("payload")), ("status", 503))

    def test_an_error_while_a_status_is_handled_is_no_status(self):
        try:
            try:
                raise urllib.error.HTTPError("http://localhost", 404, "m", {}, None)
            except OSError:
                raise urllib.error.URLError("no answer")
        except OSError as error:
            self.assertEqual(kit._known(error), ("network", -1))

    def test_curls_numbers_are_those_of_the_shell(self):
        text = (ROOT / "Examples/shell/contract_driver.sh").read_text().split("\nnetwork() {")[1].split("\n}")[0]
        codes, categories = text.split("esac")[:2]
        shell = {}
        for numbers, code in re.findall(r"\(([\d| ]+)\) code=(-\d+)", codes):
            shell.update({int(number): ("network", int(code)) for number in numbers.split("|")})
        for numbers, category in re.findall(r"\(([\d| ]+)\) category=(\w+)", categories):
            shell.update({int(number): (category, shell.get(int(number), (0, None))[1]) for number in numbers.split("|")})
        self.assertGreater(len(shell), 12)
        self.assertEqual({number: kit._CURL.get(number) for number in shell}, shell)


BODY = b'{"id": 1, "name": "a"}'
# The faults, and what the kit makes of them in every stack unless it is said below.
EXPECTED = {
    "a value": None,
    "refused": ("network", -1004),
    "silence": ("network", -1001),
    "silence in the body": ("network", -1001),
    "reset": ("network", -1005),
    "closed": ("network", -1011),
    "closed in the body": ("network", -1),
    "no TLS": ("network", -1200),
    "status 404": ("status", 404),
    "status 503": ("status", 503),
    "not JSON": ("decoding", None),
    "gzip that is none": ("decoding", -1016),
}


class Stack:
    """Tests for a stack of stacks.py."""

    name = ""
    own = {}  # what differs from EXPECTED

    def test_faults(self):
        release = threading.Event()
        self.addCleanup(release.set)

        def silent(data=b""):
            return lambda connection: (connection.sendall(data), release.wait())

        gzip = [("Content-Encoding", "gzip")]
        faults = {
            "a value": sends(answer(200, BODY)),
            "silence": silent(),
            "silence in the body": silent(answer(200, BODY, cut=4)),
            "reset": resets(),
            "closed": sends(b""),
            "closed in the body": sends(answer(200, BODY, cut=4)),
            "no TLS": lambda connection: (connection.recv(1), connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")),
            "status 404": sends(answer(404, BODY)),
            "status 503": sends(answer(503, BODY)),
            "not JSON": sends(answer(200, BODY[:9])),
            "gzip that is none": sends(answer(200, b"this is not gzip", gzip)),
        }
        # A proxy that this machine has configured is not for these.
        with Runner(ROOT / "Kits/stacks/stacks.py", self.name, environment={}) as driver:
            driver.hello()
            for name, expected in {**EXPECTED, **self.own}.items():
                with self.subTest(name):
                    tls = name == "no TLS"
                    with Server(faults[name], reads=not tls) if name in faults else Refused() as server:
                        url = server.url.replace("http", "https", 1) if tls else server.url
                        outcome = driver.outcome("get", {"path": "/x"}, base_url=url)
                    failure = outcome.get("failure")
                    if failure is None:
                        self.assertEqual((expected, outcome["success"]), (None, {"id": 1, "name": "a"}))
                        continue
                    detail = failure.get("payload" if failure["category"] == "status" else "code")
                    self.assertEqual((failure["category"], detail), expected, failure)


UNCLEAR = ("network", None)  # one exception for all that can be wrong with an answer
PLAIN = ("decoding", None)


@needs("httpx2")
class HTTPX2Tests(Stack, unittest.TestCase):
    name = "httpx2"
    own = {"closed": UNCLEAR, "closed in the body": UNCLEAR}


@needs("niquests")
class NiquestsTests(Stack, unittest.TestCase):
    name = "niquests"
    own = {"closed": ("network", -1005)}


@needs("tornado")
class TornadoTests(Stack, unittest.TestCase):
    name = "tornado"
    own = {"closed": UNCLEAR, "closed in the body": UNCLEAR, "gzip that is none": UNCLEAR}


@needs("tornado")
@needs("pycurl")
class TornadoCurlTests(Stack, unittest.TestCase):
    name = "tornado_curl"


@needs("aiosonic")
class AiosonicTests(Stack, unittest.TestCase):
    name = "aiosonic"
    own = {"closed": ("network", -1)}


@needs("pycurl")
class PycurlTests(Stack, unittest.TestCase):
    name = "pycurl"
    own = {"gzip that is none": PLAIN}  # it does not decompress unless it is asked to


@needs("curl_cffi")
class CurlCFFITests(Stack, unittest.TestCase):
    name = "curl_cffi"


@needs("primp")
class PrimpTests(Stack, unittest.TestCase):
    name = "primp"
    own = {"gzip that is none": PLAIN}


@needs("rnet")
class RnetTests(Stack, unittest.TestCase):
    name = "rnet"
    own = {"gzip that is none": PLAIN}


@needs("pyreqwest")
class PyreqwestTests(Stack, unittest.TestCase):
    name = "pyreqwest"
    own = {"gzip that is none": PLAIN}


@needs("httplib2")
class Httplib2Tests(Stack, unittest.TestCase):
    name = "httplib2"


@needs("treq")
class TreqTests(Stack, unittest.TestCase):
    name = "treq"
    own = {"gzip that is none": PLAIN}  # the body is then empty, and no error is reported


@needs("aiohttp")
class AiohttpTests(Stack, unittest.TestCase):
    name = "aiohttp"


@needs("requests")
class RequestsTests(Stack, unittest.TestCase):
    name = "requests"


@needs("httpx")
class HTTPXTests(Stack, unittest.TestCase):
    name = "httpx"
    own = {"closed": UNCLEAR, "closed in the body": UNCLEAR}
