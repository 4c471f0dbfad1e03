"""A client of the to-do API that uses urllib. It is ordinary code that does not know about contracts.

The client does not wrap network errors: urllib and http.client raise OSError (URLError is a subclass) and
HTTPException. If a response is wrong, the client raises APIError or DecodingError.
"""

import base64
import dataclasses
import http.client
import json
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, List, Optional


@dataclasses.dataclass
class Todo:
    title: str
    id: Optional[int] = None


@dataclasses.dataclass
class User:
    id: int
    email: str
    name: str


@dataclasses.dataclass
class Registration:
    name: str
    email: str
    password: str
    verifyPassword: str


@dataclasses.dataclass
class Token:
    string: str


class APIError(Exception):
    """An error that is neither a network error nor JSON that cannot be decoded.

    `case` is "statusCode" (`detail` is the status), "emptyData", or "invalidURL" (`detail` is the URL).
    """

    def __init__(self, case: str, detail: Any = None) -> None:
        super().__init__(case if detail is None else f"{case}: {detail}")
        self.case = case
        self.detail = detail


class DecodingError(Exception):
    """The body is not JSON, or not the JSON that the client expects.

    `case` is "dataCorrupted" (not JSON), "keyNotFound" or "typeMismatch". `path` is the place in the JSON.
    """

    def __init__(self, case: str, path: str, message: str) -> None:
        super().__init__(f"{path or 'the body'}: {message}")
        self.case = case
        self.path = path


class TodoClient:
    def __init__(self, base_url: str = "http://localhost:8080", timeout: float = 10) -> None:
        self._base_url = base_url.rstrip("/")
        self._timeout = timeout
        self._opener = urllib.request.build_opener()

    def create_user(self, registration: Registration) -> User:
        return _user(self._send("POST", "/users", body=dataclasses.asdict(registration)))

    def login(self, email: str, password: str) -> Token:
        credentials = base64.b64encode(f"{email}:{password}".encode()).decode()
        return Token(_member(self._send("POST", "/login", authorization=f"Basic {credentials}"), "string", str))

    def create_todo(self, todo: Todo, token: str) -> Todo:
        return _todo(self._send("POST", "/todos", authorization=f"Bearer {token}", body={"title": todo.title}))

    def todos(self, token: str) -> List[Todo]:
        answer = self._send("GET", "/todos", authorization=f"Bearer {token}")
        if not isinstance(answer, list):
            raise DecodingError("typeMismatch", "", f"a list was expected, not {type(answer).__name__}")
        return [_todo(item, f"[{index}]") for index, item in enumerate(answer)]

    def delete_todo(self, id: str, token: str) -> Todo:
        # With safe="", a slash in an id does not begin another segment.
        segment = urllib.parse.quote(id, safe="")
        return _todo(self._send("DELETE", f"/todos/{segment}", authorization=f"Bearer {token}"))

    def _send(self, method: str, path: str, authorization: Optional[str] = None, body: Any = None) -> Any:
        headers = {"Content-Type": "application/json", "Cache-Control": "no-cache"}
        if authorization is not None:
            headers["Authorization"] = authorization
        data = None if body is None else json.dumps(body).encode()
        address = self._base_url + path
        try:
            request = urllib.request.Request(address, data=data, headers=headers, method=method)
            with self._opener.open(request, timeout=self._timeout) as response:
                answer = response.read()
        except urllib.error.HTTPError as error:
            with error:
                raise APIError("statusCode", error.code) from error
        except (ValueError, http.client.InvalidURL) as error:
            raise APIError("invalidURL", address) from error
        if not answer:
            raise APIError("emptyData")
        try:
            return json.loads(answer)
        except ValueError as error:
            raise DecodingError("dataCorrupted", "", str(error)) from error


def _todo(json: Any, path: str = "") -> Todo:
    return Todo(title=_member(json, "title", str, path), id=_member(json, "id", int, path))


def _user(json: Any) -> User:
    return User(_member(json, "id", int), _member(json, "email", str), _member(json, "name", str))


def _member(json: Any, name: str, kind: type, path: str = "") -> Any:
    if not isinstance(json, dict):
        raise DecodingError("typeMismatch", path, f"an object was expected, not {type(json).__name__}")
    if name not in json:
        raise DecodingError("keyNotFound", path, f"there is no {name}")
    value = json[name]
    # In Python, True is an int. In JSON, it is not a number.
    if not isinstance(value, kind) or isinstance(value, bool):
        raise DecodingError("typeMismatch", f"{path}.{name}".lstrip("."), f"{kind.__name__} was expected")
    return value
