#!/bin/sh
# Expected: a package that nothing in the client imports does not change what the client catches.
# What happens: requests decodes with simplejson if it is installed. After `pip install simplejson`, `except
#   json.JSONDecodeError` around `response.json()` no longer catches the error of an answer that is HTML. An answer with
#   NaN was a value before, and is now an error. ValueError and requests.JSONDecodeError catch both errors. (The guess was
#   right.)
# Source: requests 2.34.2 without and with simplejson 4.3.0 on Python 3.11, run here on 2026-11-29.
# Why it matters to testers of clients: simplejson comes with other packages, so the tests of the client and production
#   differ in it. The client's own tests are green, and in production a page of a proxy ends the program. Test a client in
#   the environment that runs it, or catch requests.exceptions.JSONDecodeError, which is right in both.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/try.py" <<'PYTHON'
import http.server, importlib.util, json, threading
import requests

BODIES = {"/page": b"<p>Busy</p>", "/nan": b'{"value": NaN}', "/value": b'{"value": 1}'}


class Server(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", str(len(BODIES[self.path])))
        self.end_headers()
        self.wfile.write(BODIES[self.path])

    def log_message(self, *words):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
ERRORS = {
    "json.JSONDecodeError": json.JSONDecodeError,
    "ValueError": ValueError,
    "requests.JSONDecodeError": requests.JSONDecodeError,
}
print("requests", requests.__version__, "with simplejson" if importlib.util.find_spec("simplejson") else "alone")
for path in BODIES:
    results = []
    for name, error in ERRORS.items():
        response = requests.get(f"http://127.0.0.1:{server.server_port}{path}", timeout=10)
        try:
            results.append(f"{name}: {response.json()}")
        except error:
            results.append(f"{name}: caught")
        except Exception:
            results.append(f"{name}: not caught")
    print(f"{path}: {', '.join(results)}")
PYTHON
cat >"$folder/expected" <<'TEXT'
requests 2.34.2 alone
/page: json.JSONDecodeError: caught, ValueError: caught, requests.JSONDecodeError: caught
/nan: json.JSONDecodeError: {'value': nan}, ValueError: {'value': nan}, requests.JSONDecodeError: {'value': nan}
/value: json.JSONDecodeError: {'value': 1}, ValueError: {'value': 1}, requests.JSONDecodeError: {'value': 1}
requests 2.34.2 with simplejson
/page: json.JSONDecodeError: not caught, ValueError: caught, requests.JSONDecodeError: caught
/nan: json.JSONDecodeError: not caught, ValueError: caught, requests.JSONDecodeError: caught
/value: json.JSONDecodeError: {'value': 1}, ValueError: {'value': 1}, requests.JSONDecodeError: {'value': 1}
TEXT
python3 -m venv "$folder/environment"
bin=$folder/environment/bin
"$bin/pip" install --quiet --disable-pip-version-check requests==2.34.2
"$bin/python" "$folder/try.py" | tee "$folder/actual"
"$bin/pip" install --quiet --disable-pip-version-check simplejson==4.3.0
"$bin/python" "$folder/try.py" | tee -a "$folder/actual"
diff "$folder/expected" "$folder/actual"
