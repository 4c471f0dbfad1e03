// The clients of driver.py for Node: `node driver.mjs careful|escapes|joins`.

import { driver } from "../../../Kits/node/driver.mjs";

const kind = process.argv[2];

function joined(elements, separator = ",") {
  if (kind === "escapes") return encodeURIComponent(elements.join(separator));
  if (kind === "joins") return encodeURIComponent(elements.join(separator)).replaceAll("%2C", ",");
  // A URL can have a vertical bar as it is.
  return elements.map(encodeURIComponent).join(separator === " " ? "+" : separator);
}

async function count(call, path, options) {
  const response = await call.fetch(call.baseURL + path, { ...options, signal: AbortSignal.timeout(5000) });
  return (await response.json()).count;
}

const operations = {
  search(call) {
    const { ids, tags, words, sizes, color } = call.input;
    const rest = new URLSearchParams([...sizes.map((size) => ["sizes", size]), ["filter[color]", color]]);
    const lists = `ids=${joined(ids)}&tags=${joined(tags, "|")}&words=${joined(words, " ")}`;
    return count(call, `/items?${lists}&${rest}`);
  },

  save(call) {
    return count(call, "/items", {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: `ids=${joined(call.input.ids)}`,
    });
  },
};

driver({ name: "lists", operations, transports: ["memory", "loopback"] });
