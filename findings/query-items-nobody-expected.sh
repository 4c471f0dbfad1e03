#!/bin/sh
# Expected: a mock that is made for the URL /things?a=1 refuses a request with another query item, as strict as for a path
#   or a method.
# What happens: requests-mock and pook accept ?a=1&b=2; requests-mock also a second value of `a`, in each order, and ?A=1.
#   pytest-httpserver, given a dictionary, accepts a second value, too. The other five refuse all of them. A mock without
#   a query accepts ?a=1 in responses, requests-mock, respx, pook and pytest-httpserver, and not in the other three. (The
#   guess was that respx accepts ?a=1&b=2, too. It had nothing about a second value, ?A=1 and mocket.)
# Source: responses 0.26.3, requests-mock 1.12.1, pook 2.1.6, mocket 3.15.0 and pytest-httpserver 1.2.0 with requests
#   2.34.2; respx 0.23.1 and pytest-httpx 0.36.2 with httpx 0.28.1; aioresponses 0.7.9 with aiohttp 3.13.5, because it
#   does not work with 3.14; Python 3.11, run here on 2026-11-29.
# Why it matters to testers of clients: a client that sends an item of the last request again, or an item twice, is green
#   with some mocks. Compare the whole query of the request that came.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/test_query.py" <<'PYTHON'
import asyncio, contextlib, importlib.metadata, urllib.parse

import aiohttp, aioresponses, httpx, mocket, pook, pytest, requests, requests_mock, responses, respx
from mocket.mocks.mockhttp import Entry

URL = "http://mock.test/things"
# What the mock is made for, and what is sent.
CASES = [
    ("", ["", "?a=1"]),
    ("?a=1", ["?a=1", "?a=1&b=2", "?a=1&a=2", "?a=2&a=1", "?A=1", ""]),
]


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
accepted = {}


@pytest.mark.httpx_mock(assert_all_responses_were_requested=False, assert_all_requests_were_expected=False)
@pytest.mark.parametrize("library", MOCKS)
@pytest.mark.parametrize("made, sent", [(made, sent) for made, listed in CASES for sent in listed])
def test(library, made, sent, request):
    base = URL
    with contextlib.ExitStack() as block:
        if library == "responses":
            block.enter_context(responses.RequestsMock(assert_all_requests_are_fired=False)).get(URL + made)
        elif library == "requests-mock":
            block.enter_context(requests_mock.Mocker()).get(URL + made)
        elif library == "pook":
            block.enter_context(pook.use())
            pook.get(URL + made, reply=200)
        elif library == "mocket":
            block.enter_context(mocket.Mocketizer(strict_mode=True))
            Entry.single_register("GET", URL + made)
        elif library == "pytest-httpserver":
            server = request.getfixturevalue("httpserver")
            base = server.url_for("/things")
            query = {"query_string": dict(urllib.parse.parse_qsl(made[1:]))} if made else {}
            server.expect_request("/things", **query).respond_with_data("")
        elif library == "respx":
            block.enter_context(respx.mock).get(URL + made)
        elif library == "pytest-httpx":
            request.getfixturevalue("httpx_mock").add_response(url=URL + made)
        else:
            block.enter_context(aioresponses.aioresponses()).get(URL + made)
        try:
            is_accepted = STACKS.get(library, with_requests)(base + sent) == 200
        except Exception:
            is_accepted = False
        accepted.setdefault((made, sent), []).extend([library] if is_accepted else [])


def test_print():
    print("\n= " + ", ".join(f"{library} {importlib.metadata.version(library)}" for library in MOCKS))
    for (made, sent), names in accepted.items():
        who = {0: "nobody", len(MOCKS): "all"}.get(len(names), ", ".join(sorted(names)))
        print(f"\n= made for {made or 'no query'}, sent {sent or 'no query'}: accepted by {who}")
PYTHON
cat >"$folder/expected" <<'TEXT'
responses 0.26.3, requests-mock 1.12.1, pook 2.1.6, mocket 3.15.0, pytest-httpserver 1.2.0, respx 0.23.1, pytest-httpx 0.36.2, aioresponses 0.7.9
made for no query, sent no query: accepted by all
made for no query, sent ?a=1: accepted by pook, pytest-httpserver, requests-mock, responses, respx
made for ?a=1, sent ?a=1: accepted by all
made for ?a=1, sent ?a=1&b=2: accepted by pook, requests-mock
made for ?a=1, sent ?a=1&a=2: accepted by pytest-httpserver, requests-mock
made for ?a=1, sent ?a=2&a=1: accepted by requests-mock
made for ?a=1, sent ?A=1: accepted by requests-mock
made for ?a=1, sent no query: accepted by nobody
TEXT
python3 -m venv "$folder/environment"
bin=$folder/environment/bin
"$bin/pip" install --quiet --disable-pip-version-check pytest==9.2.0 requests==2.34.2 httpx==0.28.1 aiohttp==3.13.5 \
  responses==0.26.3 requests-mock==1.12.1 pook==2.1.6 mocket==3.15.0 pytest-httpserver==1.2.0 respx==0.23.1 \
  pytest-httpx==0.36.2 aioresponses==0.7.9
"$bin/python" -m pytest -q -s -p no:cacheprovider "$folder/test_query.py" >"$folder/output" 2>&1 || {
  cat "$folder/output"
  exit 1
}
sed -n 's/^= //p' "$folder/output" | tee "$folder/actual"
diff "$folder/expected" "$folder/actual"
