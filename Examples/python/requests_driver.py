"""The driver for todo_requests. The client has a class for each error; the driver maps them to the contracts' names.

On the transport memory, an adapter replaces the network below the client's session. README.md of the kit describes it.
"""

import http.client

import requests
from contract_driver import Driver
from todo_requests import EmptyAnswer, MissingMember, NotJSON, StatusError, TodoClient, WrongType

driver = Driver("todo-requests", transports=["memory", "loopback"])


class Adapter(requests.adapters.BaseAdapter):
    def __init__(self, send):
        super().__init__()
        self._send = send

    def send(self, request, timeout=None, **_):
        try:
            answer = self._send(request.method, request.url, request.headers, request.body, timeout)
        except TimeoutError as error:
            raise requests.ReadTimeout(error, request=request) from error
        except (OSError, http.client.HTTPException) as error:
            raise requests.ConnectionError(error, request=request) from error
        response = requests.Response()
        response.status_code, response._content, response.url = answer.status, answer.body, request.url
        response.headers.update(answer.headers)
        response.request = request
        return response

    def close(self):
        pass


def session(call):
    session = requests.Session()
    if call.transport == "memory":
        session.mount("http://", Adapter(call.send))
        session.mount("https://", Adapter(call.send))
    return session


def client(call):
    return TodoClient(call.base_url, session(call))


@driver.operation
def createUser(call):
    user = call.input["user"]
    return client(call).register(user["name"], user["email"], user["password"], user["verifyPassword"])


driver.operation("login", lambda call: {"string": client(call).login(call.input["email"], call.input["password"])})
driver.operation("createTodo", lambda call: client(call).create_todo(call.input["todo"]["title"], call.input["token"]))
driver.operation("todos", lambda call: client(call).todos(call.input["token"]))
driver.operation("deleteTodo", lambda call: client(call).delete_todo(call.input["id"], call.input["token"]))


@driver.failure(StatusError)
def _(error):
    return {"category": "status", "type": "APIError", "case": "statusCode", "payload": error.status}


driver.failure(EmptyAnswer, category="invalidResponse", type="APIError", case="emptyData")
driver.failure(NotJSON, category="decoding", type="DecodingError", case="dataCorrupted")
driver.failure(MissingMember, category="decoding", type="DecodingError", case="keyNotFound")
driver.failure(WrongType, category="decoding", type="DecodingError", case="typeMismatch")
driver.run()
