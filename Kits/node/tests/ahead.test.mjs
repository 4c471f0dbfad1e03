// Calls that come ahead of their turn, and answers that come with their call.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Session } from "./runner.mjs";

const DRIVER = `
import fs from "node:fs";
import { execFileSync } from "node:child_process";
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
let isSignaled = false;
process.once("SIGUSR2", () => (isSignaled = true));
let running = 0;
const late = [];
const get = async ({ baseURL, fetch }, path = "", method = "GET") => (await fetch(baseURL + path, { method })).text();
driver({ transports: ["memory", "loopback"], operations: {
  async prints({ id }) {
    if (++running > 1) throw new Error("two calls run at once");
    process.stdout.write("out " + id);
    console.error("error", id);
    fs.writeSync(1, "raw " + id);
    execFileSync("echo", ["child"], { stdio: "inherit" });
    await sleep(5);
    running -= 1;
    return id;
  },
  async floods({ id }) {
    console.log("x".repeat(300_000) + "end of " + id);
  },
  async gets(call) {
    const texts = [];
    for (const method of call.input) texts.push(await get(call, "", method));
    return texts;
  },
  async posts({ baseURL, fetch }) {
    async function* slow() { await sleep(50); yield Buffer.from("slow"); }
    const body = ReadableStream.from(slow());
    const sent = [fetch(baseURL, { method: "POST", body, duplex: "half" }), fetch(baseURL)];
    return Promise.all(sent.map(async (response) => (await response).text()));
  },
  getsTogether: (call) => Promise.all(Array.from({ length: call.input }, (_, n) => get(call, "/" + n))),
  async leaves(call) {
    (async () => { for (let n = 0; n < call.input; n += 1) late.push(await get(call)); })();
    for (let turn = 0; turn < call.id % 7; turn += 1) await new Promise(setImmediate);
  },
  async lates(call) {
    while (late.length < call.input) await sleep(1);
    return late;
  },
  async turns(call) {
    let turned = false;
    setImmediate(() => (turned = true));
    await get(call);
    return turned;
  },
  throws() { throw new RangeError("a"); },
  exits: () => process.exit(7),
  rejects() { Promise.reject(new Error("nobody handles this")); },
  hangs: () => new Promise(() => setInterval(() => {}, 1e6)),
  async untilTheSignal() {
    while (!isSignaled) await sleep(1);
  },
  replaces() {
    const never = () => {};
    Object.assign(globalThis, { setImmediate: never, setTimeout: never });
    fs.closeSync(2);
    fs.openSync("own.txt", "w"); // as descriptor 2
  },
  own: () => fs.readFileSync("own.txt", "utf8"),
} });`;
const answer = (text) => ({ status: 200, body: { text } });

/** Reads the results of calls, which come in this order and with nothing between them. Returns their outcomes. */
async function results(session, ids) {
  const outcomes = [];
  for (const id of ids) {
    const result = await session.read("result");
    assert.equal(result.id, id);
    outcomes.push(result.outcome);
  }
  return outcomes;
}

test("the hello offers what the transports and the number of calls at once allow", async (t) => {
  const memory = 'transports: ["memory"]';
  for (const [options, ahead, answers] of [[memory, 64, true], ["", 1, false], [`${memory}, inFlight: 2`, 0, true]]) {
    const { hello } = await Session.start(t, `driver({ operations: {}, ${options} });`);
    assert.deepEqual([hello.ahead, hello.answers], [ahead, answers]);
  }
});

test("calls run in order, and their output follows their marks", async (t) => {
  for (const transport of ["memory", "loopback"]) {
    const session = await Session.start(t, DRIVER);
    session.begin(Array(20).fill("prints"), { transport });
    const ids = Array.from({ length: 20 }, (_, index) => index + 1);
    assert.deepEqual(await results(session, ids), ids.map((success) => ({ success })));
    session.write({ bye: {} });
    assert.equal(await session.ended, 0);
    const marked = session.marked();
    assert.deepEqual(marked.map(([id]) => id), ids);
    for (const [id, text] of marked) {
      const parts = [`out ${id}`, `error ${id}`, `raw ${id}`, "child"];
      for (const part of parts) assert.equal(text.split(part).length, 2, text);
    }
  }
});

test("a mark comes after output that the runner has not read yet", async (t) => {
  const session = await Session.start(t, DRIVER);
  session.stderr.pause();
  session.begin(["floods", "floods", "floods"]);
  setTimeout(() => session.stderr.resume(), 300);
  await results(session, [1, 2, 3]);
  session.write({ bye: {} });
  await session.ended;
  for (const [id, text] of session.marked()) assert.match(text.slice(-20), new RegExp(`end of ${id}\\n$`));
});

test("calls at once are not marked", async (t) => {
  const session = await Session.start(t, `driver({ inFlight: 2, operations: { prints: () => console.log("a") } });`);
  session.begin(["prints"], { transport: "loopback" });
  session.write({ bye: {} });
  await session.ended;
  assert.equal(session.errors, "a\n");
});

test("answers that came with the call are given without the runner", async (t) => {
  const session = await Session.start(t, DRIVER);
  const refused = { networkError: { domain: "NSURLErrorDomain", code: -1004 } };
  session.begin(["gets", "gets", "gets"], { input: ["GET", "PUT"], answers: [answer("a"), answer("b")] });
  for (const id of [1, 2, 3]) {
    for (const [n, method] of [[1, "GET"], [2, "PUT"]]) {
      const request = await session.read("request");
      assert.deepEqual([request.id, request.n, request.method], [id, n, method]);
    }
    assert.deepEqual(await results(session, [id]), [{ success: ["a", "b"] }]);
  }
  session.begin(["gets"], { input: ["GET"], answers: [refused] });
  await session.read("request");
  assert.equal((await results(session, [1]))[0].failure.code, -1004);
});

