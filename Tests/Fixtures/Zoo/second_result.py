"""Writes two results for one call."""
from zoo import Animal


class SecondResult(Animal):
    def bad(self, call):
        outcome = self.get(call)
        self.result(call, outcome)
        self.result(call, outcome)


SecondResult().run()
