"""Writes a result for a call that was never made."""
from misbehaving import MisbehavingDriver


class ResultUnknownID(MisbehavingDriver):
    def bad(self, call):
        self.result(call, self.get(call), id=call["id"] + 1000)


ResultUnknownID().run()
