"""Returns a result without sending its request."""
from zoo import Animal


class MissingRequest(Animal):
    def bad(self, call):
        self.result(call, {"success": {"n": 1}})


MissingRequest().run()
