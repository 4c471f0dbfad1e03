/**
 * A driver for contract-run, in one file without dependencies. Node 20.19 or later.
 *
 *     import { driver } from "contract-run"; // first, because it moves what the client prints to standard error
 *     import { Shop } from "./shop.mjs"; // the client under test, unchanged
 *
 *     driver({ operations: { order: (call) => new Shop(call.baseURL).order(call.argument("article", String)) } });
 *
 * The page docs/driver-protocol.md describes the messages between the runner and a driver.
 */

import fs from "node:fs";
import net from "node:net";
import v8 from "node:v8";
import vm from "node:vm";

// Those of this moment: a client may replace them.
const { parse, stringify } = JSON;
const { setImmediate, setTimeout } = globalThis;
const URL_ERRORS = "NSURLErrorDomain";
const AHEAD = 64; // calls that the runner may write in advance; it never writes more

/** Thrown by an operation that cannot run this call. The scenario is errored, and its report has the message. */
export class Unsupported extends Error {}

/**
 * Runs the operations that contract-run asks for, until it sends `bye` or closes the input.
 *
 * - `name`: the driver's name in reports; `"driver"` by default.
 * - `operations`: functions by the names that contracts use. Each gets the `Call`. What it returns or resolves to is
 *   the client's result, and what it throws is the client's failure. An iterator or an async iterable gives multiple
 *   values. A function with a second parameter completes through it: `done(value)`, `done(error)`, `done.fail(error)`.
 * - `client`: gets the `Call`, and makes the client that the operation finds in `call.client`. It may be async. Calls
 *   of one group get one client; every other call gets a new one. Without it, the driver makes no groups of calls.
 * - `close`: gets a client that `client` made, when its call or its group has ended. It may be async.
 * - `failure`: gets an error of the client, and returns the members that describe it in contracts. They replace those
 *   of the default description. Without a result, the default is used.
 * - `transports`: `["loopback"]` by default. Add `"memory"` if the operations give `call.fetch` to the client.
 * - `inFlight`: how many calls may run at once; 1 by default.
 */
export function driver({
  name = "driver", client, close, operations, failure, transports = ["loopback"], inFlight = 1,
}) {
  for (const [operation, run] of Object.entries(operations)) {
    if (typeof run !== "function") throw new TypeError(`the operation ${operation} is not a function`);
  }
  for (const [option, run] of Object.entries({ client, close })) {
    if (run !== undefined && typeof run !== "function") throw new TypeError(`the option ${option} is not a function`);
  }
  const { file } = frame(new Error().stack.split("\n")[2]);
  const open = new Map(); // the calls that can be canceled, by id
  const program = { client, close, operations, failure, file, open, marks: inFlight === 1 };
  const hasMemory = transports.includes("memory");
  const ahead = inFlight > 1 ? 0 : hasMemory ? AHEAD : 1;
  const calls = []; // whose turn has not come
  let running = 0;
  let group; // the client of a group, until another call comes
  let isClosing = false;
  const next = () => {
    if (isClosing || calls.length === 0) return;
    const number = calls[0].group;
    const isMember = group !== undefined && number === group.number; // it runs beside others, whatever `inFlight` is
    if (!isMember && running >= inFlight) return;
    if (!isMember && group) {
      closeGroup();
      return;
    }
    const call = calls.shift();
    running += 1;
    if (number !== undefined) group ??= new Client(program, number);
    run(call, program, group ?? new Client(program));
    next();
  };
  const ended = () => {
    running -= 1;
    setImmediate(next); // what the client left to the event loop runs before the next call, as if that came only now
  };
  const closeGroup = async () => {
    const former = group;
    group = undefined;
    isClosing = true;
    await former?.close();
    isClosing = false;
    next();
  };
  stream.on("end", () => calls.splice(0)); // no call that waits begins
  write("\n"); // ends a line that something may have begun to print
  receive((message, line) => {
    if (message.hello) {
      const { protocol } = message.hello;
      if (protocol !== 1) throw new Error(`this driver uses version 1 of the protocol, the runner version ${protocol}`);
      const names = Object.keys(operations);
      const hello = { protocol, driver: name, operations: names, transports, inFlight, ahead, answers: hasMemory };
      const more = { groups: client !== undefined, cancels: true, language: "javascript" };
      write(stringify({ hello: { ...hello, ...more } }) + "\n");
    } else if (message.call) {
      const call = new Call(message.call, ended, lostNumber(line));
      open.set(call.id, call);
      calls.push(call);
      next();
    } else if (message.cancel) {
      const call = open.get(message.cancel.id);
      if (call) Call.cancel(call);
    } else if (message.response) {
      const { id, n } = message.response;
      waiting.get(`${id}/${n}`)?.(message.response);
      waiting.delete(`${id}/${n}`);
    } else if (message.bye) {
      closeGroup();
      end();
    }
  });
}

