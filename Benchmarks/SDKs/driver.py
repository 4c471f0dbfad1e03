"""The driver of one SDK: `driver.py KIT NAME`, with the path of the kit for Python and a name of the table."""

import importlib.util
import sys

from clients import SDKS

spec = importlib.util.spec_from_file_location("contract_driver", sys.argv[1])
kit = importlib.util.module_from_spec(spec)
sys.modules[spec.name] = kit
spec.loader.exec_module(kit)
name = sys.argv[2]
driver = kit.Driver(name)
driver.operation(name, lambda call: SDKS[name]["call"](call.base_url, call.argument("key", str), call.input["id"]))
driver.run()
