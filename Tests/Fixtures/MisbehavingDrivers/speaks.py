"""Speaks the protocol to `contract-run check --drivers`, except for the mistake that its argument names."""
import json
import os
import subprocess
import sys
import time

WHAT = sys.argv[1] if len(sys.argv) > 1 else ""
HELLO = {"protocol": 1, "driver": "speaks", "operations": ["get"], "transports": ["loopback"]}
HELLOS = {
    "members": {"version": "2", "inflight": 4},
    "faults": {"protocol": "1", "driver": None, "operations": ["get", 7], "transports": "loopback", "inFlight": 0},
    "version": {"protocol": 3, "operations": "any"},
    "repeats": {"operations": ["get", "put", "get"], "transports": ["loopback", "memory", "loopback"]},
    "nothing": {"operations": []},
    "several": {"inFlight": 3, "ahead": 1},
    "ahead": {"ahead": 1},
    "unmarked": {"ahead": 1},
    "backwards": {"ahead": 1},
    "same id": {"inFlight": 2},
}
# The output that a driver has not flushed.
BUFFER = []
# What the driver writes in place of a result. ID stands for the call's id.
RESULTS = {
    "results": ['{"results": {"id": ID, "outcome": {"unsupported": true}}}'],
    "bare": ['{"id": ID, "outcome": {"unsupported": true}}'],
    "success": ['{"result": {"id": ID, "outcome": {"success": null}}}'],
    "broken": ['{"result": {"id": "ID", "outcom": {"unsupported": true}, "unobserved": "no"}}'],
    "failure": ['{"result": {"id": ID, "outcome": {"failure": {"category": "http", "code": 1.5, "type": 1}, "values": 1}}}'],
    "twice": ['{"result": {"id": ID, "outcome": {"unsupported": true}}}'] * 2,
    "results without end": ['{"result": {"id": ID, "outcome": {"unsupported": true}}}'] * 1000,
    "members without end": ['{"result": {"id": ID, "outcome": {"unsupported": true}' + "".join(
        ', "more%d": 1, "more%d": 2' % (n, n) for n in range(100)) + "}}"],
    "other id": ['{"result": {"id": 99, "outcome": {"unsupported": true}}}'],
    "python": ["{'result': {'id': ID, 'outcome': {'unsupported': True}}}"],
    "pretty": ["{", '  "result": {"id": ID, "outcome": {"unsupported": true}}', "}"],
    "joined": ['{"result": {"id": ID, "outcome": {"unsupported": true}}}{"completedTwice": {"id": ID}}'],
    "completes": ['{"completedTwice": {"id": ID}}', '{"result": {"id": ID, "outcome": {"unsupported": true}}}'],
    "greets": ['{"hello": {"protocol": 1, "operations": [], "transports": ["memory"]}}'],
    "calls": ['{"call": {"id": ID}}'],
    "array": ['[{"result": {"id": ID, "outcome": {"unsupported": true}}}]'],
    "member twice": ['{"result": {"id": ID, "id": ID, "outcome": {"unsupported": "\\ud800"}}}'],
    "noise": ["working...", "{}", '{"level": "info", "message": "hi"}', "{half", "\x1b[31mred\x1b[0m",
              '{"result": {"id": ID, "outcome": {"unsupported": true}}}'],
    "secrets": ["Authorization: Bearer PLANTED12", '{"level": "info", "password": "PLANTED"}',
                '{"result": {"id": ID, "token": "PLANTED", "outcome": {"unsupported": true}}}'],
    "prefix": ['working... {"result": {"id": ID, "outcome": {"unsupported": true}}}'],
}


def write(text):
    data = text.encode("utf-16-le" if WHAT == "utf-16" else "utf-8")
    while data:
        data = data[os.write(1, data):]


def line(text):
    if WHAT == "buffered":
        BUFFER.append(text + "\n")
    elif WHAT == "no line end":
        write(text)
    else:
        write(("\ufeff" if WHAT == "mark" else "") + text + ("\r\n" if WHAT == "returns" else "\n"))


def result(id):
    lines = RESULTS.get(WHAT, ['{"result": {"id": ID, "outcome": {"unsupported": true}}}'])
    # One write, so that all of it has arrived before the next call is made.
    line("\n".join(lines).replace("ID", "2" if WHAT == "same id" and id == 6 else str(id)))


def call(call):
    id = call["id"]
    if WHAT == "ahead":
        os.write(2, b"\x1econtract-run call %d\n" % id)
    if WHAT == "dies":
        print("Traceback: it was too much", file=sys.stderr, flush=True)
        os._exit(9)
    elif WHAT == "kills itself":
        os.kill(os.getpid(), 9)
    elif WHAT == "half":
        write('{"result": {"id": ')
        os._exit(0)
    elif WHAT == "closes":
        os.close(1)
        time.sleep(10_000)
    elif WHAT == "closes input":
        os.close(0)
        result(id)
        time.sleep(10_000)
    elif WHAT in ["flood", "one line"] and id == 1:
        piece = b"flood " * 11 + (b"!\n" if WHAT == "flood" else b"flood ")
        left = int(sys.argv[2])
        while left > 0:
            left -= os.write(1, piece * 4096)
        write("\n")
    elif WHAT == "long message":
        write('{"result": {"id": 1, "outcome": {"success": "')
        for _ in range(65):
            write("x" * (1 << 20))
        write('"}}}\n')
    elif WHAT == "endless":
        while True:
            os.write(1, b"x" * 65536)
    elif WHAT == "short":
        # Ignores a line of more than 64 KiB, like a driver with a fixed buffer.
        if len(json.dumps(call)) > 65536:
            return
    elif WHAT in ["environment", "reaches"]:
        if WHAT == "environment" and id == 1:
            print("SWIFT_BACKTRACE", "SWIFT_BACKTRACE" in os.environ, file=sys.stderr)
            print("all_proxy", "all_proxy" in os.environ, file=sys.stderr)
            print("no_proxy", os.environ.get("no_proxy"), file=sys.stderr)
        import urllib.request
        try:
            urllib.request.urlopen("http://api.example.com/x")
        except OSError:
            pass
    elif WHAT == "requests":
        line('{"request": {"id": %d, "n": 1, "method": "GET", "url": "http://127.0.0.1:4/"}}' % id)
    result(id)


def main():
    sys.stdin.readline()
    if WHAT == "early":
        line('{"completedTwice": {"id": 1}}')
    line(json.dumps({"hello": dict(HELLO, **HELLOS.get(WHAT, {}))}))
    held = []
    for text in sys.stdin:
        message = json.loads(text)
        if "bye" in message:
            if WHAT == "prints after bye":
                line("good bye")
            if WHAT == "answers after bye":
                line('{"result": {"id": 1, "outcome": {"unsupported": true}}}')
            if WHAT == "daemon":
                # It lives until the runner has ended.
                program = "while kill -0 $0 2>/dev/null; do sleep 0.1; done"
                subprocess.Popen(["sh", "-c", program, str(os.getppid())], start_new_session=True)
            if WHAT == "stays":
                time.sleep(10_000)
            os._exit(7 if WHAT == "exits" else 0)
        held.append(message["call"])
        if WHAT == "backwards" and len(held) == 1 and held[0]["id"] == 6:
            continue
        while held:
            call(held.pop())
    if WHAT == "outlives":
        time.sleep(10_000)
    write("".join(BUFFER))
    os._exit(3 if WHAT == "ends with 3" else 0)


main()
