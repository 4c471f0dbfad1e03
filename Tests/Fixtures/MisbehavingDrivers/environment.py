"""Returns its environment variables as the result."""
import os
from misbehaving import MisbehavingDriver

NAMES = ["http_proxy", "https_proxy", "no_proxy", "all_proxy"]
NAMES += [name.upper() for name in NAMES] + ["SWIFT_BACKTRACE", "OWN"]


class Environment(MisbehavingDriver):
    def get(self, call):
        super().get(call)
        return {"success": {name: os.environ[name] for name in NAMES if name in os.environ}}


Environment().run()
