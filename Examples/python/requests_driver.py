"""The driver for todo_requests. The client has a class for each error; the driver maps them to the contracts' names."""

from contract_driver import Driver
from todo_requests import EmptyAnswer, MissingMember, NotJSON, StatusError, TodoClient, WrongType

driver = Driver("todo-requests")


def client(call):
    return TodoClient(call.base_url)


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
