import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { folder, IMPORT, play, run } from "./runner.mjs";

test("what a client prints is never a message", async (t) => {
  const code = `
import fs from "node:fs";
import { execFileSync, execSync } from "node:child_process";
driver({ operations: {
  prints() {
    console.log('{"result": {"id": 1, "outcome": {"success": "forged"}}}');
    process.stdout.write("half a line");
    fs.writeSync(1, '{"completedTwice": {"id": 1}}');
    execFileSync("echo", ["from a child"], { stdio: "inherit" });
    execSync("echo from a shell; cat", { stdio: "inherit" });
    return fs.readFileSync(0, "utf8");
  },
  closes() {
    fs.closeSync(1);
    process.stderr.end();
    return "still here";
  },
} });`;
  const { prints } = await play(t, code, { prints: {} });
  assert.deepEqual(prints.outcome, { success: "" });
  for (const text of ["forged", "half a line", "completedTwice", "from a child", "from a shell"]) {
    assert.ok(prints.output.includes(text), text);
  }
  const { closes } = await play(t, code, { closes: {} });
  assert.deepEqual(closes.outcome, { success: "still here" });
});

test("half a line from before the kit joins no message", async (t) => {
  const place = folder(t, { "first.mjs": `process.stdout.write("kept back")`, "driver.mjs": `import "./first.mjs";
${IMPORT} driver({ operations: {} });` });
  const ended = await run("sh", ["-c", `echo '{"hello":{"protocol":1}}' | "$0" driver.mjs | cat`, process.execPath], { cwd: place });
  assert.match(ended.stdout, /^kept back\n\{"hello":\{.*\}\}\n$/);
});

test("handlers complete exactly once, or the driver reports it", async (t) => {
  const code = `
const held = [];
driver({ operations: {
  value: (call, done) => setTimeout(done, 1, [1]),
  error: (call, done) => done(new RangeError("a")),
  fails: (call, done) => done.fail("a"),
  twice: (call, done) => { done(1); done(2); },
  later: (call, done) => { done(1); setTimeout(done, 50, 2); },
  never(call, done) {},
  neverSettles: (call, done) => new Promise(() => {}),
  throws(call, done) { throw new RangeError("a"); },
  rejects: async (call, done) => { done(1); throw new RangeError("a"); },
  held: (call, done) => { held.push(done); },
} });`;
  const names = ["value", "error", "fails", "twice", "later", "never", "neverSettles", "throws", "rejects"];
  const scenarios = Object.fromEntries(names.map((name) => [name, {}]));
  const results = await play(t, code, { ...scenarios, held: { within: 0.5 } });
  assert.deepEqual(results.value.outcome, { success: [1] });
  assert.deepEqual(results.value.unobserved, ["exactlyOnce"]);
  assert.equal(results.error.outcome.failure.type, "RangeError");
  assert.equal(results.fails.outcome.failure.payload, "a");
  assert.equal(results.later.reasons[0].code, "completedTwice");
  assert.equal(results.throws.outcome.failure.type, "RangeError");
  for (const name of ["twice", "rejects"]) assert.deepEqual(results[name].outcome, { completedTwice: true }, name);
  for (const name of ["never", "neverSettles"]) assert.deepEqual(results[name].outcome, { neverCompleted: true }, name);
  assert.equal(results.held.reasons[0].code, "timedOut");
});

test("a client that ends the process, or never ends its call, is charged", async (t) => {
  const code = `driver({ operations: {
  exits: () => process.exit(7),
  rejects: () => { setTimeout(() => Promise.reject(new Error("nobody handles this"))); return new Promise(() => {}); },
  throws: () => { setTimeout(() => { throw new Error("nobody catches this"); }); return new Promise(() => {}); },
  never: () => new Promise(() => {}),
  spins: () => { for (;;); },
  fine: () => "fine",
} });`;
  const within = { within: 0.5 };
  const results = await play(t, code, { exits: {}, rejects: {}, throws: {}, never: within, spins: within, fine: {} });
  for (const name of ["exits", "rejects", "throws"]) assert.equal(results[name].reasons[0].code, "crashed", name);
  assert.match(results.rejects.output, /nobody handles this/);
  for (const name of ["never", "spins"]) assert.equal(results[name].reasons[0].code, "timedOut", name);
  assert.deepEqual(results.fine.outcome, { success: "fine" });
});

test("as many calls run at once as the driver allows", async (t) => {
  const code = `
let present = 0, meet;
const meeting = new Promise((resolve) => (meet = resolve));
const operation = async () => { if (++present === 3) meet(); await meeting; };
driver({ inFlight: 3, operations: { a: operation, b: operation, c: operation } });`;
  const results = await play(t, code, { a: {}, b: {}, c: {} });
  for (const { status } of Object.values(results)) assert.equal(status, "passed");
});

test("large and unusual input arrives whole", async (t) => {
  const input = { text: "ü\u2028😀".repeat(200_000) };
  const { echo } = await play(t, "driver({ operations: { echo: (call) => call.input.text.length } });", { echo: { input } });
  assert.deepEqual(echo.outcome, { success: 800_000 });
});

test("a stream keeps the values before its failure", async (t) => {
  const code = "driver({ operations: { async *stream() { yield 1; yield [2]; throw new RangeError('a'); } } });";
  const { stream } = await play(t, code, { stream: {} });
  assert.equal(stream.outcome.failure.type, "RangeError");
  assert.deepEqual(stream.outcome.values, [1, [2]]);
});

test("a driver ends by itself when the runner is gone", async (t) => {
  const code = `${IMPORT} driver({ operations: { waits: () => new Promise((resolve) => setInterval(resolve, 1e9)) } });`;
  const place = folder(t, { "driver.mjs": code });
  const messages = `{"hello":{"protocol":1}}\\n{"call":{"id":1,"operation":"waits","transport":"loopback","baseURL":"http://a"}}\\n`;
  const command = `printf '${messages}' | "$0" driver.mjs`;
  const { status } = await run("sh", ["-c", command, process.execPath], { cwd: place, timeout: 60_000 });
  assert.equal(status, 0);
});

test("a runner of another version, and operations that are not functions, are refused", async (t) => {
  const place = folder(t, {
    "driver.mjs": `${IMPORT} driver({ operations: {} });`,
    "wrong.mjs": `${IMPORT} driver({ operations: { price: 7 } });`,
  });
  const start = (file) => run("sh", ["-c", `echo '{"hello":{"protocol":2}}' | "$0" ${file}`, process.execPath], { cwd: place });
  const other = await start("driver.mjs");
  assert.equal(other.status, 1);
  assert.match(other.stderr, /^Error: this driver uses version 1 of the protocol, the runner version 2$/m);
  assert.match((await start("wrong.mjs")).stderr, /TypeError: the operation price is not a function/);
});

test("a CommonJS driver can require the kit", async (t) => {
  const kit = JSON.stringify(path.resolve(import.meta.dirname, "../driver.mjs"));
  const place = folder(t, { "driver.cjs": `const { driver } = require(${kit}); driver({ operations: {} });` });
  const ended = await run("sh", ["-c", `echo '{"hello":{"protocol":1}}' | "$0" driver.cjs`, process.execPath], { cwd: place });
  assert.match(ended.stdout, /"operations":\[\]/);
});
