import assert from "node:assert/strict";
import { test } from "node:test";
import { play } from "./runner.mjs";

const own = `class Gone extends Error { constructor(id, options) { super("no " + id, options); this.id = id; } }
class Mapped extends Error {}
class Hostile extends Error { get message() { throw 1; } get name() { throw 1; } get code() { throw 1; } }
const coded = (code, message = "x", more = {}) => Object.assign(new Error(message), { code, ...more });
const refused = coded("ECONNREFUSED");
const getter = Object.defineProperty(new Gone(1), 'b', { enumerable: true, get() { throw 1; } });
const cycle = new Gone(1); cycle.cause = cycle;`;

// What an operation throws, and a part of the failure.
const CASES = {
  own: ["new Gone(7)", { category: "other", type: "Gone", message: "no 7", payload: { id: 7 } }],
  wrapped: [
    "new Gone(7, { cause: refused })",
    { category: "network", type: "Gone", code: undefined, payload: { id: 7 }, "underlying.code": -1004 },
  ],
  carried: ["Object.assign(new Error('a'), { inner: refused })", { category: "network", payload: undefined }],
  cycle: ["cycle", { category: "other", type: "Gone" }],
  mapped: ["new Mapped('a')", { category: "invalidRequest", type: "Mapped", case: "mapped", payload: [1], code: 3 }],
  insideMapped: ["new Error('b', { cause: new Mapped('a') })", { category: "invalidRequest", type: "Error" }],
  misread: ["new Gone('misread')", /failure\(error\) threw TypeError: Cannot read/],
  hostile: ["new Hostile('a')", { category: "other", type: "Hostile" }],
  getter: ["getter", { category: "other", type: "Gone", payload: { id: 1 } }],
  bare: ["Object.create(null)", { category: "other", type: "object" }],
  anonymous: ["new (class extends Error {})('a')", { category: "other", type: "Error", message: "a" }],
  text: ["'gone'", { category: "other", type: "String", message: "gone", payload: "gone" }],
  nothing: ["null", { category: "other", type: "null", message: "null" }],
  object: ["{ status: 404 }", { category: "other", type: "Object", payload: { status: 404 } }],
  bytes: ["coded('E', 'x', { body: Buffer.from('a'), huge: 'x'.repeat(20000) })", { payload: { code: "E", body: "YQ==" } }],
  axios: ["coded('ERR_BAD_REQUEST', 'x', { response: { status: 404 } })", { category: "status", payload: 404 }],
  got: ["coded('ERR_NON_2XX_3XX_RESPONSE', 'x', { response: { statusCode: 500 } })", { category: "status", payload: 500 }],
  status: ["Object.assign(new Error('a'), { status: 404, id: 1 })", { category: "status", payload: { status: 404, id: 1 } }],
  undici: [
    "coded('UND_ERR_RESPONSE_STATUS_CODE', 'x', { statusCode: 503 })",
    { category: "status", payload: { code: "UND_ERR_RESPONSE_STATUS_CODE", statusCode: 503 } },
  ],
  statusOfAPage: ["new (class extends Error { status = 502; })('a', { cause: new SyntaxError('b') })", { category: "status" }],
  accepted: ["Object.assign(new Error('a'), { status: 200 })", { category: "other", payload: { status: 200 } }],
  textStatus: ["Object.assign(new Error('a'), { status: '404' })", { category: "other" }],
  fetchHangUp: ["coded('ECONNRESET', 'request to u failed, reason: socket hang up')", { category: "network", code: -1011 }],
  superagentTimeout: ["coded('ECONNABORTED', 'Timeout of 400ms exceeded')", { category: "network", code: -1001 }],
  nodeFetchLoop: [
    "Object.assign(new Error('a'), { name: 'FetchError', type: 'max-redirect' })",
    { category: "network", code: -1007 },
  ],
  nodeFetchTimeout: [
    "Object.assign(new Error('a'), { name: 'FetchError', type: 'body-timeout' })",
    { category: "network", code: -1001 },
  ],
  nodeFetchJSON: ["Object.assign(new Error('a'), { name: 'FetchError', type: 'invalid-json' })", { category: "decoding" }],
  ownType: ["Object.assign(new Error('a'), { type: 'invalid-json' })", { category: "other" }],
  cut: ["coded('ECONNRESET', 'aborted', { response: { statusCode: 200 } })", { category: "network", code: -1 }],
  hangUp: ["coded('ECONNRESET', 'socket hang up')", { category: "network", code: -1011 }],
  reset: ["coded('ECONNRESET', 'read ECONNRESET')", { category: "network", code: -1005 }],
  axiosTimeout: ["coded('ECONNABORTED', 'timeout of 5ms exceeded')", { category: "network", code: -1001 }],
  lookup: ["coded('EAI_AGAIN')", { category: "network", code: -1003 }],
  parser: ["Object.assign(new Error('a'), { name: 'HTTPParserError' })", { category: "network", code: -1017 }],
  tls: ["coded('ERR_SSL_WRONG_VERSION_NUMBER')", { category: "network", code: -1200 }],
  certificate: ["coded('DEPTH_ZERO_SELF_SIGNED_CERT')", { category: "network", code: -1202 }],
  hostname: ["coded('HOSTNAME_MISMATCH')", { category: "network", code: -1202 }],
  resolver: ["coded('ESERVFAIL')", { category: "network", code: -1003 }],
  notPermitted: ["coded('EACCES', 'x', { syscall: 'connect' })", { category: "network", code: -1004 }],
  file: ["coded('EACCES', 'x', { syscall: 'open' })", { category: "other" }],
  headers: ["coded('UND_ERR_HEADERS_OVERFLOW')", { category: "network", code: -1017 }],
  zstd: [
    "new TypeError('terminated', { cause: coded('ZSTD_error_prefix_unknown') })",
    { category: "decoding", code: -1016 },
  ],
  http2: ["coded('ERR_HTTP2_STREAM_CANCEL', 'x', { cause: refused })", { category: "network", code: -1004 }],
  http2Alone: ["coded('ERR_HTTP2_STREAM_CANCEL')", { category: "network", code: undefined }],
  similar: ["coded('MY_ECONNREFUSED')", { category: "other", payload: { code: "MY_ECONNREFUSED" } }],
  terminated: ["new TypeError('terminated', { cause: coded('UND_ERR_SOCKET') })", { category: "network", code: -1 }],
  scheme: ["await fetch('localhost:1/a').catch((error) => error)", { category: "invalidRequest", code: -1000 }],
  url: ["await fetch('/a').catch((error) => error)", { category: "invalidRequest", code: -1000 }],
  json: ["await new Response('{').json().catch((error) => error)", { category: "decoding", type: "SyntaxError" }],
  utf8: ["(() => { try { new TextDecoder('utf8', { fatal: true }).decode(Buffer.from([255])); } catch (error) { return error; } })()", { category: "decoding" }],
  aborted: ["AbortSignal.abort().reason", { category: "cancelled", type: "AbortError", code: -999 }],
  axiosCanceled: [
    "Object.assign(coded('ERR_CANCELED', 'canceled'), { name: 'CanceledError' })",
    { category: "cancelled", code: -999 },
  ],
  superagentAborted: ["coded('ABORTED', 'Aborted')", { category: "cancelled", code: -999 }],
  undiciAborted: ["coded('UND_ERR_ABORTED', 'Request aborted')", { category: "cancelled", code: -999 }],
  timeout: ["new DOMException('late', 'TimeoutError')", { category: "network", type: "TimeoutError", code: -1001 }],
  abortedByTimeout: [
    "Object.assign(new Error('a', { cause: new DOMException('late', 'TimeoutError') }), { name: 'AbortError' })",
    { category: "network", code: -1001 },
  ],
};

