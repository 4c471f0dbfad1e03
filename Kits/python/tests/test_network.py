"""How the kit describes each network fault, for the standard library, requests, httpx and aiohttp."""

import threading
import unittest

from .runner import Driver, needs
from .server import Refused, Server, answer, resets, sends


URLLIB = """
import urllib.request
driver = Driver()
@driver.operation
def get(call):
    with urllib.request.urlopen(call.base_url + "/x", timeout=call.input or 5) as response:
        return response.read()
driver.run()
"""
HTTP_CLIENT = """
import http.client, urllib.parse
driver = Driver()
@driver.operation
def get(call):
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(call.base_url).netloc, timeout=call.input or 5)
    connection.request("GET", "/x")
    return connection.getresponse().read()
driver.run()
"""
REQUESTS = """
import requests
driver = Driver()
driver.operation("get", lambda call: requests.get(call.base_url + "/x", timeout=call.input or 5).content)
driver.run()
"""
HTTPX = """
import httpx
driver = Driver()
driver.operation("get", lambda call: httpx.get(call.base_url + "/x", timeout=call.input or 5).content)
driver.run()
"""
AIOHTTP = """
import aiohttp
driver = Driver()
@driver.operation
async def get(call):
    timeout = aiohttp.ClientTimeout(total=call.input or 5)
    async with aiohttp.ClientSession(timeout=timeout) as session:
        async with session.get(call.base_url + "/x") as response:
            return await response.read()
driver.run()
"""
GZIP = [("Content-Encoding", "gzip")]


