export interface Options {
  /** The path of a `contract-run.json`; the one in the working folder by default. */
  configuration?: string;
  /** Further arguments of `contract-run run`, such as `["--filter", "login"]`. */
  options?: string[];
}

/**
 * Runs contracts once, and adds a test of node:test for each scenario, and for each variation that did not pass.
 *
 * Throws if the run was impossible, or if something beside the scenarios fails it, such as a known issue that is not
 * needed any more.
 */
export function contracts(options?: Options): Promise<void>;
