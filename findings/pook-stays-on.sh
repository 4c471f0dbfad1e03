#!/bin/sh
# Expected: a block `with pook.use():` ends its mocks, however it ends, as the blocks of responses and respx do.
# What happens: if an exception leaves the block, the mocks stay on: the next request to a real server gets the mock's
#   answer. `pook.use` restores the network only after a block that ends well. (It was met by chance: another mock
#   after it did not work. The guess before this run was that only blocks that raise stay on.)
# Source: pook 2.1.6, beside responses 0.26.3, with requests 2.34.2 on Python 3.11, run here on 2026-11-28.
# Why it matters to testers of clients: an assertion that fails is an exception. So after one failing test, later tests
#   of the same process that mean to talk to a real server talk to the mock, and may pass. Run such a suite again
#   without the failing test, or call pook.off() in a fixture's end.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/try.py" <<'PYTHON'
import http.server, importlib.metadata, threading
import pook, requests, responses


class Real(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", "4")
        self.end_headers()
        self.wfile.write(b"real")

    def log_message(self, *words):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Real)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}/"


def with_pook():
    with pook.use():
        pook.get(url, reply=200, response_body="mock", persist=True)
        yield requests.get(url, timeout=10).text


def with_responses():
    with responses.RequestsMock() as mock:
        mock.get(url, body="mock")
        yield requests.get(url, timeout=10).text


for library, play in [("pook", with_pook), ("responses", with_responses)]:
    for end in ["ends well", "raises"]:
        block = play()
        inside = next(block)
        try:
            block.throw(AssertionError()) if end == "raises" else next(block, None)
        except AssertionError:
            pass
        after = requests.get(url, timeout=10).text
        print(f"{library} {importlib.metadata.version(library)}: a block that {end}: {inside} inside, {after} after")
        pook.off()
        pook.reset()
PYTHON
cat >"$folder/expected" <<'TEXT'
pook 2.1.6: a block that ends well: mock inside, real after
pook 2.1.6: a block that raises: mock inside, mock after
responses 0.26.3: a block that ends well: mock inside, real after
responses 0.26.3: a block that raises: mock inside, real after
TEXT
python3 -m venv "$folder/environment"
bin=$folder/environment/bin
"$bin/pip" install --quiet --disable-pip-version-check requests==2.34.2 responses==0.26.3 pook==2.1.6
"$bin/python" "$folder/try.py" | tee "$folder/actual"
diff "$folder/expected" "$folder/actual"
