#!/bin/sh
# Expected: an SDK that sends a POST again by itself sends a key with both requests, so that the server can see that they
#   are one. How often it does so does not depend on how the SDK is called.
# What happens: openai, anthropic, lithic (here it makes a payment card) and cohere send a POST a second time without a
#   key, after a 500 and after a 409, and slack_sdk a message if there is no answer. stripe sends the same key again if it
#   is called by its module, and never sends again with a StripeClient. increase and modern-treasury have a key, too.
#   mistralai sends once. (The guess was a key for lithic, and two requests of a StripeClient. It had nothing about 409.)
# Source: openai 3.57.0, anthropic 2.14.0, cohere 7.3.1, lithic 0.133.0, slack_sdk 3.48.0, stripe 16.1.0, increase 0.552.0,
#   modern-treasury 1.80.0 and mistralai 3.7.0 on Python 3.11, run here on 2026-11-29; RFC 9110, section 9.2.2.
# Why it matters to testers of clients: a client on an SDK has retries that nobody wrote, and they come and go with the way
#   it is called. Count the requests of each POST that creates something, and compare their keys.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/again.py" <<'PYTHON'
import http.server, importlib.metadata, json, logging, threading

# What the first request gets, and the keys of all requests.
first, keys = "", []
ANSWER = json.dumps({"id": "1", "object": "customer", "ok": True}).encode()
MESSAGES = [{"role": "user", "content": "Hi"}]


class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"] or 0))
        keys.append(self.headers["Idempotency-Key"])
        if len(keys) == 1 and first == "no answer":
            self.close_connection = True
            return
        self.send_response(int(first) if len(keys) == 1 else 200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(ANSWER)))
        self.end_headers()
        self.wfile.write(ANSWER)

    def log_message(self, *parts):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
URL = f"http://127.0.0.1:{server.server_port}"


def openai():
    import openai

    openai.OpenAI(api_key="k", base_url=URL).chat.completions.create(model="m", messages=MESSAGES)


def anthropic():
    import anthropic

    anthropic.Anthropic(api_key="k", base_url=URL).messages.create(model="m", max_tokens=9, messages=MESSAGES)


def cohere():
    import cohere

    cohere.ClientV2(api_key="k", base_url=URL).chat(model="m", messages=MESSAGES)


def lithic():
    import lithic

    lithic.Lithic(api_key="k", base_url=URL).cards.create(type="VIRTUAL")


def slack_sdk():
    import slack_sdk

    slack_sdk.WebClient(token="k", base_url=URL + "/").chat_postMessage(channel="c", text="Hi")


def stripe():
    import stripe

    stripe.api_key, stripe.api_base = "sk_test_1", URL
    stripe.Customer.create(name="Ada")


def stripe_client():
    import stripe

    stripe.StripeClient("sk_test_1", base_addresses={"api": URL}).v1.customers.create({"name": "Ada"})


def increase():
    import increase

    increase.Increase(api_key="k", base_url=URL).accounts.create(name="Ada")


def modern_treasury():
    import modern_treasury

    client = modern_treasury.ModernTreasury(api_key="k", organization_id="o", base_url=URL)
    client.counterparties.create(name="Ada")


def mistralai():
    from mistralai.client import Mistral

    Mistral(api_key="k", server_url=URL).chat.complete(model="m", messages=MESSAGES)


logging.disable()
for call in [openai, anthropic, cohere, lithic, slack_sdk, stripe, stripe_client, increase, modern_treasury, mistralai]:
    results = []
    for first in ["500", "409", "no answer"]:
        keys.clear()
        try:
            call()
        except Exception:
            # The answer has only what most of them need.
            pass
        key = "no key" if not any(keys) else "the same key" if len(set(keys)) == 1 else "another key"
        results.append(f"{first}: " + ("once" if len(keys) == 1 else f"{len(keys)} times, {key}"))
    package = call.__name__.removesuffix("_client")
    name = f"{package} {importlib.metadata.version(package)}" + (", StripeClient" if call == stripe_client else "")
    print(f"{name}: {'; '.join(results)}", flush=True)
PYTHON
cat >"$folder/expected" <<'TEXT'
openai 3.57.0: 500: 2 times, no key; 409: 2 times, no key; no answer: 2 times, no key
anthropic 2.14.0: 500: 2 times, no key; 409: 2 times, no key; no answer: 2 times, no key
cohere 7.3.1: 500: 2 times, no key; 409: 2 times, no key; no answer: once
lithic 0.133.0: 500: 2 times, no key; 409: 2 times, no key; no answer: 2 times, no key
slack_sdk 3.48.0: 500: once; 409: once; no answer: 2 times, no key
stripe 16.1.0: 500: 2 times, the same key; 409: 2 times, the same key; no answer: 2 times, the same key
stripe 16.1.0, StripeClient: 500: once; 409: once; no answer: once
increase 0.552.0: 500: 2 times, the same key; 409: once; no answer: 2 times, the same key
modern_treasury 1.80.0: 500: 2 times, the same key; 409: 2 times, the same key; no answer: 2 times, the same key
mistralai 3.7.0: 500: once; 409: once; no answer: once
TEXT
python3 -m venv "$folder/environment"
bin=$folder/environment/bin
"$bin/pip" install --quiet --disable-pip-version-check openai==3.57.0 anthropic==2.14.0 cohere==7.3.1 lithic==0.133.0 \
  slack_sdk==3.48.0 stripe==16.1.0 increase==0.552.0 modern-treasury==1.80.0 mistralai==3.7.0
"$bin/python" "$folder/again.py" | tee "$folder/actual"
diff "$folder/expected" "$folder/actual"
