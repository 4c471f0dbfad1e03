import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { folder, IMPORT, KIT, PROGRAM, run } from "./runner.mjs";

const DRIVER = `${IMPORT}
driver({ operations: { echo: (call) => call.input, breaks: () => { console.log("printed"); return 1; } } });`;
const CONFIGURATION = '{ "clients": [{ "name": "echo", "specs": ["specs"], "driver": ["node", "../driver.mjs"], "knownIssues": "known.json" }] }';
const TESTS = `import { contracts } from ${JSON.stringify(pathToFileURL(path.join(KIT, "node-test.mjs")))};
await contracts({ configuration: "below/contract-run.json" });`;
const contract = (endpoint, scenarios) => JSON.stringify({ contract: 1, endpoint, scenarios });
const scenario = (name, success, more) => ({ name, input: 1, exchanges: [], expect: { success }, ...more });

/** Runs the contracts as tests of node:test. Returns each test's line of TAP by its name, and the whole output. */
async function results(t, files, environment) {
  const place = folder(t, { "below/known.json": "[]", "driver.mjs": DRIVER, "below/contract-run.json": CONFIGURATION, "contracts.test.mjs": TESTS, ...files });
  const { NODE_TEST_CONTEXT, ...inherited } = process.env;
  const options = { cwd: place, env: { ...inherited, CONTRACT_RUN_BINARY: PROGRAM, ...environment } };
  const { status, stdout } = await run(process.execPath, ["--test", "--test-reporter=tap", "contracts.test.mjs"], options);
  const lines = [...stdout.matchAll(/^ *((?:not )?ok) \d+ - (.*?)(?: # (.*))?$/gm)];
  return { status, stdout, tests: Object.fromEntries(lines.map(([, verdict, name, directive]) => [name, [verdict, directive]])) };
}

test("each scenario is a test", async (t) => {
  const known = [{ contract: "breaks", scenario: "known", code: "mismatch", because: "a later release fixes it", issue: "A-1" }];
  const { status, stdout, tests } = await results(t, {
    "below/known.json": JSON.stringify(known),
    "below/specs/echo.contract.json": contract("echo", [scenario("right", 1), scenario("left", 1, { skip: "not now" })]),
    "below/specs/breaks.contract.json": contract("breaks", [scenario("wrong", 2), scenario("known", 2)]),
    "below/specs/none.contract.json": contract("none", [scenario("errored", 1)]),
  });
  assert.deepEqual(tests["echo/echo/right"], ["ok", undefined], stdout);
  assert.match(tests["echo/echo/left"][1], /^SKIP .*not now/);
  assert.equal(tests["echo/breaks/wrong"][0], "not ok");
  assert.deepEqual(tests["echo/breaks/known"], ["not ok", "TODO a later release fixes it A-1"]);
  assert.equal(tests["echo/none/errored"][0], "not ok");
  assert.match(stdout, /below\/specs\/breaks\.contract\.json:1\n/);
  assert.match(stdout, /expected  2\n\s*actual    1\n/);
  assert.match(stdout, /the client printed:\n\s*│ printed\n\s*run it alone: /);
  assert.match(stdout, /has no operation/);
  assert.equal(status, 1);
});

test("what fails the run beside its scenarios is a test, too", async (t) => {
  const known = [{ contract: "echo", scenario: "right", code: "mismatch", because: "a later release fixes it" }];
  const { status, stdout, tests } = await results(t, {
    "below/known.json": JSON.stringify(known),
    "below/specs/echo.contract.json": contract("echo", [scenario("right", 1)]),
  });
  assert.deepEqual(tests["echo/echo/right"], ["ok", undefined], stdout);
  assert.equal(tests["contract-run"][0], "not ok");
  assert.match(stdout, /known\.json:1/);
  assert.equal(status, 1);
});

test("a broken configuration and a missing program are one test each that fails", async (t) => {
  const broken = await results(t, { "below/contract-run.json": "{" });
  assert.equal(broken.tests["contract-run"][0], "not ok");
  assert.match(broken.stdout, /contract-run\.json:1:2: error/);
  const missing = await results(t, {}, { CONTRACT_RUN_BINARY: "/nowhere" });
  assert.match(missing.stdout, /CONTRACT_RUN_BINARY is '\/nowhere', which is not an executable program/);
  assert.equal(missing.status, 1);
});
