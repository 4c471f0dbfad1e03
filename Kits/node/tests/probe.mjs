// The driver of the common tests, Kits/tests/abilities: what the kit makes of everything that a client may do.
import { driver, Unsupported } from "../driver.mjs";
import { execFileSync } from "node:child_process";

class AppError extends Error {}

class Item {
  id = 1;
  name = "a";
  note = undefined;
}

const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:80"), { code: "ECONNREFUSED" });

const made = {
  nothing: () => undefined,
  date: () => new Date("2026-11-25T10:00:00Z"),
  bytes: () => new Uint8Array([0xff, 0x00]),
  text: () => Buffer.from("abc"),
  nan: () => NaN,
  infinity: () => Infinity,
  big: () => 2n ** 63n,
  exact: () => 2n ** 53n + 1n,
  map: () => new Map([["b", 2], ["a", 1]]),
  set: () => new Set([1]),
  object: () => new Item(),
  enumeration: () => "red", // JavaScript has no enumerations; its clients use strings
};

const thrown = {
  own: () => Promise.reject(new AppError("gone")),
  wrapped: () => Promise.reject(new AppError("not loaded", { cause: refused })),
  plain: () => Promise.reject(new Error("plain")),
  cancelled: () => Promise.reject(AbortSignal.abort().reason),
  url: () => fetch("http://[").then((response) => response.json()),
  json: async () => JSON.parse("[1,"),
  nothing: () => Promise.reject(undefined),
};

let present = 0;
let meet;
const meeting = new Promise((resolve) => (meet = resolve));

driver({
  name: "probe",
  inFlight: 8,
  operations: {
    returns: (call) => call.input.value,
    makes: (call) => made[call.input.kind](),
    throws: (call) => thrown[call.input.kind](call),
    prints() {
      console.log("to stdout");
      console.error("to stderr");
      execFileSync("echo", ["from a child"], { stdio: "inherit" });
    },
    async *streams(call) {
      yield* call.input.values;
      if (call.input.fails) throw new AppError("gone");
    },
    completes(call, done) {
      const { times, later } = call.input;
      for (let time = 1; time < times || (time === times && !later); time++) done();
      if (later) setTimeout(done, times > 1 ? 100 : 0);
    },
    settlesNever: () => new Promise(() => {}),
    exits: () => process.exit(7),
    panics() {
      setTimeout(() => Promise.reject(new Error("nobody handles this")));
      return new Promise(() => {});
    },
    async meets(call) {
      if (++present === call.input.count) meet();
      await meeting;
      return true;
    },
    asks: (call) => call.argument("id", BigInt),
    mistakes: (call) => call.input.nothing.here,
    unsupported() {
      throw new Unsupported("the probe cannot run this");
    },
  },
  failure(error) {
    if (error instanceof AppError && !error.cause) return { category: "status", case: "gone", payload: 410 };
  },
});
