/**
 * A driver for contract-run, in one file without dependencies. Node 20.19 or later.
 *
 *     import { driver } from "contract-run"; // first, because it moves what the client prints to standard error
 *     import { Shop, ShopError } from "./shop.mjs"; // the client under test, unchanged
 *
 *     driver({
 *       name: "shop",
 *       operations: { // one for each operation that a contract names
 *         order: (call) => new Shop(call.baseURL).order(call.argument("article", String)),
 *       },
 *       failure(error) { // how contracts describe the client's own errors
 *         if (error instanceof ShopError) return { category: "status", case: error.reason, payload: error.status };
 *       },
 *     });
 *
 * The page docs/driver-protocol.md describes the messages between the runner and a driver.
 */

import fs from "node:fs";
import net from "node:net";
import { pathToFileURL } from "node:url";
import v8 from "node:v8";
import vm from "node:vm";

const CATEGORIES = ["network", "status", "decoding", "invalidResponse", "invalidRequest", "cancelled", "other"];
const MEMBERS = ["category", "type", "case", "payload", "domain", "code", "message", "underlying"];
const URL_ERRORS = "NSURLErrorDomain";
const GRACE = 1800; // milliseconds between the end of the input and the end of the process
const DEEPEST = 256; // levels of arrays and objects; the runner accepts 512 in a message

/** Thrown by an operation that cannot run this call. The scenario is errored, and its report has the message. */
export class Unsupported extends Error {
  name = "Unsupported";
}

/**
 * Runs the operations that contract-run asks for, until it sends `bye` or closes the input.
 *
 * - `name`: the driver's name in reports; `"driver"` by default.
 * - `operations`: functions by the names that contracts use. Each gets the `Call`. What it returns or resolves to is
 *   the client's result, and what it throws is the client's failure. An iterator or an async iterable gives multiple
 *   values. A function with a second parameter completes through it: `done(value)`, `done(error)`, `done.fail(error)`.
 * - `failure`: gets an error of the client, and returns the members that describe it in contracts. They replace those
 *   of the default description. Without a result, the default is used.
 * - `transports`: `["loopback"]` by default. Add `"memory"` if the operations give `call.fetch` to the client.
 * - `inFlight`: how many calls may run at once; 1 by default.
 */
export function driver({ name = "driver", operations, failure, transports = ["loopback"], inFlight = 1 }) {
  const waiting = new Map();
  write("\n"); // ends a line that something may have begun to print
  receive((message) => {
    if (message.hello) {
      if (message.hello.protocol !== 1) {
        console.error(`contract-run: this driver uses version 1 of the protocol, not ${message.hello.protocol}`);
        process.exit(1);
      }
      const hello = { protocol: 1, driver: name, operations: Object.keys(operations), transports, inFlight };
      write(JSON.stringify({ hello }) + "\n");
    } else if (message.call) {
      run(new Call(message.call, waiting), operations, failure);
    } else if (message.response) {
      waiting.get(`${message.response.id}/${message.response.n}`)?.(message.response);
    } else if (message.bye) {
      end();
    }
  });
}

/** One run of an operation: its `operation`, `transport`, `baseURL`, `baseURLs` and `input`. */
class Call {
  #id;
  #waiting;
  #requests = 0;

  constructor({ id, operation, transport, baseURL, baseURLs, input }, waiting) {
    this.#id = id;
    this.#waiting = waiting;
    Object.assign(this, { operation, transport, baseURL, baseURLs: baseURLs ?? {}, input: input ?? null });
    /** The fetch for the client: the runner's test double on the transport `memory`, or else Node's own. */
    this.fetch = transport === "memory" ? (resource, options) => this.#send(resource, options) : globalThis.fetch;
  }

  get id() {
    return this.#id;
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
    const isObject = typeof this.input === "object" && this.input !== null && !Array.isArray(this.input);
    if (!isObject) throw new Unsupported(`input is ${words(this.input)}, expected an object with the member ${name}`);
    if (!Object.hasOwn(this.input, name)) {
      if (arguments.length > 2) return otherwise;
      throw new Unsupported(`input has no member ${name}`);
    }
    const value = this.input[name];
    if (kind === undefined || KINDS.get(kind)?.(value)) {
      return kind === BigInt ? BigInt(value) : kind === Date ? new Date(value) : value;
    }
    if (!KINDS.has(kind)) {
      const known = [...KINDS.keys()].map((one) => one.name).join(", ");
      throw new Unsupported(`call.argument("${name}", …): the kind must be one of ${known}`);
    }
    throw new Unsupported(`input.${name} is ${words(value)}, expected ${kind.name}`);
  }

