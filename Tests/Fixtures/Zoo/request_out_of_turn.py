"""Numbers its only request 2."""

from zoo import Animal


class OutOfTurn(Animal):
    def bad(self, call):
        self.request(call, n=2)
        self.result(call, {"success": {"n": 1}})


OutOfTurn().run()
