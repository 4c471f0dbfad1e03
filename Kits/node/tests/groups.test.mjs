// Calls on one client, and calls that are canceled.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Session } from "./runner.mjs";

const CLIENT = `
let closed;
let made = 0;
const held = [];
class Shop {
  constructor(baseURL, fetch) { Object.assign(this, { number: ++made, baseURL, fetch, calls: 0 }); }
  count() { return [this.number, ++this.calls]; }
}
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const client = (call) => new Shop(call.baseURL, call.fetch);
`;
const usual = { transport: "loopback", baseURL: "http://a", baseURLs: {}, input: null };
const call = (id, operation, members) => ({ call: { id, operation, ...usual, ...members } });

/** Starts a driver with these options, written as code. */
const start = (t, options) => Session.start(t, `${CLIENT} driver({ ${options} });`);

/** Makes calls one after the other. Returns their outcomes. */
async function inTurn(session, ...calls) {
  const outcomes = [];
  for (const one of calls) {
    session.write(one);
    const result = await session.read("result");
    assert.equal(result.id, one.call.id);
    outcomes.push(result.outcome);
  }
  return outcomes;
}

/** Reads the results of calls, which come in any order. Returns their outcomes by id. */
async function atOnce(session, count) {
  const results = [];
  while (results.length < count) results.push(await session.read("result"));
  return Object.fromEntries(results.map(({ id, outcome }) => [id, outcome]));
}

/** Ends the driver. Returns its output, which has no message. */
async function bye(session) {
  session.write({ bye: {} });
  assert.equal(await session.ended, 0);
  await assert.rejects(session.read(), /^Error: the driver ended/);
  return session.errors;
}

test("a driver makes groups if it has a client, and always cancels", async (t) => {
  for (const [options, groups] of [["client, operations: {}", true], ["operations: {}", false]]) {
    const { hello } = await start(t, options);
    assert.deepEqual([hello.groups, hello.cancels], [groups, true]);
  }
});

test("the calls of a group share a client, and every other call has its own", async (t) => {
  const session = await start(t, "client, operations: { count: (call) => call.client.count(), none: () => 1 }");
  const none = call(1, "none");
  const members = [2, 3].map((id) => call(id, "count", { group: 2 }));
  const others = [4, undefined, null, null, 8].map((group, index) => call(index + 4, "count", { group }));
  const outcomes = await inTurn(session, none, ...members, ...others);
  const expected = [1, [2, 1], [2, 2], [3, 1], [4, 1], [5, 1], [6, 1], [7, 1]];
  assert.deepEqual(outcomes, expected.map((success) => ({ success })));
  await bye(session);
});

test("calls of a group that are written at once run at once, each with its mark", async (t) => {
  for (const makes of ["client", "client: async (call) => { await sleep(50); return client(call); }"]) {
    const session = await start(t, `${makes}, operations: {
      async meets(call) {
        console.log("begins " + call.id);
        held.push(call.client);
        while (held.length < 3) await sleep(1);
        return held.every((one) => one === call.client);
      },
      count: (call) => call.client.count(),
    }`);
    const members = [2, 3, 4].map((id) => call(id, "meets", { group: 2 }));
    session.write(call(1, "count"), ...members, call(5, "count")); // each but the first is ahead
    assert.deepEqual((await session.read("result")).id, 1);
    const outcomes = await atOnce(session, 3);
    assert.deepEqual(outcomes, { 2: { success: true }, 3: { success: true }, 4: { success: true } });
    assert.deepEqual((await session.read("result")).outcome, { success: [3, 1] });
    await bye(session);
    const marked = session.marked();
    for (const id of [2, 3, 4]) {
      const [own, ...more] = marked.filter(([, text]) => text.includes(`begins ${id}\n`));
      assert.deepEqual([own[0], more.length], [id, 0], session.errors);
    }
  }
});

test("calls of a group run at once beside a limit that other calls keep", async (t) => {
  const session = await start(t, `inFlight: 2, client, operations: {
    async most(call) {
      const { client } = call;
      client.most = Math.max(client.most ?? 0, (client.running = (client.running ?? 0) + 1));
      await sleep(50);
      client.running -= 1;
      return client.most;
    },
  }`);
  session.write(...[1, 2, 3, 4].map((id) => call(id, "most", { group: 1 })));
  assert.deepEqual(Object.values(await atOnce(session, 4)), Array(4).fill({ success: 4 }));
});

