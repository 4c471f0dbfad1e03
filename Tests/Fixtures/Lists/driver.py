"""Clients that write lists in queries and forms: `python3 driver.py careful|escapes|joins`.

`careful` escapes each element and then joins them, `escapes` escapes the separators, too, and `joins` escapes no comma.
driver.mjs, go/main.go and ListsDriver.swift have the same clients.
"""

import json
import pathlib
import sys
import urllib.request
from urllib.parse import quote

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Kits" / "python"))

from contract_run.driver import Driver

driver = Driver("lists")


def escaped(text):
    return quote(text, safe="")


def joined(elements, separator=","):
    if sys.argv[1] == "escapes":
        return escaped(separator.join(elements))
    if sys.argv[1] == "joins":
        return quote(separator.join(elements), safe=",")
    return (separator if separator == "," else escaped(separator)).join(escaped(element) for element in elements)


def count(call, method, path, body=None):
    request = urllib.request.Request(call.base_url + path, data=body, method=method)
    with urllib.request.urlopen(request, timeout=5) as response:
        return json.load(response)["count"]


@driver.operation("search")
def search(call):
    items = [
        "ids=" + joined(call.argument("ids")),
        "tags=" + joined(call.argument("tags"), "|"),
        "words=" + joined(call.argument("words"), " "),
        *("sizes=" + escaped(size) for size in call.argument("sizes")),
        "filter%5Bcolor%5D=" + escaped(call.argument("color")),
    ]
    return count(call, "GET", "/items?" + "&".join(items))


@driver.operation("save")
def save(call):
    return count(call, "POST", "/items", ("ids=" + joined(call.argument("ids"))).encode())


driver.run()
