// The clients of driver.py for Node: `node driver.mjs`.

import { driver } from "../../../Kits/node/driver.mjs";

import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import zlib from "node:zlib";

class StatusError extends Error {
  constructor(status) {
    super(`status ${status}`);
    this.status = status;
  }
}

/** The stream ended without its last event. */
class IncompleteStream extends Error {}

/** The stream has an event that reports an error. */
class StreamError extends Error {}

/** The connection ended in the middle of a response. */
class Lost extends Error {}

/** A body, or a part of it, cannot be read. */
class Malformed extends Error {}

/** The client does not accept such a response. */
class Unusable extends Error {}

const categories = new Map([
  [StatusError, "status"],
  [IncompleteStream, "network"],
  [Lost, "network"],
  [Malformed, "decoding"],
  [Unusable, "invalidResponse"],
]);

function failure(error) {
  return { category: categories.get(error.constructor), payload: error.status };
}

// Requests

const address = (call) => `${call.baseURL}/${call.argument("path", String)}`;

function checked(status) {
  if (status < 200 || status >= 300) throw new StatusError(status);
}

/**
 * Sends a request. Returns its body, which can be read as it arrives.
 *
 * It does not ask to close the connection: if the response says so, fetch takes a loss for the end of the body.
 */
async function opened(call) {
  const silence = new AbortController();
  const timedOut = () => silence.abort(new DOMException("timed out", "TimeoutError"));
  const timer = setTimeout(timedOut, 5000).unref();
  const response = await fetch(address(call), { signal: silence.signal });
  checked(response.status);
  return pieces(response.body ?? [], timer);
}

async function* pieces(body, timer) {
  for await (const piece of body) {
    timer.refresh();
    yield piece;
  }
}

async function* decoded(pieces, mistake, fatal = false) {
  const decoder = new TextDecoder("utf-8", { fatal, ignoreBOM: mistake === "keeps-mark" });
  for await (const piece of pieces) {
    const isAlone = mistake === "decodes-pieces";
    yield isAlone ? new TextDecoder("utf-8", { fatal: true }).decode(piece) : decoder.decode(piece, { stream: true });
  }
  yield decoder.decode();
}

function textOf(data) {
  const value = JSON.parse(data);
  if (typeof value?.text !== "string") throw new Malformed(`no text in ${data}`);
  return value.text;
}

// Server-sent events

/** Reads events as the HTML standard describes them, except for a mistake. */
class Events {
  rest = "";
  afterCR = false;
  name = "";
  data = [];

  constructor(mistake) {
    this.mistake = mistake;
    const ends = { "lf-only": /\n/, "crlf-too": /\r?\n/, "splits-text": /\r\n|[\n\r\x85\u2028\u2029]/ };
    this.ends = ends[mistake] ?? /\r\n|\n|\r/;
  }

  /** Takes the next text of the stream. Gives the events that it completes. */
  *read(text) {
    if (this.afterCR && text.startsWith("\n") && this.mistake !== "between-cr-and-lf") text = text.slice(1);
    const lines = (this.rest + text).split(this.ends);
    this.rest = lines.pop();
    this.afterCR = text.endsWith("\r") && this.rest === "";
    for (const line of lines) {
      if (line !== "") {
        this.take(line);
        continue;
      }
      const { name, data } = this;
      [this.name, this.data] = ["", []];
      if (data.length > 0) yield { name: name || "message", data: data.join("\n") };
    }
  }

  take(line) {
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "data") {
      if (this.mistake === "needs-space" && !line.startsWith("data: ")) return;
      this.data = this.mistake === "last-data-line" ? [value] : [...this.data, value];
    } else if (field === "event") {
      this.name = value;
    } else if (this.mistake === (field === "" ? "reads-comments" : "strict-fields")) {
      throw new Malformed(line);
    }
  }
}

