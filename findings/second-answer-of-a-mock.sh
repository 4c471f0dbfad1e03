#!/bin/sh
# Expected: of two answers for the same request, a mock gives the first one first, and then the second one. So a test with
#   503 and then 200 is green for a client that tries again, and red for a client that does not.
# What happens: requests-mock and respx give the last one from the start, so a client without retries is green. mocket and
#   pytest-httpserver give the first one each time, so a client with retries is red. With a third request, responses gives
#   the last one again, and pytest-httpx, aioresponses and pook raise an error. (The guess was right, but for mocket, which
#   was guessed to do what responses does.)
# Source: responses 0.26.3, requests-mock 1.12.1, pook 2.1.6, mocket 3.15.0 and pytest-httpserver 1.2.0 with requests
#   2.34.2; respx 0.23.1 and pytest-httpx 0.36.2 with httpx 0.28.1; aioresponses 0.7.9 with aiohttp 3.13.5, because it
#   does not work with 3.14; Python 3.11, run here on 2026-11-29.
# Why it matters to testers of clients: a test of retries changes its meaning if it moves to another mock, and with two of
#   them it is green without any retry. Count the requests, or give the answers as one list if the mock has lists.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/test_answers.py" <<'PYTHON'
import asyncio, contextlib, importlib.metadata

import aiohttp, aioresponses, httpx, mocket, pook, pytest, requests, requests_mock, responses, respx
from mocket.mocks.mockhttp import Entry

URL = "http://mock.test/things"


def with_requests(url):
    return requests.get(url, timeout=10).status_code


def with_httpx(url):
    return httpx.get(url).status_code


def with_aiohttp(url):
    async def call():
        async with aiohttp.ClientSession() as session, session.get(url) as response:
            return response.status

    return asyncio.run(call())


STACKS = {"respx": with_httpx, "pytest-httpx": with_httpx, "aioresponses": with_aiohttp}
MOCKS = ["responses", "requests-mock", "pook", "mocket", "pytest-httpserver", "respx", "pytest-httpx", "aioresponses"]


@pytest.mark.httpx_mock(assert_all_responses_were_requested=False, assert_all_requests_were_expected=False)
@pytest.mark.parametrize("library", MOCKS)
def test(library, request):
    url = URL
    with contextlib.ExitStack() as block:
        if library == "responses":
            mock = block.enter_context(responses.RequestsMock(assert_all_requests_are_fired=False))
            add = lambda status: mock.get(URL, status=status)
        elif library == "requests-mock":
            mock = block.enter_context(requests_mock.Mocker())
            add = lambda status: mock.get(URL, status_code=status)
        elif library == "pook":
            block.enter_context(pook.use())
            add = lambda status: pook.get(URL, reply=status)
        elif library == "mocket":
            block.enter_context(mocket.Mocketizer(strict_mode=True))
            add = lambda status: Entry.single_register("GET", URL, status=status)
        elif library == "pytest-httpserver":
            server = request.getfixturevalue("httpserver")
            url = server.url_for("/things")
            add = lambda status: server.expect_request("/things").respond_with_data(status=status)
        elif library == "respx":
            mock = block.enter_context(respx.mock)
            add = lambda status: mock.get(URL).respond(status)
        elif library == "pytest-httpx":
            mock = request.getfixturevalue("httpx_mock")
            add = lambda status: mock.add_response(url=URL, status_code=status)
        else:
            mock = block.enter_context(aioresponses.aioresponses())
            add = lambda status: mock.get(URL, status=status)
        add(503)
        add(200)
        answers = []
        for _ in range(3):
            try:
                answers.append(str(STACKS.get(library, with_requests)(url)))
            except Exception:
                answers.append("an error")
    without, with_retries = answers[0] == "200", "200" in answers[:2]
    colors = f"without retries {'green' if without else 'red'}, with retries {'green' if with_retries else 'red'}"
    print(f"\n= {library} {importlib.metadata.version(library)}: {', '.join(answers)}: {colors}")
PYTHON
cat >"$folder/expected" <<'TEXT'
responses 0.26.3: 503, 200, 200: without retries red, with retries green
requests-mock 1.12.1: 200, 200, 200: without retries green, with retries green
pook 2.1.6: 503, 200, an error: without retries red, with retries green
mocket 3.15.0: 503, 503, 503: without retries red, with retries red
pytest-httpserver 1.2.0: 503, 503, 503: without retries red, with retries red
respx 0.23.1: 200, 200, 200: without retries green, with retries green
pytest-httpx 0.36.2: 503, 200, an error: without retries red, with retries green
aioresponses 0.7.9: 503, 200, an error: without retries red, with retries green
TEXT
python3 -m venv "$folder/environment"
bin=$folder/environment/bin
"$bin/pip" install --quiet --disable-pip-version-check pytest==9.2.0 requests==2.34.2 httpx==0.28.1 aiohttp==3.13.5 \
  responses==0.26.3 requests-mock==1.12.1 pook==2.1.6 mocket==3.15.0 pytest-httpserver==1.2.0 respx==0.23.1 \
  pytest-httpx==0.36.2 aioresponses==0.7.9
"$bin/python" -m pytest -q -s -p no:cacheprovider "$folder/test_answers.py" >"$folder/output" 2>&1 || {
  cat "$folder/output"
  exit 1
}
sed -n 's/^= //p' "$folder/output" | tee "$folder/actual"
diff "$folder/expected" "$folder/actual"
