"""Writes lines between its messages that are not messages."""
from misbehaving import MisbehavingDriver


class Garbage(MisbehavingDriver):
    def bad(self, call):
        self.raw(b"Loading...\n\n   indented garbage\n[1, 2, 3]\n42\n{\"level\": \"info\", \"message\": \"hi\"}\n")
        self.raw(b'{"result": 1, "more": 2}\n{"hello": {}, "request": {}}\n{unfinished\n{"results": {"id": 1}}\n')
        self.good(call)
        self.raw(b"garbage after the result\n")


Garbage().run()
