"""Makes the file `begun` in a call that never ends. Ignores SIGTERM, SIGINT and SIGHUP, and so does its child."""
import signal
import subprocess
import threading
from misbehaving import MisbehavingDriver

for number in [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]:
    signal.signal(number, signal.SIG_IGN)


class WaitsForSignal(MisbehavingDriver):
    def bad(self, call):
        subprocess.Popen(["/bin/sh", "-c", "trap '' TERM HUP INT; sleep 60; sleep 60"])
        open("begun", "w").close()
        threading.Event().wait()


WaitsForSignal().run()
