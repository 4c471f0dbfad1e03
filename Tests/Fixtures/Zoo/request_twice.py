"""Writes two requests with the same number."""
from zoo import Animal


class RequestTwice(Animal):
    def bad(self, call):
        self.request(call, n=1)
        self.request(call, n=1)
        self.good(call)


RequestTwice().run()
