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
  return send(`${baseURL}/items/${id}`, "PUT", { "Content-Type": "application/json" }, JSON.stringify(sent));
}

const operations = {};
for (const mistake of ["right", "truthy", "none-in-path", "none-as-text", "strays"]) {
  operations[`find-${mistake}`] = (call) => find(call.baseURL, call.input, mistake);
}
for (const mistake of ["right", "truthy", "drops-null", "none-as-text", "one-as-text", "strays"]) {
  operations[`save-${mistake}`] = (call) => save(call.baseURL, call.input, mistake);
}
driver({ name: "inputs", operations });
