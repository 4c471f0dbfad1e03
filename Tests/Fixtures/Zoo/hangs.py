"""Never returns from a call."""
import threading
from zoo import Animal


class Hangs(Animal):
    def bad(self, call):
        self.request(call)
        threading.Event().wait()


Hangs().run()