async function events(call, mistake) {
  const texts = [];
  let stream = new Events(mistake);
  const body = await opened(call);
  try {
    for await (const text of decoded(body, mistake)) {
      if (mistake === "parses-pieces") stream = new Events(mistake);
      for (const { name, data } of stream.read(text)) {
        if (name === "error" && mistake !== "swallows-error") throw new StreamError(data);
        if (name === "message" && data === "[DONE]") return texts;
        if (name === "message") texts.push(textOf(data));
      }
    }
  } catch (error) {
    const isLost = error.cause instanceof Error || error.name === "TimeoutError";
    if (mistake !== "swallows-loss" || !isLost) throw error;
    return texts;
  }
  if (mistake === "keeps-rest") {
    const rest = Array.from(stream.read("\n\n"), ({ data }) => data);
    return [...texts, ...rest.filter((data) => data !== "[DONE]").map(guessed)];
  }
  if (mistake !== "events-lenient") throw new IncompleteStream("the stream ended without [DONE]");
  return texts;
}

/** Takes the text from data even if it is cut off. */
function guessed(data) {
  try {
    return textOf(data);
  } catch {
    return data.split('":').pop().replace(/^[ "]+|[ "]+$/g, "");
  }
}

// JSON lines

const lineEnds = { "lines-between-cr-and-lf": /\r\n|\n|\r/, "lines-split-text": /[\n\x85\u2028\u2029]/ };

async function lines(call, mistake) {
  const texts = [];
  let rest = "";
  const take = (line) => {
    if (mistake === "lines-lf-only" && line !== "" && !line.endsWith("}")) throw new Malformed(line);
    if (line.trim() !== "") texts.push(textOf(line));
    else if (["lines-not-empty", "lines-between-cr-and-lf"].includes(mistake)) throw new Malformed("an empty line");
  };
  for await (const text of decoded(await opened(call), mistake, true)) {
    const whole = (rest + text).split(lineEnds[mistake] ?? "\n");
    rest = mistake === "lines-pieces" ? "" : whole.pop();
    whole.forEach(take);
  }
  if (rest !== "" && mistake !== "lines-need-last") take(rest);
  return texts;
}

// Plain bodies

const unpacked = {
  "asks-gzip-right": zlib.gunzipSync,
  "asks-deflate": zlib.inflateRawSync, // deflate without the zlib format around it
  "asks-deflate-right": zlib.inflateSync,
};

async function item(call, mistake) {
  const coding = { "asks-gzip": "gzip", "asks-deflate": "deflate" }[mistake.replace("-right", "")];
  let send = fetched;
  if (["own-chunks", "own-chunks-right", "version-1.1"].includes(mistake)) send = exchanged;
  else if (coding || mistake === "first-link") send = asked;
  let { headers, body } = await send(call, mistake, coding);
  const values = (name) => headers.filter(([one]) => one.toLowerCase() === name).map(([, value]) => value);
  if (mistake === "needs-length" && values("content-length").length === 0) throw new Unusable("no Content-Length");
  if (unpacked[mistake] && values("content-encoding").join().toLowerCase() === coding) body = unpacked[mistake](body);
  if (mistake === "maybe-empty" && body.length === 0) return null;
  const all = values("link");
  const links = (mistake === "first-link" ? all.slice(0, 1) : all).join().split(",").map((link) => link.trim());
  const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
  return { item: JSON.parse(text), links: links.filter((link) => link !== "") };
}

async function fetched(call) {
  const response = await fetch(address(call), { signal: AbortSignal.timeout(5000) });
  checked(response.status);
  return { headers: [...response.headers], body: Buffer.from(await response.arrayBuffer()) };
}

async function asked(call, _, coding) {
  const headers = coding ? { "Accept-Encoding": coding } : {};
  const request = http.get(address(call), { headers, agent: false, signal: AbortSignal.timeout(5000) });
  const [response] = await once(request, "response");
  checked(response.statusCode);
  const body = Buffer.concat(await response.toArray());
  const raw = response.rawHeaders; // names and values in turn
  return { headers: raw.flatMap((name, index) => (index % 2 ? [] : [[name, raw[index + 1]]])), body };
}

