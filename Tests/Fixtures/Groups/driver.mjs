// Clients that live longer than one call, each with the one mistake that its operation is named after.
//
// Those whose names end in `-right` make none. driver.py, GroupsDriver.swift and the folder go have the same clients.
import { driver } from "../../../Kits/node/driver.mjs";
import http from "node:http";
import net from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

class StatusError extends Error {
  constructor(status) {
    super(`status ${status}`);
    this.status = status;
  }
}

/** Sends a request, by default on a connection of its own. Returns the status and the body of the answer. */
function send(url, { method = "GET", headers, agent = false, signal } = {}) {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers, agent, signal, timeout: 10_000 });
    request.on("response", (response) => {
      text(response).then((body) => resolve([response.statusCode, body]), reject);
    });
    request.on("timeout", () => request.destroy(new Error("no answer")));
    request.on("error", (error) => reject(Object.assign(error, { wasReused: request.reusedSocket })));
    request.end();
  });
}

/** A client with a connection for each request, and some with connections that it keeps. */
class Client {
  token = "old";
  renewal;
  turn = Promise.resolve();
  agent = new http.Agent({ keepAlive: true });
  sockets = [];
  pool = { free: 2, waiting: [] };
  cursor;

  constructor(baseURL) {
    this.baseURL = baseURL;
    this.url = `${baseURL}/item`;
  }

  async item() {
    return named(...(await send(this.url)));
  }

  // Tokens

  async withToken(renew) {
    const get = (token) => send(this.url, { headers: { Authorization: `Bearer ${token}` } });
    const { token } = this;
    let answer = await get(token);
    if (answer[0] === 401) {
      await renew(token);
      answer = await get(this.token);
    }
    return named(...answer);
  }

  async renew() {
    const [, body] = await send(`${this.baseURL}/token`, { method: "POST" });
    this.token = JSON.parse(body).token;
  }

  /** Waits for a renewal that runs, and does not look whether one has ended. */
  renewTogether() {
    this.renewal ??= this.renew().finally(() => (this.renewal = undefined));
    return this.renewal;
  }

  renewOnce(token) {
    return this.token === token ? this.renewTogether() : undefined;
  }

  renewInTurn() {
    this.turn = this.turn.then(() => this.renew());
    return this.turn;
  }

  // Connections

  async pooled() {
    for (;;) {
      try {
        return named(...(await send(this.url, { agent: this.agent })));
      } catch (error) {
        if (!error.wasReused) throw error; // or else it may have been closed while nobody used it
      }
    }
  }

