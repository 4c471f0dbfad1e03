#!/bin/sh
# Expected: what sends a request again after 429 waits as long as Retry-After says, in both of its forms: seconds, and a
#   date of HTTP (RFC 9110, section 10.2.3).
# What happens: httpx-retries and urllib3 wait. aiohttp-retry, whose only purpose this is, never reads the header.
#   retryhttp cuts the time to a date to whole seconds, so it comes up to a second before the date. Replicate's SDK
#   reads dates only in the form of ISO 8601, which HTTP does not have. (The guess: only aiohttp-retry does not wait for
#   a date.)
# Source: httpx-retries 0.6.0, urllib3 2.8.0, aiohttp-retry 2.9.1 on aiohttp 3.14.5, retryhttp 1.5.0 on httpx 0.28.1 and
#   replicate 1.0.7 on Python 3.11, run here on 2026-11-29.
# Why it matters to testers of clients: a client that "has retries" has them from such a library. A test that answers an
#   error once and then 200 is green with all of them; only the time between the two requests shows which one waits.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/waits.py" <<'PYTHON'
import asyncio, email.utils, http.server, importlib.metadata, json, sys, threading, time

# The time at which the next request may come, and the time at which it came.
state = {"form": "", "may": None, "came": None}


class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if state["may"] is not None:
            state["came"] = state["came"] or time.time()
            return self.answer(200, {})
        # Early in a second, so that what is cut off is large.
        while time.time() % 1 > 0.2:
            time.sleep(0.01)
        now = time.time()
        wait = 3 if state["form"] == "a date" else 1
        state["may"] = int(now) + 3 if state["form"] == "a date" else now + 1
        value = email.utils.formatdate(int(now) + wait, usegmt=True) if state["form"] == "a date" else str(wait)
        self.answer(429, {}, value)

    def answer(self, status, body, retry_after=None):
        text = json.dumps(body).encode()
        self.send_response(status)
        if retry_after:
            self.send_header("Retry-After", retry_after)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *parts):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
server.handle_error = lambda *parts: None
threading.Thread(target=server.serve_forever, daemon=True).start()
URL = f"http://127.0.0.1:{server.server_port}"


def httpx_retries():
    import httpx
    from httpx_retries import Retry, RetryTransport

    with httpx.Client(transport=RetryTransport(retry=Retry(total=2, backoff_factor=0.1))) as client:
        return client.get(URL).status_code


def urllib3():
    import urllib3

    retries = urllib3.Retry(total=2, backoff_factor=0.1, status_forcelist=[429])
    return urllib3.PoolManager(retries=retries).request("GET", URL).status


def aiohttp_retry():
    import aiohttp_retry

    async def call():
        options = aiohttp_retry.ExponentialRetry(attempts=3, start_timeout=0.1, statuses={429})
        async with aiohttp_retry.RetryClient(retry_options=options) as client, client.get(URL) as response:
            return response.status

    return asyncio.run(call())


def retryhttp():
    import httpx, retryhttp

    @retryhttp.retry(max_attempt_number=3)
    def call():
        response = httpx.get(URL)
        response.raise_for_status()
        return response.status_code

    return call()


def replicate():
    import replicate

    replicate.Client(api_token="t", base_url=URL).models.get("a/a")


CALLS = {
    "httpx-retries": httpx_retries,
    "urllib3": urllib3,
    "aiohttp-retry": aiohttp_retry,
    "retryhttp": retryhttp,
    "replicate": replicate,
}
for package, call in CALLS.items():
    for form in ["seconds", "a date"]:
        state.update(form=form, may=None, came=None)
        try:
            call()
        except Exception:
            # Replicate's SDK does not understand the body of the second answer.
            pass
        # Clocks tick.
        waits = state["came"] is not None and state["came"] > state["may"] - 0.02
        came = "waits" if waits else "does not wait" if state["came"] else "is sent once"
        print(f"{package} {importlib.metadata.version(package)}: {form}: {came}", flush=True)
PYTHON
cat >"$folder/expected" <<'TEXT'
httpx-retries 0.6.0: seconds: waits
httpx-retries 0.6.0: a date: waits
urllib3 2.8.0: seconds: waits
urllib3 2.8.0: a date: waits
aiohttp-retry 2.9.1: seconds: does not wait
aiohttp-retry 2.9.1: a date: does not wait
retryhttp 1.5.0: seconds: waits
retryhttp 1.5.0: a date: does not wait
replicate 1.0.7: seconds: waits
replicate 1.0.7: a date: does not wait
TEXT
python3 -m venv "$folder/environment"
bin=$folder/environment/bin
"$bin/pip" install --quiet --disable-pip-version-check httpx-retries==0.6.0 urllib3==2.8.0 aiohttp==3.14.5 \
  aiohttp-retry==2.9.1 retryhttp==1.5.0 httpx==0.28.1 replicate==1.0.7
"$bin/python" "$folder/waits.py" | tee "$folder/actual"
diff "$folder/expected" "$folder/actual"
