#!/bin/sh
# Expected: a library for JSON lines splits a text at line feeds only, so each of its readers returns the same values.
# What happens: ndjson.loads takes U+2028 and U+0085, which JSON allows inside strings as they are (RFC 8259, section 7),
#   for line ends, and joins what it split by commas. So the text "1", U+2028, "2" becomes "1,2", without an error.
#   ndjson.reader over the same text returns it as it was sent, as jsonlines does. (The guess was an error of loads.)
# Source: ndjson 0.3.1 and jsonlines 4.0.0 on Python 3.11, run here on 2026-11-28.
# Why it matters to testers of clients: values change in silence, so a test that only looks for an exception passes, and
#   so does each test of the other reader. Put these characters into the answers, and compare the values.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/try.py" <<'PYTHON'
import importlib.metadata, io
import jsonlines, ndjson

print("ndjson", importlib.metadata.version("ndjson"), "jsonlines", importlib.metadata.version("jsonlines"))
for name, character in [("line separator", "\u2028"), ("next line", "\u0085"), ("letter", "x")]:
    text = '{"a": "1%s2"}\n{"a": "3"}\n' % character
    readers = {
        "ndjson.loads": lambda: ndjson.loads(text),
        "ndjson.reader": lambda: list(ndjson.reader(io.StringIO(text))),
        "jsonlines.Reader": lambda: list(jsonlines.Reader(io.StringIO(text))),
    }
    for reader, read in readers.items():
        print(name, reader, ascii(read()[0]["a"]), sep=": ")
PYTHON
cat >"$folder/expected" <<'TEXT'
ndjson 0.3.1 jsonlines 4.0.0
line separator: ndjson.loads: '1,2'
line separator: ndjson.reader: '1\u20282'
line separator: jsonlines.Reader: '1\u20282'
next line: ndjson.loads: '1,2'
next line: ndjson.reader: '1\x852'
next line: jsonlines.Reader: '1\x852'
letter: ndjson.loads: '1x2'
letter: ndjson.reader: '1x2'
letter: jsonlines.Reader: '1x2'
TEXT
python3 -m venv "$folder/environment"
bin=$folder/environment/bin
"$bin/pip" install --quiet --disable-pip-version-check ndjson==0.3.1 jsonlines==4.0.0
"$bin/python" "$folder/try.py" | tee "$folder/actual"
diff "$folder/expected" "$folder/actual"
