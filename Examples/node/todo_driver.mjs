// The driver for todo_fetch. The client's errors have the contracts' names; the driver adds category and case.
import { driver } from "../../Kits/node/driver.mjs"; // in your project: from "contract-run"
import { APIError, DecodingError, TodoClient } from "./todo_fetch.mjs";

const client = (call) => new TodoClient(call.baseURL);
const categories = { statusCode: "status", emptyData: "invalidResponse" };

driver({
  name: "todo-fetch",
  operations: {
    createUser: (call) => client(call).createUser(call.argument("user", Object)),
    login: (call) => client(call).login(call.argument("email", String), call.argument("password", String)),
    createTodo: (call) => client(call).createTodo(call.argument("todo", Object), call.argument("token", String)),
    todos: (call) => client(call).todos(call.argument("token", String)),
    deleteTodo: (call) => client(call).deleteTodo(call.argument("id", String), call.argument("token", String)),
  },
  failure(error) {
    if (error instanceof APIError) {
      return { category: categories[error.reason], case: error.reason, payload: error.detail };
    }
    if (error instanceof DecodingError) return { category: "decoding", case: error.reason, payload: error.path };
  },
});
