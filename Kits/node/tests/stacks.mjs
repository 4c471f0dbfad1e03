// The driver of the common tests, Kits/tests/faults: `stacks.mjs fetch|axios|got|http`. The kit alone describes errors.
// axios and got come from NODE_PATH.
import { driver } from "../driver.mjs";
import http from "node:http";
import https from "node:https";
import { createRequire } from "node:module";

const load = createRequire(import.meta.url);
const timeout = 500;

class StatusError extends Error {
  constructor(status) {
    super(`status ${status}`);
    this.status = status;
  }
}

const stacks = {
  async fetch(url) {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeout) });
    if (!response.ok) throw new StatusError(response.status);
    return response.json();
  },
  // Without these two settings, axios returns a body that is not JSON as a string.
  async axios(url) {
    const options = { timeout, responseType: "json", transitional: { silentJSONParsing: false } };
    return (await load("axios").get(url, options)).data;
  },
  got: (url) => load("got").get(url, { timeout, retry: 0 }).json(),
  http: (url) =>
    new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(timeout);
      const request = (url.startsWith("https:") ? https : http).get(url, { signal }, async (response) => {
        try {
          const chunks = await response.toArray();
          if (response.statusCode >= 300) throw new StatusError(response.statusCode);
          resolve(JSON.parse(Buffer.concat(chunks)));
        } catch (error) {
          reject(error);
        }
      });
      request.on("error", reject);
    }),
};
const send = stacks[process.argv[2]];

driver({
  name: process.argv[2],
  operations: { get: (call) => send(call.baseURL + call.input.path) },
  failure(error) {
    if (error instanceof StatusError) return { category: "status", case: "status", payload: error.status };
    const status = error.response?.status ?? error.response?.statusCode;
    if (status >= 300) return { type: "StatusError", case: "status" }; // axios's and got's own
  },
});
