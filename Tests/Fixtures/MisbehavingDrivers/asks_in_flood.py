"""Marks its standard error, and floods it from a thread while it sends request after request. Each answer comes at
once, so the runner is never idle. It gives up if nobody reads the flood."""
import os
import threading
from misbehaving import MisbehavingDriver


class AsksInFlood(MisbehavingDriver):
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
        # The runner reports ten of very many requests, so at least ten must be unexpected.
        while not flooded.is_set() or n < 20:
            n += 1
            if n > 200_000:
                os._exit(3)
            self.request(call, n)
        self.result(call, outcome)


AsksInFlood().run()
