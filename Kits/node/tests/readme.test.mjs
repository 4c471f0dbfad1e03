import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { folder, KIT, PROGRAM, run } from "./runner.mjs";

test("the page's example works", async (t) => {
  const page = fs.readFileSync(path.join(KIT, "README.md"), "utf8");
  const files = Object.fromEntries([...page.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)].map(([, name, text]) => [name, text]));
  files["contract-run.json"] = '{ "clients": [{ "name": "shop", "specs": ["specs"], "driver": ["node", "driver.mjs"] }] }';
  const place = folder(t, files);
  fs.mkdirSync(path.join(place, "node_modules"));
  fs.symlinkSync(KIT, path.join(place, "node_modules/contract-run"));
  const { NODE_TEST_CONTEXT, ...inherited } = process.env;
  const options = { cwd: place, env: { ...inherited, CONTRACT_RUN_BINARY: PROGRAM } };
  const command = path.join(KIT, "contract-run.mjs");
  for (const parameters of [["check", "--", "node", "driver.mjs"], ["specs", "--", "node", "driver.mjs"]]) {
    const { status, stdout, stderr } = await run(process.execPath, [command, ...parameters], options);
    assert.equal(status, 0, stdout + stderr);
  }
  const ended = await run(process.execPath, ["--test", "--test-reporter=tap", "contracts.test.mjs"], options);
  assert.match(ended.stdout, /^# pass 3$/m);
});
