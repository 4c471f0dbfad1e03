"""Says after the result that the client completed a second time, as many times as its argument says."""
import sys
from zoo import Animal


class CompletedTwice(Animal):
    def bad(self, call):
        self.good(call)
        line = b'{"completedTwice": {"id": %d}}\n' % call["id"]
        self.raw(line * int(sys.argv[1] if len(sys.argv) > 1 else 1))


CompletedTwice().run()
