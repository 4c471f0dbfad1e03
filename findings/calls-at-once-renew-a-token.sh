#!/bin/sh
# Expected: three calls at once on one session, whose token is too old, renew it once. A server that rotates refresh
#   tokens (RFC 9700, section 4.14.2) takes the second use of one for a theft, and ends the login.
# What happens: each of the three calls renews it, with google-auth, Authlib and requests-oauthlib: three requests with
#   one refresh token. None of them lets the others wait. (The guess: only requests-oauthlib does that.)
# Source: google-auth 2.63.0, Authlib 1.9.10 and requests-oauthlib 2.0.0 on Python 3.11, run here on 2026-12-01.
# Why it matters to testers of clients: tests with one call never see it. Let multiple calls begin at once on one
#   client, hold the answer to the first request until all have come, and count the requests for a token.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/tokens.py" <<'PYTHON'
import datetime, http.server, importlib.metadata, json, os, threading, time

CALLS = 3


class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    count, lock = 0, threading.Lock()

    def answer(self, body):
        body = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        with Server.lock:
            Server.count += 1
            number = Server.count
        time.sleep(0.5)  # so that all calls have sent theirs, if they send any
        self.answer({"access_token": f"new-{number}", "refresh_token": "r", "expires_in": 3600, "token_type": "Bearer"})

    def do_GET(self):
        self.answer({"ok": True})

    def log_message(self, *parts):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}"
os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"  # http on this machine
old = {"access_token": "old", "refresh_token": "r", "token_type": "Bearer", "expires_in": -10, "expires_at": 1}


def google():
    from google.auth.transport.requests import AuthorizedSession
    from google.oauth2.credentials import Credentials

    past = datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None) - datetime.timedelta(hours=1)
    return AuthorizedSession(
        Credentials("old", refresh_token="r", token_uri=f"{url}/token", client_id="i", client_secret="s", expiry=past))


def authlib():
    from authlib.integrations.requests_client import OAuth2Session

    return OAuth2Session("i", "s", token=dict(old), token_endpoint=f"{url}/token", update_token=lambda *_, **__: None)


def oauthlib():
    from requests_oauthlib import OAuth2Session

    return OAuth2Session(
        "i", token=dict(old), auto_refresh_url=f"{url}/token", auto_refresh_kwargs={"client_id": "i"},
        token_updater=lambda token: None)


found = {}
for package, make in [("google-auth", google), ("Authlib", authlib), ("requests-oauthlib", oauthlib)]:
    Server.count = 0
    session, errors = make(), []

    def call():
        try:
            session.get(f"{url}/item").raise_for_status()
        except Exception as error:
            errors.append(repr(error))

    calls = [threading.Thread(target=call) for _ in range(CALLS)]
    for one in calls:
        one.start()
    for one in calls:
        one.join()
    found[package] = Server.count
    version = importlib.metadata.version(package)
    print(f"{package} {version}: {CALLS} calls at once, {Server.count} new tokens", *errors[:1])
assert found == {"google-auth": 3, "Authlib": 3, "requests-oauthlib": 3}, found
PYTHON
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check \
  google-auth==2.63.0 Authlib==1.9.10 requests-oauthlib==2.0.0 requests==2.34.2
"$folder/venv/bin/python" "$folder/tokens.py"
