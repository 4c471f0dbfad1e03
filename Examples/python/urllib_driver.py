"""The driver for todo_urllib. The client's exceptions have the contracts' names; the driver adds category and case."""

from contract_driver import Driver
from todo_urllib import APIError, DecodingError, Registration, Todo, TodoClient

driver = Driver("todo-urllib")


def client(call):
    return TodoClient(call.base_url)


driver.operation("createUser", lambda call: client(call).create_user(call.argument("user", Registration)))
driver.operation("login", lambda call: client(call).login(call.argument("email", str), call.argument("password", str)))
driver.operation(
    "createTodo", lambda call: client(call).create_todo(call.argument("todo", Todo), call.argument("token", str))
)
driver.operation("todos", lambda call: client(call).todos(call.argument("token", str)))
driver.operation(
    "deleteTodo", lambda call: client(call).delete_todo(call.argument("id", str), call.argument("token", str))
)


@driver.failure(APIError)
def _(error):
    categories = {"statusCode": "status", "emptyData": "invalidResponse", "invalidURL": "invalidRequest"}
    return {"category": categories[error.case], "case": error.case, "payload": error.detail}


@driver.failure(DecodingError)
def _(error):
    return {"category": "decoding", "case": error.case, "payload": error.path}


driver.run()
