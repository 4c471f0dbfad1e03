"""Starts a child that holds its output and ignores SIGTERM, and leaves it behind when it exits or answers."""
import os
import subprocess
import sys
from misbehaving import MisbehavingDriver


class Grandchild(MisbehavingDriver):
    def bad(self, call):
        outcome = self.get(call)
        subprocess.Popen(["/bin/sh", "-c", "trap '' TERM HUP INT; sleep 60; sleep 60"])
        if sys.argv[1] == "exits":
            os._exit(0)
        self.result(call, outcome)


Grandchild().run()
