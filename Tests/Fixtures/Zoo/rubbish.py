"""Writes lines between its messages that are not messages."""
from zoo import Animal


class Rubbish(Animal):
    def bad(self, call):
        self.raw(b"Loading...\n\n   indented rubbish\n[1, 2, 3]\n42\n{\"level\": \"info\", \"message\": \"hi\"}\n")
        self.raw(b'{"result": 1, "more": 2}\n{"hello": {}, "request": {}}\n{unfinished\n{"results": {"id": 1}}\n')
        self.good(call)
        self.raw(b"rubbish after the result\n")


Rubbish().run()
