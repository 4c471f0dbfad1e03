"""A real server, with the same data at each start: `serve.py httpbin|jupyter|moto|registry|todo [PORT]`.

It prints its port when it answers. It ends on SIGTERM, or when the process that started it ends.
"""

import atexit
import http.client
import logging
import os
import pathlib
import signal
import socket
import sys
import tempfile
import threading
import time


def start(run):
    threading.Thread(target=run, daemon=True).start()


def httpbin(listener):
    from httpbin import app
    from waitress import create_server

    start(create_server(app, sockets=[listener]).run)


def jupyter(listener):
    """The server of notebooks, with three files. Its token is jupyter-token-0123456789."""
    temporary = tempfile.TemporaryDirectory(prefix="real-jupyter-")
    atexit.register(temporary.cleanup)
    root = pathlib.Path(temporary.name)
    for name in ("CONFIG", "DATA", "RUNTIME"):
        os.environ[f"JUPYTER_{name}_DIR"] = str(root / "private" / name)
    for name, text in {"hello.txt": "hello\n", "data/a.json": '{"a": 1}\n', "data/b.csv": "x,y\n"}.items():
        (root / "files" / name).parent.mkdir(parents=True, exist_ok=True)
        (root / "files" / name).write_text(text)

    from jupyter_server.serverapp import ServerApp
    from tornado.httpserver import HTTPServer

    app = ServerApp(allow_root=True, root_dir=str(root / "files"), terminals_enabled=False)
    app.initialize(["--IdentityProvider.token=jupyter-token-0123456789"], new_httpserver=False)
    listener.setblocking(False)  # Tornado accepts until there is no more
    HTTPServer(app.web_app).add_socket(listener)
    start(app.io_loop.start)


def moto(listener):
    """Amazon's S3 and EKS, with two books and a cluster. Any credentials are right."""
    os.environ.update(AWS_ACCESS_KEY_ID="any", AWS_SECRET_ACCESS_KEY="any", AWS_DEFAULT_REGION="us-east-1")
    import boto3
    from moto.server import DomainDispatcherApplication, create_backend_app
    from werkzeug.serving import WSGIRequestHandler, make_server

    class Handler(WSGIRequestHandler):
        protocol_version = "HTTP/1.1"

        def log(self, *_):
            pass

    app = DomainDispatcherApplication(create_backend_app)
    port = listener.getsockname()[1]
    server = make_server("127.0.0.1", port, app, True, request_handler=Handler, fd=listener.fileno())
    start(server.serve_forever)

    s3 = boto3.client("s3", endpoint_url=f"http://127.0.0.1:{port}")
    s3.create_bucket(Bucket="books")
    s3.put_object(Bucket="books", Key="novel-emma.txt", Body=b"Emma Woodhouse", ContentType="text/plain")
    s3.put_object(Bucket="books", Key="novel-moby.txt", Body=b"Call me Ishmael.", ContentType="text/plain")
    network = {"subnetIds": ["subnet-1", "subnet-2"]}
    eks = boto3.client("eks", endpoint_url=f"http://127.0.0.1:{port}")
    eks.create_cluster(name="shop", roleArn="arn:aws:iam::123456789012:role/eks", resourcesVpcConfig=network)


def registry(listener):
    """Debian's docker-registry, with two tags of one repository."""
    import subprocess

    from dxf import DXF

    port = listener.getsockname()[1]
    listener.close()  # the registry opens the port itself
    temporary = tempfile.TemporaryDirectory(prefix="real-server-")
    atexit.register(temporary.cleanup)
    folder = pathlib.Path(temporary.name)
    settings = ["version: 0.1", "log: {level: error, accesslog: {disabled: true}}"]
    settings += [f"http: {{addr: '127.0.0.1:{port}'}}", f"storage: {{filesystem: {{rootdirectory: {folder}/data}}}}"]
    (folder / "config.yml").write_text("\n".join(settings))
    process = subprocess.Popen(["docker-registry", "serve", folder / "config.yml"], stderr=subprocess.DEVNULL)
    atexit.register(process.kill)
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            break
        except OSError:
            time.sleep(0.1)
    client = DXF(f"127.0.0.1:{port}", "shop/cart", insecure=True)
    (folder / "layer").write_text("a layer")
    layer = client.push_blob(str(folder / "layer"))
    for tag in ("1.0", "1.1"):
        client.set_alias(tag, layer)


def todo(listener):
    """An API of todos on FastAPI. Its token is todo-token-0123456789."""
    import datetime
    import enum
    from typing import Annotated, Optional

    import uvicorn
    from fastapi import Depends, FastAPI, HTTPException
    from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
    from pydantic import BaseModel

    class State(str, enum.Enum):
        open = "open"
        done = "done"

    class Owner(BaseModel):
        name: str
        email: Optional[str]

    class NewTodo(BaseModel):
        title: str
        due: Optional[datetime.date] = None
        tags: list[str] = []

    class Todo(NewTodo):
        id: int
        state: State
        estimate: Optional[float]
        owner: Owner
        createdAt: datetime.datetime

    def user(credentials: Annotated[Optional[HTTPAuthorizationCredentials], Depends(HTTPBearer(auto_error=False))]):
        if credentials is None or credentials.credentials != "todo-token-0123456789":
            raise HTTPException(401, "not logged in")
        return ada

    User = Annotated[Owner, Depends(user)]
    ada, bob = Owner(name="Ada", email="ada@example.com"), Owner(name="Bob", email=None)
    created = datetime.datetime(2025, 3, 4, 5, 6, 7, tzinfo=datetime.timezone.utc)
    milk = {"id": 1, "title": "milk", "state": "open", "due": "2027-01-31", "tags": ["home", "shop"], "estimate": 1.5}
    taxes = {"id": 2, "title": "taxes", "state": "done", "estimate": None}
    call = {"id": 3, "title": "call Zoë", "state": "open", "tags": ["phone"], "estimate": 0.25}
    todos = {
        item["id"]: Todo(**item, owner=owner, createdAt=created)
        for item, owner in [(milk, ada), (taxes, bob), (call, ada)]
    }
    app = FastAPI()

    @app.get("/todos")
    def _(_: User, state: Optional[State] = None) -> list[Todo]:
        return [todo for todo in todos.values() if state in (None, todo.state)]

    @app.get("/todos/{id}")
    def _(_: User, id: int) -> Todo:
        if id not in todos:
            raise HTTPException(404, "no such todo")
        return todos[id]

    @app.post("/todos", status_code=201)
    def _(me: User, new: NewTodo) -> Todo:
        now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
        id = max(todos) + 1
        todos[id] = Todo(**new.model_dump(), id=id, state="open", estimate=None, owner=me, createdAt=now)
        return todos[id]

    server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    start(lambda: server.run(sockets=[listener]))


def main():
    listener = socket.create_server(("127.0.0.1", int(sys.argv[2]) if len(sys.argv) > 2 else 0))
    port = listener.getsockname()[1]
    logging.disable(logging.WARNING)
    {"httpbin": httpbin, "jupyter": jupyter, "moto": moto, "registry": registry, "todo": todo}[sys.argv[1]](listener)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", "/")
    connection.getresponse().read()
    connection.close()
    print(port, flush=True)
    starter = os.getppid()
    while os.getppid() == starter:
        time.sleep(1)


main()