class Network:
    """Tests for a driver that fetches the base URL. `text` is the driver's code."""

    text = ""

    @classmethod
    def setUpClass(cls):
        cls.driver = Driver(cls.text).__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.driver.__exit__()

    def failure(self, serve, input=None, scheme="http"):
        with serve if not callable(serve) else Server(serve) as server:
            failure = self.driver.outcome("get", input, base_url=server.url.replace("http", scheme, 1))["failure"]
        self.assertIn("message", failure)
        return failure

    def told(self, expected, *arguments, **named):
        failure = self.failure(*arguments, **named)
        self.assertEqual((failure["category"], failure.get("domain"), failure.get("code")), expected, failure)

    def network(self, code, *arguments, **named):
        self.told(("network", "NSURLErrorDomain", code), *arguments, **named)

    def silent(self, data=b""):
        release = threading.Event()
        self.addCleanup(release.set)

        def serve(connection):
            connection.sendall(data)
            release.wait()

        return serve

    def test_refused(self):
        self.network(-1004, Refused())

    def test_reset_before_an_answer(self):
        self.network(-1005, resets())

    def test_silence(self):
        self.network(-1001, self.silent(), 0.2)

    def test_silence_in_the_head(self):
        self.network(-1001, self.silent(b"HTTP/1.1 200 OK\r\nContent-"), 0.2)

    def test_silence_in_the_body(self):
        self.network(-1001, self.silent(answer(200, b"0123456789", cut=4)), 0.2)

    def test_closed_without_an_answer(self):
        self.network(-1011, sends(b""))

    def test_closed_in_the_status_line(self):
        self.network(-1011, sends(b"HTTP/1.1 2"))

    def test_not_http(self):
        self.network(-1002, sends(b"SSH-2.0-OpenSSH_9.2\r\n"))

    def test_a_status_line_without_a_status(self):
        self.network(-1002, sends(b"HTTP/1.1 none\r\n\r\n"))

    def test_cut_by_a_close_in_the_body(self):
        self.network(-1, sends(answer(200, b"0123456789", cut=4)))

    def test_a_chunk_that_is_none(self):
        self.network(-1, sends(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"))

    def test_a_head_that_cannot_be_read(self):
        self.network(-1017, sends(b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 200 + b"\r\n"))


class HTTPClientTests(Network, unittest.TestCase):
    text = HTTP_CLIENT

    def test_reset_in_the_body(self):
        # The reset comes after the bytes that were read, and the error code depends on the system.
        self.assertEqual(self.failure(resets(answer(200, b"0123456789", cut=4)))["category"], "network")

    def test_types_are_told(self):
        self.assertEqual(self.failure(Refused())["type"], "ConnectionRefusedError")
        self.assertEqual(self.failure(sends(b""))["type"], "RemoteDisconnected")


class URLLibTests(Network, unittest.TestCase):
    text = URLLIB

    def test_name_not_found(self):
        with Server(sends(b"")) as server:
            url = server.url.replace("127.0.0.1", "nowhere.invalid")
            failure = self.driver.outcome("get", base_url=url)["failure"]
        self.assertEqual((failure["category"], failure["code"]), ("network", -1003))
        self.assertEqual((failure["type"], failure["underlying"]["type"]), ("URLError", "gaierror"))

    def test_tls_asked_of_what_is_none(self):
        self.network(-1200, Server(sends(b"HTTP/1.1 400 Bad Request\r\n\r\n"), reads=False), scheme="https")

    def test_a_scheme_that_it_does_not_know(self):
        failure = self.driver.outcome("get", base_url="htp://127.0.0.1")["failure"]
        self.assertEqual((failure["category"], failure["code"]), ("invalidRequest", -1000))

    def test_an_address_with_a_space(self):
        failure = self.driver.outcome("get", base_url="http://127.0.0.1:1/a b")["failure"]
        self.assertEqual((failure["category"], failure["code"]), ("invalidRequest", -1000))

    def test_urls_that_cannot_be_parsed(self):
        for url in ["http://[::1", "http://[x]", "127.0.0.1", ""]:
            with self.subTest(url):
                failure = self.driver.outcome("get", base_url=url)["failure"]
                self.assertEqual((failure["category"], failure.get("code")), ("invalidRequest", -1000))

    def test_a_status(self):
        failure = self.failure(sends(answer(503)))
        self.assertEqual((failure["category"], failure["type"], failure["payload"]), ("status", "HTTPError", 503))
        self.assertNotIn("code", failure)


@needs("requests")
class RequestsTests(Network, unittest.TestCase):
    text = REQUESTS

    def test_cut_by_a_close_in_the_body(self):
        import urllib3

        cut = sends(answer(200, b"0123456789", cut=4))
        if urllib3.__version__.startswith("1."):  # version 1 does not check the length of the body
            with Server(cut) as server:
                outcome = self.driver.outcome("get", base_url=server.url)
            self.assertEqual(outcome, {"success": {"base64": "MDEyMw=="}})
        else:
            self.network(-1, cut)

    def test_name_not_found(self):
        failure = self.driver.outcome("get", base_url="http://nowhere.invalid:80")["failure"]
        self.assertEqual((failure["category"], failure["code"]), ("network", -1003))
        self.assertEqual((failure["type"], failure["underlying"]["type"]), ("ConnectionError", "MaxRetryError"))

    def test_tls_asked_of_what_is_none(self):
        self.network(-1200, Server(sends(b"HTTP/1.1 400 Bad Request\r\n\r\n"), reads=False), scheme="https")

    def test_gzip_that_is_none(self):
        self.told(("decoding", "NSURLErrorDomain", -1016), sends(answer(200, b"not gzip", GZIP)))

    def test_redirected_for_ever(self):
        self.network(-1007, sends(answer(302, b"", [("Location", "/x"), ("Connection", "close")])))

    def test_addresses_that_are_none(self):
        for url in ["htp://127.0.0.1", "127.0.0.1", "http://"]:
            with self.subTest(url):
                failure = self.driver.outcome("get", base_url=url)["failure"]
                self.assertEqual((failure["category"], failure["code"]), ("invalidRequest", -1000))


@needs("httpx")
class HTTPXTests(Network, unittest.TestCase):
    text = HTTPX

    def network(self, code, *arguments, **named):
        # httpx has one exception for everything that can be wrong with a response.
        super().network(code, *arguments, **named) if code in (-1004, -1005, -1001) else self.unclear(*arguments)

    def unclear(self, serve):
        self.told(("network", None, None), serve)

    def test_a_head_that_cannot_be_read(self):
        self.unclear(sends(b"HTTP/1.1 200 OK\r\nA\r\n\r\n"))

    def test_each_error_inside_is_one_of_the_network(self):
        failure = self.failure(sends(b"SSH-2.0-OpenSSH_9.2\r\n\r\n"))
        while failure:
            self.assertEqual(failure["category"], "network", failure)
            failure = failure.get("underlying")

    def test_gzip_that_is_none(self):
        self.told(("decoding", "NSURLErrorDomain", -1016), sends(answer(200, b"not gzip", GZIP)))


@needs("aiohttp")
class AIOHTTPTests(Network, unittest.TestCase):
    text = AIOHTTP

    def test_a_chunk_that_is_none(self):
        failure = self.failure(sends(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"))
        self.assertEqual(failure["category"], "network")

    def test_a_head_that_cannot_be_read(self):
        self.network(-1017, sends(b"HTTP/1.1 200 OK\r\nA\r\n\r\n"))
