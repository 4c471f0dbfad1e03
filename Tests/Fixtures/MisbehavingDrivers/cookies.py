"""A client that keeps its cookies for all calls. With the argument "everywhere" it sends each cookie to every host."""
import http.cookiejar
import sys
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "Examples" / "python"))
from contract_driver import Driver  # noqa: E402

jar = http.cookiejar.CookieJar()
opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
driver = Driver("cookies")


@driver.operation("visit")
def visit(call):
    """Sends a request to each URL of the input: [the name of a base URL, or "", and a path]."""
    for name, path in call.input:
        request = urllib.request.Request((call.base_urls[name] if name else call.base_url) + path)
        if "everywhere" in sys.argv:
            cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)
            if cookies:
                request.add_unredirected_header("Cookie", cookies)
        opener.open(request).read()


driver.run()