  async #send(resource, options) {
    const request = new Request(resource, options);
    const n = ++this.#requests;
    const body = new Uint8Array(await request.arrayBuffer());
    const unobserved = ["timeout", ...FETCH_HEADERS.filter((header) => !request.headers.has(header))];
    const sent = { id: this.#id, n, method: request.method, url: request.url, headers: {}, unobserved };
    for (const [header, value] of request.headers) sent.headers[header] = value;
    if (body.length > 0) sent.body = encoded(body);
    request.signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      request.signal.addEventListener("abort", () => reject(request.signal.reason));
      this.#waiting.set(`${this.#id}/${n}`, (reply) => {
        this.#waiting.delete(`${this.#id}/${n}`);
        const answer = () => {
          if (reply.networkError || reply.nonHTTP) return reject(fetchError(reply));
          resolve(response(reply, request.url));
        };
        reply.delay ? setTimeout(answer, reply.delay * 1000) : answer();
      });
      write(JSON.stringify({ request: sent }) + "\n");
    });
  }
}

const KINDS = new Map([
  [String, (value) => typeof value === "string"],
  [Number, (value) => typeof value === "number"],
  [Boolean, (value) => typeof value === "boolean"],
  [BigInt, Number.isInteger],
  [Date, (value) => typeof value === "string" && !Number.isNaN(Date.parse(value))],
  [Array, Array.isArray],
  [Object, (value) => typeof value === "object" && value !== null && !Array.isArray(value)],
]);

function words(value) {
  if (value === null || typeof value === "boolean" || typeof value === "number") return String(value);
  if (typeof value === "string") return `the string ${JSON.stringify(value.slice(0, 100))}`;
  return Array.isArray(value) ? "an array" : "an object";
}

// Running a call

async function run(call, operations, failure) {
  let result;
  try {
    result = Object.hasOwn(operations, call.operation)
      ? await outcome(call, operations, failure)
      : `"outcome":{"unsupported":true}`;
  } catch (error) {
    // What the operation throws is an outcome. This is an outcome that cannot be written.
    const why = error instanceof Unsupported ? error.message : `the outcome cannot be written as JSON: ${text(error)}`;
    result = `"outcome":${json({ unsupported: why })}`;
  }
  write(`{"result":{"id":${call.id},${result}}}\n`);
}

async function outcome(call, operations, failure) {
  const describe = (error) => `"failure":${json(description(error, failure), "the error")}`;
  const operation = operations[call.operation];
  const values = [];
  try {
    if (operation.length > 1) return await completed(call, operations, describe);
    const value = await operations[call.operation](call);
    if (!isStream(value)) return `"outcome":{"success":${json(value)}}`;
    for await (const one of value) values.push(json(one, `value ${values.length + 1}`));
    return `"outcome":{"success":[${values}]}`;
  } catch (error) {
    if (error instanceof Unsupported) throw error;
    const earlier = values.length > 0 ? `,"values":[${values}]` : "";
    const why = mistake(error, operation);
    return `"outcome":{${describe(error)}${earlier}}${why ? `,"mistake":${json(why)}` : ""}`;
  }
}

function isStream(value) {
  if (typeof value !== "object" || value === null) return false;
  return Symbol.asyncIterator in value || (Symbol.iterator in value && typeof value.next === "function");
}

/** Returns why an error may be a mistake of the operation itself. The runner knows whether the client sent anything. */
function mistake(error, operation) {
  if (!(error instanceof TypeError || error instanceof ReferenceError) || known(error)) return undefined;
  const frames = text(error, "stack").split("\n").filter((line) => line.startsWith("    at "));
  const frame = frames.find((line) => !line.includes("<anonymous>")) ?? "";
  const [, method, file, line] = /at (?:Object\.)?(\S+) \((.+):(\d+):\d+\)$/.exec(frame) ?? [];
  if (method !== operation.name || ![MAIN, pathToFileURL(MAIN).href].includes(file)) return undefined;
  return `the operation itself threw ${error.name}: ${text(error)} (${file.split("/").pop()}:${line})`;
}

const MAIN = process.argv[1] ? fs.realpathSync(process.argv[1]) : "";

