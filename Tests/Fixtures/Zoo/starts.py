"""Does what its arguments say before, or in place of, its hello."""
import fcntl
import glob
import os
import sys
import time
from zoo import Animal

what, rest = sys.argv[1], sys.argv[2:]


def lives(name):
    """Whether the process that made a file of this name, which ends with its number, has not ended."""
    try:
        os.kill(int(name.rpartition("-")[2]), 0)
        return True
    except ProcessLookupError:
        return False


if what == "silent":
    sys.stdin.readline()
    time.sleep(1000)
elif what == "exits":
    print("cannot find my configuration", file=sys.stderr, flush=True)
    os._exit(int(rest[0]))
elif what == "writes":
    # Lines in place of the hello.
    sys.stdin.readline()
    for line in rest:
        os.write(1, line.encode() + b"\n")
    sys.stdin.read()
    os._exit(0)
elif what == "talks":
    # Output before the hello hurts nobody.
    os.write(1, b"warming up\n{not json\n")
elif what == "slowly":
    time.sleep(float(rest[0]))
elif what == "loopback":
    Animal.transports = ["loopback"]
elif what == "version":
    Animal.protocol = int(rest[0])
elif what == "operations":
    Animal.operations = rest
elif what == "in_company":
    # Waits for another one that has started and not ended.
    open(f"started-{os.getpid()}", "w").close()
    while not os.path.exists("met") and sum(map(lives, glob.glob("started-*"))) < 2:
        time.sleep(0.005)
    open("met", "w").close()  # one that looks late may find the other gone
elif what == "exclusive":
    # One at a time: while it lives, no other one of its kind starts. It comes to work once another has tried and ended.
    lock = open("lock", "w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        open(f"tried-{os.getpid()}", "w").close()
        sys.exit("another one has the lock")
    while not (tries := glob.glob("tried-*")) or any(map(lives, tries)):
        time.sleep(0.005)
elif what == "once":
    # The first start dies, the next one works.
    try:
        os.close(os.open("started", os.O_CREAT | os.O_EXCL))
        os._exit(1)
    except FileExistsError:
        pass
elif what == "deaf":
    # Says hello and never reads.
    Animal().hello()
    time.sleep(1000)

Animal().run()
