// Clients that write their input into requests, each with the one mistake that its operation is named after.
//
// Those whose names end in `-right` make none. driver.py has the same clients.
import { driver } from "../../../Kits/node/driver.mjs";

async function send(url, method, headers = {}, body) {
  const response = await fetch(url, { method, headers, body });
  return response.json();
}

const isNothing = (value) => value === undefined || value === null;

/** Returns the items of a shop. All but the shop can be left out. */
async function find(baseURL, { shop, limit, active, tags, note }, mistake) {
  if (mistake !== "none-in-path" && !shop) throw new Error("which shop?");
  const query = { limit, active, tag: tags };
  if (mistake === "strays" && isNothing(limit)) delete query.active;
  const items = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (mistake === "truthy" ? !value : isNothing(value) && mistake !== "none-as-text") continue;
    for (const one of [value].flat()) items.append(name, one);
  }
  const place = mistake === "none-in-path" ? shop : encodeURIComponent(shop);
  return send(`${baseURL}/shops/${place}/items?${items}`, "GET", isNothing(note) ? {} : { "X-Note": note });
}

function merge(target, source) {
  for (const name in source) {
    const value = source[name];
    target[name] = typeof value === "object" && value !== null && !Array.isArray(value) ? merge({}, value) : value;
  }
  return target;
}

/** Saves an item under its number. */
async function save(baseURL, { id, item }, mistake) {
  if (isNothing(id) || isNothing(item)) throw new Error("which item?");
  let sent = { ...item };
  const change = (change) => { sent = Object.fromEntries(Object.entries(sent).flatMap(change)); };
  if (mistake === "truthy") change(([name, value]) => (value && value.length !== 0 ? [[name, value]] : []));
  if (mistake === "drops-null") change(([name, value]) => (isNothing(value) ? [] : [[name, value]]));
  if (mistake === "none-as-text") change(([name, value]) => [[name, value ?? String(value)]]);
  if (mistake === "one-as-text") change(([name, value]) => [[name, value?.length === 1 ? value[0] : value]]);
  if (mistake === "strays" && !item.hidden) delete sent.maker;
  if (mistake === "merges") sent = merge({}, merge({}, item));
  return send(`${baseURL}/items/${id}`, "PUT", { "Content-Type": "application/json" }, JSON.stringify(sent));
}

/** Uploads what is known about a file, each value in a part of its own. */
async function attach(baseURL, given, mistake) {
  const parts = new FormData();
  for (const [name, value] of Object.entries({ title: given.title, rating: given.rating, label: given.labels })) {
    for (const one of [value].flat()) {
      if (mistake === "truthy" ? !one : isNothing(one) && mistake !== "none-as-text") continue;
      parts.append(name, one);
    }
  }
  const { details, cart } = given;
  const isLost = mistake === "strays" && isNothing(given.rating);
  if (mistake === "none-as-text" && isNothing(details)) parts.append("details", "undefined");
  else if (!isNothing(details) && !isLost) parts.append("details", JSON.stringify(details));
  const headers = isNothing(cart) && mistake !== "none-as-text" ? {} : { Cookie: `cart=${cart}` };
  return send(`${baseURL}/files`, "POST", headers, parts);
}

/** Logs an entry under the day in UTC. */
async function log(baseURL, { title, at, amount }, mistake) {
  const time = new Date(at * 1000);
  const pad = (number) => String(number).padStart(2, "0");
  const day = mistake === "local-day"
    ? `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}` : time.toISOString().slice(0, 10);
  const text = mistake === "local-number" ? amount.toLocaleString(undefined, { useGrouping: false }) : String(amount);
  const body = JSON.stringify({ key: title.toUpperCase(), day, amount: text });
  return send(`${baseURL}/entries`, "POST", { "Content-Type": "application/json" }, body);
}

const operations = {};
for (const mistake of ["right", "truthy", "none-in-path", "none-as-text", "strays"]) {
  operations[`find-${mistake}`] = (call) => find(call.baseURL, call.input, mistake);
}
for (const mistake of ["right", "truthy", "drops-null", "none-as-text", "one-as-text", "strays", "merges"]) {
  operations[`save-${mistake}`] = (call) => save(call.baseURL, call.input, mistake);
}
for (const mistake of ["right", "truthy", "none-as-text", "strays"]) {
  operations[`attach-${mistake}`] = (call) => attach(call.baseURL, call.input, mistake);
}
for (const mistake of ["right", "local-day", "local-number"]) {
  operations[`log-${mistake}`] = (call) => log(call.baseURL, call.input, mistake);
}
driver({ name: "inputs", operations });