/** Waits until the client calls its handler. Another call in the same turn of the event loop counts too. */
async function completed(call, operations, describe) {
  const account = { outcomes: [], isOver: false, id: call.id };
  account.tell = (value, isError) => {
    if (account.isOver) return write(`{"completedTwice":{"id":${call.id}}}\n`);
    try {
      account.outcomes.push(isError ? describe(value) : `"success":${json(value)}`);
    } catch (error) {
      account.outcomes.push(`"unsupported":${json(text(error))}`);
    }
    account.wake();
  };
  const handled = new Promise((resolve) => (account.wake = resolve));
  const pending = begin(call, operations, account);
  look(account, 50);
  try {
    await Promise.race([handled, pending.then(() => handled)]);
  } catch (error) {
    if (account.outcomes.length === 0) throw error;
    account.outcomes.push("");
  } finally {
    clearTimeout(account.timer);
  }
  await new Promise(setImmediate);
  account.isOver = true;
  if (account.outcomes.length === 0) return `"outcome":{"neverCompleted":true}`;
  if (account.outcomes.length > 1) return `"outcome":{"completedTwice":true}`;
  return `"outcome":{${account.outcomes[0]}},"unobserved":["exactlyOnce"]`;
}

/** Starts the operation. Nothing of the driver keeps the handler, so that its release can be seen. */
function begin(call, operations, account) {
  const done = (value) => account.tell(value, value instanceof Error);
  done.fail = (error) => account.tell(error, true);
  released.register(done, account);
  return (async () => operations[call.operation](call, done))();
}

const released = new FinalizationRegistry((account) => account.wake());

/** Looks for a release, which can only be seen after a garbage collection. Until then, the client has nothing to do. */
function look(account, pause) {
  account.timer = setTimeout(() => {
    collect();
    look(account, Math.min(2 * pause, 1000));
  }, pause);
}

let collect = () => {
  v8.setFlagsFromString("--expose-gc");
  collect = vm.runInNewContext("gc");
  collect();
};

// Results

