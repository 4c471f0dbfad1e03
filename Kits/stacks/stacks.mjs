// The driver of the contracts in Kits/tests, without abilities, on one HTTP stack: `node Kits/stacks/stacks.mjs fetch`.
// The kit alone describes errors. axios and got come from NODE_PATH.
import { driver, Unsupported } from "../node/driver.mjs";
import http from "node:http";
import https from "node:https";
import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

class StatusError extends Error {
  constructor(status) {
    super(`status ${status}`);
    this.status = status;
  }
}

// Each takes the options `timeout`, `method`, `headers`, `body`, `username`, `password` and `verifies`.
const stacks = {
  async fetch(url, { timeout, username, verifies = true, ...options }) {
    // fetch has no option for this.
    if (!verifies) process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    if (username) throw new Unsupported("fetch has no option for a user");
    const response = await fetch(url, { signal: AbortSignal.timeout(timeout), ...options });
    if (!response.ok) throw new StatusError(response.status);
    return response.json();
  },
  // Without these two settings, axios returns a body that is not JSON as a string.
  async axios(url, { username, password, body, verifies = true, ...options }) {
    const settings = { responseType: "json", transitional: { silentJSONParsing: false } };
    const auth = username && { username, password };
    const httpsAgent = new https.Agent({ rejectUnauthorized: verifies });
    return (await load("axios")({ url, auth, data: body, httpsAgent, ...settings, ...options })).data;
  },
  got: (url, { verifies = true, ...options }) =>
    load("got")(url, { retry: 0, https: { rejectUnauthorized: verifies }, ...options }).json(),
  http: (url, { timeout, username, password, body, verifies = true, ...options }) =>
    new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(timeout);
      const auth = username && `${username}:${password}`;
      const tls = { rejectUnauthorized: verifies };
      const answered = async (response) => {
        try {
          const chunks = await response.toArray();
          if (response.statusCode >= 300) throw new StatusError(response.statusCode);
          resolve(JSON.parse(Buffer.concat(chunks)));
        } catch (error) {
          reject(error);
        }
      };
      const request = (url.startsWith("https:") ? https : http).request(url, { signal, auth, ...tls, ...options }, answered);
      request.on("error", reject);
      request.end(body);
    }),
};
const [, , name] = process.argv;
const send = stacks[name];
const isPackage = name === "axios" || name === "got";
const version = isPackage ? `${name} ${load(`${name}/package.json`).version}` : `Node ${process.versions.node}`;

const perform = (options) => (call) => {
  const { path, ...input } = call.input;
  return send(call.baseURL + path, { timeout: 10_000, ...options, ...input });
};

driver({
  name: version,
  operations: {
    get: perform({ timeout: 500 }),
    getWith: perform(),
    getWithAuth: perform(),
    getUnverified: perform({ verifies: false }),
    post: perform({ method: "POST" }),
  },
  failure(error) {
    if (error instanceof StatusError) return { category: "status", case: "status", payload: error.status };
    const status = error.response?.status ?? error.response?.statusCode;
    if (status >= 300) return { type: "StatusError", case: "status" }; // axios's and got's own
  },
});
