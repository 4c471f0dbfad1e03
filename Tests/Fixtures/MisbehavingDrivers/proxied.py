"""A client that reads HTTP_PROXY and HTTPS_PROXY, and knows no NO_PROXY. With the argument "leaks" a redirect gets its
key, and with "away" it asks another host first."""
import os
import sys
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "Examples" / "python"))
from contract_driver import Driver  # noqa: E402

for name in ("no_proxy", "NO_PROXY"):
    os.environ.pop(name, None)
driver = Driver("proxied")


@driver.operation("get")
def get(call):
    if "away" in sys.argv:
        try:
            urllib.request.urlopen("http://example.invalid/", timeout=60)
        except OSError:
            pass
    request = urllib.request.Request(call.base_url + "/thing", headers={"User-Agent": "proxied"})
    (request.add_header if "leaks" in sys.argv else request.add_unredirected_header)("X-Api-Key", "k-1234567890")
    with urllib.request.urlopen(request, timeout=1) as answer:
        return answer.read().decode()


driver.run()
