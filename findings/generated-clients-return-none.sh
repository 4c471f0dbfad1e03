#!/bin/sh
# Expected: a client that is generated from OpenAPI fails for a status that the description does not have, and for a body
#   that its schema does not allow.
# What happens: the client of openapi-python-client returns None for an unknown 500, as it does for a 404 with no body, and
#   fails for a 520 only because Python's HTTPStatus does not know it. It passes null and "1" on where the schema requires
#   a string and an integer. Both clients return None for an unknown 201 with a body, and both raise an error for a new
#   value of an enumeration. (The guess was right, with none about 201.)
# Source: openapi-python-client 0.29.1 and openapi-generator-cli 7.26.0 (generator python) on Python 3.11 and Java 17, both
#   with their defaults, run here on 2026-11-29; OpenAPI 3.0.3.
# Why it matters to testers of clients: "generated" does not mean that errors are noticed. A caller that takes None for
#   "not found" reports a broken server as an empty result. Test statuses and values that the description does not have.
set -eu
command -v java >/dev/null || {
  echo "this needs Debian's package openjdk-17-jre-headless" >&2
  exit 1
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/api.json" <<'JSON'
{ "openapi": "3.0.3", "info": { "title": "Things", "version": "1" },
  "paths": { "/things/{id}": { "get": {
    "operationId": "getThing", "tags": ["things"],
    "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }],
    "responses": {
      "200": { "description": "Found",
        "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Thing" } } } },
      "404": { "description": "Not found" } } } } },
  "components": { "schemas": { "Thing": {
    "type": "object", "required": ["id", "name", "state"],
    "properties": {
      "id": { "type": "integer" }, "name": { "type": "string" },
      "state": { "type": "string", "enum": ["new", "used"] } } } } } }
JSON
cat >"$folder/calls.py" <<'PYTHON'
import http.server, importlib.metadata, json, threading

import things_client.api.things.get_thing, openapi_client

THING = {"id": 1, "name": "lamp", "state": "new"}
ANSWERS = {
    "200": (200, THING),
    "404": (404, None),
    "500": (500, {"error": "broken"}),
    "520": (520, {"error": "broken"}),
    "201": (201, THING),
    "a new value of an enumeration": (200, {**THING, "state": "repaired"}),
    "a required member is missing": (200, {"id": 1, "state": "new"}),
    "null for a string": (200, {**THING, "name": None}),
    '"1" for an integer': (200, {**THING, "id": "1"}),
}


class Server(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        status, value = list(ANSWERS.values())[int(self.path.split("/")[-1])]
        body = json.dumps(value).encode() if value else b""
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *parts):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
URL = f"http://127.0.0.1:{server.server_port}"


def openapi_python_client(number):
    return things_client.api.things.get_thing.sync(number, client=things_client.Client(base_url=URL))


def openapi_generator_cli(number):
    with openapi_client.ApiClient(openapi_client.Configuration(host=URL)) as client:
        return openapi_client.ThingsApi(client).get_thing(number)


for call in [openapi_python_client, openapi_generator_cli]:
    package = call.__name__.replace("_", "-")
    for number, name in enumerate(ANSWERS):
        try:
            thing = call(str(number))
            result = f"id {thing.id!r}, name {thing.name!r}" if thing else "None"
        except Exception as error:
            result = type(error).__name__
        print(f"{package} {importlib.metadata.version(package)}: {name}: {result}")
PYTHON
cat >"$folder/expected" <<'TEXT'
openapi-python-client 0.29.1: 200: id 1, name 'lamp'
openapi-python-client 0.29.1: 404: None
openapi-python-client 0.29.1: 500: None
openapi-python-client 0.29.1: 520: ValueError
openapi-python-client 0.29.1: 201: None
openapi-python-client 0.29.1: a new value of an enumeration: ValueError
openapi-python-client 0.29.1: a required member is missing: KeyError
openapi-python-client 0.29.1: null for a string: id 1, name None
openapi-python-client 0.29.1: "1" for an integer: id '1', name 'lamp'
openapi-generator-cli 7.26.0: 200: id 1, name 'lamp'
openapi-generator-cli 7.26.0: 404: NotFoundException
openapi-generator-cli 7.26.0: 500: ServiceException
openapi-generator-cli 7.26.0: 520: ServiceException
openapi-generator-cli 7.26.0: 201: None
openapi-generator-cli 7.26.0: a new value of an enumeration: ValidationError
openapi-generator-cli 7.26.0: a required member is missing: ValidationError
openapi-generator-cli 7.26.0: null for a string: ValidationError
openapi-generator-cli 7.26.0: "1" for an integer: ValidationError
TEXT
python3 -m venv "$folder/environment"
bin=$folder/environment/bin
"$bin/pip" install --quiet --disable-pip-version-check openapi-python-client==0.29.1 openapi-generator-cli==7.26.0 \
  httpx==0.28.1 python-dateutil==2.9.0.post0 urllib3==2.8.0
cd "$folder"
PATH=$bin:$PATH openapi-python-client generate --path api.json --output-path things_client --meta none >generated
"$bin/openapi-generator-cli" generate -i api.json -g python -o other >>generated
PYTHONPATH=$folder/other "$bin/python" calls.py | tee actual
diff expected actual
