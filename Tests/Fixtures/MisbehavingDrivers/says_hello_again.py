"""Sends a second hello in the middle of a call."""
from misbehaving import MisbehavingDriver


class SaysHelloAgain(MisbehavingDriver):
    def bad(self, call):
        self.hello()


SaysHelloAgain().run()
