"""Writes a result for a call that was never made."""
from zoo import Animal


class ResultUnknownID(Animal):
    def bad(self, call):
        self.result(call, self.get(call), id=call["id"] + 1000)


ResultUnknownID().run()
