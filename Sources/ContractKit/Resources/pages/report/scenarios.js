// MARK: The list of scenarios

const wanted = { words: [], statuses: new Set() };
const isFiltered = () => wanted.words.length + wanted.statuses.size > 0;

/** Returns why a scenario did not pass, on one line. */
function brief(row) {
  if (!row.causes.length) return row.note ?? "";
  return row.causes[0].summary + (row.causes.length > 1 ? `, and ${row.causes.length - 1} more` : "");
}

function isShown(row) {
  if (wanted.statuses.size && !wanted.statuses.has(row.status)) return false;
  if (!wanted.words.length) return true;
  row.text ??= [row.id, row.contract.endpoint, row.contract.file, kindsOf(row), row.transport,
    statuses[row.status][0], row.isVariation ? "variation" : "", row.note,
    ...row.causes.map((cause) => cause.summary)].join(" ").toLowerCase();
  return wanted.words.every((word) => {
    const number = /^cause:(\d+)$/.exec(word)?.[1];
    return number ? row.causes.some((cause) => cause.number === Number(number)) : row.text.includes(word);
  });
}

function drawRow(row) {
  const text = brief(row);
  const line = [...sign(row.status), make("span", "name", unbroken(row.shortName)), make("span", "kinds", kindsOf(row)),
    make("span", "transport", row.transport), make("span", "time", row.status !== SKIPPED && time(row.ms)),
    text && make("span", `why s${row.status}`, text)];
  const item = make("li", `row s${row.status}`, row.status === PASSED ? make("div", "entry", ...line)
    : foldable("", make("summary", "entry", ...line), () => drawDetail(row)));
  item.dataset.row = row.index;
  item.tabIndex = -1;
  return item;
}

let list = null, shownRows = [];

function drawList() {
  shownRows = rows.filter(isShown);
  // Each contract's variations stand after its scenarios.
  if (rows.length > scenarioCount) {
    const order = new Map(data.contracts.map((contract, index) => [contract, index]));
    shownRows.sort((a, b) => order.get(a.contract) - order.get(b.contract) || a.index - b.index);
  }
  list?.stop();
  const into = make("ol", "rows");
  let contract = null;
  list = piecewise(shownRows, into, (row) => {
    if (row.contract === contract) return [drawRow(row)];
    contract = row.contract;
    const counts = tally(contract.rows.filter((one) => !one.isVariation));
    const words = counts.map((count, status) => count && `${statuses[status][1]} ${count}`).filter(Boolean);
    const title = clients.length > 1 ? `${contract.client} · ${contract.endpoint}` : contract.endpoint;
    const group = make("li", "group", make("h3", "", unbroken(title)), make("span", "soft file", unbroken(contract.file)),
      make("span", "soft", words.join("  ")));
    return [group, drawRow(row)];
  }, 100, "scenario", true);
  at("scenarios").replaceChildren(at("scenarios-title"), into, list.more);
  const notes = [];
  if (!shownRows.length) notes.push(rows.length ? "No scenario matches the filter." : "The run had no scenarios.");
  const more = data.left.reduce((sum, count) => sum + count, 0);
  if (more) notes.push(leftOut(`${wordOf(more, "more scenario")} are`));
  at("scenarios").append(...notes.map((text) => make("p", "empty", text)));
  const [shown, all] = [shownRows, rows].map((some) => some.length.toLocaleString("en-US"));
  at("found").textContent = isFiltered() ? `${shown} of ${all}` : "";
}

/** Shows what matches a filter, and goes to a part of the page. */
function setFilter(text, part) {
  at("filter").value = text;
  filter();
  at(part).scrollIntoView();
}

function filter() {
  wanted.words = at("filter").value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  drawCauses();
  drawList();
  // What was at the top may be gone, and the bar would cover a part of the rest.
  const [bar, main] = [at("tools"), document.querySelector("main")].map((one) => one.getBoundingClientRect());
  if (main.top < bar.bottom) scrollBy({ top: main.top - bar.bottom - barSpace, behavior: "instant" });
}

const barSpace = 12;

/** Keeps what a link leads to below the bar, which needs more lines on a narrow screen. */
function keepBelowBar() {
  const isFixed = getComputedStyle(at("tools")).position === "sticky";
  const height = isFixed ? at("tools").getBoundingClientRect().height : 0;
  document.documentElement.style.scrollPaddingTop = `${height + barSpace}px`;
}

function clearFilter() {
  at("filter").value = "";
  wanted.statuses.clear();
  for (const one of at("statuses").children) one.setAttribute("aria-pressed", "false");
  filter();
}

/** Goes to the cause or the scenario that the URL names. */
function follow() {
  const [, kind, value] = /^#(cause|id)=(.*)$/.exec(location.hash) ?? [];
  if (!kind) return;
  const key = decodeURIComponent(value);
  const find = () => kind === "cause" ? shownCauses.findIndex((cause) => cause.key === key)
    : shownRows.findIndex((row) => row.id === key);
  if (find() < 0 && isFiltered()) clearFilter();
  const place = find();
  if (place < 0) return;
  (kind === "cause" ? causeList : list).grow(place + 1);
  const element = kind === "cause" ? at(`cause-${key}`)
    : document.querySelector(`#scenarios [data-row="${shownRows[place].index}"]`);
  const details = element.querySelector("details");
  if (kind === "id" && details) details.open = true;
  go(element);
}
