#!/usr/bin/env node
/** `npx contract-run` is the command `contract-run`: the same arguments, streams, exit status and signals. */

import { spawn } from "node:child_process";
import { constants } from "node:os";
import { program } from "./program.mjs";

function leave(error) {
  console.error(`contract-run: error: ${error.message}`);
  process.exit(2);
}

try {
  const path = program();
  let child;
  // These are ready before the program is, so that no signal ends this process alone.
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  // Ctrl-C at a terminal reaches both processes. A second SIGINT would end the program without its reports.
  const isTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  process.on("SIGINT", () => isTerminal || child.kill("SIGINT"));
  child = spawn(path, process.argv.slice(2), { stdio: "inherit" });
  child.on("error", leave);
  child.on("exit", (status, signal) => process.exit(status ?? 128 + constants.signals[signal]));
} catch (error) {
  leave(error);
}