/** One run of an operation: its `operation`, `transport`, `baseURL`, `baseURLs`, `input` and `group`. */
class Call {
  #answers;
  #requests = 0;
  #ended;
  #isOver = false;
  #isGivenUp = false;
  #hasBegun = false;
  #made; // an object with the client
  #takesClient = false;
  #lost; // a number of the input that has other digits here
  #controller; // if the signal was taken, or the call canceled

  constructor({ id, operation, transport, baseURL, baseURLs, input, group, answers }, ended, lost) {
    this.#answers = answers ?? [];
    this.#lost = lost;
    this.#ended = ended;
    Object.assign(this, { id, operation, transport, baseURL, baseURLs: baseURLs ?? {}, input: input ?? null });
    this.group = group ?? undefined;
    // The fetch for the client: the runner's test double on the transport `memory`, or else Node's own.
    this.fetch = transport === "memory" ? (resource, options) => this.#send(resource, options) : globalThis.fetch;
  }

  /** The client that the driver's `client` made for this call, or for the calls of its group. */
  get client() {
    if (!this.#made) throw new Unsupported("the driver has no `client`, so there is no call.client");
    this.#takesClient = true;
    return this.#made.client;
  }

  /** The signal that is aborted if this call is canceled. */
  get signal() {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  /**
   * Returns a member of the input: `call.argument("id", Number)`, `call.argument("limit", Number, 10)`.
   *
   * - `kind`: String, Number, Boolean, BigInt (a whole number), Date (a string in ISO 8601), Array or Object; if
   *   omitted, any JSON.
   * - `otherwise`: the result if the input does not have this member.
   *
   * Throws Unsupported if the input does not fit. The message names the place and what is wrong there.
   */
  argument(name, kind, otherwise) {
    if (!KINDS.get(Object)(this.input)) {
      throw new Unsupported(`input is ${words(this.input)}, expected an object with the member ${name}`);
    }
    if (!Object.hasOwn(this.input, name)) {
      if (arguments.length > 2) return otherwise;
      throw new Unsupported(`input has no member ${name}`);
    }
    const value = this.input[name];
    if (kind === undefined) return value;
    if (!KINDS.has(kind)) throw new Unsupported(`call.argument("${name}", …) does not read this kind`);
    if (!KINDS.get(kind)(value)) throw new Unsupported(`input.${name} is ${words(value)}, expected ${kind.name}`);
    return kind === BigInt ? BigInt(value) : kind === Date ? new Date(value) : value;
  }

  async #send(resource, options) {
    const request = new Request(resource, options);
    const { method, url, headers, signal } = request;
    const unobserved = ["timeout", ...FETCH_HEADERS.filter((header) => !headers.has(header))];
    const sent = { method, url, headers: Object.fromEntries(headers), unobserved };
    const body = new Uint8Array(await request.arrayBuffer());
    if (body.length > 0) sent.body = { base64: Buffer.from(body).toString("base64") };
    signal.throwIfAborted();
    const reply = await new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      this.#ask(sent, (reply) => {
        // Not at once, even if the answer came with the call: a network would let the event loop continue, too.
        if (reply.delay) setTimeout(resolve, reply.delay * 1000, reply);
        else setImmediate(resolve, reply);
      });
    });
    if (reply.status === undefined) throw fetchError(reply);
    return response(reply, url);
  }

  /** Writes a request. Its answer came with the call, or comes from the runner. */
  #ask(request, answered) {
    const n = ++this.#requests; // here, so that requests are written in the order of their numbers
    const known = this.#isOver || request.method === "HEAD" ? undefined : this.#answers[n - 1];
    if (!known) waiting.set(`${this.id}/${n}`, answered);
    write(stringify({ request: { id: this.id, n, ...request } }) + "\n");
    if (known) answered(known);
  }

  /** Records that the operation begins. `made` is an object with its client; undefined if the driver makes none. */
  static begin(call, made) {
    const lost = call.#lost;
    if (lost) throw new Unsupported(`input has ${lost}, which no number of JavaScript holds; give it as a string`);
    call.#made = made;
    call.#hasBegun = true;
  }

  /** Whether the operation has taken the client. */
  static takesClient = (call) => call.#takesClient;

  /** Cancels a call. If its operation has not taken the signal, nothing cancels it: the call ends, and it runs on. */
  static cancel(call) {
    const isTaken = call.#controller !== undefined;
    call.#controller ??= new AbortController();
    call.#controller.abort();
    if (isTaken || !call.#hasBegun) return; // an operation that begins later finds the signal aborted
    call.#isGivenUp = true;
    const why = `the operation ${call.operation} does not take call.signal, so it cannot be canceled`;
    Call.end(call, `"outcome":${json({ unsupported: why })}`);
  }

  /** Whether the operation runs on after the end of its call. What it does then is ignored. */
  static isGivenUp = (call) => call.#isGivenUp;

  /** Writes the result of a call, which has none yet unless it was given up. The runner answers what comes after it. */
  static end(call, result) {
    if (call.#isOver) return;
    call.#isOver = true;
    write(`{"result":{"id":${call.id},${result}}}\n`);
    call.#ended();
  }
}

/** The client of one call, or of the calls of a group, which has a number. */
class Client {
  #program;
  #made;

  constructor(program, number) {
    this.#program = program;
    this.number = number;
  }

  /** Makes the client, unless it is made. Returns an object with it. */
  async get(call) {
    this.#made ??= (async () => ({ client: await this.#program.client(call) }))();
    try {
      return await this.#made;
    } catch (error) {
      this.#made = undefined; // the next call tries again
      throw error;
    }
  }

  async close() {
    const { close } = this.#program;
    try {
      if (close && this.#made) await close((await this.#made).client);
    } catch (error) {
      write(`the driver's close(client) threw ${text(error, "stack")}\n`, errors);
    }
  }
}

/** The calls' requests that have no response yet, by call and number. */
const waiting = new Map();

const is = (type) => (value) => typeof value === type;
const KINDS = new Map([
  [String, is("string")],
  [Number, is("number")],
  [Boolean, is("boolean")],
  [BigInt, Number.isInteger],
  [Date, (value) => typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value))],
  [Array, Array.isArray],
  [Object, (value) => typeof value === "object" && value !== null && !Array.isArray(value)],
]);

