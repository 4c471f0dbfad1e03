import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { folder, IMPORT, KIT, PROGRAM, run } from "./runner.mjs";

const DRIVER = `${IMPORT}
driver({ operations: { echo: (call) => call.input, breaks: () => { console.log("printed"); return 1; } } });`;
const CONFIGURATION = '{ "clients": [{ "name": "echo", "specs": ["specs"], "driver": ["node", "../driver.mjs"] }], "accepted": "known.json" }';
const TESTS = `import { contracts } from ${JSON.stringify(pathToFileURL(path.join(KIT, "node-test.mjs")))};
await contracts({ configuration: "below/contract-run.json" });`;
const contract = (endpoint, scenarios) => JSON.stringify({ contract: 1, endpoint, scenarios });
const scenario = (name, success, more) => ({ name, input: 1, exchanges: [], expect: { success }, ...more });

/** Runs the contracts as tests of node:test. Returns each test's line of TAP by its name, and the whole output. */
async function results(t, files, environment, words = [], reporter = ["--test-reporter=tap"]) {
  const place = folder(t, { "below/known.json": "[]", "driver.mjs": DRIVER, "below/contract-run.json": CONFIGURATION, "contracts.test.mjs": TESTS, ...files });
  const { NODE_TEST_CONTEXT, ...inherited } = process.env;
  const options = { cwd: place, env: { ...inherited, CONTRACT_RUN_BINARY: PROGRAM, ...environment } };
  const command = ["--test", ...reporter, ...words, "contracts.test.mjs"];
  const { status, stdout, stderr } = await run(process.execPath, command, options);
  const lines = [...stdout.matchAll(/^ *((?:not )?ok) \d+ - (.*?)(?: # (.*))?$/gm)];
  return { status, stdout, stderr, tests: Object.fromEntries(lines.map(([, verdict, name, directive]) => [name, [verdict, directive]])) };
}

test("each scenario is a test", async (t) => {
  const known = [{ contract: "breaks", scenario: "known", failure: { code: "mismatch" }, because: "a later release fixes it", issue: "A-1" }];
  const { status, stdout, tests } = await results(t, {
    "below/known.json": JSON.stringify(known),
    "below/specs/echo.contract.json": contract("echo", [scenario("right", 1), scenario("left", 1, { skip: "not now" })]),
    "below/specs/breaks.contract.json": contract("breaks", [scenario("wrong", 2), scenario("known", 2)]),
    "below/specs/none.contract.json": contract("none", [scenario("errored", 1)]),
  });
  assert.deepEqual(tests["echo/echo/right"], ["ok", undefined], stdout);
  assert.match(tests["echo/echo/left"][1], /^SKIP .*not now/);
  assert.equal(tests["echo/breaks/wrong"][0], "not ok");
  assert.deepEqual(tests["echo/breaks/known"], ["ok", "TODO a later release fixes it A-1"]);
  assert.match(stdout, /# echo\/breaks\/known\n/);
  assert.equal(tests["echo/none/errored"][0], "not ok");
  assert.match(stdout, /below\/specs\/breaks\.contract\.json:1\n/);
  assert.match(stdout, /expected  2\n\s*actual    1\n/);
  assert.match(stdout, /the client printed:\n\s*│ printed\n\s*run it alone: /);
  assert.match(stdout, /has no operation/);
  assert.equal(status, 1);
});

test("each contract is a suite in JUnit reports, and a known issue is only skipped", async (t) => {
  const known = [{ contract: "breaks", scenario: "known", failure: { code: "mismatch" }, because: "a later release fixes it" }];
  const { stdout } = await results(t, {
    "below/known.json": JSON.stringify(known),
    "below/specs/echo.contract.json": contract("echo", [scenario("right", 1), scenario("left", 1, { skip: "not now" })]),
    "below/specs/breaks.contract.json": contract("breaks", [scenario("wrong", 2), scenario("known", 2)]),
  }, {}, [], ["--test-reporter=junit"]);
  const tags = [...stdout.matchAll(/<(\/?testsuite|testcase|failure|skipped)\b(?: name="([^"]*)")?/g)];
  assert.deepEqual(tags.map(([, tag, name]) => [tag, name].filter(Boolean).join(" ")), [
    "testsuite echo/breaks", "testcase echo/breaks/wrong", "failure", "testcase echo/breaks/known", "skipped", "/testsuite",
    "testsuite echo/echo", "testcase echo/echo/right", "testcase echo/echo/left", "skipped", "/testsuite",
  ], stdout);
});

test("what XML does not allow is replaced, because Node's JUnit report is otherwise not well-formed", async (t) => {
  const evil = "\u0001 \u001b[31mred\u001b[0m \uffff ]]> \u{1F600}";
  const known = [{ contract: "breaks", scenario: "known", failure: { code: "mismatch" }, because: `not yet: ${evil}` }];
  const { stdout } = await results(t, {
    "driver.mjs": DRIVER.replace('"printed"', JSON.stringify(evil)),
    "below/known.json": JSON.stringify(known),
    "below/specs/echo.contract.json": contract("echo", [scenario("left", 1, { skip: evil })]),
    "below/specs/breaks.contract.json": contract("breaks", [scenario("wrong \uffff ]]>", 2), scenario("known", 2)]),
  }, {}, [], ["--test-reporter=junit"]);
  assert.doesNotMatch(stdout, /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|\]\]>/u);
  assert.match(stdout, /name="echo\/breaks\/wrong � \]\] >"/);
  assert.match(stdout, /│ ␁ red � \]\] > \u{1F600}\n/u);
  assert.match(stdout, /<skipped type="todo" message="not yet: ␁ red /);
  assert.match(stdout, /<skipped type="skipped" message=".*red.* \]\] > /);
});

test("what fails the run beside its scenarios fails the file", async (t) => {
  const known = [{ contract: "echo", scenario: "right", failure: { code: "mismatch" }, because: "a later release fixes it" }];
  const files = {
    "below/known.json": JSON.stringify(known),
    "below/specs/echo.contract.json": contract("echo", [scenario("right", 1)]),
  };
  const { status, stdout, tests } = await results(t, files);
  assert.deepEqual(tests["echo/echo/right"], ["ok", undefined], stdout);
  assert.match(stdout, /known\.json:1/);
  assert.equal(status, 1);
  // A pattern of names leaves out tests, but not this.
  const chosen = await results(t, files, {}, ["--test-name-pattern=left"]);
  assert.match(chosen.stdout, /known\.json:1/);
  assert.equal(chosen.status, 1);
});

test("a broken configuration, a missing program and a build that fails are shown, and fail the file", async (t) => {
  const broken = await results(t, { "below/contract-run.json": "{" }, {}, ["--test-name-pattern=right"]);
  assert.match(broken.stdout + broken.stderr, /contract-run\.json:1:2: error/);
  assert.equal(broken.status, 1);
  const build = CONFIGURATION.replace('"driver"', '"build": ["sh", "-c", "echo no such module >&2; exit 1"], "driver"');
  const unbuilt = await results(t, {
    "below/contract-run.json": build,
    "below/specs/echo.contract.json": contract("echo", [scenario("right", 1)]),
  });
  assert.match(unbuilt.stdout + unbuilt.stderr, /no such module/);
  assert.equal(unbuilt.status, 1);
  const missing = await results(t, {}, { CONTRACT_RUN_BINARY: "/nowhere" });
  assert.match(missing.stdout, /CONTRACT_RUN_BINARY is '\/nowhere', which is not an executable program/);
  assert.equal(missing.status, 1);
});
