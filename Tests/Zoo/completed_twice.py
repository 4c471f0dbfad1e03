"""Says after the result that the client completed a second time."""
from zoo import Animal


class CompletedTwice(Animal):
    def bad(self, call):
        self.good(call)
        self.send({"completedTwice": {"id": call["id"]}})


CompletedTwice().run()
