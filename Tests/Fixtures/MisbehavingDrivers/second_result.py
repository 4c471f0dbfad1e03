"""Writes two results for one call."""
from misbehaving import MisbehavingDriver


class SecondResult(MisbehavingDriver):
    def bad(self, call):
        outcome = self.get(call)
        self.result(call, outcome)
        self.result(call, outcome)


SecondResult().run()
