"""A client that allows http for this machine only, because its API must have TLS. It keeps its cookies for all calls.

With the argument "all" it looks at each base URL, and otherwise at its own. Two others are wrong, but not about hosts
of this machine: with "equal" it allows only one host for all base URLs, and with a number its first calls fail."""
import http.cookiejar
import sys
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "Examples" / "python"))
from contract_driver import Driver  # noqa: E402

opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
driver = Driver("localhost_only", in_flight=4)


def check(url):
    if urlsplit(url).scheme != "https" and urlsplit(url).hostname not in ("127.0.0.1", "localhost"):
        raise ValueError("https is required")


@driver.operation("visit")
def visit(call):
    """Sends a request to each URL of the input: [the name of a base URL, or "", and a path]."""
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    if word == "equal":
        if len({urlsplit(url).hostname for url in [call.base_url, *call.base_urls.values()]}) > 1:
            raise ValueError("all base URLs must have one host")
    elif word.isdigit():
        with open("calls", "a") as calls:
            calls.write("x")
        if Path("calls").stat().st_size <= int(word):
            raise ValueError("not warm yet")
    else:
        for url in [call.base_url] + (list(call.base_urls.values()) if word == "all" else []):
            check(url)
    for name, path in call.input:
        request = urllib.request.Request((call.base_urls[name] if name else call.base_url) + path)
        request.add_unredirected_header("X-Api-Key", "k-1234567890")
        opener.open(request, timeout=60).read()


driver.run()
