"""The driver of contracts whose reports .ci/check-junit reads: `PYTHONPATH=Kits/python python3 driver.py`."""

import json
import os
import sys
import urllib.error
import urllib.request

from contract_run import Driver

driver = Driver("shop")


@driver.operation
def echo(call):
    return call.input


@driver.operation
def prints(call):
    # What XML does not allow, or what must be written in another form. The surrogate becomes three bytes that are not UTF-8.
    text = "a\x01b\x1b[31mred\x1b[0m \ud800 \ufffe ]]> <&\"' \U0001f600\n"
    sys.stdout.buffer.write(text.encode("utf-8", "surrogatepass"))
    sys.stdout.flush()
    return call.input


@driver.operation
def crash(call):
    os.abort()


@driver.operation
def item(call):
    with urllib.request.urlopen(f"{call.base_url}/item", timeout=5) as response:
        return json.load(response)


@driver.failure(urllib.error.HTTPError)
def _(error):
    return {"category": "status" if error.code < 502 else "other"}


driver.run()
