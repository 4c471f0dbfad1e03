"""Marks its standard error, and floods it from a thread while it asks again and again: each answer comes at once, so that
the runner is never idle. Where nobody reads the flood it gives up."""
import os
import threading
from zoo import Animal


class AsksInFlood(Animal):
    def get(self, call):
        os.write(2, b"\x1econtract-run call %d\n" % call["id"])
        return super().get(call)

    def bad(self, call):
        outcome = self.get(call)
        flooded = threading.Event()

        def flood():
            left = 400_000
            while left > 0:
                left -= os.write(2, b"flood\n" * 1000)
            flooded.set()

        threading.Thread(target=flood, daemon=True).start()
        n = 1
        # Ten of very many requests are reported, so at least ten must be too many.
        while not flooded.is_set() or n < 20:
            n += 1
            if n > 200_000:
                os._exit(3)
            self.request(call, n)
        self.result(call, outcome)


AsksInFlood().run()