function words(value) {
  if (value === null || typeof value === "boolean" || typeof value === "number") return String(value);
  if (typeof value === "string") return `the string ${stringify(value.slice(0, 100))}`;
  return Array.isArray(value) ? "an array" : "an object";
}

// Running a call

async function run(call, program, client) {
  if (program.marks) mark(call.id);
  const describe = (error) => {
    const members = description(error, program.failure);
    return [`"failure":${json(members, "the error")}`, undescribed(error, members)];
  };
  let result = `"outcome":{"unsupported":true}`;
  try {
    if (Object.hasOwn(program.operations, call.operation)) result = await outcome(call, program, client, describe);
  } catch (error) {
    result = `"outcome":${json({ unsupported: text(error) })}`;
  }
  program.open.delete(call.id);
  if (program.close && call.group === undefined) await client.close();
  Call.end(call, result);
}

async function outcome(call, program, client, describe) {
  const operation = program.operations[call.operation];
  const completes = operation.length > 1;
  const end = completes ? `,"unobserved":["exactlyOnce"]` : "";
  const values = [];
  try {
    const made = program.client && (await client.get(call));
    if (program.marks) mark(call.id); // again, if another call has begun meanwhile
    Call.begin(call, made);
    const value = await (completes ? completed(operation, call) : operation(call));
    if (value === NEVER || value === TWICE) return `"outcome":{"${value.description}":true}`;
    const isOne = !isStream(value);
    if (!isOne) for await (const one of value) values.push(json(one, `value ${values.length + 1}`));
    if (call.group !== undefined && !Call.takesClient(call)) {
      throw new Unsupported(`the operation ${call.operation} does not take call.client, so its calls share nothing`);
    }
    return `"outcome":{"success":${isOne ? json(value) : `[${values}]`}}${end}`;
  } catch (error) {
    if (error instanceof Unsupported) throw error;
    const earlier = values.length > 0 ? `,"values":[${values}]` : "";
    const why = mistake(error, operation.name, program);
    const [failure, type] = describe(error);
    const more = [["mistake", why], ["undescribed", type]].filter(([, text]) => text !== undefined);
    return `"outcome":{${failure}${earlier}}${more.map(([name, text]) => `,"${name}":${json(text)}`).join("")}${end}`;
  }
}

