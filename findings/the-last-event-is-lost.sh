#!/bin/sh
# Expected: what an SDK calls the final message or response of a stream exists only after the event that ends the stream. A
#   stream whose connection ends in an orderly way before this event, as behind a proxy with a time limit, is an error.
# What happens: `get_final_message()` of Anthropic's SDK, and `get_final_completion()` of OpenAI's, return the half that
#   came, with no reason why it stopped. `get_final_response()` of OpenAI's raises. Without these helpers, a loop over the
#   events ends in all three as after a whole answer. (The guess: all three helpers raise.)
# Source: anthropic 2.14.0 and openai 3.57.0 on Python 3.11, run here on 2026-11-30.
# Why it matters to testers of clients: half an answer looks like a short answer. Play a stream without its last event, and
#   let the client look for `message_stop`, `response.completed` or a `finish_reason` itself.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/streams.py" <<'PYTHON'
import http.server, importlib.metadata, json, threading


def events(*all):
    return "".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in all)


MESSAGE = {"id": "m", "type": "message", "role": "assistant", "content": [], "model": "x", "stop_reason": None,
           "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1}}
RESPONSE = {"id": "r", "object": "response", "created_at": 1, "model": "x", "output": [], "parallel_tool_calls": True,
            "tool_choice": "auto", "tools": [], "status": "in_progress"}
PART = {"type": "output_text", "text": "", "annotations": []}
BODIES = {
    "/v1/messages": events(
        {"type": "message_start", "message": MESSAGE},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "half"}}),
    "/responses": events(
        {"type": "response.created", "sequence_number": 0, "response": RESPONSE},
        {"type": "response.output_item.added", "sequence_number": 1, "output_index": 0,
         "item": {"id": "i", "type": "message", "role": "assistant", "status": "in_progress", "content": []}},
        {"type": "response.content_part.added", "sequence_number": 2, "item_id": "i", "output_index": 0,
         "content_index": 0, "part": PART},
        {"type": "response.output_text.delta", "sequence_number": 3, "item_id": "i", "output_index": 0,
         "content_index": 0, "delta": "half", "logprobs": []}),
    "/chat/completions": "data: " + json.dumps(
        {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "x", "choices": [
            {"index": 0, "delta": {"role": "assistant", "content": "half"}, "finish_reason": None}]}) + "\n\n",
}


class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        body = BODIES[self.path].encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *parts):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}"


def message():
    import anthropic

    client = anthropic.Anthropic(api_key="k", base_url=url, max_retries=0)
    with client.messages.stream(model="x", max_tokens=9, messages=[{"role": "user", "content": "hi"}]) as stream:
        final = stream.get_final_message()
    return final.content[0].text, final.stop_reason


def response():
    import openai

    client = openai.OpenAI(api_key="k", base_url=url, max_retries=0)
    with client.responses.stream(model="x", input="hi") as stream:
        final = stream.get_final_response()
    return final.output_text, final.status


def completion():
    import openai

    client = openai.OpenAI(api_key="k", base_url=url, max_retries=0)
    with client.chat.completions.stream(model="x", messages=[{"role": "user", "content": "hi"}]) as stream:
        final = stream.get_final_completion()
    return final.choices[0].message.content, final.choices[0].finish_reason


expected = [("half", None), "RuntimeError", ("half", None)]
found = []
for package, helper, client in [
    ("anthropic", "get_final_message", message), ("openai", "get_final_response", response),
    ("openai", "get_final_completion", completion),
]:
    try:
        found.append(client())
    except Exception as error:
        found.append(type(error).__name__)
    print(f"{package} {importlib.metadata.version(package)}: {helper}: {found[-1]}")
assert found == expected, found
PYTHON
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check anthropic==2.14.0 openai==3.57.0
"$folder/venv/bin/python" "$folder/streams.py"