test("errors become failures", async (t) => {
  const operations = Object.entries(CASES).map(([name, [code]]) => `async ${name}() { const error = ${code}; throw error; }`);
  const code = `${own}
driver({
  operations: { ${operations} },
  failure(error) {
    if (error instanceof Mapped) return { category: "invalidRequest", case: "mapped", payload: [1], domain: "a", code: 3 };
    if (error.id === "misread") return { payload: error.nothing.here };
  },
});`.replace("if (error.id", "if (error?.id");
  const results = await play(t, code, Object.fromEntries(Object.keys(CASES).map((name) => [name, {}])));
  for (const [name, [, expected]] of Object.entries(CASES)) {
    const { outcome } = results[name];
    if (expected instanceof RegExp) {
      assert.match(outcome.unsupported, expected, name);
      continue;
    }
    for (const [path, value] of Object.entries(expected)) {
      const found = path.split(".").reduce((part, member) => part?.[member], outcome.failure);
      assert.deepEqual(found, value, `${name}: ${path} of ${JSON.stringify(outcome)}`);
    }
  }
});

test("an error that nobody describes is named with the line that describes it", async (t) => {
  const code = `${own}
const throws = (error) => () => { throw error; };
driver({
  operations: { own: throws(new Gone(1)), mapped: throws(new Mapped("a")), plain: throws(new Error("a")),
    builtIn: throws(new RangeError("a")) },
  failure: (error) => (error instanceof Mapped ? { case: "mapped" } : {}),
});`;
  const scenario = { expect: { failure: "network" } };
  const results = await play(t, code, { own: scenario, mapped: scenario, plain: scenario, builtIn: scenario });
  const notes = Object.entries(results).map(([name, { reasons }]) => [name, reasons[0].mismatch.note.split("\n").slice(1)]);
  assert.deepEqual(Object.fromEntries(notes), {
    own: [
      "the driver does not describe Gone, so it has no category; if it means `network`, add to the driver:",
      'failure(error) { if (error instanceof Gone) return { category: "network" }; }',
    ],
    mapped: [],
    plain: ["the client's own error has no category: describe its `type` and `case`, or let the driver set one"],
    builtIn: [],
  });
});

test("a mistake of the operation itself is not the client's failure", async (t) => {
  const code = `
const client = { prices: { list: () => undefined.length }, price: () => undefined.length };
function price() { return undefined.length; }
driver({ operations: {
  missing: (call) => call.input.a.b,
  async later(call) { await null; return nowhere; },
  builtIn: () => [].reduce((a, b) => a),
  inClient: () => client.prices.list(),
  inHelper: () => price(),
  notFound: () => { throw new RangeError("a"); },
  sent: async (call) => (await (await fetch(call.baseURL + "/a")).json()).a.b,
} });`;
  const exchange = { request: { method: "GET", path: "/a" }, response: { kind: "valid", body: { json: {} } } };
  const results = await play(t, code, {
    missing: { input: {} },
    later: {},
    builtIn: {},
    inClient: {},
    inHelper: {},
    notFound: {},
    sent: { exchanges: [exchange] },
  });
  const place = (line) => new RegExp(`^the operation itself threw .* \\(driver\\.mjs:${line}\\)$`);
  assert.match(results.missing.outcome.unsupported, place(6));
  assert.match(results.later.outcome.unsupported, place(7));
  assert.match(results.builtIn.outcome.unsupported, place(8));
  for (const name of ["inClient", "inHelper", "sent"]) assert.equal(results[name].outcome.failure.type, "TypeError", name);
  assert.equal(results.notFound.outcome.failure.type, "RangeError");
});
