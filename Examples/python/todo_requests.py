"""A client of the to-do API that uses requests. It is ordinary code that does not know about contracts.

The client raises network errors as `requests.RequestException`. If a response is wrong, the client raises a TodoError.
It has one subclass for each kind of mistake.
"""

import dataclasses
import json
import urllib.parse
from typing import Any, List, Optional

import requests


@dataclasses.dataclass
class Todo:
    title: str
    id: Optional[int] = None


@dataclasses.dataclass
class User:
    id: int
    email: str
    name: str


class TodoError(Exception):
    """The to-do API did not answer as it should."""


class StatusError(TodoError):
    """The status is not 2xx."""

    def __init__(self, status: int) -> None:
        super().__init__(f"the server answered {status}")
        self.status = status


class EmptyAnswer(TodoError):
    """The status is 2xx, but there is no body."""


class NotJSON(TodoError):
    """The body is not JSON."""


class MissingMember(TodoError):
    """The body is JSON, but a member is missing."""


class WrongType(TodoError):
    """The body is JSON, but a value has the wrong type."""


class TodoClient:
    def __init__(self, base_url: str = "http://localhost:8080", session: Optional[requests.Session] = None) -> None:
        self._base_url = base_url.rstrip("/")
        self._session = session or requests.Session()
        self._timeout = 10

    def register(self, name: str, email: str, password: str, again: str) -> User:
        body = {"name": name, "email": email, "password": password, "verifyPassword": again}
        answer = self._send("POST", "/users", json=body)
        return User(*(_member(answer, name, kind) for name, kind in [("id", int), ("email", str), ("name", str)]))

    def login(self, email: str, password: str) -> str:
        # Bytes, because requests would encode text as Latin-1.
        return _member(self._send("POST", "/login", auth=(email.encode(), password.encode())), "string", str)

    def create_todo(self, title: str, token: str) -> Todo:
        return _todo(self._send("POST", "/todos", token, json={"title": title}))

    def todos(self, token: str) -> List[Todo]:
        answer = self._send("GET", "/todos", token)
        if not isinstance(answer, list):
            raise WrongType("the response is not a list")
        return [_todo(item) for item in answer]

    def delete_todo(self, id: str, token: str) -> Todo:
        return _todo(self._send("DELETE", f"/todos/{urllib.parse.quote(id, safe='')}", token))

    def _send(self, method: str, path: str, token: Optional[str] = None, **options: Any) -> Any:
        headers = {"Content-Type": "application/json", "Cache-Control": "no-cache"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        address = self._base_url + path
        response = self._session.request(method, address, headers=headers, timeout=self._timeout, **options)
        if not 200 <= response.status_code < 300:
            raise StatusError(response.status_code)
        if not response.content:
            raise EmptyAnswer(f"{response.status_code} without a body")
        try:
            # response.json() would replace bytes that are not UTF-8, and so accept a damaged response.
            return json.loads(response.content)
        except ValueError as error:
            raise NotJSON(str(error)) from error


def _todo(json: Any) -> Todo:
    return Todo(title=_member(json, "title", str), id=_member(json, "id", int))


def _member(json: Any, name: str, kind: type) -> Any:
    if not isinstance(json, dict):
        raise WrongType(f"the response is not an object with the member {name}")
    if name not in json:
        raise MissingMember(name)
    value = json[name]
    # In Python, True is an int. In JSON, it is not a number.
    if not isinstance(value, kind) or isinstance(value, bool):
        raise WrongType(f"{name} is {value!r}, not {kind.__name__}")
    return value
