import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { folder, KIT, run } from "./runner.mjs";

const NAME = `@contract-run/${process.platform}-${process.arch}`;
const files = ["contract-run.mjs", "program.mjs", "package.json"];

/** Installs the package with this program, of this version, for this system; without one if it is undefined. */
function install(t, script, version = "0.1.0") {
  const place = folder(t, {
    ...Object.fromEntries(files.map((file) => [`node_modules/contract-run/${file}`, fs.readFileSync(path.join(KIT, file))])),
    ...(script && {
      [`node_modules/${NAME}/package.json`]: JSON.stringify({ name: NAME, version }),
      [`node_modules/${NAME}/contract-run`]: `#!/bin/sh\n${script}\n`,
    }),
  });
  if (script) fs.chmodSync(path.join(place, "node_modules", NAME, "contract-run"), 0o755);
  const { CONTRACT_RUN_BINARY, ...env } = process.env;
  const command = path.join(place, "node_modules/contract-run/contract-run.mjs");
  return {
    env,
    command,
    run: (parameters = [], more = {}) => run(process.execPath, [command, ...parameters], { env: { ...env, ...more } }),
  };
}

test("the command passes arguments, output and the exit status", async (t) => {
  const installed = install(t, `printf '[%s]' "$@"; echo warning >&2; exit 3`);
  assert.deepEqual(await installed.run(["a b", "", "-x"]), {
    status: 3,
    signal: null,
    stdout: "[a b][][-x]",
    stderr: "warning\n",
  });
});

test("the command passes signals, and exits as a shell does if one ended the program", async (t) => {
  const installed = install(t, `trap 'echo "ended by a signal"; exit 143' TERM; echo ready; while :; do sleep 0.1; done`);
  const child = spawn(process.execPath, [installed.command], { env: installed.env, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  for await (const chunk of child.stdout) {
    if (output === "") child.kill("SIGTERM");
    output += chunk;
  }
  if (child.exitCode === null) await once(child, "exit");
  assert.deepEqual([child.exitCode, output], [143, "ready\nended by a signal\n"]);
  assert.equal((await install(t, "kill -9 $$").run()).status, 137);
});

test("without a program that fits, the command says what to do", async (t) => {
  const none = install(t);
  const missing = await none.run();
  assert.equal(missing.status, 2);
  assert.match(missing.stderr, /^contract-run: error: the package @contract-run\/\S+ is not installed: install again without/);
  assert.match((await install(t, "exit 0", "0.0.9").run()).stderr, /contract-run is 0\.1\.0, but @contract-run\/\S+ is 0\.0\.9/);
  const wrong = await none.run([], { CONTRACT_RUN_BINARY: "/nowhere" });
  assert.match(wrong.stderr, /CONTRACT_RUN_BINARY is '\/nowhere', which is not an executable program; correct or unset it/);
  assert.equal((await none.run([], { CONTRACT_RUN_BINARY: "/bin/true" })).status, 0);
});
