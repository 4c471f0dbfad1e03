#!/bin/sh
# Expected: a stack without any retries sends a POST once. If the server closes the connection without an answer, the
#   client gets an error, because nobody knows what the server did (RFC 9110, section 9.2.2).
# What happens: httplib2, and so Google's client for its APIs with num_retries=0, sends the POST a second time and
#   returns the second answer. HttpURLConnection of Java does the same. pycurl and curl_cffi, which use libcurl, do it on
#   a connection that was used before, but not on a new one. (The guess was right.)
# Source: httplib2 0.32.1, google-api-python-client 2.202.0, pycurl 7.49.0 and curl_cffi 0.17.0, beside requests 2.34.2, on
#   Python 3.11; Java 17 of Debian 12; run here on 2026-11-29.
# Why it matters to testers of clients: a payment is made twice, and the client knows nothing of it. A mock in the process
#   cannot show it, nor can a test in which the failing POST is the first request, for what uses libcurl.
set -eu
command -v javac >/dev/null || {
  echo "this needs Debian's package openjdk-17-jdk-headless" >&2
  exit 1
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/Java.java" <<'JAVA'
class Java {
    public static void main(String[] words) throws Exception {
        for (int index = 1; index < words.length; index++) {
            var connection = java.net.URI.create(words[0]).toURL().openConnection();
            if (words[index].equals("POST")) {
                connection.setDoOutput(true);
                connection.getOutputStream().write("{}".getBytes());
            }
            connection.getInputStream().readAllBytes();
        }
    }
}
JAVA
cat >"$folder/twice.py" <<'PYTHON'
import http.server, importlib.metadata, io, pathlib, subprocess, threading

posts = []


class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if self.command == "POST":
            posts.append(self.rfile.read(int(self.headers["Content-Length"])))
            if len(posts) == 1:
                self.close_connection = True
                return
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    do_POST = do_GET

    def log_message(self, *parts):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
URL = f"http://127.0.0.1:{server.server_port}/payments"


def body(method):
    return "{}" if method == "POST" else None


def with_requests(methods):
    import requests

    with requests.Session() as session:
        for method in methods:
            session.request(method, URL, data=body(method))


def with_httplib2(methods):
    import httplib2

    client = httplib2.Http()
    for method in methods:
        client.request(URL, method, body(method))


def with_google(methods):
    import googleapiclient.http, httplib2

    client = httplib2.Http()
    for method in methods:
        googleapiclient.http.HttpRequest(client, lambda *parts: parts, URL, method, body(method)).execute(num_retries=0)


def with_pycurl(methods):
    import pycurl

    curl = pycurl.Curl()
    for method in methods:
        curl.setopt(pycurl.URL, URL)
        curl.setopt(pycurl.WRITEDATA, io.BytesIO())
        if method == "POST":
            curl.setopt(pycurl.POSTFIELDS, body(method))
        curl.perform()


def with_curl_cffi(methods):
    import curl_cffi

    with curl_cffi.Session() as session:
        for method in methods:
            session.request(method, URL, data=body(method))


def with_java(methods):
    folder = pathlib.Path(__file__).parent
    subprocess.run(["java", "-cp", folder, "Java", URL, *methods], check=True, stderr=subprocess.DEVNULL)


STACKS = {
    "requests": with_requests, "httplib2": with_httplib2, "google-api-python-client": with_google, "pycurl": with_pycurl,
    "curl_cffi": with_curl_cffi, "HttpURLConnection": with_java,
}
for name, stack in STACKS.items():
    counts = []
    for methods in [["POST"], ["GET", "POST"]]:
        posts.clear()
        try:
            stack(methods)
            result = "success"
        except Exception:
            result = "an error"
        counts.append(f"{result} after {len(posts)}")
    java = subprocess.run(["java", "--version"], capture_output=True, text=True).stdout.split()[1].split(".")[0]
    version = f"of Java {java}" if stack == with_java else importlib.metadata.version(name)
    print(f"{name} {version}: first request: {counts[0]}; second request: {counts[1]}", flush=True)
PYTHON
cat >"$folder/expected" <<'TEXT'
requests 2.34.2: first request: an error after 1; second request: an error after 1
httplib2 0.32.1: first request: success after 2; second request: success after 2
google-api-python-client 2.202.0: first request: success after 2; second request: success after 2
pycurl 7.49.0: first request: an error after 1; second request: success after 2
curl_cffi 0.17.0: first request: an error after 1; second request: success after 2
HttpURLConnection of Java 17: first request: success after 2; second request: success after 2
TEXT
javac -d "$folder" "$folder/Java.java"
python3 -m venv "$folder/environment"
bin=$folder/environment/bin
"$bin/pip" install --quiet --disable-pip-version-check requests==2.34.2 httplib2==0.32.1 google-api-python-client==2.202.0 \
  pycurl==7.49.0 curl_cffi==0.17.0
"$bin/python" "$folder/twice.py" | tee "$folder/actual"
diff "$folder/expected" "$folder/actual"