test("an asynchronous client is made before the operation, and once for calls at once", async (t) => {
  const session = await start(t, `
    client: (call) => sleep(20).then(() => client(call)),
    operations: { count: (call) => call.client.count() },
  `);
  session.write(...[1, 2, 3].map((id) => call(id, "count", { group: 1 })));
  const outcomes = Object.values(await atOnce(session, 3));
  assert.deepEqual(outcomes, [[1, 1], [1, 2], [1, 3]].map((success) => ({ success })));
  assert.deepEqual(await inTurn(session, call(4, "count")), [{ success: [2, 1] }]);
});

test("an error while the client is made is the call's failure, and the next call tries again", async (t) => {
  for (const word of ["", "async"]) {
    const session = await start(t, `
      client: ${word} (call) => {
        if (call.input === "range") throw new RangeError("no client");
        if (call.input === "argument") call.argument("url", String);
        return call.input === "mistake" ? call.input.a.b : client(call);
      },
      operations: { count: (call) => call.client.count() },
    `);
    const member = (id, input) => call(id, "count", { group: 1, input });
    const [range, , again] = await inTurn(session, member(1, "range"), member(2, "range"), member(3), member(4));
    assert.equal(range.failure.type, "RangeError");
    assert.deepEqual(again, { success: [1, 1] });
    session.write(member(5), call(6, "count", { input: "argument" }), call(7, "count", { input: "mistake" }));
    assert.deepEqual((await session.read("result")).outcome, { success: [1, 3] });
    const text = 'input is the string "argument", expected an object with the member url';
    assert.deepEqual((await session.read("result")).outcome, { unsupported: text });
    const { mistake } = await session.read("result");
    assert.match(mistake, /^the driver's function `client` threw TypeError: Cannot read .* \(driver\.mjs:\d+\)$/);
  }
});

test("a client is closed after its call or its group, before anything else begins", async (t) => {
  const session = await start(t, `
    client(call) {
      if (call.id === 1) console.log("makes 1");
      return client(call);
    },
    async close(shop) {
      console.log("closes " + shop.number);
      await sleep(20);
      console.log("closed " + shop.number);
    },
    operations: {
      count(call) { console.log("runs " + call.id); return call.client.count(); },
      fails(call) { throw new RangeError("a"); },
      unsupported(call) { throw new Unsupported("a"); },
    },
  `);
  const members = [2, 3].map((id) => call(id, "count", { group: 2 }));
  session.write(call(1, "count"), ...members, call(4, "count", { group: 4 }));
  for (const id of [1, 2, 3, 4]) assert.equal((await session.read("result")).id, id);
  const rest = [call(5, "fails"), call(6, "unsupported"), call(7, "unknown"), call(8, "count", { group: 8 })];
  await inTurn(session, ...rest);
  const lines = (await bye(session)).replace(/^\u001econtract-run call \d+\n/gm, "").trimEnd().split("\n");
  const closed = (number) => [`closes ${number}`, `closed ${number}`];
  assert.deepEqual(lines, [
    "makes 1", "runs 1", ...closed(1), "runs 2", "runs 3", ...closed(2), "runs 4", ...closed(3),
    ...closed(4), ...closed(5), "runs 8", ...closed(6),
  ]);
  const texts = session.marked().filter(([id]) => id === 1).map(([, text]) => text);
  assert.deepEqual(texts, ["makes 1\nruns 1\ncloses 1\nclosed 1\n"]);
});

test("the result of a call waits until its client is closed, and an error of `close` is printed", async (t) => {
  const session = await start(t, `
    client,
    close: (shop) => sleep(50).then(() => { closed = shop.number; throw new RangeError("still open"); }),
    operations: { count: (call) => call.client.count(), closed: () => closed },
  `);
  await inTurn(session, call(1, "count"));
  assert.deepEqual(await inTurn(session, call(2, "closed")), [{ success: 1 }]);
  assert.match(await bye(session), /^the driver's close\(client\) threw RangeError: still open\n {4}at /m);
});

test("an operation that does not take the client is reported", async (t) => {
  const nothing = "the operation alone does not take call.client, so its calls share nothing";
  const session = await start(t, `client, operations: {
    alone: () => 1,
    *streams(call) { yield call.client.count(); },
    fails() { throw new RangeError("a"); },
  }`);
  const members = ["alone", "streams", "fails"].map((name, index) => call(index + 1, name, { group: 1 }));
  const [unsupported, success, failure] = await inTurn(session, ...members);
  assert.deepEqual(unsupported, { unsupported: nothing });
  assert.deepEqual(success, { success: [[1, 1]] });
  assert.equal(failure.failure.type, "RangeError");
  assert.deepEqual(await inTurn(session, call(4, "alone")), [{ success: 1 }]);
  const without = await start(t, "operations: { alone: () => 1, takes: (call) => call.client }");
  const text = "the driver has no `client`, so there is no call.client";
  const calls = [call(1, "takes"), call(2, "takes", { group: 2 }), call(3, "alone", { group: 2 })];
  assert.deepEqual(await inTurn(without, ...calls), [text, text, nothing].map((unsupported) => ({ unsupported })));
});

test("options that are not functions are refused", async (t) => {
  await assert.rejects(start(t, "client: 7, operations: {}"), /TypeError: the option client is not a function/);
  await assert.rejects(start(t, "close: 7, operations: {}"), /TypeError: the option close is not a function/);
});

test("in memory, a group's requests are answered by the id of the call that made the client", async (t) => {
  const session = await start(t, `transports: ["memory"], client, operations: {
    gets: async ({ client }) => (await client.fetch(client.baseURL)).text(),
  }`);
  for (const id of [1, 2]) {
    session.write(call(id, "gets", { group: 1, transport: "memory" }));
    const request = await session.read("request");
    assert.deepEqual([request.id, request.n], [1, id]);
    session.write({ response: { id: 1, n: id, status: 200, body: { text: `answer ${id}` } } });
    assert.deepEqual((await session.read("result")).outcome, { success: `answer ${id}` });
  }
});

test("a call that is canceled ends as its client ends it", async (t) => {
  const session = await start(t, `transports: ["memory", "loopback"], operations: {
    fetches: ({ baseURL, fetch, signal }) => fetch(baseURL, { signal }),
    throws: ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    value: ({ signal }) => new Promise((done) => signal.addEventListener("abort", () => done(signal.reason.name))),
    completes: ({ signal }, done) => signal.addEventListener("abort", () => done.fail(signal.reason)),
    ignores: async ({ signal }) => { while (!signal.aborted) await sleep(1); return "no matter"; },
  }`);
  session.write(call(1, "fetches", { transport: "memory" }));
  await session.read("request");
  session.write({ cancel: { id: 1 } }, { cancel: { id: 1 } });
  const { failure } = (await session.read("result")).outcome;
  assert.deepEqual([failure.category, failure.type, failure.code], ["cancelled", "AbortError", -999]);
  const outcomes = [];
  for (const [index, name] of ["throws", "value", "completes", "ignores"].entries()) {
    session.write(call(index + 2, name), { cancel: { id: index + 2 } });
    outcomes.push((await session.read("result")).outcome);
  }
  const [throws, value, completes, ignores] = outcomes;
  assert.equal(throws.failure.category, "cancelled");
  assert.deepEqual(value, { success: "AbortError" });
  assert.equal(completes.failure.category, "cancelled");
  assert.deepEqual(ignores, { success: "no matter" });
  await bye(session);
});

test("what Node's own clients throw when the signal is aborted is cancelled", async (t) => {
  const session = await Session.start(t, `
import http from "node:http";
import http2 from "node:http2";
import { setTimeout } from "node:timers/promises";
const listening = (server) => new Promise((done) => server.listen(0, () => done(server.address().port)));
const url = "http://127.0.0.1:" + (await listening(http.createServer((request, response) => {
  if (request.url === "/body") response.write("a");
})));
const later = AbortSignal.timeout(1e6);
const other = "http://127.0.0.1:" + (await listening(http2.createServer()));
const soon = async (call, run) => { console.log("begins", call.id); return run(call.signal); };
driver({ operations: {
  fetch: (call) => soon(call, (signal) => fetch(url, { signal })),
  body: (call) => soon(call, async (signal) => (await fetch(url + "/body", { signal })).text()),
  http: (call) => soon(call, (signal) => new Promise((_, fail) => http.get(url, { signal }).on("error", fail))),
  http2: (call) => soon(call, (signal) => new Promise((_, fail) => {
    http2.connect(other).request({}, { signal }).on("error", fail);
  })),
  timer: (call) => soon(call, (signal) => setTimeout(1e6, 0, { signal })),
  deadline: (call) => soon(call, (signal) => fetch(url, { signal: AbortSignal.any([signal, later]) })),
} });`);
  for (const [id, name] of ["fetch", "body", "http", "http2", "timer", "deadline"].entries()) {
    session.write(call(id, name));
    while (!session.errors.includes(`begins ${id}\n`)) await new Promise(setImmediate);
    await new Promise((resolve) => setTimeout(resolve, 50)); // until the request is sent; sooner is right too
    session.write({ cancel: { id } });
    const { failure } = (await session.read("result")).outcome;
    assert.deepEqual([failure?.category, failure?.type, failure?.code], ["cancelled", "AbortError", -999], name);
  }
});

test("a call of a group is canceled alone", async (t) => {
  const session = await start(t, `client, operations: {
    async waits({ client, signal }) {
      client.count();
      while (client.calls < 4) {
        await sleep(1);
        signal.throwIfAborted();
      }
    },
    ends: ({ client }) => client.count(),
  }`);
  session.write(...[1, 2, 3].map((id) => call(id, "waits", { group: 1 })), { cancel: { id: 2 } });
  const { id, outcome } = await session.read("result");
  assert.deepEqual([id, outcome.failure?.category], [2, "cancelled"]);
  session.write(call(4, "ends", { group: 1 }));
  assert.deepEqual(await atOnce(session, 3), { 1: { success: null }, 3: { success: null }, 4: { success: [1, 4] } });
});

test("an operation that does not take the signal ends at once, and what it does later is ignored", async (t) => {
  const session = await start(t, `client, close: (shop) => console.log("closes " + shop.number), operations: {
    async slow(call) {
      console.log("begins", call.client.number);
      await sleep(200);
      console.log("goes on");
      throw new RangeError("a");
    },
    async late(call) {
      console.log("begins", call.client.number);
      await sleep(200);
      console.log("aborted", call.signal.aborted);
    },
    twice(call, done) {
      console.log("begins", call.client.number);
      setTimeout(done, 200, 1);
      setTimeout(done, 300, 2);
    },
    never(call, done) {
      console.log("begins", call.client.number);
      held.push(done);
    },
    hangs(call) {
      console.log("begins", call.client.number);
      return new Promise(() => {});
    },
    fine: () => sleep(500),
  }`);
  for (const [index, name] of ["slow", "late", "twice", "never", "hangs"].entries()) {
    const id = index + 1;
    session.write(call(id, name));
    while (!session.errors.includes(`begins ${id}\n`)) await new Promise(setImmediate);
    session.write({ cancel: { id } }, { cancel: { id } });
    const { id: ended, outcome } = await session.read("result");
    const text = `the operation ${name} does not take call.signal, so it cannot be canceled`;
    assert.deepEqual([ended, outcome], [id, { unsupported: text }]);
  }
  assert.deepEqual(await inTurn(session, call(6, "fine")), [{ success: null }]);
  const printed = await bye(session);
  for (const text of ["goes on", "aborted true", "closes 1", "closes 2", "closes 3", "closes 6"]) {
    assert.equal(printed.split(`${text}\n`).length, 2, printed);
  }
});

test("a cancel of a call that is unknown or has ended changes nothing", async (t) => {
  const session = await start(t, `
    client,
    close: (shop) => { console.log("closes " + shop.number); return sleep(50); },
    operations: {
      fine: () => sleep(1),
      aborted: ({ signal }) => signal.aborted,
    },
  `);
  session.write({ cancel: { id: 1 } }, { cancel: { id: 99 } });
  assert.deepEqual(await inTurn(session, call(1, "fine"), call(2, "aborted")), [{ success: null }, { success: false }]);
  session.write({ cancel: { id: 1 } }, { cancel: { id: 2 } }, call(3, "fine"));
  while (!session.errors.includes("closes 3\n")) await new Promise(setImmediate);
  session.write({ cancel: { id: 3 } });
  assert.deepEqual((await session.read("result")).outcome, { success: null });
  await bye(session);
});

test("an operation that begins after its cancel finds the signal aborted", async (t) => {
  const session = await start(t, `client: (call) => sleep(50).then(() => client(call)), operations: {
    aborted: ({ signal }) => signal.aborted,
  }`);
  session.write(call(1, "aborted"), call(2, "aborted"), { cancel: { id: 1 } });
  assert.deepEqual(await atOnce(session, 2), { 1: { success: true }, 2: { success: false } });
});
