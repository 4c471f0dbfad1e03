// Plays contracts with drivers that a test writes.
import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

export const KIT = path.resolve(fileURLToPath(import.meta.url), "../..");
export const PROGRAM = process.env.CONTRACT_RUN_BINARY ?? path.resolve(KIT, "../../.build/debug/contract-run");

/** Returns a new folder with these files, which is removed when the test has ended. */
export function folder(t, files) {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), "contract-run-"));
  t.after(() => fs.rmSync(made, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(made, name)), { recursive: true });
    fs.writeFileSync(path.join(made, name), content);
  }
  return made;
}

/** Runs a program. Returns its exit status, signal and output. */
export async function run(program, parameters, options) {
  try {
    return { status: 0, ...(await promisify(execFile)(program, parameters, { encoding: "utf8", ...options })) };
  } catch (error) {
    return { status: error.code, signal: error.signal, stdout: error.stdout, stderr: error.stderr };
  }
}

/** The beginning of a driver: it imports the kit. */
export const IMPORT = `import { driver, Unsupported } from ${JSON.stringify(pathToFileURL(path.join(KIT, "driver.mjs")))};\n`;

/**
 * Plays one scenario for each operation, and returns the results by operation.
 *
 * - `code`: the driver, after its import of the kit.
 * - `scenarios`: the scenario of each operation, as JSON text. If it is an object, what it leaves out is: no request, and
 *   any success.
 */
export async function play(t, code, scenarios, { transport = "loopback" } = {}) {
  const files = { "driver.mjs": IMPORT + code };
  for (const [operation, scenario] of Object.entries(scenarios)) {
    const usual = { name: "it", exchanges: [], expect: { success: { $any: true } } };
    const text = typeof scenario === "string" ? scenario : JSON.stringify({ ...usual, ...scenario });
    files[`specs/${operation}.contract.json`] = `{ "contract": 1, "endpoint": "${operation}", "scenarios": [${text}] }`;
  }
  const place = folder(t, files);
  const report = path.join(place, "report.json");
  const parameters = ["specs", "--transport", transport, "--report", `json=${report}`, "--", process.execPath, "driver.mjs"];
  const ended = await run(PROGRAM, parameters, { cwd: place });
  if (!fs.existsSync(report)) throw new Error(ended.stderr);
  const { results } = JSON.parse(fs.readFileSync(report, "utf8"));
  return Object.fromEntries(results.map((result) => [result.endpoint, result]));
}