/** Returns a value as JSON text, with whole numbers of any size. Throws Unsupported if that cannot be done. */
function json(value, path = "the result", above = []) {
  if (value === null || value === undefined) return "null";
  if (typeof value === "string") return JSON.stringify(value.toWellFormed());
  if (typeof value === "number") return Number.isFinite(value) ? JSON.stringify(value) : `"${value}"`;
  if (typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (typeof value !== "object") throw new Unsupported(`${path} is a ${typeof value}, which JSON does not have`);
  if (value instanceof ArrayBuffer || value instanceof Uint8Array || value instanceof DataView) {
    const bytes = ArrayBuffer.isView(value) ? [value.buffer, value.byteOffset, value.byteLength] : [value];
    const base64 = `"${Buffer.from(...bytes).toString("base64")}"`;
    return above.length === 0 ? `{"base64":${base64}}` : base64;
  }
  if (value instanceof Date && !Number.isNaN(value.getTime())) return `"${value.toISOString().replace(".000Z", "Z")}"`;
  if (above.includes(value)) throw new Unsupported(`${path} contains itself`);
  if (above.length === DEEPEST) throw new Unsupported(`${path} is nested too deeply`);
  above = [...above, value];
  if (typeof value.toJSON === "function") return json(value.toJSON(), path, above);
  if (Array.isArray(value) || value instanceof Set || ArrayBuffer.isView(value)) {
    return `[${Array.from(value, (item, index) => json(item, `${path}[${index}]`, above))}]`;
  }
  const members = new Map();
  for (const [key, member] of pairs(value, path)) {
    if (member === undefined || typeof member === "function" || typeof member === "symbol") continue;
    const name = typeof key === "string" ? JSON.stringify(key.toWellFormed()) : JSON.stringify(json(key, path));
    if (members.has(name)) throw new Unsupported(`${path} has the member ${name} twice`);
    members.set(name, json(member, `${path}.${key}`, above));
  }
  return `{${Array.from(members, ([name, member]) => `${name}:${member}`)}}`;
}

function pairs(value, path) {
  if (value instanceof Map) return value;
  const own = Object.entries(value);
  if (value instanceof Error) return [["name", value.name], ["message", value.message], ...own];
  // An object that hides what it holds is not the same as an empty object.
  if (own.length === 0 && hides(value)) {
    const what = value.constructor?.name ?? "object";
    throw new Unsupported(`${path} is a ${what} without members; let the operation return what the contract describes`);
  }
  return own;
}

function hides(value) {
  if (Symbol.toStringTag in value) return true;
  for (let kind = Object.getPrototypeOf(value); kind && kind !== Object.prototype; kind = Object.getPrototypeOf(kind)) {
    if (Object.values(Object.getOwnPropertyDescriptors(kind)).some((property) => property.get)) return true;
  }
  return false;
}

// Failures

// What errors mean, by their code or name. Contracts describe network errors by the codes of NSURLErrorDomain.
const ROWS = [
  ["network", -1004, "ECONNREFUSED EHOSTUNREACH ENETUNREACH EHOSTDOWN ENETDOWN EADDRNOTAVAIL"],
  ["network", -1003, "ENOTFOUND EAI_*"],
  ["network", -1005, "ECONNRESET ECONNABORTED EPIPE ENOTCONN"],
  ["network", -1001, "TimeoutError ETIMEDOUT ESOCKETTIMEDOUT UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT"],
  ["network", -1011, "UND_ERR_SOCKET"],
  ["network", -1, "UND_ERR_RES_CONTENT_LENGTH_MISMATCH ERR_STREAM_PREMATURE_CLOSE"],
  ["network", -1017, "HPE_* HTTPParserError"],
  ["network", -1007, "ERR_(FR_)?TOO_MANY_REDIRECTS"],
  ["network", -1200, "EPROTO ERR_SSL_*"],
  ["network", -1202, "CERT_* *SELF_SIGNED_CERT* UNABLE_TO_* ERR_TLS_CERT_ALTNAME_INVALID"],
  ["decoding", -1016, "Z_* ERR__ERROR_FORMAT_*"],
  ["decoding", undefined, "SyntaxError ERR_BODY_PARSE_FAILURE ERR_ENCODING_INVALID_ENCODED_DATA"],
  ["invalidRequest", -1000, "ERR_INVALID_URL ERR_(INVALID|UNSUPPORTED)_PROTOCOL"],
  ["invalidRequest", undefined, "ERR_INVALID_CHAR ERR_UNESCAPED_CHARACTERS ERR_HTTP_INVALID_HEADER_VALUE"],
  ["cancelled", -999, "AbortError ABORT_ERR UND_ERR_ABORTED Cancel(ed)?Error ERR_CANCELED"],
].map(([category, code, names]) => [category, code, new RegExp(`^(${names.replaceAll("*", ".*").replaceAll(" ", "|")})$`)]);

/** Returns the category of an error that Node or a usual HTTP client made, and its code in NSURLErrorDomain. */
function known(error, depth = 0) {
  const [name, code, message, cause, response] = ["name", "code", "message", "cause", "response"].map((member) =>
    read(error, member),
  );
  // These two say less than what is inside them: fetch's error, and the end of a request by a signal.
  const isFetchError = read(error, "constructor") === TypeError && ["fetch failed", "terminated"].includes(message);
  if ((isFetchError || name === "AbortError" || read(error, "constructor") === TypeError) && cause instanceof Error) {
    const inside = depth < 16 ? known(cause, depth + 1) : undefined;
    if (inside) return message === "terminated" && inside[1] === -1011 ? ["network", -1] : inside;
    if (["unknown scheme", "bad port"].includes(read(cause, "message"))) return ["invalidRequest", -1000];
    if (read(cause, "message") === "redirect count exceeded") return ["network", -1007];
  }
  if (isFetchError) return ["network"];
  if (Number.isInteger(code) && typeof read(error, "domain") === "string") return ["network", code, error.domain];
  // One code for different things: Node ends a connection without an answer, or in the middle of a body, and axios's
  // words for that, and for a timeout.
  if (code === "ECONNRESET" && message === "socket hang up") return ["network", -1011];
  if (/^(ECONNRESET|ERR_BAD_RESPONSE)$/.test(code) && /\baborted\b|size of -1 exceeded/.test(message)) return ["network", -1];
  if (code === "ECONNABORTED" && /timeout/.test(message)) return ["network", -1001];
  const row = ROWS.find(([, , names]) => names.test(code) || names.test(name));
  if (row) return row.slice(0, 2);
  const status = read(response, "status") ?? read(response, "statusCode");
  if (Number.isInteger(status) && status >= 300) return ["status", undefined, undefined, status];
  return undefined;
}

/** Returns what contracts describe of an error: by default, and as the driver's `failure` replaces it. */
function description(error, failure, above = []) {
  const isError = error instanceof Error;
  const constructor = read(read(error, "constructor"), "name");
  const type = [undefined, "", "Error", "DOMException"].includes(constructor) ? read(error, "name") : constructor;
  const members = { type: type || (isError ? "Error" : String(error === null ? null : typeof error)), message: text(error) };
  const [category, code, domain, status] = known(error) ?? [];
  if (code !== undefined) Object.assign(members, { domain: domain ?? URL_ERRORS, code });
  members.payload = category === undefined ? payload(error) : status;
  const inside = [read(error, "cause"), ...Object.values(isError ? error : {})].find((one) => one instanceof Error);
  if (inside && !above.includes(inside) && above.length < 16) {
    members.underlying = description(inside, failure, [...above, error]);
  }
  members.category = category ?? members.underlying?.category ?? "other";
  return { ...members, ...described(error, failure) };
}

function described(error, failure) {
  let members;
  try {
    members = failure?.(error) ?? {};
  } catch (thrown) {
    throw new Unsupported(`the driver's failure(error) threw ${text(thrown, "stack")}`);
  }
  const unknown = Object.keys(members).find((member) => !MEMBERS.includes(member));
  if (unknown) {
    throw new Unsupported(`the driver's failure(error) returned a member ${unknown}; the members are ${MEMBERS.join(", ")}`);
  }
  if (members.category !== undefined && !CATEGORIES.includes(members.category)) {
    const categories = CATEGORIES.join(", ");
    throw new Unsupported(
      `the driver's failure(error) returned the category ${members.category}; the categories are ${categories}`,
    );
  }
  return members;
}

/** Returns what an error of the client carries: its own members, or the thrown value itself if it is not an error. */
function payload(error) {
  const fits = (value) => {
    try {
      return json(value).length < 10_000;
    } catch {
      return false;
    }
  };
  if (!(error instanceof Error)) return error !== undefined && fits(error) ? error : undefined;
  const own = Object.keys(error).filter((member) => !["name", "message", "stack", "cause"].includes(member));
  const members = own.map((member) => [member, read(error, member)]);
  const told = members.filter(([, value]) => value !== undefined && !(value instanceof Error) && fits(value));
  return told.length > 0 ? Object.fromEntries(told) : undefined;
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
const FETCH_HEADERS = [
  "accept", "accept-encoding", "accept-language", "connection", "content-length", "host", "sec-fetch-mode", "user-agent",
];

function encoded(bytes) {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { base64: Buffer.from(bytes).toString("base64") };
  }
}

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

/** Returns the error that Node's own fetch would throw. */
function fetchError({ networkError = { domain: URL_ERRORS, code: -1017 } }) {
  const { domain, code, message } = networkError;
  if (domain === URL_ERRORS && code === -1001) return new DOMException(message ?? "timed out", "TimeoutError");
  const own = {
    [-1]: "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
    [-1003]: "ENOTFOUND",
    [-1004]: "ECONNREFUSED",
    [-1005]: "ECONNRESET",
    [-1011]: "UND_ERR_SOCKET",
    [-1017]: "HPE_INVALID_CONSTANT",
    [-1200]: "ERR_SSL_WRONG_VERSION_NUMBER",
  }[domain === URL_ERRORS ? code : undefined];
  const cause = Object.assign(new Error(message ?? own ?? `${domain} ${code}`), own ? { code: own } : { domain, code });
  return new TypeError("fetch failed", { cause });
}

// The messages

/**
 * Takes one of the standard descriptors for the protocol, and puts something else in its place. What opens next gets the
 * lowest free number. So the client and its child processes have this descriptor for something that is not the protocol.
 */
function take(descriptor, flags, instead) {
  let own;
  try {
    own = fs.openSync(`/dev/fd/${descriptor}`, flags);
  } catch {
    return descriptor; // a socket cannot be opened again; contract-run gives pipes
  }
  fs.closeSync(descriptor);
  for (const path of [instead, "/dev/null"]) {
    try {
      fs.openSync(path, flags);
      break;
    } catch {
      // standard error is closed
    }
  }
  return own;
}

const input = take(0, "r", "/dev/null");
const output = take(1, "a", "/dev/fd/2");
if (output === 1) process.stdout.write = process.stderr.write.bind(process.stderr);

function write(line) {
  const bytes = Buffer.from(line);
  for (let written = 0; written < bytes.length; ) {
    try {
      written += fs.writeSync(output, bytes, written);
    } catch (error) {
      if (error.code !== "EAGAIN") return; // the runner is gone, so the input ends too
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1); // until the runner has read more
    }
  }
}

let stream;

// Not node:readline, for which some characters that JSON allows in strings end a line.
function receive(handle) {
  const status = fs.fstatSync(input);
  const isPipe = status.isFIFO() || status.isSocket();
  stream = isPipe ? new net.Socket({ fd: input, readable: true, writable: false }) : fs.createReadStream("", { fd: input });
  stream.setEncoding("utf8");
  let rest = "";
  stream.on("data", (chunk) => {
    const lines = chunk.split("\n");
    lines[0] = rest + lines[0];
    rest = lines.pop();
    for (const line of lines) handle(JSON.parse(line));
  });
  stream.on("end", end);
}

/** Lets what the client has begun come to its end, and then ends the process. */
function end() {
  stream.destroy();
  setTimeout(() => process.exit(), GRACE).unref();
}