  /** Sends a request on a socket that it keeps itself, whatever has happened to the socket meanwhile. */
  async neverTriesAgain() {
    const { host, hostname, port, pathname } = new URL(this.url);
    const socket = this.sockets.pop() ?? net.connect(port, hostname).on("error", () => {});
    const [status, body] = await new Promise((resolve, reject) => {
      let received = "";
      socket.removeAllListeners("data").on("data", (bytes) => {
        received += bytes;
        const [head, content = ""] = received.split("\r\n\r\n");
        const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1]);
        if (content.length >= length) resolve([Number(head.split(" ")[1]), content]);
      });
      socket.on("close", () => reject(new Error("the server closed the connection")));
      socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n\r\n`, (error) => error && reject(error));
    });
    this.sockets.push(socket);
    return named(status, body);
  }

  async leaksAtErrors() {
    const agent = new http.Agent({ keepAlive: true });
    const name = named(...(await send(this.url, { agent })));
    agent.destroy(); // not after an error
    return name;
  }

  async poolOfTwo() {
    if (this.pool.free === 0) await new Promise((resolve) => this.pool.waiting.push(resolve));
    else this.pool.free -= 1;
    const name = await this.item();
    const next = this.pool.waiting.shift(); // not after an error
    if (next) next();
    else this.pool.free += 1;
    return name;
  }

  // Streams

  /** Returns the events of a stream, and comes back if it is lost. */
  async events({ keepsFirstID = false, saysID = true, waits = true } = {}) {
    const events = [];
    let [lastID, retry] = [undefined, 1000];
    for (;;) {
      const headers = lastID !== undefined && saysID ? { "Last-Event-ID": lastID } : {};
      const response = await fetch(`${this.baseURL}/events`, { headers });
      if (response.status === 204) return events;
      let received = "";
      try {
        for await (const bytes of response.body) received += Buffer.from(bytes);
      } catch {
        // What came is kept.
      }
      for (const line of received.split("\n")) {
        const [name, value] = line.split(": ");
        if (name === "id" && !(keepsFirstID && lastID !== undefined)) lastID = value;
        if (name === "retry") retry = Number(value);
        if (name === "data" && value === "[DONE]") return events;
        if (name === "data") events.push(value);
      }
      if (waits) await sleep(retry);
    }
  }

  // Cancel

  /** Tries again three seconds after a 503. */
  async twice(signal) {
    let answer = await send(this.url, { signal });
    if (answer[0] === 503) {
      await sleep(3000, undefined, { signal });
      answer = await send(this.url, { signal });
    }
    return named(...answer);
  }

  async fetched(signal) {
    const response = await fetch(this.url, { signal });
    if (response.status !== 503) return named(response.status, await response.text());
    await response.body.cancel();
    await sleep(3000, undefined, { signal });
    return this.fetched(signal);
  }

  async swallows(signal) {
    try {
      return await this.twice(signal);
    } catch (error) {
      if (error.name === "AbortError") return "nothing";
      throw error;
    }
  }

  /** Begins again without the signal. */
  async ignores(signal) {
    try {
      return await this.twice(signal);
    } catch (error) {
      if (error.name !== "AbortError") throw error;
      return this.twice();
    }
  }

  /** Returns when it is canceled, and lets its request go on. */
  runsOn(signal) {
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      this.twice().then(resolve, reject);
    });
  }

  async keepsLock(signal) {
    if (this.pool.free === 0) await new Promise((resolve) => this.pool.waiting.push(resolve));
    this.pool.free = 0;
    const name = await this.twice(signal);
    this.pool.free = 2; // not after a cancel
    this.pool.waiting.shift()?.();
    return name;
  }

  async keepsCursor() {
    const [status, body] = await send(this.url + (this.cursor ? `?after=${this.cursor}` : ""));
    this.cursor = JSON.parse(body).next;
    return named(status, body);
  }
}

function named(status, body) {
  if (status !== 200) throw new StatusError(status);
  return JSON.parse(body).name;
}

driver({
  name: "groups",
  client: (call) => new Client(call.baseURL),
  operations: {
    "token-right": ({ client }) => client.withToken((token) => client.renewOnce(token)),
    "token-each": ({ client }) => client.withToken(() => client.renew()),
    "token-in-turn": ({ client }) => client.withToken(() => client.renewInTurn()),
    "token-together": ({ client }) => client.withToken(() => client.renewTogether()),
    "plain-right": ({ client }) => client.item(),
    "plain-pooled-right": ({ client }) => client.pooled(),
    "plain-stale": ({ client }) => client.neverTriesAgain(),
    "plain-leaks": ({ client }) => client.leaksAtErrors(),
    "plain-pool-of-two": ({ client }) => client.poolOfTwo(),
    "plain-cursor": ({ client }) => client.keepsCursor(),
    "plain-fetch-right": async ({ client }) => client.fetched(),
    "events-right": ({ client }) => client.events(),
    "events-first-id": ({ client }) => client.events({ keepsFirstID: true }),
    "events-from-0": ({ client }) => client.events({ saysID: false }),
    "events-at-once": ({ client }) => client.events({ waits: false }),
    "cancel-right": ({ client, signal }) => client.twice(signal),
    "cancel-fetch-right": ({ client, signal }) => client.fetched(signal),
    "cancel-swallowed": ({ client, signal }) => client.swallows(signal),
    "cancel-ignored": ({ client, signal }) => client.ignores(signal),
    "cancel-runs-on": ({ client, signal }) => client.runsOn(signal),
    "cancel-keeps-lock": ({ client, signal }) => client.keepsLock(signal),
  },
  failure(error) {
    if (error instanceof StatusError) return { category: "status", payload: error.status };
  },
});
