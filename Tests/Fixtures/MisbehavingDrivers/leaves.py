"""Ends at bye in the way that its argument names."""
import os
import signal
import sys
import time
from misbehaving import MisbehavingDriver


class Leaves(MisbehavingDriver):
    def bye(self):
        if sys.argv[1] == "exits":
            os._exit(int(sys.argv[2]))
        if sys.argv[1] == "stays":
            time.sleep(10_000)
        if sys.argv[1] == "closes":
            os.close(1)
            time.sleep(10_000)
        os.kill(os.getpid(), signal.SIGABRT)


Leaves().run()
