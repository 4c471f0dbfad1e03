"""Prints and reports everything that XML cannot contain."""
import os
from misbehaving import MisbehavingDriver

STRANGE = (
    b"]]> <a attribute='1'>&amp; \x1b[31mred\x1b[0m \x1b]0;title\x07 bell \x07 null \x00 back \x08\x08 feed \x0c\r\n"
    b"invalid \xff\xfe \xc3( \xed\xa0\x80 \xf8\x88\x80\x80\x80 \xc0\xaf cut \xe2\x82\n"
    b"not characters \xef\xbf\xbe \xef\xbf\xbf controls \xc2\x80\xc2\x9b31m\xc2\x9f \x7f\n"
    + b"".join(bytes([number]) for number in range(256)) + b"\nlast strange line\n")


class StrangeOutput(MisbehavingDriver):
    def bad(self, call):
        self.get(call)
        os.write(1, STRANGE)
        os.write(2, STRANGE)
        text = STRANGE.decode("utf-8", "replace")
        self.result(call, {"failure": {
            "category": "other", "type": "Strange]]>\x00\x1b[31m\ufffe", "message": text, "payload": {text: text}}})


StrangeOutput().run()
