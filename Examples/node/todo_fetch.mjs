// A client of the to-do API that uses fetch. It is ordinary code that does not know about contracts.
//
// It does not wrap the errors of fetch. If a response is wrong, it throws an APIError or a DecodingError.

/** An error of the API. `reason` is "statusCode" (`detail` is the status) or "emptyData". */
export class APIError extends Error {
  name = "APIError";

  constructor(reason, detail) {
    super(detail === undefined ? reason : `${reason}: ${detail}`);
    this.reason = reason;
    this.detail = detail;
  }
}

/** The body is not what the client expects. `reason` is "dataCorrupted", "keyNotFound" or "typeMismatch". */
export class DecodingError extends Error {
  name = "DecodingError";

  constructor(reason, path, options) {
    super(`${path || "the body"}: ${reason}`, options);
    this.reason = reason;
    this.path = path;
  }
}

export class TodoClient {
  #baseURL;
  #timeout;

  constructor(baseURL = "http://localhost:8080", { timeout = 10_000 } = {}) {
    this.#baseURL = baseURL;
    this.#timeout = timeout;
  }

  async createUser({ name, email, password, verifyPassword }) {
    const user = await this.#send("POST", "/users", { body: { name, email, password, verifyPassword } });
    return { id: member(user, "id", isId), email: member(user, "email"), name: member(user, "name") };
  }

  async login(email, password) {
    const credentials = Buffer.from(`${email}:${password}`).toString("base64");
    const token = await this.#send("POST", "/login", { authorization: `Basic ${credentials}` });
    return { string: member(token, "string") };
  }

  async createTodo({ title }, token) {
    return todo(await this.#send("POST", "/todos", { authorization: `Bearer ${token}`, body: { title } }));
  }

  async todos(token) {
    const todos = await this.#send("GET", "/todos", { authorization: `Bearer ${token}` });
    if (!Array.isArray(todos)) throw new DecodingError("typeMismatch", "");
    return todos.map((one, index) => todo(one, `[${index}]`));
  }

  async deleteTodo(id, token) {
    // A slash in an id does not begin another segment.
    const path = `/todos/${encodeURIComponent(id)}`;
    return todo(await this.#send("DELETE", path, { authorization: `Bearer ${token}` }));
  }

  async #send(method, path, { authorization, body }) {
    const headers = { "Content-Type": "application/json", "Cache-Control": "no-cache" };
    if (authorization) headers.Authorization = authorization;
    const response = await fetch(this.#baseURL + path, {
      method,
      headers,
      body: body && JSON.stringify(body),
      redirect: "manual",
      signal: AbortSignal.timeout(this.#timeout),
    });
    if (!response.ok) throw new APIError("statusCode", response.status);
    const bytes = await response.arrayBuffer();
    if (bytes.byteLength === 0) throw new APIError("emptyData");
    try {
      // response.json() would replace bytes that are not UTF-8.
      return parsed(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    } catch (error) {
      throw new DecodingError("dataCorrupted", "", { cause: error });
    }
  }
}

/**
 * Reads JSON in which an id may have 64 bits. A Number has 53, so JSON.parse would change such an id: it becomes a
 * BigInt. In JSON, `"id":` is always the name of a member, because a quote inside a string has a backslash before it.
 */
function parsed(text) {
  JSON.parse(text);
  const long = /("id"\s*:\s*)(-?\d{16,19})(?=\s*[,}])/g;
  return JSON.parse(text.replace(long, '$1{"long":"$2"}'), (name, value) =>
    name === "id" && value?.long ? BigInt(value.long) : value,
  );
}

const isText = (value) => typeof value === "string";
const isId = (value) => Number.isSafeInteger(value) || typeof value === "bigint";

function todo(json, path = "") {
  return { id: member(json, "id", isId, path), title: member(json, "title", isText, path) };
}

function member(json, name, fits = isText, path = "") {
  if (typeof json !== "object" || json === null || Array.isArray(json)) throw new DecodingError("typeMismatch", path);
  if (!Object.hasOwn(json, name)) throw new DecodingError("keyNotFound", path);
  if (!fits(json[name])) throw new DecodingError("typeMismatch", `${path}.${name}`.replace(/^\./, ""));
  return json[name];
}
