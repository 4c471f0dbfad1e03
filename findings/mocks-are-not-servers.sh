#!/bin/sh
# Expected: a mock with the status, the headers and the body of an answer does to a client what a server with this answer
#   does: the stack below the client still stores cookies, tries again after a 503, and checks the length.
# What happens: only responses and mocket do so. Under requests-mock, a session stores no cookie of Set-Cookie; under it
#   and under pook, urllib3's Retry does nothing. Under requests-mock, respx and pytest-httpx a cut body is a success.
#   pook fails for a valid answer to HEAD with a length, and pytest-httpx for gzip. (The guess was right about retries,
#   and wrong about cookies, about gzip, and about cut bodies, which responses and pook refuse.)
# Source: responses 0.26.3, requests-mock 1.12.1, pook 2.1.6, mocket 3.15.0 with requests 2.34.2 and urllib3 2.8.0; respx
#   0.23.1 and pytest-httpx 0.36.2 with httpx 0.28.1 and httpx-retries 0.6.0; Python 3.11, run here on 2026-11-29; RFC
#   9110, section 9.3.2.
# Why it matters to testers of clients: under some mocks, a test of retries or of a login with a cookie is red for a
#   right client, and a client that loses half of a body is green. Play these answers with a server, too.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/test_mocks.py" <<'PYTHON'
import contextlib, gzip, http.server, importlib.metadata, threading

import httpx, httpx_retries, mocket, pook, pytest, requests, requests_mock, responses, respx, urllib3
from mocket.mocks.mockhttp import Entry, Response

# The answers to each request, one after the other.
ANSWERS = {
    "GET /cookie": [(200, {"Set-Cookie": "a=1; Path=/", "Content-Length": "0"}, b"")],
    "GET /retry": [(503, {"Content-Length": "0"}, b""), (200, {"Content-Length": "0"}, b"")],
    "GET /gzip": [(200, {"Content-Encoding": "gzip"}, gzip.compress(b"plain"))],
    "GET /cut": [(200, {"Content-Length": "100"}, b"plain")],
    "HEAD /length": [(200, {"Content-Length": "5"}, b"")],
}


def with_requests(method, url):
    retry = urllib3.Retry(2, status_forcelist=[503], raise_on_status=False)
    with requests.Session() as session:
        session.mount("http://", requests.adapters.HTTPAdapter(max_retries=retry))
        return session.request(method, url, timeout=10), session.cookies


def with_httpx(method, url):
    retry = httpx_retries.RetryTransport(retry=httpx_retries.Retry(2, status_forcelist=[503], backoff_factor=0))
    with httpx.Client(transport=retry) as client:
        return client.request(method, url), client.cookies


def outcome(stack, request, base="http://mock.test"):
    try:
        response, cookies = stack(*request.replace("/", base + "/").split())
        parts = [str(response.status_code), response.content.decode(), "with a cookie" if cookies else ""]
        return " ".join(filter(None, parts))
    except Exception as error:
        return type(error).__name__


def server(stack, request, answers):
    remaining = iter(answers)

    class Server(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            status, headers, body = next(remaining)
            self.send_response(status)
            for header in headers.items():
                self.send_header(*header)
            self.end_headers()
            self.wfile.write(body)

        do_HEAD = do_GET

        def log_message(self, *parts):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server) as listening:
        threading.Thread(target=listening.serve_forever, args=[0.01], daemon=True).start()
        result = outcome(stack, request, f"http://127.0.0.1:{listening.server_port}")
        listening.shutdown()
        return result


def mock(library, stack, request, answers, fixture):
    method, url = request.replace("/", "http://mock.test/").split()
    with contextlib.ExitStack() as block:
        if library == "responses":
            mocked = block.enter_context(responses.RequestsMock())
            for status, headers, body in answers:
                mocked.add(method, url, status=status, headers=headers, body=body)
        elif library == "requests-mock":
            keys = ["status_code", "headers", "content"]
            mocked = block.enter_context(requests_mock.Mocker())
            mocked.register_uri(method, url, [dict(zip(keys, answer)) for answer in answers])
        elif library == "pook":
            block.enter_context(pook.use())
            for status, headers, body in answers:
                getattr(pook, method.lower())(url, reply=status, response_headers=headers, response_body=body)
        elif library == "mocket":
            block.enter_context(mocket.Mocketizer(strict_mode=True))
            Entry.register(method, url, *[Response(body, status, headers) for status, headers, body in answers])
        elif library == "respx":
            listed = [httpx.Response(status, headers=headers, content=body) for status, headers, body in answers]
            block.enter_context(respx.mock).request(method, url).side_effect = listed
        else:
            for status, headers, body in answers:
                options = {"status_code": status, "headers": headers, "content": body}
                fixture("httpx_mock").add_response(method=method, url=url, **options)
        return outcome(stack, request)


MOCKS = dict.fromkeys(["responses", "requests-mock", "pook", "mocket"], with_requests)
MOCKS |= dict.fromkeys(["respx", "pytest-httpx"], with_httpx)


@pytest.mark.httpx_mock(assert_all_responses_were_requested=False)
@pytest.mark.parametrize("library", MOCKS)
def test(library, request):
    stack, same, others = MOCKS[library], [], []
    expected = {name: server(stack, name, answers) for name, answers in ANSWERS.items()}
    for name, answers in ANSWERS.items():
        found, kind = mock(library, stack, name, answers, request.getfixturevalue), name.split("/")[1]
        if found == expected[name]:
            same.append(kind)
        else:
            others.append(f"{kind}: {found}, from a server {expected[name]}")
    for line in ["as from a server: " + ", ".join(same), *others]:
        print(f"\n= {library} {importlib.metadata.version(library)}: {line}")
PYTHON
cat >"$folder/expected" <<'TEXT'
responses 0.26.3: as from a server: cookie, retry, gzip, cut, length
requests-mock 1.12.1: as from a server: gzip, length
requests-mock 1.12.1: cookie: 200, from a server 200 with a cookie
requests-mock 1.12.1: retry: 503, from a server 200
requests-mock 1.12.1: cut: 200 plain, from a server ChunkedEncodingError
pook 2.1.6: as from a server: cookie, gzip, cut
pook 2.1.6: retry: 503, from a server 200
pook 2.1.6: length: ChunkedEncodingError, from a server 200
mocket 3.15.0: as from a server: cookie, retry, gzip, cut, length
respx 0.23.1: as from a server: cookie, retry, gzip, length
respx 0.23.1: cut: 200 plain, from a server RemoteProtocolError
pytest-httpx 0.36.2: as from a server: cookie, retry, length
pytest-httpx 0.36.2: gzip: DecodingError, from a server 200 plain
pytest-httpx 0.36.2: cut: 200 plain, from a server RemoteProtocolError
TEXT
python3 -m venv "$folder/environment"
bin=$folder/environment/bin
"$bin/pip" install --quiet --disable-pip-version-check pytest==9.2.0 requests==2.34.2 urllib3==2.8.0 responses==0.26.3 \
  requests-mock==1.12.1 pook==2.1.6 mocket==3.15.0 httpx==0.28.1 httpx-retries==0.6.0 respx==0.23.1 pytest-httpx==0.36.2
"$bin/python" -m pytest -q -s -p no:cacheprovider "$folder/test_mocks.py" >"$folder/output" 2>&1 || {
  cat "$folder/output"
  exit 1
}
sed -n 's/^= //p' "$folder/output" | tee "$folder/actual"
diff "$folder/expected" "$folder/actual"
