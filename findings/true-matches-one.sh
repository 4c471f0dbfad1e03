#!/bin/sh
# Expected: a mock that waits for the JSON body {"active": 1} refuses {"active": true}, as a server with types does.
# What happens: responses, pytest-httpx, pytest-httpserver and vcrpy take it, because they compare with Python's ==, in
#   which True is 1. respx and pook refuse it. The same four take 1.0, which JSON allows (RFC 8259, section 6, leaves it
#   open), so only respx and pook are strict there. (The guess was right, with none about pook.)
# Source: responses 0.26.3, pytest-httpx 0.36.2, pytest-httpserver 1.2.0, vcrpy 9.4.2, respx 0.23.1 and pook 2.1.6 on
#   Python 3.11, run here on 2026-11-28.
# Why it matters to testers of clients: a client that sends a flag for a number, or a number for a flag, passes the
#   tests of four of six mocks, and fails at servers that check types. It stays green if a cassette is played again.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/test_bodies.py" <<'PYTHON'
import importlib.metadata

import httpx, pook, pytest, requests, responses, respx, vcr
from responses import matchers

URL = "http://127.0.0.1:9/things"
DESCRIBED = {"active": 1}
BODIES = {"1": b'{"active": 1}', "true": b'{"active": true}', "1.0": b'{"active": 1.0}', '"1"': b'{"active": "1"}'}
JSON = {"Content-Type": "application/json"}


def send(url, body):
    return requests.post(url, data=body, headers=JSON, timeout=10).status_code


def with_responses(body):
    with responses.RequestsMock(assert_all_requests_are_fired=False) as mock:
        mock.post(URL, match=[matchers.json_params_matcher(DESCRIBED)])
        return send(URL, body)


def with_respx(body):
    with respx.mock(assert_all_called=False) as mock:
        mock.post(URL, json=DESCRIBED)
        return httpx.post(URL, content=body, headers=JSON).status_code


def with_pook(body):
    pook.on()
    try:
        pook.post(URL, json=DESCRIBED, reply=200)
        return send(URL, body)
    finally:
        pook.off()
        pook.reset()


PLAYS = {"responses": with_responses, "respx": with_respx, "pook": with_pook}


def note(library, name, accepted):
    version = importlib.metadata.version(library)
    print(f"\n= {library} {version}: {name}: {'accepted' if accepted else 'refused'}")


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("library", PLAYS)
def test_mock(library, name):
    try:
        accepted = PLAYS[library](BODIES[name]) == 200
    except Exception:
        accepted = False
    note(library, name, accepted)


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.httpx_mock(assert_all_responses_were_requested=False, assert_all_requests_were_expected=False)
def test_httpx_mock(httpx_mock, name):
    httpx_mock.add_response(url=URL, match_json=DESCRIBED)
    try:
        accepted = httpx.post(URL, content=BODIES[name], headers=JSON).status_code == 200
    except httpx.TimeoutException:
        accepted = False
    note("pytest-httpx", name, accepted)


@pytest.mark.parametrize("name", BODIES)
def test_server(httpserver, name):
    httpserver.expect_request("/things", json=DESCRIBED).respond_with_data("")
    note("pytest-httpserver", name, send(httpserver.url_for("/things"), BODIES[name]) == 200)


@pytest.mark.parametrize("name", BODIES)
def test_cassette(httpserver, tmp_path, name):
    httpserver.expect_request("/things").respond_with_data("")
    recorder = vcr.VCR(match_on=["method", "uri", "body"], record_mode="once")
    with recorder.use_cassette(str(tmp_path / "one.yaml")):
        send(httpserver.url_for("/things"), BODIES["1"])
    with recorder.use_cassette(str(tmp_path / "one.yaml")):
        try:
            accepted = send(httpserver.url_for("/things"), BODIES[name]) == 200
        except vcr.errors.CannotOverwriteExistingCassetteException:
            accepted = False
    note("vcrpy", name, accepted)
PYTHON
cat >"$folder/expected" <<'TEXT'
pook 2.1.6: "1": refused
pook 2.1.6: 1.0: refused
pook 2.1.6: 1: accepted
pook 2.1.6: true: refused
pytest-httpserver 1.2.0: "1": refused
pytest-httpserver 1.2.0: 1.0: accepted
pytest-httpserver 1.2.0: 1: accepted
pytest-httpserver 1.2.0: true: accepted
pytest-httpx 0.36.2: "1": refused
pytest-httpx 0.36.2: 1.0: accepted
pytest-httpx 0.36.2: 1: accepted
pytest-httpx 0.36.2: true: accepted
responses 0.26.3: "1": refused
responses 0.26.3: 1.0: accepted
responses 0.26.3: 1: accepted
responses 0.26.3: true: accepted
respx 0.23.1: "1": refused
respx 0.23.1: 1.0: refused
respx 0.23.1: 1: accepted
respx 0.23.1: true: refused
vcrpy 9.4.2: "1": refused
vcrpy 9.4.2: 1.0: accepted
vcrpy 9.4.2: 1: accepted
vcrpy 9.4.2: true: accepted
TEXT
python3 -m venv "$folder/environment"
bin=$folder/environment/bin
"$bin/pip" install --quiet --disable-pip-version-check requests==2.34.2 httpx==0.28.1 pytest==9.2.0 responses==0.26.3 \
  respx==0.23.1 pook==2.1.6 pytest-httpx==0.36.2 pytest-httpserver==1.2.0 vcrpy==9.4.2
"$bin/python" -m pytest -q -s -p no:cacheprovider "$folder/test_bodies.py" >"$folder/output" 2>&1 || {
  cat "$folder/output"
  exit 1
}
sed -n 's/^= //p' "$folder/output" | LC_ALL=C sort | tee "$folder/actual"
diff "$folder/expected" "$folder/actual"
