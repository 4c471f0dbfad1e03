#!/bin/sh
# Expected: a second HTTP client in a virtual environment leaves the errors of the first one as they are.
# What happens: after `pip install niquests`, requests, which nobody changed, runs on urllib3-future. `pip list` still
#   has the old version of urllib3, but `import urllib3` is another one. A server that closes without an answer looks
#   like a reset one, and an answer that is not HTTP has no cause any more that says so.
# Source: both packages install a module `urllib3`; requests 2.32.5, urllib3 2.8.0, niquests 3.21.2, urllib3-future
#   2.25.904 on Python 3.11, run here on 2026-11-28.
# Why it matters to testers of clients: tests that expect "no answer" or "not HTTP" from requests change when somebody
#   adds a package that requires niquests, without any new version of requests. Try each stack in an environment of its
#   own, and print the version that the client imports, not the one that is listed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/try.py" <<'PYTHON'
import socket, threading
import requests, urllib3


def port(answer):
    server = socket.create_server(("127.0.0.1", 0))

    def serve():
        client, _ = server.accept()
        client.recv(65536)
        client.sendall(answer)
        client.close()

    threading.Thread(target=serve, daemon=True).start()
    return server.getsockname()[1]


def innermost(error):
    while True:
        inner = [one for one in [*error.args, error.__cause__] if isinstance(one, BaseException)]
        if not inner:
            return type(error).__qualname__
        error = inner[0]


print("urllib3", urllib3.__version__)
for name, answer in [("no answer", b""), ("not HTTP", b"hello, world\r\n\r\n")]:
    try:
        print(name, requests.get(f"http://127.0.0.1:{port(answer)}/", timeout=10))
    except requests.exceptions.ConnectionError as error:
        print(name, innermost(error))
PYTHON
python3 -m venv "$folder/environment"
bin=$folder/environment/bin
"$bin/pip" install --quiet --disable-pip-version-check requests==2.32.5 urllib3==2.8.0
"$bin/python" "$folder/try.py" | tee "$folder/before"
"$bin/pip" install --quiet --disable-pip-version-check niquests==3.21.2 urllib3-future==2.25.904
echo "after pip install niquests:"
"$bin/python" "$folder/try.py" | tee "$folder/after"
echo "listed: $("$bin/pip" list --disable-pip-version-check 2>/dev/null | awk '$1 == "urllib3" { print $1, $2 }')"
printf 'urllib3 2.8.0\nno answer RemoteDisconnected\nnot HTTP BadStatusLine\n' | diff - "$folder/before"
printf 'urllib3 2.25.904\nno answer ConnectionResetError\nnot HTTP ProtocolError\n' | diff - "$folder/after"
