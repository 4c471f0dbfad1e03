"""Numbers its only request 2."""

from misbehaving import MisbehavingDriver


class OutOfTurn(MisbehavingDriver):
    def bad(self, call):
        self.request(call, n=2)
        self.result(call, {"success": {"n": 1}})


OutOfTurn().run()
