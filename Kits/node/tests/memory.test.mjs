import assert from "node:assert/strict";
import { test } from "node:test";
import { play } from "./runner.mjs";

const DRIVER = `driver({
  transports: ["memory", "loopback"],
  inFlight: 2,
  operations: Object.fromEntries(["posts", "fails", "refused", "timedOut", "notHTTP", "domain", "empty", "bytes", "slow"]
    .map((name) => [name, async ({ baseURL, fetch, input }) => {
      const { path, ...options } = input ?? {};
      const signal = name === "slow" ? AbortSignal.timeout(20) : undefined;
      const response = await fetch(new URL(baseURL + (path ?? "/a")), { ...options, signal });
      if (name === "bytes") return response.arrayBuffer();
      const { status, url, headers } = response;
      return { status, url, count: headers.getSetCookie().length, text: await response.text() };
    }])),
});`;
const request = { method: "GET", path: "/a" };
const answers = (response) => ({ exchanges: [{ request, response }] });
const error = (name) => answers({ kind: "networkError", error: name });

test("call.fetch is a test double on memory, and Node's own on loopback", async (t) => {
  const posts = {
    input: { path: "/ü?a=b c", method: "POST", headers: { "X-A": "1" }, body: '{"b":"ü"}' },
    exchanges: [
      {
        request: {
          method: "POST",
          path: "/%C3%BC",
          query: { a: "b c" },
          headers: { "x-a": "1", "Content-Type": "text/plain;charset=UTF-8" },
          body: { json: { b: "ü" } },
        },
        response: { kind: "valid", status: 201, headers: { "Set-Cookie": ["a=1", "b=2"] }, body: { text: "ok" } },
      },
    ],
  };
  for (const transport of ["memory", "loopback"]) {
    const results = await play(t, DRIVER, { posts, empty: answers({ kind: "valid", status: 204 }) }, { transport });
    const { url, ...rest } = results.posts.outcome.success;
    assert.equal(results.posts.status, "passed", results.posts.reasons[0]?.text);
    assert.deepEqual(rest, { status: 201, count: 2, text: "ok" });
    assert.match(url, /\/%C3%BC\?a=b%20c$/);
    assert.deepEqual(results.empty.outcome.success.status, 204);
  }
});

test("call.fetch fails on memory as Node's own fetch does", async (t) => {
  const scenarios = {
    fails: answers({ kind: "statusError", status: 500 }),
    refused: error("cannotConnectToHost"),
    timedOut: error("timedOut"),
    notHTTP: answers({ kind: "nonHTTP" }),
    domain: error({ domain: "NSPOSIXErrorDomain", code: 7 }),
    bytes: answers({ kind: "valid", body: { base64: "/wA=" } }),
    slow: { ...answers({ kind: "valid", delay: 1, body: { text: "ok" } }), within: 3 },
  };
  const results = await play(t, DRIVER, scenarios, { transport: "memory" });
  const failure = (name) => results[name].outcome.failure;
  assert.equal(results.fails.outcome.success.status, 500);
  assert.deepEqual([failure("refused").category, failure("refused").code], ["network", -1004]);
  assert.equal(failure("refused").message, "fetch failed");
  assert.deepEqual([failure("timedOut").type, failure("timedOut").code], ["TimeoutError", -1001]);
  assert.equal(failure("notHTTP").code, -1017);
  assert.deepEqual([failure("domain").domain, failure("domain").code], ["NSPOSIXErrorDomain", 7]);
  assert.deepEqual(results.bytes.outcome, { success: { base64: "/wA=" } });
  assert.equal(failure("slow").type, "TimeoutError");
});