const isStream = (value) => value?.[Symbol.asyncIterator] || (value?.[Symbol.iterator] && value.next);

/** Returns why an error may be a mistake of the operation itself. The runner knows whether the client sent anything. */
function mistake(error, operation, { client, file }) {
  if (!(error instanceof TypeError || error instanceof ReferenceError) || known(error)) return undefined;
  const lines = text(error, "stack").split("\n");
  const place = frame(lines.find((line) => line.startsWith("    at ") && !line.endsWith("(<anonymous>)")));
  if (place.file !== file || ![operation, client?.name].includes(place.function)) return undefined;
  const thrower = place.function === operation ? "operation itself" : "driver's function `client`";
  return `the ${thrower} threw ${error.name}: ${text(error)} (${file.split("/").pop()}:${place.line})`;
}

/** Reads a line of a stack. */
function frame(line = "") {
  const parts = /^    at (?:(?:Object\.)?(\S+) \()?((?:file:\/\/)?\/.+):(\d+):\d+\)?$/.exec(line) ?? [];
  return { function: parts[1], file: parts[2], line: parts[3] };
}

const [NEVER, TWICE] = [Symbol("neverCompleted"), Symbol("completedTwice")];

/** Waits until the client calls its handler. Another call in the same turn of the event loop counts too. */
async function completed(operation, call) {
  const calls = [];
  let isOver = false;
  const account = {};
  const handled = new Promise((resolve) => (account.released = resolve));
  account.called = (one) => {
    if (isOver && !Call.isGivenUp(call)) write(`{"completedTwice":{"id":${call.id}}}\n`);
    calls.push(one);
    account.released();
  };
  begin(operation, call, account).catch((error) => account.called({ error }));
  const timer = setInterval(() => (Call.isGivenUp(call) ? clearInterval(timer) : collect()), 100);
  await handled;
  clearInterval(timer);
  await new Promise(setImmediate);
  isOver = true;
  if (calls.length !== 1) return calls.length === 0 ? NEVER : TWICE;
  if ("error" in calls[0]) throw calls[0].error;
  return calls[0].value;
}

/** Starts the operation. Nothing of the driver keeps the handler, so that its release can be seen. */
async function begin(operation, call, account) {
  const done = (value) => account.called(value instanceof Error ? { error: value } : { value });
  done.fail = (error) => account.called({ error });
  registry.register(done, account);
  return operation(call, done);
}

const registry = new FinalizationRegistry((account) => account.released());

/** Collects garbage, after which a release can be seen. Until its handler is called, the client has nothing to do. */
function collect() {
  v8.setFlagsFromString("--expose-gc");
  vm.runInNewContext("gc")();
}

// Results

