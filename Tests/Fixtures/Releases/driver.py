"""Releases of one client, each with the one change that its argument names. `base` is what they are compared with."""

import json
import pathlib
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Kits" / "python"))

from contract_run.driver import Driver

release = sys.argv[1]
driver = Driver("orders")


class OrderError(Exception):
    def __init__(self, status):
        super().__init__(f"status {status}")
        self.status = status


class HTTPFailure(OrderError):
    """The error of a release that has another name for it."""


def is_(name):
    return release == name


def send(base_url, method, path, headers, body=None):
    headers = {"User-Agent": "orders/2" if is_("user-agent") else "orders/1", "X-Api-Key": "key-" + "k" * 20, **headers}
    if is_("other-key"):
        headers["X-Api-Key"] = "key-" + "m" * 20
    if is_("key-elsewhere"):
        headers["Authorization"] = "Bearer " + headers.pop("X-Api-Key")
    if is_("cookie-dropped") is False:
        headers["Cookie"] = "lang=de"
    if is_("clock"):
        headers["X-Time"] = str(int(time.time()))
    if is_("uuid"):
        headers["X-Request-Id"] = str(uuid.uuid4())
    request = urllib.request.Request(base_url + path, method=method, headers=headers, data=body)
    for attempt in (1, 2):
        try:
            with urllib.request.urlopen(request) as response:
                return json.loads(response.read())
        except urllib.error.HTTPError as error:
            if is_("retry") and error.code >= 500 and attempt == 1:
                continue
            raise (HTTPFailure if is_("error-type") else OrderError)(error.code) from None


@driver.operation
def create(call):
    input = call.input
    if is_("endless"):
        pathlib.Path("started").touch()
        time.sleep(10_000)
    order = {"amount": input["amount"], "items": input["items"], "customer": {"name": input["name"], "note": None}}
    headers = {"Content-Type": "application/json"}
    if is_("clock"):
        order["at"] = int(time.time())
    if is_("uuid"):
        order["id"] = str(uuid.uuid4())
    if is_("amount-as-text"):
        order["amount"] = str(order["amount"])
    if is_("item-inserted"):
        order["items"] = [{"sku": "gift"}] + order["items"]
    if is_("customer-gone"):
        del order["customer"]
    if is_("note-gone"):
        del order["customer"]["note"]
    body = json.dumps(order).encode()
    if is_("form"):
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        body = urllib.parse.urlencode({"amount": input["amount"]}).encode()
    path = "/v2/orders" if is_("path") else "/orders"
    created = send(call.base_url, "POST", path, headers, body)
    return {"id": str(created["id"]) if is_("result") else created["id"]}


@driver.operation
def search(call):
    input = call.input
    text = urllib.parse.quote(input["text"]) if is_("query-spelling") else urllib.parse.quote_plus(input["text"])
    path = f"/orders?q={text}&limit={20 if is_('query') else 10}"
    paths = ["/me", path]
    if is_("order"):
        paths.reverse()
    if is_("request-more"):
        paths.append("/flags")
    answers = [send(call.base_url, "GET", path, {}) for path in paths]
    return answers[0] if is_("order") else answers[1]


driver.run()
