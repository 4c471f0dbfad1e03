"""Writes a request for a call that was never made."""
from misbehaving import MisbehavingDriver


class RequestUnknownID(MisbehavingDriver):
    def bad(self, call):
        self.request(call, id=call["id"] + 1000)


RequestUnknownID().run()