/** Returns a value as JSON text, with whole numbers of any size. Throws Unsupported if that cannot be done. */
function json(value, path = "the result", above = []) {
  if (value === null || value === undefined) return "null";
  if (typeof value === "string") return stringify(value.toWellFormed());
  if (typeof value === "number") return Number.isFinite(value) ? stringify(value) : `"${value}"`;
  if (typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (typeof value !== "object") throw new Unsupported(`${path} is a ${typeof value}, which JSON does not have`);
  if (value instanceof ArrayBuffer || value instanceof Uint8Array || value instanceof DataView) {
    const bytes = ArrayBuffer.isView(value) ? [value.buffer, value.byteOffset, value.byteLength] : [value];
    const base64 = `"${Buffer.from(...bytes).toString("base64")}"`;
    return above.length === 0 ? `{"base64":${base64}}` : base64;
  }
  if (value instanceof Date && !Number.isNaN(value.getTime())) return `"${value.toISOString().replace(".000Z", "Z")}"`;
  if (above.includes(value)) throw new Unsupported(`${path} contains itself`);
  if (above.length === 256) throw new Unsupported(`${path} is nested too deeply`); // the runner accepts 512
  above = [...above, value];
  if (typeof value.toJSON === "function") return json(value.toJSON(), path, above);
  if (Array.isArray(value) || value instanceof Set || ArrayBuffer.isView(value)) {
    return `[${Array.from(value, (item, index) => json(item, `${path}[${index}]`, above))}]`;
  }
  const members = new Map();
  for (const [key, member] of value instanceof Map ? value : pairs(value, path)) {
    if (member === undefined || typeof member === "function" || typeof member === "symbol") continue;
    const name = typeof key === "string" ? stringify(key.toWellFormed()) : stringify(json(key, path));
    if (members.has(name)) throw new Unsupported(`${path} has the member ${name} twice`);
    members.set(name, json(member, `${path}.${key}`, above));
  }
  return `{${Array.from(members, ([name, member]) => `${name}:${member}`)}}`;
}

function pairs(value, path) {
  const own = Object.entries(value);
  if (value instanceof Error) return [["name", value.name], ["message", value.message], ...own];
  // An object that hides what it holds is not the same as an empty object.
  if (own.length === 0 && ![Object.prototype, null].includes(Object.getPrototypeOf(value))) {
    const kind = text(value.constructor, "name");
    throw new Unsupported(`${path} is a ${kind} without members; let the operation return what the contract describes`);
  }
  return own;
}

// Failures

const CATEGORIES = ["network", "status", "decoding", "invalidResponse", "invalidRequest", "cancelled", "other"];

// What errors mean, by their code, their name or node-fetch's type. Contracts describe network errors by the codes of
// NSURLErrorDomain. tests/codes.test.mjs compares the codes with those of Node and undici.
const ROWS = [
  ["network", -1004, "ECONNREFUSED EHOSTUNREACH ENETUNREACH EHOSTDOWN ENETDOWN ENONET EADDRNOTAVAIL EADDRINUSE"],
  ["network", -1004, "EAFNOSUPPORT UND_ERR_SOCKS5* ERR_PROXY_TUNNEL ERR_IP_BLOCKED"],
  ["network", -1003, "ENOTFOUND EAI_* ENODATA EFORMERR ESERVFAIL ENOTIMP EREFUSED EBADNAME EBADRESP ENONAME"],
  ["network", -1005, "ECONNRESET ECONNABORTED EPIPE ENOTCONN ESHUTDOWN ERR_SOCKET_CLOSED(_BEFORE_CONNECTION)?"],
  ["network", -1001, "TimeoutError ETIMEDOUT ESOCKETTIMEDOUT ETIMEOUT (request|body)-timeout"],
  ["network", -1001, "UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT ERR_(SOCKET_CONNECTION|TLS_HANDSHAKE)_TIMEOUT"],
  ["network", -1011, "UND_ERR_SOCKET"],
  ["network", -1, "UND_ERR_RES_CONTENT_LENGTH_MISMATCH ERR_STREAM_PREMATURE_CLOSE"],
  ["network", -1017, "HPE_* HTTPParserError UND_ERR_HTTP_PARSER UND_ERR_HEADERS_OVERFLOW"],
  ["network", -1007, "ERR_(FR_)?TOO_MANY_REDIRECTS max-redirect"],
  ["network", -1103, "UND_ERR_RES_EXCEEDED_MAX_SIZE"],
  ["network", -1200, "EPROTO ERR_SSL_* UND_ERR_PRX_TLS ERR_TLS_(DH_PARAM_SIZE|RENEGOTIATION_*|SESSION_ATTACK)"],
  ["network", -1202, "CERT_* *SELF_SIGNED_CERT* UNABLE_TO_* ERR_TLS_CERT_* CRL_* ERROR_IN_C(ERT|RL)_* INVALID_CA"],
  ["network", -1202, "INVALID_PURPOSE PATH_LENGTH_EXCEEDED HOSTNAME_MISMATCH UNSPECIFIED"],
  ["network", undefined, "UND_ERR_INFO ERR_HTTP2_((STREAM_|SESSION_)?ERROR|STREAM_CANCEL|GOAWAY_SESSION)"],
  ["network", undefined, "ERR_HTTP2_TOO_MANY_INVALID_FRAMES"],
  ["decoding", -1016, "Z_* ERR__ERROR_* ZSTD_error_* ERR_TRAILING_JUNK_AFTER_STREAM_END"],
  ["decoding", undefined, "SyntaxError ERR_BODY_PARSE_FAILURE invalid-json"],
  ["decoding", undefined, "ERR_ENCODING_(INVALID_ENCODED_DATA|NOT_SUPPORTED)"],
  ["invalidRequest", -1000, "ERR_INVALID_UR[LI](_SCHEME)? ERR_(INVALID|UNSUPPORTED)_PROTOCOL ERR_SOCKET_BAD_PORT"],
  ["invalidRequest", undefined, "ERR_INVALID_CHAR ERR_UNESCAPED_CHARACTERS ERR_INVALID_HTTP_TOKEN"],
  ["invalidRequest", undefined, "ERR_HTTP_INVALID_HEADER_VALUE ERR_HTTP_CONTENT_LENGTH_MISMATCH"],
  ["invalidRequest", undefined, "UND_ERR_(INVALID_ARG|NOT_SUPPORTED|REQ_CONTENT_LENGTH_MISMATCH)"],
  ["invalidRequest", undefined, "ERR_HTTP2_(CONNECT_*|HEADER_SINGLE_VALUE|INVALID_(CONNECTION_HEADERS|HEADER_VALUE))"],
  ["invalidRequest", undefined, "ERR_HTTP2_(INVALID_PSEUDOHEADER|PSEUDOHEADER_NOT_ALLOWED|UNSUPPORTED_PROTOCOL)"],
  ["cancelled", -999, "AbortError ABORT_ERR UND_ERR_ABORT(ED)? UND_ERR_DESTROYED Cancel(ed)?Error ABORTED"],
  ["cancelled", -999, "ERR_CANCELED ECANCELED ECANCELLED"],
].map(([category, code, names]) => {
  return [category, code, new RegExp(`^(${names.replaceAll("*", ".*").replaceAll(" ", "|")})$`)];
});

/** Returns the category of an error that Node or a usual HTTP client made, and its code in NSURLErrorDomain. */
function known(error, depth = 0) {
  const get = (member) => read(error, member);
  const [name, code, message, cause, constructor] = ["name", "code", "message", "cause", "constructor"].map(get);
  // What is inside these describes more: fetch's errors, the end of a request by a signal, and that of its connection.
  const isFetchError = constructor === TypeError && ["fetch failed", "terminated"].includes(message);
  const isOuter = constructor === TypeError || name === "AbortError" || code === "ERR_HTTP2_STREAM_CANCEL";
  if (isOuter && cause instanceof Error) {
    const inside = depth < 16 ? known(cause, depth + 1) : undefined;
    if (inside) return message === "terminated" && inside[1] === -1011 ? ["network", -1] : inside;
    const why = read(cause, "message");
    if (["unknown scheme", "bad port"].includes(why)) return ["invalidRequest", -1000];
    if (why === "redirect count exceeded") return ["network", -1007];
  }
  if (isFetchError) return ["network"];
  if (memoryErrors.has(error)) return ["network", code, error.domain];
  // One code for different things: no answer, a body that ends too soon, and what axios makes of that and of a timeout.
  if (code === "ECONNRESET" && /socket hang up$/.test(message)) return ["network", -1011];
  const isCut = /\baborted\b|size of -1 exceeded/.test(message);
  if (isCut && ["ECONNRESET", "ERR_BAD_RESPONSE"].includes(code)) return ["network", -1];
  if (code === "ECONNABORTED" && /timeout/i.test(message)) return ["network", -1001];
  const own = [code, name, name === "FetchError" ? get("type") : undefined];
  const row = ROWS.find(([, , names]) => own.some((one) => names.test(one)));
  if (row) return row.slice(0, 2);
  if (get("syscall") === "connect") return ["network", -1004]; // for any reason that the system has
  const isStatus = (value) => Number.isInteger(value) && value >= 300 && value <= 999;
  const status = [read(get("response"), "status"), read(get("response"), "statusCode")].find(isStatus);
  if (status) return ["status", undefined, undefined, status];
  // The errors of generated clients have the status among their own members.
  return error instanceof Error && [get("status"), get("statusCode")].some(isStatus) ? ["status"] : undefined;
}

/** Returns what contracts describe of an error: by default, and as the driver's `failure` replaces it. */
function description(error, failure, above = []) {
  const isError = error instanceof Error;
  const constructor = read(read(error, "constructor"), "name");
  const type = [undefined, "", "Error", "DOMException"].includes(constructor) ? read(error, "name") : constructor;
  const members = { type: type || (isError ? "Error" : error === null ? "null" : typeof error), message: text(error) };
  const [category, code, domain, status] = known(error) ?? [];
  if (code !== undefined) Object.assign(members, { domain: domain ?? URL_ERRORS, code });
  members.payload = status ?? (category === undefined || category === "status" ? payload(error) : undefined);
  const own = ["cause", ...Object.keys(isError ? error : {})].map((member) => read(error, member));
  const inside = own.find((one) => one instanceof Error);
  const isNew = inside && !above.includes(inside) && above.length < 16;
  if (isNew) members.underlying = description(inside, failure, [...above, error]);
  members.category = category ?? members.underlying?.category ?? "other";
  let described;
  try {
    described = failure?.(error) || {};
  } catch (thrown) {
    throw new Unsupported(`the driver's failure(error) threw ${text(thrown, "stack")}`);
  }
  for (const [member, value] of Object.entries(described)) if (value !== undefined) members[member] = value;
  if (!CATEGORIES.includes(members.category)) {
    const category = text(members.category, "description");
    throw new Unsupported(`failure(error) returned the category ${category}; the categories are ${CATEGORIES.join(", ")}`);
  }
  return members;
}

/**
 * Returns the class of an error that neither the driver nor the kit describes. It is empty for Error itself, which says
 * nothing, and undefined for an error that is described, or that JavaScript defines: then the client has a mistake.
 */
function undescribed(error, members) {
  const { category, type } = members;
  if (category !== "other" || !(error instanceof Error)) return undefined;
  if (stringify(members) !== stringify(description(error))) return undefined;
  if (type === "Error" || error instanceof DOMException) return "";
  return read(error, "constructor") === globalThis[type] ? undefined : type;
}

/** Returns what an error of the client carries: its own members, or the thrown value itself if it is not an error. */
function payload(error) {
  const fits = (value) => {
    try {
      return value !== undefined && !(value instanceof Error) && json(value).length < 10_000;
    } catch {
      return false;
    }
  };
  if (!(error instanceof Error)) return fits(error) ? error : undefined;
  const own = Object.keys(error).filter((member) => !["name", "message", "stack"].includes(member));
  const members = own.map((member) => [member, read(error, member)]).filter(([, value]) => fits(value));
  return members.length > 0 ? Object.fromEntries(members) : undefined;
}

/** Returns a member of anything; undefined if it cannot be read. An error's getter may throw. */
function read(value, member) {
  try {
    return value?.[member];
  } catch {
    return undefined;
  }
}

function text(error, member = "message") {
  try {
    return String(read(error, member) ?? error).slice(0, 4000);
  } catch {
    return "an error without a readable message";
  }
}

// The transport memory

// What Node's fetch adds to a request after the test double has seen it.
const FETCH_HEADERS =
  "accept accept-encoding accept-language connection content-length host sec-fetch-mode user-agent".split(" ");

function response(reply, url) {
  const headers = new Headers();
  for (const [name, values] of Object.entries(reply.headers ?? {})) {
    for (const value of [values].flat()) headers.append(name, value);
  }
  const body = reply.body?.base64 === undefined ? reply.body?.text : Buffer.from(reply.body.base64, "base64");
  const isEmpty = [204, 205, 304].includes(reply.status);
  const answer = new Response(isEmpty ? null : Buffer.from(body ?? ""), { status: reply.status, headers });
  return Object.defineProperty(answer, "url", { value: url });
}

const NODE_CODES = {
  [-1]: "UND_ERR_RES_CONTENT_LENGTH_MISMATCH", [-1003]: "ENOTFOUND", [-1004]: "ECONNREFUSED", [-1005]: "ECONNRESET",
  [-1011]: "UND_ERR_SOCKET", [-1017]: "HPE_INVALID_CONSTANT", [-1200]: "ERR_SSL_WRONG_VERSION_NUMBER",
};

// The causes of fetchError that Node itself has no code for. An error of the client may have the same members.
const memoryErrors = new WeakSet();

/** Returns the error that Node's own fetch would throw. */
function fetchError({ networkError = { domain: URL_ERRORS, code: -1017 } }) {
  const { domain, code, message } = networkError;
  if (domain === URL_ERRORS && code === -1001) return new DOMException(message ?? "timed out", "TimeoutError");
  const own = domain === URL_ERRORS ? NODE_CODES[code] : undefined;
  const cause = Object.assign(new Error(message ?? own ?? `${domain} ${code}`), own ? { code: own } : { domain, code });
  if (!own) memoryErrors.add(cause);
  return new TypeError("fetch failed", { cause });
}

// The messages

function open(path, flags) {
  try {
    return fs.openSync(path, flags);
  } catch {
    return undefined; // a socket cannot be opened again; contract-run gives pipes
  }
}

/** Takes a standard descriptor for the protocol, and leaves something else there, which child processes inherit. */
function take(descriptor, flags, instead) {
  const own = open(`/dev/fd/${descriptor}`, flags);
  if (own === undefined) return descriptor;
  fs.closeSync(descriptor); // what is opened next gets the lowest free number
  if (open(instead, flags) === undefined) open("/dev/null", flags);
  return own;
}

const input = take(0, "r", "/dev/null");
const output = take(1, "a", "/dev/fd/2");
const { stderr } = process;
const print = stderr.write.bind(stderr);
process.stdout.write = print; // also if a descriptor is a socket
const errors = open("/dev/fd/2", "a") ?? 2; // its own: a client may open a file of its own as descriptor 2
const isFile = !fs.fstatSync(input).isFIFO() && !fs.fstatSync(input).isSocket();
const stream = isFile ? fs.createReadStream("", { fd: input }) : new net.Socket({ fd: input, writable: false });

let marked; // the call of the last mark

/** Marks on standard error to which call the following output belongs, unless the last mark says so. */
function mark(id) {
  if (id === marked) return;
  marked = id;
  const line = `\u001econtract-run call ${id}\n`;
  // What the client printed before may still be here, because the runner has not read yet.
  if (stderr.writable && stderr.writableLength > 0) print(line);
  else write(line, errors);
}

function write(line, to = output) {
  const bytes = Buffer.from(line);
  for (let written = 0; written < bytes.length; ) {
    try {
      written += fs.writeSync(to, bytes, written);
    } catch (error) {
      if (error.code !== "EAGAIN") return; // the runner is gone, so the input ends too
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1); // until the runner has read more
    }
  }
}

/** Returns a whole number in a line of JSON that a number of JavaScript cannot hold; undefined if there is none. */
function lostNumber(line) {
  if (!/\d{16}/.test(line)) return undefined;
  const numbers = line.replaceAll(/"(?:[^"\\]|\\.)*"/g, "").match(/-?\d{16,}(?![\d.eE])/g) ?? [];
  return numbers.find((digits) => BigInt(digits) !== BigInt(Number(digits)));
}

// Not node:readline, for which some characters that JSON allows in strings end a line.
function receive(handle) {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk) => {
    const lines = chunk.split("\n");
    lines[0] = rest + lines[0];
    rest = lines.pop();
    for (const line of lines) handle(parse(line), line);
  });
  stream.on("end", end);
}

/** Lets what the client has begun come to its end, for a time that is shorter than the runner's 2 seconds. */
function end() {
  stream.destroy();
  setTimeout(() => process.exit(), 1800).unref();
}
