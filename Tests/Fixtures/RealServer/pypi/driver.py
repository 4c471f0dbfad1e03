"""A client of each server of serve.py, and its driver: `driver.py httpbin|jupyter|moto|registry|todo`.

The clients check what they get in different ways: by hand and only what they use, in the way of a library, or
strictly. So the same change breaks one of them, and another one does not notice it.
"""

import sys

from contract_run import Driver


def invalid(error):
    """The failure of a pydantic.ValidationError: the first place that is wrong."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    return {"category": "decoding", "case": first["type"], "payload": ".".join(map(str, first["loc"]))}


def httpbin(driver):
    """requests; plain dictionaries."""
    import requests

    def get(call, path, **more):
        answer = requests.get(call.base_url + path, timeout=5, **more)
        answer.raise_for_status()
        return answer.json()

    @driver.operation
    def slideshow(call):
        show = get(call, "/json")["slideshow"]
        slides = [{"title": slide["title"].strip(), "items": slide.get("items")} for slide in show["slides"]]
        return {"title": show["title"], "author": show.get("author", "unknown"), "slides": slides}

    @driver.operation
    def echo(call):
        answer = get(call, "/get", params={"q": call.argument("q", str)})
        return {"q": answer["args"]["q"], "origin": answer["origin"]}

    @driver.operation
    def login(call):
        user, password = call.argument("user", str), call.argument("password", str)
        answer = get(call, f"/basic-auth/{user}/{password}", auth=(user, password))
        return answer["user"] if answer["authenticated"] else None


def jupyter(driver):
    """jupyter_server_client: models of pydantic, which convert what they can."""
    import jupyter_server_client
    import pydantic

    def client(call):
        token = call.argument("token", str)
        return jupyter_server_client.JupyterServerClient(call.base_url, token, timeout=5, max_retries=0)

    @driver.operation
    def version(call):
        return client(call).get_version()

    @driver.operation
    def status(call):
        return client(call).get_status()

    @driver.operation
    def file(call):
        return client(call).contents.get(call.argument("path", str))

    @driver.operation
    def folder(call):
        return [item.name for item in client(call).contents.list_directory(call.argument("path", str))]

    driver.failure(pydantic.ValidationError)(invalid)

    @driver.failure(jupyter_server_client.JupyterServerError)
    def _(error):
        return {"category": "status", "payload": error.status_code} if error.status_code else None


def moto(driver):
    """boto3: models of botocore, which convert times and numbers of XML, and check nothing else."""
    import boto3
    from botocore.config import Config
    from botocore.exceptions import ClientError

    def service(call, name):
        config = Config(
            connect_timeout=5,
            read_timeout=5,
            retries={"total_max_attempts": 1},
            response_checksum_validation="when_required",
        )
        keys = {"aws_access_key_id": "any", "aws_secret_access_key": "any", "region_name": "us-east-1"}
        return boto3.client(name, endpoint_url=call.base_url, config=config, **keys)

    @driver.operation
    def books(call):
        answer = service(call, "s3").list_objects_v2(Bucket="books", Prefix=call.argument("prefix", str))
        return [
            {"key": book["Key"], "size": book["Size"], "class": book.get("StorageClass")} for book in answer["Contents"]
        ]

    @driver.operation
    def book(call):
        answer = service(call, "s3").get_object(Bucket="books", Key=call.argument("key", str))
        return {"text": answer["Body"].read().decode(), "type": answer["ContentType"]}

    @driver.operation
    def cluster(call):
        found = service(call, "eks").describe_cluster(name=call.argument("name", str))["cluster"]
        subnets = found["resourcesVpcConfig"]["subnetIds"]
        created = found["createdAt"]
        return {"name": found["name"], "status": found["status"], "created": created, "subnets": list(subnets)}

    @driver.failure(ClientError)
    def _(error):
        return {"category": "status", "payload": error.response["ResponseMetadata"]["HTTPStatusCode"]}


def registry(driver):
    """python-dxf, the client of Docker's registry; it checks nothing."""
    import requests
    from dxf import DXF

    @driver.operation
    def tags(call):
        host = call.base_url.removeprefix("http://")
        return sorted(DXF(host, call.argument("repository", str), insecure=True).list_aliases())

    @driver.failure(requests.HTTPError)
    def _(error):
        return {"category": "status", "payload": error.response.status_code}


def todo(driver):
    """httpx; strict models of pydantic."""
    import datetime
    import enum
    from typing import Optional

    import httpx
    import pydantic

    http = httpx.Client(timeout=5)

    class State(enum.Enum):
        open = "open"
        done = "done"

    class Model(pydantic.BaseModel, strict=True):
        pass

    class Owner(Model):
        name: str
        email: Optional[str]

    class Todo(Model):
        id: int
        title: str
        state: State
        due: Optional[datetime.date] = None
        estimate: Optional[float]
        tags: list[str]
        owner: Owner
        createdAt: datetime.datetime

    class StatusError(Exception):
        pass

    def send(call, method, path, expected=200, **more):
        headers = {"Accept": "application/json", "Authorization": "Bearer " + call.argument("token", str)}
        answer = http.request(method, call.base_url + path, headers=headers, **more)
        if answer.status_code != expected:
            raise StatusError(answer.status_code)
        return answer.content

    @driver.operation
    def todos(call):
        return pydantic.TypeAdapter(list[Todo]).validate_json(send(call, "GET", "/todos"))

    @driver.operation
    def get(call):
        return Todo.model_validate_json(send(call, "GET", f"/todos/{call.argument('id', int)}"))

    @driver.operation
    def create(call):
        new = {"title": call.argument("title", str), "tags": call.argument("tags", list[str])}
        return Todo.model_validate_json(send(call, "POST", "/todos", 201, json=new))

    driver.failure(pydantic.ValidationError)(invalid)

    @driver.failure(StatusError)
    def _(error):
        return {"category": "status", "payload": error.args[0]}


def main():
    driver = Driver(sys.argv[1])
    {"httpbin": httpbin, "jupyter": jupyter, "moto": moto, "registry": registry, "todo": todo}[driver.name](driver)
    driver.run()


if __name__ == "__main__":
    main()