/** Speaks HTTP itself. */
async function exchanged(call, mistake) {
  const url = new URL(address(call));
  const socket = net.connect({ host: url.hostname, port: url.port, signal: AbortSignal.timeout(5000) });
  try {
    socket.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: close\r\n\r\n`);
    const wire = new Wire(socket);
    let status = 100;
    let headers;
    while (status < 200) { // the final response comes after those that only inform
      const first = await wire.line();
      if (!/^HTTP\/1\.\d \d{3}(?!\S)/.test(first)) throw new Lost(first);
      if (mistake === "version-1.1" && !first.startsWith("HTTP/1.1 ")) throw new Unusable(first);
      status = Number(first.slice(9, 12));
      headers = await wire.fields();
    }
    checked(status);
    const value = (name) => headers.find(([one]) => one.toLowerCase() === name)?.[1];
    let body = Buffer.alloc(0);
    if (value("transfer-encoding")?.toLowerCase().includes("chunked")) body = await wire.chunks(mistake);
    else if (status !== 204) body = await wire.read(Number(value("content-length") ?? Infinity));
    return { headers, body };
  } finally {
    socket.destroy();
  }
}

/** Reads from a socket. */
class Wire {
  bytes = Buffer.alloc(0);

  constructor(socket) {
    this.pieces = socket[Symbol.asyncIterator]();
  }

  /** Waits for more bytes. Returns whether there are any. */
  async more() {
    const { done, value } = await this.pieces.next();
    if (!done) this.bytes = Buffer.concat([this.bytes, value]);
    return !done;
  }

  async line() {
    while (!this.bytes.includes("\n")) if (!(await this.more())) throw new Lost("the response ends too soon");
    const line = await this.read(this.bytes.indexOf("\n") + 1);
    return line.toString("latin1").replace(/\r?\n$/, "");
  }

  /** Reads headers, or what follows the last chunk. */
  async fields() {
    const fields = [];
    for (let line; (line = await this.line()) !== ""; ) {
      const [name, ...value] = line.split(":");
      fields.push([name, value.join(":").trim()]);
    }
    return fields;
  }

  /** Reads a number of bytes, or all of them. */
  async read(size) {
    while (this.bytes.length < size && (await this.more()));
    if (this.bytes.length < size && size !== Infinity) throw new Lost("the response ends too soon");
    const data = this.bytes.subarray(0, size);
    this.bytes = this.bytes.subarray(data.length);
    return data;
  }

  async chunks(mistake) {
    const chunks = [];
    for (let size; size !== 0; ) {
      const line = await this.line();
      size = Number(`0x${(mistake === "own-chunks" ? line : line.split(";")[0]).trim()}`);
      if (Number.isNaN(size)) throw new Malformed(`not the size of a chunk: ${line}`);
      chunks.push(await this.read(size));
      await (size === 0 ? this.fields() : this.line());
    }
    return Buffer.concat(chunks);
  }
}

// Answers that never end

/** Gives up after two seconds: of the whole body, or after the last event. A mistake limits less. */
async function limited(call, mistake) {
  const isStream = mistake.startsWith("limit-events");
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(new DOMException("timed out", "TimeoutError")), 2000);
  try {
    const response = await fetch(address(call), { signal: end.signal });
    checked(response.status);
    if (mistake.endsWith("-head")) clearTimeout(timer);
    const [texts, stream, decoder] = [[], new Events(mistake), new TextDecoder()];
    let body = "";
    for await (const piece of response.body) {
      if (mistake.endsWith("-bytes")) timer.refresh();
      const text = decoder.decode(piece, { stream: true });
      body += text;
      for (const { data } of isStream ? stream.read(text) : []) {
        if (data === "[DONE]") return texts;
        texts.push(textOf(data));
        if (mistake.endsWith("-right")) timer.refresh();
      }
    }
    if (isStream) throw new IncompleteStream("the stream ended without [DONE]");
    return JSON.parse(body);
  } finally {
    clearTimeout(timer);
  }
}

// Waits

/** Sends a request once more after a 429 or a 503, unless it had to wait for more than four seconds. */
async function waiting(call, mistake) {
  for (let isLast = false; ; isLast = true) {
    const response = await fetch(address(call), { signal: AbortSignal.timeout(5000) });
    if (isLast || ![429, 503].includes(response.status)) {
      checked(response.status);
      return response.json();
    }
    const seconds = secondsUntil(response.headers.get("retry-after") ?? "", mistake);
    if (seconds > 4 && mistake !== "waits-day") throw new StatusError(response.status);
    await response.arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

/** Returns how long a value of Retry-After lets a client wait (RFC 9110, section 10.2.3): 0 if it names no time. */
function secondsUntil(value, mistake) {
  if (mistake === "waits-ignored") return 0;
  if (/^\d+$/.test(value)) return Number(value) / (mistake === "waits-milliseconds" ? 1000 : 1);
  const isDate = value.endsWith("GMT");
  if (value && !isDate && mistake === "waits-strict") throw new RangeError(`not a time: ${value}`);
  const seconds = isDate ? (Date.parse(value) - Date.now()) / 1000 : 0;
  if (seconds < 0 && mistake === "waits-past") throw new RangeError(`not a time to wait: ${seconds}`);
  return Math.max(0, seconds);
}

// Lists in pages

/** Loads a list page by page, until a page has no cursor. */
async function things(call, mistake) {
  const found = [];
  for (let cursor = null; ; ) {
    const query = cursor ? `?cursor=${cursor}` : "";
    const page = await json(`${call.baseURL}/things${query}`);
    if (page.things.length === 0 && mistake === "pages-until-empty") return found;
    found.push(...page.things);
    const isLast = {
      "pages-need-null": () => (page.next ?? null) === null,
      "pages-need-member": () => page.next === undefined,
      "pages-two": () => !page.next || cursor,
    };
    if ((isLast[mistake] ?? (() => !page.next))()) return found;
    cursor = page.next;
  }
}

async function json(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(5000) });
  checked(response.status);
  return response.json();
}

// Bodies that are not JSON, base URLs with a path, and names of files

/** Loads a table. Its rows are lines with commas, and the first one has the names of the columns. */
async function rows(call, mistake) {
  const { headers, body } = await fetched(call);
  const type = headers.find(([name]) => name === "content-type")?.[1] ?? "";
  const isTable = type.startsWith("text/csv") && body.at(-1) === 10;
  if (mistake === "rows-right" && !isTable) throw new Malformed("not a whole table");
  return body.toString().split("\n").length - 1;
}

async function person(call, mistake) {
  const { body } = await fetched(call);
  return JSON.parse(body.toString(mistake === "name-latin" ? "latin1" : "utf8")).name;
}

async function token(call, mistake) {
  const answer = await json(address(call));
  if (mistake === "token-logged") console.log("logged in:", answer);
  return answer.access_token.length;
}

/** Asks for a path below the base URL. */
function below(call, mistake) {
  const urls = {
    "below-right": `${call.baseURL.replace(/\/$/, "")}/items/1`,
    "below-sibling": new URL("items/1", call.baseURL), // replaces the last segment of the path
    "below-root": new URL("/items/1", call.baseURL), // replaces the whole path
    "below-twice": `${call.baseURL}/items/1`, // has a second slash if the base URL ends with one
  };
  return json(urls[mistake]);
}

/** Sends a file in a form. */
async function upload(call, mistake) {
  let filename = call.argument("filename", String);
  if (mistake === "upload-right") filename = filename.replace(/["\\]/g, "\\$&");
  const response = await fetch(`${call.baseURL}/files`, {
    method: "POST",
    headers: { "Content-Type": "multipart/form-data; boundary=limit" },
    body: `--limit\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\ntext\r\n--limit--\r\n`,
    signal: AbortSignal.timeout(5000),
  });
  checked(response.status);
}

/** Sends a note as JSON. */
async function written(call, mistake) {
  const title = call.argument("title", String);
  const response = await fetch(`${call.baseURL}/notes`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: mistake === "written-raw" ? `{"title": "${title}"}` : JSON.stringify({ title }),
    signal: AbortSignal.timeout(5000),
  });
  checked(response.status);
}

/** Reads a stream whose last event has the type `completed`. */
async function typed(call, mistake) {
  const [texts, stream] = [[], new Events(mistake)];
  for await (const text of decoded(await opened(call), mistake)) {
    for (const { name, data } of stream.read(text)) {
      if (name === "completed") return texts;
      texts.push(textOf(data));
    }
  }
  if (mistake === "typed-right") throw new IncompleteStream("the stream ended without the event completed");
  return texts;
}

// Errors that have a body, and answers that are too large

/** Throws an error for an answer that describes one, or has the status of one. */
async function described(call, mistake) {
  const response = await fetch(address(call), { signal: AbortSignal.timeout(5000) });
  const body = await response.text();
  const answer = body.startsWith("{") ? JSON.parse(body) : {};
  if (answer.error && mistake === "errors-swallowed" && response.status !== 404) return null;
  if (answer.error && mistake !== "errors-in-200") throw new StatusError(response.status);
  checked(response.status);
  return JSON.parse(body);
}

const largest = 1 << 20;

/** Reads at most a megabyte of an answer, which fetch has decompressed. */
async function large(call, mistake) {
  const response = await fetch(address(call), { signal: AbortSignal.timeout(120000) });
  checked(response.status);
  const parts = [];
  let size = 0;
  for await (const piece of response.body) {
    parts.push(piece);
    size += piece.length;
    if (mistake === "large-right" && size > largest) throw new Malformed("too large");
  }
  return JSON.parse(Buffer.concat(parts));
}

/** Reads events that are at most a megabyte each. */
async function largeEvents(call, mistake) {
  const response = await fetch(address(call), { signal: AbortSignal.timeout(120000) });
  checked(response.status);
  const [texts, stream] = [[], new Events(mistake)];
  let parts = [];
  let size = 0;
  for await (const piece of response.body) {
    parts.push(piece);
    size += piece.length;
    if (piece.includes(10)) {
      for (const { data } of stream.read(Buffer.concat(parts).toString())) {
        if (data === "[DONE]") return texts;
        texts.push(textOf(data));
      }
      [parts, size] = [[], 0];
    } else if (mistake === "large-events-right" && size > largest) throw new Malformed("an event is too large");
  }
  throw new IncompleteStream("the stream ended without [DONE]");
}

/** Sends a body that the server may refuse before it has read all of it. */
async function early(call) {
  const response = await fetch(`${call.baseURL}/upload`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ data: "a".repeat(2 << 20) }),
    signal: AbortSignal.timeout(5000),
  });
  checked(response.status);
}

const clients = [
  [
    events,
    "events events-lenient decodes-pieces parses-pieces lf-only crlf-too needs-space keeps-mark reads-comments",
    "last-data-line strict-fields keeps-rest swallows-loss swallows-error between-cr-and-lf splits-text",
  ],
  [lines, "lines lines-lf-only lines-need-last lines-not-empty lines-pieces lines-between-cr-and-lf lines-split-text"],
  [
    item,
    "item needs-length asks-gzip asks-gzip-right asks-deflate asks-deflate-right first-link own-chunks",
    "own-chunks-right version-1.1 wants-content maybe-empty",
  ],
  [
    limited,
    "limit-events-right limit-events-bytes limit-events-head limit-body-right limit-body-bytes limit-body-head",
  ],
  [waiting, "waits-right waits-day waits-ignored waits-milliseconds waits-past waits-strict"],
  [things, "pages-right pages-until-empty pages-need-null pages-need-member pages-two"],
  [rows, "rows-right rows-of-anything"],
  [person, "name-right name-latin"],
  [token, "token-right token-logged"],
  [below, "below-right below-sibling below-root below-twice"],
  [upload, "upload-right upload-raw"],
  [written, "written-right written-raw"],
  [typed, "typed-right typed-lenient"],
  [described, "errors-right errors-swallowed errors-in-200"],
  [large, "large-right large-unlimited"],
  [largeEvents, "large-events-right large-events-unlimited"],
  [early, "early"],
];
const operations = {};
for (const [client, ...names] of clients) {
  for (const name of names.join(" ").split(" ")) operations[name] = (call) => client(call, name);
}

driver({ name: "streams", operations, failure });
