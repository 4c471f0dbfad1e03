"""Sends a second hello in the middle of a call."""
from zoo import Animal


class SaysHelloAgain(Animal):
    def bad(self, call):
        self.hello()


SaysHelloAgain().run()
