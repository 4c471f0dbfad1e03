#!/bin/sh
# Expected: an SDK leaves out an argument that is None, or refuses it where it must be there, and sends one that is 0.
# What happens: None becomes four other things. asana sends `project=None`, pynetbox `name=null` (which its server reads
#   as "has no name"), notion-client `PATCH /v1/pages/None`, and Mastodon.py `/accounts/None/statuses`: another record, if
#   there is one of that name. python-redmine takes a limit of 0 for none, and asks for 100; pyTelegramBotAPI leaves out a
#   heading and a period of 0. (The guess: all leave out None, and one drops 0.)
# Source: asana 5.4.0, pynetbox 7.8.0, notion-client 3.1.0, Mastodon.py 2.3.3, python-redmine 2.5.0 and pyTelegramBotAPI
#   4.37.1 on Python 3.11, run here on 2026-12-01.
# Why it matters to testers of clients: a variable that is not set, or 0, reaches the SDK on the first day in production,
#   and its own tests call it with other values. Call it with None, 0 and "", and look at the request, not at the answer.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/arguments.py" <<'PYTHON'
import http.server, importlib.metadata, json, threading, urllib.parse

ANSWERS = {"/tasks": {"data": [], "next_page": None}, "/api/dcim/sites/": {"count": 0, "next": None, "results": []},
           "/issues.json": {"issues": [], "total_count": 0, "offset": 0, "limit": 100}}


class Server(http.server.BaseHTTPRequestHandler):
    last = ""

    def answer(self):
        Server.last = f"{self.command} {self.path}"
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path = urllib.parse.urlsplit(self.path).path
        default = [] if path.endswith("/statuses") else {"ok": True, "id": "p", "object": "page", "result": {}}
        body = json.dumps(ANSWERS.get(path, default)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_PATCH = answer

    def log_message(self, *parts):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}"


def with_asana():
    import asana

    configuration = asana.Configuration()
    configuration.host, configuration.access_token, configuration.return_page_iterator = url, "k", False
    asana.TasksApi(asana.ApiClient(configuration)).get_tasks({"project": None, "limit": 2})


def with_pynetbox():
    import pynetbox

    list(pynetbox.api(url, token="k").dcim.sites.filter(name=None, tag="tea"))


def with_notion():
    import notion_client

    notion_client.Client(auth="k", base_url=url).pages.update(page_id=None, archived=True)


def with_mastodon():
    import mastodon

    client = mastodon.Mastodon(access_token="k", api_base_url=url, version_check_mode="none")
    client.account_statuses(None, limit=2)


def with_redmine():
    import redminelib

    list(redminelib.Redmine(url, key="k").issue.filter(project_id="tea", limit=0))


def with_telegram():
    import telebot

    telebot.apihelper.API_URL = url + "/bot{0}/{1}"
    try:
        telebot.TeleBot("1:k", threaded=False).send_location(7, 46.5, 7.5, live_period=0, heading=0)
    except Exception:
        pass  # the answer has no message


def has(*parts):
    return lambda request: all(part in request for part in parts)


cases = [
    ("asana", with_asana, "project=None", has("project=None")),
    ("pynetbox", with_pynetbox, "name=null", has("name=null")),
    ("notion-client", with_notion, "/pages/None", has("PATCH /v1/pages/None")),
    ("Mastodon.py", with_mastodon, "/accounts/None/", has("/accounts/None/statuses")),
    ("python-redmine", with_redmine, "limit=100 for 0", has("limit=100")),
    ("pyTelegramBotAPI", with_telegram, "no heading, no live_period",
     lambda request: "sendLocation" in request and "heading" not in request and "live_period" not in request),
]
held = True
for package, call, what, is_so in cases:
    Server.last = ""
    try:
        call()
    except Exception as error:
        print(f"  {type(error).__name__}: {error}"[:200])
    held = held and is_so(Server.last)
    print(f"{package} {importlib.metadata.version(package)}: {'as before' if is_so(Server.last) else 'CHANGED'}: {what}")
    print(f"  {Server.last}")
raise SystemExit(0 if held else "the behavior has changed")
PYTHON
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check asana==5.4.0 pynetbox==7.8.0 \
  notion-client==3.1.0 Mastodon.py==2.3.3 python-redmine==2.5.0 pyTelegramBotAPI==4.37.1
"$folder/venv/bin/python" "$folder/arguments.py"
