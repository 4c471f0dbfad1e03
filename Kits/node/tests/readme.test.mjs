import assert from "node:assert/strict";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { test } from "node:test";
import { folder, KIT, PROGRAM, run, Session } from "./runner.mjs";

const page = fs.readFileSync(path.join(KIT, "README.md"), "utf8");
const blocks = [...page.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)].map(([, name, text]) => [name, text]);

/** Returns a new folder with the page's files and the kit, and how its command runs there. */
function example(t, more) {
  const place = folder(t, { ...Object.fromEntries(blocks), ...more });
  fs.mkdirSync(path.join(place, "node_modules"));
  fs.symlinkSync(KIT, path.join(place, "node_modules/contract-run"));
  const { NODE_TEST_CONTEXT, ...inherited } = process.env;
  const options = { cwd: place, env: { ...inherited, CONTRACT_RUN_BINARY: PROGRAM } };
  const command = path.join(KIT, "contract-run.mjs");
  const contractRun = async (...parameters) => {
    const { status, stdout, stderr } = await run(process.execPath, [command, ...parameters], options);
    assert.equal(status, 0, stdout + stderr);
  };
  return { place, options, contractRun };
}

test("the page's example works", async (t) => {
  const settings = '{ "clients": [{ "name": "shop", "specs": ["specs"], "driver": ["node", "driver.mjs"] }] }';
  const { options, contractRun } = example(t, { "contract-run.json": settings });
  await contractRun("check", "--", "node", "driver.mjs");
  await contractRun("specs", "--", "node", "driver.mjs");
  const ended = await run(process.execPath, ["--test", "--test-reporter=tap", "contracts.test.mjs"], options);
  assert.match(ended.stdout, /^# pass 3$/m);
});

test("the page's example of calls on one client works", async (t) => {
  const { place, contractRun } = example(t);
  await contractRun("check", "--", "node", "stock-driver.mjs");
  await contractRun("stock", "--report", "json=report.json", "--", "node", "stock-driver.mjs");
  const { variations } = JSON.parse(fs.readFileSync(path.join(place, "report.json"), "utf8"));
  const { passed, total } = variations[0].counts;
  assert.ok(passed > 0 && passed === total, `${passed} of ${total}`);
});

test("the page's example can be canceled", async (t) => {
  const server = http.createServer().listen(0, "127.0.0.1");
  t.after(() => server.closeAllConnections());
  t.after(() => server.close());
  await once(server, "listening");
  const [client, driver] = ["stock.mjs", "stock-driver.mjs"].map((name) => Object.fromEntries(blocks)[name]);
  const session = await Session.start(t, client.replace("export ", "") + driver.replace(/^import .*\n/gm, ""));
  const baseURL = `http://127.0.0.1:${server.address().port}`;
  session.write({ call: { id: 1, operation: "count", transport: "loopback", baseURL, input: { article: "tea" } } });
  const [request] = await once(server, "request");
  session.write({ cancel: { id: 1 } });
  assert.equal((await session.read("result")).outcome.failure?.category, "cancelled");
  assert.equal(request.url, "/stock/tea");
});
