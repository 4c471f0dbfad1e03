// Plays contracts with drivers that a test writes.
import assert from "node:assert/strict";
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
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

/** Returns the ends of a new pipe, like those of contract-run. Node itself gives child processes sockets. */
function pipe(file) {
  execFileSync("mkfifo", [file]);
  const fd = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
  return { reader: new net.Socket({ fd, writable: false }).setEncoding("utf8"), writer: fs.openSync(file, "w") };
}

/** A driver whose runner is the test. It has already sent its `hello`. */
export class Session {
  #lines = [];
  #read;
  #rest = "";
  errors = "";

  static async start(t, code) {
    const session = new Session();
    const place = folder(t, { "driver.mjs": IMPORT + code });
    const [output, errors] = ["output", "errors"].map((name) => pipe(path.join(place, name)));
    const stdio = ["pipe", output.writer, errors.writer];
    session.process = spawn(process.execPath, ["driver.mjs"], { cwd: place, stdio });
    for (const { writer } of [output, errors]) fs.closeSync(writer);
    t.after(() => session.process.kill("SIGKILL"));
    session.process.stdin.on("error", () => {}); // the driver may end first
    session.stderr = errors.reader;
    output.reader.on("data", (text) => {
      const lines = (session.#rest + text).split("\n");
      session.#rest = lines.pop();
      session.#lines.push(...lines.filter((line) => line !== ""));
      session.#read?.();
    });
    errors.reader.on("data", (text) => (session.errors += text));
    const ends = [once(session.process, "exit"), once(output.reader, "close"), once(errors.reader, "close")];
    session.ended = Promise.all(ends).then(([[status]]) => status);
    session.write({ hello: { protocol: 1 } });
    session.hello = await session.read("hello");
    return session;
  }

  write(...messages) {
    this.process.stdin.write(messages.map((message) => JSON.stringify(message) + "\n").join(""));
  }

  /** Writes calls with the same members in one piece, all but the first ahead of their turn. Their ids begin with 1. */
  begin(operations, members) {
    const usual = { transport: "memory", baseURL: "http://a", baseURLs: {}, input: null };
    this.write(...operations.map((operation, index) => ({ call: { id: index + 1, operation, ...usual, ...members } })));
  }

  /** Returns the content of the next message. If it must have a name, it has this name. */
  async read(name) {
    while (this.#lines.length === 0) {
      const ended = Symbol("ended");
      const came = new Promise((resolve) => (this.#read = resolve));
      const first = await Promise.race([came, this.ended.then(() => ended)]);
      if (first === ended && this.#lines.length === 0) throw new Error(`the driver ended: ${this.errors}`);
    }
    const [[kind, content]] = Object.entries(JSON.parse(this.#lines.shift()));
    if (name === undefined) return { kind, ...content };
    assert.equal(kind, name, JSON.stringify(content));
    return content;
  }

  /** Returns the ids of the marks on standard error, each with the text after it. It is complete after the end. */
  marked() {
    const [, ...parts] = this.errors.split(/\u001econtract-run call (\d+)\n/);
    return parts.flatMap((id, index) => (index % 2 === 0 ? [[Number(id), parts[index + 1]]] : []));
  }
}
