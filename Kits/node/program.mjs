/** Finds the program contract-run. */

import fs from "node:fs";
import { createRequire } from "node:module";

const VARIABLE = "CONTRACT_RUN_BINARY";
const load = createRequire(import.meta.url);

/**
 * Returns the path of contract-run: the one in the environment variable CONTRACT_RUN_BINARY, or else the program in the
 * package of this system. Throws an Error with what to do if there is none, or if it is not executable.
 */
export function program() {
  const own = process.env[VARIABLE];
  if (own) {
    if (isProgram(own)) return own;
    throw new Error(`${VARIABLE} is '${own}', which is not an executable program; correct or unset it`);
  }
  const { version, optionalDependencies } = load("./package.json");
  const name = `@contract-run/${process.platform}-${process.arch}`;
  if (!(name in optionalDependencies)) {
    throw new Error(
      `there is no program for ${process.platform}-${process.arch}; build it, and set ${VARIABLE} to its path`,
    );
  }
  let path;
  try {
    path = load.resolve(`${name}/package.json`);
  } catch {
    throw new Error(
      `the package ${name} is not installed: install again without --omit=optional or --no-optional, on this system, ` +
        `or set ${VARIABLE} to the path of the program`,
    );
  }
  const installed = load(path).version;
  if (installed !== version) {
    throw new Error(`contract-run is ${version}, but ${name} is ${installed}: install both in the same version`);
  }
  const found = path.replace(/package\.json$/, "contract-run");
  if (isProgram(found)) return found;
  throw new Error(`${found} is not an executable program: install the package ${name} again`);
}

function isProgram(path) {
  try {
    fs.accessSync(path, fs.constants.X_OK);
    return fs.statSync(path).isFile();
  } catch {
    return false;
  }
}
