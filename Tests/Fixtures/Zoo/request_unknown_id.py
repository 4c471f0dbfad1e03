"""Writes a request for a call that was never made."""
from zoo import Animal


class RequestUnknownID(Animal):
    def bad(self, call):
        self.request(call, id=call["id"] + 1000)


RequestUnknownID().run()
