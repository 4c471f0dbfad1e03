"""Writes two requests with the same number."""
from misbehaving import MisbehavingDriver


class RequestTwice(MisbehavingDriver):
    def bad(self, call):
        self.request(call, n=1)
        self.request(call, n=1)
        self.good(call)


RequestTwice().run()
