"use strict";
const at = (id) => document.getElementById(id);
const data = JSON.parse(at("data").textContent);
const statuses = [["passed", "✓"], ["failed", "✗"], ["errored", "!"], ["known issue", "~"], ["skipped", "○"]];
const [PASSED, FAILED, ERRORED, KNOWN, SKIPPED] = statuses.keys();
const allKinds = ["valid", "nonHTTP", "statusError", "corruptJSON", "networkError"];
const wordOf = (count, one, many = one + "s") => `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

/** Makes an element with a class and children. Strings become text, never HTML. */
function make(name, kind, ...children) {
  const element = document.createElement(name);
  if (kind) element.className = kind;
  element.append(...children.flat().filter((child) => child || child === 0));
  return element;
}

/** Makes the sign of a status, with its word for those who do not see the sign. */
function sign(status) {
  const mark = make("span", `sign s${status}`, statuses[status][1]);
  mark.setAttribute("aria-hidden", "true");
  return [mark, make("span", "unseen", `${statuses[status][0]}: `)];
}

// The rows of all scenarios in the order of the run, and then those of the variations that did not pass.
const rows = [];
function addRow(contract, [name, line, kinds, transport, status, ms, note], isVariation) {
  const row = { index: rows.length, contract, line, kinds: data.kinds[kinds], status, ms, isVariation, causes: [] };
  row.transport = transport % 2 ? "loopback" : "memory";
  row.shortName = transport > 1 ? `${name}@${row.transport}` : name;
  row.id = `${contract.client}/${contract.name}/${row.shortName}`;
  if (note !== undefined) row.note = data.texts[note];
  rows.push(row);
  contract.rows.push(row);
}
for (const contract of data.contracts) {
  const own = contract.rows;
  contract.rows = [];
  for (const row of own) addRow(contract, row, false);
}
const scenarioCount = rows.length;
for (const [contract, ...row] of data.variations) addRow(data.contracts[contract], row, true);
// The page lists those of most scenarios.
const causeCount = data.causes.length + data.moreCauses;
data.causes.forEach((cause, number) => {
  cause.number = number + 1;
  for (const index of cause.rows) rows[index].causes.push(cause);
});
const byID = new Map(rows.map((row) => [row.id, row]));
const clients = [...new Set(data.contracts.map((contract) => contract.client))];

const kindsOf = (row) => row.kinds.join(", ") || "no exchange";

/** Returns how many rows have each status. */
function tally(some) {
  const counts = [0, 0, 0, 0, 0];
  for (const row of some) counts[row.status] += 1;
  return counts;
}

/** Returns the status that stands for many: the worst one. */
const worst = (counts) => [FAILED, ERRORED, KNOWN, PASSED, SKIPPED].find((status) => counts[status] > 0);

/** Returns why something is not on the page. */
const leftOut = (what) => `${what} not here, so that the page stays small. The JSON report has all of it.`;

function time(ms) {
  if (ms < 1000) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${(ms / 1000).toFixed(2)} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Returns a word as a POSIX shell reads it. */
const quoted = (word) => /["$`\\!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
const alone = (row) => data.command[0] + quoted(row.id) + data.command[1];

/** Draws a list piece by piece: more of it when a button is pressed, or also whenever its end comes near. */
function piecewise(items, into, draw, size, noun, growsAlone = false) {
  let drawn = 0;
  const more = make("div", "more");
  const next = button("", "", () => grow(drawn + size));
  const watch = new IntersectionObserver((seen) => {
    if (seen.some((one) => one.isIntersecting)) grow(drawn + size);
  }, { rootMargin: "1200px" });
  function grow(end) {
    const piece = [];
    for (end = Math.min(end, items.length); drawn < end; drawn += 1) piece.push(draw(items[drawn]));
    into.append(...piece.flat());
    more.hidden = drawn === items.length;
    next.textContent = `Show more (${wordOf(items.length - drawn, noun)} left)`;
    // Observed again, because only a change is reported, and the end may still be near.
    watch.disconnect();
    if (growsAlone && !more.hidden) watch.observe(more);
  }
  more.append(next);
  grow(size);
  return { more, grow, stop: () => watch.disconnect() };
}
