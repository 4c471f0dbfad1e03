"""Tries to reach the URL of its argument on the real network, through the proxy variables, and prints the answer."""
import sys
import urllib.request
from misbehaving import MisbehavingDriver


class Escapes(MisbehavingDriver):
    def bad(self, call):
        try:
            urllib.request.urlopen(sys.argv[1])
            print("it went through", file=sys.stderr, flush=True)
        except Exception as error:
            print("refused:", error, file=sys.stderr, flush=True)
        self.good(call)


Escapes().run()
