"""Marks its standard error for each call. Prints to standard output before its request and to standard error after it.
In the eighth call it also floods standard error before the request."""
import os
from misbehaving import OneByOne


class Marks(OneByOne):
    def work(self):
        while True:
            call = self.calls.get()
            os.write(2, b"\x1econtract-run call %d\n" % call["id"])
            os.write(1, b"%d begins\n" % call["input"])
            if call["input"] == 7:
                left = 5_000_000
                while left > 0:
                    left -= os.write(2, b"flood\n" * 10_000)
            outcome = self.get(call)
            os.write(2, b"%d ends\n" % call["input"])
            self.result(call, outcome)


Marks().run()
