"""Says by a file that a call has begun, and never ends it; ignores what can be ignored, and has a child that does too."""
import signal
import subprocess
import threading
from zoo import Animal

for number in [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]:
    signal.signal(number, signal.SIG_IGN)


class WaitsForSignal(Animal):
    def bad(self, call):
        subprocess.Popen(["/bin/sh", "-c", "trap '' TERM HUP INT; sleep 60; sleep 60"])
        open("begun", "w").close()
        threading.Event().wait()


WaitsForSignal().run()
