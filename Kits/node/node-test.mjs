/**
 * Contracts as tests of node:test, a suite for each contract with a test for each scenario:
 *
 *     import { contracts } from "contract-run/node-test";
 *
 *     await contracts();
 */

import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { program } from "./program.mjs";

/**
 * Runs contracts once, and adds a test for each scenario, and for each variation that did not pass. Each contract is a
 * suite, because many readers of JUnit reports find tests only in suites.
 *
 * - `configuration`: the path of a `contract-run.json`; the one in the working folder by default.
 * - `options`: further arguments of `contract-run run`, such as `["--filter", "login"]`.
 *
 * Throws, and so fails the file, if the run was impossible, for example because of a broken configuration, or if
 * something beside the scenarios fails it, such as a known issue that is not needed any more. A test of its own would be
 * left out by a pattern of names.
 */
export async function contracts({ configuration = "contract-run.json", options = [] } = {}) {
  const report = run(path.resolve(configuration), options);
  const folder = path.relative("", path.dirname(path.resolve(configuration)));
  const results = [...report.results, ...report.variations.flatMap((varied) => varied.results)];
  const suites = new Map();
  for (const result of results) {
    const name = `${result.client}/${result.contract}`;
    suites.set(name, [...(suites.get(name) ?? []), result]);
  }
  for (const [name, own] of suites) await describe(plain(name), () => own.forEach((result) => add(result, folder)));
  const isExplained = results.some(({ status }) => status === "failed" || status === "errored");
  if (report.exitStatus !== 0 && !isExplained) fail(report.console);
}

function add(result, folder) {
  const [first] = result.reasons;
  const name = plain(result.id);
  if (result.status === "skipped") return test(name, { skip: plain(first.summary).replace(/^skipped: /, "") });
  const known = result.knownIssue;
  const todo = known && plain([known.because, known.issue].filter(Boolean).join(" "));
  return test(name, { todo }, (t) => {
    // A test that is a todo and fails would be a failure, too, in JUnit reports.
    if (result.status === "knownIssue") text(result, folder).split("\n").forEach((line) => t.diagnostic(line));
    else if (result.status !== "passed") fail(text(result, folder));
  });
}

/** Returns what the console prints about a scenario. */
function text({ id, file, line, reasons, output, runAlone }, folder) {
  const printed = output ? ["the client printed:", ...output.trimEnd().split("\n").map((one) => `│ ${one}`)] : [];
  const alone = runAlone ? [`run it alone: ${runAlone}`] : [];
  const texts = reasons.map((reason) => reason.text);
  return plain([id, `${path.join(folder, file)}:${line}`, ...texts, ...printed, ...alone].join("\n"));
}

/**
 * Returns a text without what XML does not allow, in the form that contract-run's reports have. Node's JUnit reporter
 * writes each character as it is, so one color that a client printed would make its report unreadable.
 */
function plain(text) {
  return stripVTControlCharacters(text)
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, (control) => String.fromCharCode(0x2400 + control.charCodeAt()))
    .replace(/\x7f/g, "\u2421")
    .replace(/[\ud800-\udfff\ufffe\uffff]/gu, "\ufffd")
    .replaceAll("]]>", "]] >");
}

function fail(message) {
  const error = new Error(message);
  error.stack = message; // the stack of this file helps nobody
  throw error;
}

/** Runs the program. Returns its JSON report, with what it printed as `console`. */
function run(configuration, options) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "contract-run-"));
  try {
    const file = path.join(folder, "report.json");
    // Each run would write its own annotations and summary on GitHub. NODE_TEST_CONTEXT would change tests of a driver.
    const environment = Object.entries(process.env).filter(([name]) => !/^(GITHUB_|NODE_TEST_CONTEXT$)/.test(name));
    const ended = spawnSync(
      program(),
      ["run", "--config", configuration, "--color", "never", "--report", `json=${file}`, ...options],
      {
        cwd: path.dirname(configuration),
        env: Object.fromEntries(environment),
        encoding: "utf8",
        maxBuffer: Infinity,
        // Standard error has what a build step printed.
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    if (ended.error) throw ended.error;
    if (!fs.existsSync(file)) fail(`contract-run ended with exit status ${ended.status}; its error is above`);
    const report = JSON.parse(fs.readFileSync(file, "utf8"));
    if (report.format !== 1) {
      throw new Error(
        `the JSON report has the format ${report.format}, but this package reads 1: ` +
          "install the program and the package contract-run in the same version",
      );
    }
    return { ...report, console: ended.stdout.trimEnd() };
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
