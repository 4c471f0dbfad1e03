"""Clients that write their input into requests, each with the one mistake that its operation is named after.

Those whose names end in `-right` make none. driver.mjs has the same clients.
"""

import contextlib
import datetime
import http.client
import json
import locale
import pathlib
import sys
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Kits" / "python"))

from contract_run.driver import Driver

driver = Driver("inputs")


def send(base_url, method, path, headers=None, body=None):
    address = urllib.parse.urlsplit(base_url).netloc
    with contextlib.closing(http.client.HTTPConnection(address, timeout=10)) as connection:
        text = json.dumps(body) if isinstance(body, dict) else body
        connection.request(method, path, body=text, headers=headers or {})
        return json.loads(connection.getresponse().read())


def find(base_url, given, mistake="right"):
    """Returns the items of a shop. All but the shop can be left out."""
    shop = given.get("shop")
    if mistake == "none-in-path":
        path = f"/shops/{shop}/items"
    elif not shop:
        raise ValueError("which shop?")
    else:
        path = f"/shops/{urllib.parse.quote(shop, safe='')}/items"
    query = {"limit": given.get("limit"), "active": given.get("active"), "tag": given.get("tags")}
    if mistake == "truthy":
        query = {name: value for name, value in query.items() if value}
    if mistake == "none-as-text":
        query = {name: str(value) if value is None else value for name, value in query.items()}
    if mistake == "strays" and query["limit"] is None:
        query["active"] = None
    items = [(name, str(one).lower() if isinstance(one, bool) else one)
             for name, value in query.items() if value is not None
             for one in (value if isinstance(value, list) else [value])]
    note = given.get("note")
    headers = {} if note is None else {"X-Note": note}
    return send(base_url, "GET", path + "?" + urllib.parse.urlencode(items), headers)


def save(base_url, given, mistake="right"):
    """Saves an item under its number."""
    number, item = given.get("id"), given.get("item")
    if number is None or item is None:
        raise ValueError("which item?")
    if mistake == "double":
        number = int(float(number))
        item = {name: float(value) if name == "count" and value is not None else value for name, value in item.items()}
    if mistake == "truthy":
        item = {name: value for name, value in item.items() if value}
    if mistake == "drops-null":
        item = {name: value for name, value in item.items() if value is not None}
    if mistake == "none-as-text":
        item = {name: str(value) if value is None else value for name, value in item.items()}
    if mistake == "one-as-text" and isinstance(item.get("tags"), list) and len(item["tags"]) == 1:
        item = {**item, "tags": item["tags"][0]}
    if mistake == "strays" and not item.get("hidden"):
        item = {name: value for name, value in item.items() if name not in ("maker",)}
    return send(base_url, "PUT", f"/items/{number}", {"Content-Type": "application/json"}, item)


def attach(base_url, given, mistake="right"):
    """Uploads what is known about a file, each value in a part of its own."""
    cart = given.get("cart")
    headers = {"Content-Type": "multipart/form-data; boundary=limit"}
    if cart is not None or mistake == "none-as-text":
        headers["Cookie"] = f"cart={cart}"
    parts = [(name, one) for name, key in (("title", "title"), ("rating", "rating"), ("label", "labels"))
             for value in [given.get(key)] for one in (value if isinstance(value, list) else [value])]
    details = given.get("details")
    parts.append(("details", details if details is None else json.dumps(details)))
    if mistake == "truthy":
        parts = [(name, value) for name, value in parts if value]
    if mistake == "strays" and given.get("rating") is None:
        parts = [(name, value) for name, value in parts if name != "details"]
    lines = [f'--limit\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
             for name, value in parts if value is not None or mistake == "none-as-text"]
    return send(base_url, "POST", "/files", headers, ("".join(lines) + "--limit--\r\n").encode())


def log(base_url, given, mistake="right"):
    """Logs an entry under the day in UTC."""
    time = datetime.datetime.fromtimestamp(given["at"], None if mistake == "local-day" else datetime.timezone.utc)
    amount = str(given["amount"])
    if mistake == "local-number":
        locale.setlocale(locale.LC_ALL, "")
        amount = locale.format_string("%.1f", given["amount"])
    body = {"key": given["title"].upper(), "day": time.date().isoformat(), "amount": amount}
    return send(base_url, "POST", "/entries", {"Content-Type": "application/json"}, body)


def add(client, mistake):
    driver.operation(f"{client.__name__}-{mistake}", lambda call: client(call.base_url, call.input, mistake))


for mistake in ("right", "truthy", "none-in-path", "none-as-text", "strays"):
    add(find, mistake)
for mistake in ("right", "truthy", "drops-null", "none-as-text", "one-as-text", "double", "strays"):
    add(save, mistake)
for mistake in ("right", "truthy", "none-as-text", "strays"):
    add(attach, mistake)
for mistake in ("right", "local-day", "local-number"):
    add(log, mistake)
driver.run()
