"""A client that makes a mistake in every third call whose input has {"bad": true}.

The first argument is a file, in which it counts these calls across processes. The second argument names the mistake.
"""
import signal
import sys
from misbehaving import MisbehavingDriver

FILE, MISTAKE = sys.argv[1], sys.argv[2]


class Flaky(MisbehavingDriver):
    def bad(self, call):
        with open(FILE, "ab") as file:
            file.write(b"x")
            count = file.tell()
        if MISTAKE != "always" and count % 3 != 0:
            self.good(call)
        else:
            self.mistake(call, count)

    def mistake(self, call, count):
        if MISTAKE == "request":
            self.request(call, path="/thing?retry=%d" % count)
            self.result(call, {"success": {"n": 1}})
        elif MISTAKE == "unsupported":
            self.result(call, {"unsupported": "the input is %d calls too old" % count})
        elif MISTAKE == "hang":
            signal.pause()
        else:
            self.request(call)
            self.result(call, {"success": {"n": -count}})


Flaky().run()