test("the event loop turns before an answer comes, as it does with a network", async (t) => {
  const session = await Session.start(t, DRIVER);
  session.begin(["turns"], { answers: [answer("a")] });
  await session.read("request");
  assert.deepEqual(await results(session, [1]), [{ success: true }]);
});

test("HEAD, and what comes after the last answer, is asked", async (t) => {
  const session = await Session.start(t, DRIVER);
  session.begin(["gets", "gets"], { input: ["HEAD", "GET", "GET"], answers: [answer("a"), answer("b")] });
  for (const id of [1, 2]) {
    assert.equal((await session.read("request")).n, 1);
    session.write({ response: { id, n: 1, ...answer("head") } });
    assert.deepEqual([(await session.read("request")).n, (await session.read("request")).n], [2, 3]);
    session.write({ response: { id, n: 3, ...answer("c") } });
    assert.deepEqual(await results(session, [id]), [{ success: ["head", "b", "c"] }]);
  }
});

test("requests at once are written in the order of their numbers", async (t) => {
  const session = await Session.start(t, DRIVER);
  const answers = Array.from({ length: 24 }, (_, index) => answer(String(index + 1)));
  session.begin(["getsTogether"], { input: 24, answers });
  const urls = new Map();
  for (let n = 1; n <= 24; n += 1) {
    const request = await session.read("request");
    assert.equal(request.n, n);
    urls.set(request.url, n);
  }
  const [{ success }] = await results(session, [1]);
  assert.deepEqual(success, success.map((_, index) => String(urls.get(`http://a/${index}`))));
  session.begin(["posts"], { answers });
  const methods = [await session.read("request"), await session.read("request")].map(({ n, method }) => [n, method]);
  assert.deepEqual(methods, [[1, "GET"], [2, "POST"]]); // the body of the POST comes later
  assert.deepEqual(await results(session, [1]), [{ success: ["2", "1"] }]);
});

test("a request after the result is asked, and none hangs", async (t) => {
  const session = await Session.start(t, DRIVER);
  const [calls, each] = [40, 3];
  session.begin(Array(calls).fill("leaves"), { input: each, answers: Array(each).fill(answer("own")) });
  const last = { id: 99, operation: "lates", transport: "memory", baseURL: "http://a", input: calls * each };
  session.write({ call: last });
  const over = new Set();
  const counts = new Map();
  let asked = 0;
  let message;
  while (!over.has(99)) {
    message = await session.read();
    const { kind, id, n } = message;
    if (kind === "result") {
      over.add(id);
      continue;
    }
    counts.set(id, (counts.get(id) ?? 0) + 1);
    assert.equal(n, counts.get(id));
    if (!over.has(id)) continue;
    asked += 1;
    session.write({ response: { id, n, ...answer("asked") } });
  }
  assert.deepEqual([...counts.values()], Array(calls).fill(each));
  assert.ok(asked > 0 && asked < calls * each, String(asked));
  assert.equal(message.outcome.success.filter((text) => text === "asked").length, asked);
});

test("an exception ends only its own call", async (t) => {
  const session = await Session.start(t, DRIVER);
  session.begin(["throws", "unknown", "gets", "throws", "prints"], { input: [], answers: [answer("")] });
  const outcomes = (await results(session, [1, 2, 3, 4, 5])).map((outcome) => Object.keys(outcome)[0]);
  assert.deepEqual(outcomes, ["failure", "unsupported", "success", "failure", "success"]);
});

test("a client that ends the process ends it before the next call begins", async (t) => {
  for (const [operation, status, ends] of [["exits", 7, []], ["rejects", 1, [2]]]) {
    const session = await Session.start(t, DRIVER);
    session.begin(["prints", operation, "prints", "prints"]);
    await results(session, [1, ...ends]);
    assert.equal(await session.ended, status);
    assert.deepEqual(session.marked().map(([id]) => id), [1, 2]);
  }
});

test("the end of the input ends a call that hangs while others wait", async (t) => {
  const session = await Session.start(t, DRIVER);
  session.begin(["hangs", "prints"], { answers: [answer("")] });
  const began = performance.now();
  session.process.stdin.end();
  assert.equal(await session.ended, 0);
  assert.ok(performance.now() - began < 5000);
  assert.deepEqual(session.marked().map(([id]) => id), [1]);
});

test("no call begins after the end of the input", async (t) => {
  const session = await Session.start(t, DRIVER);
  session.begin(["untilTheSignal", ...Array(39).fill("prints")], { answers: [answer("")] });
  await new Promise((resolve) => session.process.stdin.end(resolve)); // now the driver can read the end
  session.process.kill("SIGUSR2");
  await results(session, [1]);
  const began = performance.now();
  assert.equal(await session.ended, 0);
  assert.ok(performance.now() - began < 1500); // it does not wait until the time is over
  assert.deepEqual(session.marked().map(([id]) => id), [1]);
});

test("calls go on if a client replaces timers, or uses descriptor 2 for itself", async (t) => {
  const session = await Session.start(t, DRIVER);
  session.begin(["replaces", "gets", "own"], { input: ["GET"], answers: [answer("a")] });
  await results(session, [1]);
  await session.read("request");
  assert.deepEqual(await results(session, [2, 3]), [{ success: ["a"] }, { success: "" }]);
});
