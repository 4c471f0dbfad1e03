"""Does what its arguments request before its hello, or in place of it."""
import fcntl
import glob
import os
import sys
import time
from misbehaving import MisbehavingDriver

what, rest = sys.argv[1], sys.argv[2:]


def lives(name):
    """Whether the process that made a file is still running. The file's name ends with the process's number."""
    try:
        os.kill(int(name.rpartition("-")[2]), 0)
        return True
    except ProcessLookupError:
        return False


if what == "silent":
    sys.stdin.readline()
    time.sleep(10_000)
elif what == "exits":
    print("cannot find my configuration", file=sys.stderr, flush=True)
    os._exit(int(rest[0]))
elif what == "writes":
    # Writes lines in place of the hello.
    sys.stdin.readline()
    for line in rest:
        os.write(1, line.encode() + b"\n")
    sys.stdin.read()
    os._exit(0)
elif what == "talks":
    # Output before the hello is harmless.
    os.write(1, b"warming up\n{not json\n")
elif what == "slowly":
    time.sleep(float(rest[0]))
elif what == "loopback":
    MisbehavingDriver.transports = ["loopback"]
elif what == "version":
    MisbehavingDriver.protocol = int(rest[0])
elif what == "operations":
    MisbehavingDriver.operations = rest
elif what == "in_company":
    # Waits for a second process that is running.
    open(f"started-{os.getpid()}", "w").close()
    while not os.path.exists("met") and sum(map(lives, glob.glob("started-*"))) < 2:
        time.sleep(0.005)
    open("met", "w").close()  # A process that looks later may find that the other one has ended.
elif what == "exclusive":
    # Only one at a time: while it is running, no second one can start. It begins to work after another one has tried
    # and ended.
    lock = open("lock", "w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        open(f"tried-{os.getpid()}", "w").close()
        sys.exit("another one has the lock")
    while not (tries := glob.glob("tried-*")) or any(map(lives, tries)):
        time.sleep(0.005)
elif what == "once":
    # The first process dies, and the next one works.
    try:
        os.close(os.open("started", os.O_CREAT | os.O_EXCL))
        os._exit(1)
    except FileExistsError:
        pass
elif what == "deaf":
    # Sends hello and never reads.
    MisbehavingDriver().hello()
    time.sleep(10_000)

MisbehavingDriver().run()
