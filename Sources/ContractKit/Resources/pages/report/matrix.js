// MARK: The matrix

/** Makes a sign and a number in a cell. A click shows the rows that it is about. */
function cellContent(status, text, label, all, words) {
  const parts = [make("span", `sign s${status}`, statuses[status][1]), text];
  const cell = words ? button("cell", `${label}: ${all}`, () => setFilter(words, "scenarios"), ...parts)
    : make("span", "cell", ...parts);
  cell.title = all;
  return cell;
}

const emptyCell = () => make("td", "none", make("span", "unseen", "none"));

/** Draws a cell with the number of rows, and how many of them did not pass. */
function drawCell(some, words, label) {
  if (!some.length) return emptyCell();
  const counts = tally(some);
  const broken = counts[FAILED] + counts[ERRORED];
  const special = broken || counts[KNOWN];
  const all = counts.map((count, index) => count && `${count} ${statuses[index][0]}`).filter(Boolean).join(", ");
  const text = special ? `${special}/${some.length}` : String(some.length);
  return make("td", broken ? "bad" : "", cellContent(worst(counts), text, label, all, words));
}

function drawVaried(contract) {
  const counts = [0, 0, 0, 0, 0];
  for (const own of Object.values(contract.varied)) own.forEach((count, index) => { counts[index] += count; });
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (!total) return emptyCell();
  const all = counts.map((count, index) => count && `${count} ${variedWords[index]}`).filter(Boolean).join(", ");
  const broken = counts[FAILED] + counts[ERRORED] + counts[NOT_RUN];
  const status = counts[FAILED] ? FAILED : broken ? ERRORED : counts[KNOWN] ? KNOWN : PASSED;
  const words = contract.rows.some((row) => row.isVariation) && `${contract.client}/${contract.name}/ variation`;
  const text = broken ? `${broken}/${total}` : String(total);
  return make("td", broken ? "bad" : "", cellContent(status, text, `${contract.endpoint}, variations`, all, words));
}

// Variations cannot be skipped, but their turn may not have come.
const NOT_RUN = 4, variedWords = ["passed", "failed", "errored", "known issues", "not run"];

// The columns with sentences. All others have signs and numbers.
const textColumns = new Set(["why", "what is known"]);

function drawHead(columns) {
  // Long names of kinds may break before their second word.
  const words = (name) => name.split(/(?=[A-Z][a-z]|JSON|HTTP)/).flatMap((word) => [make("wbr"), ...unbroken(word)]);
  return make("thead", "", make("tr", "", columns.map((name) => {
    const cell = make("th", textColumns.has(name) ? "words" : "", words(name));
    cell.scope = "col";
    return cell;
  })));
}

function rowHead(title, sub) {
  const cell = make("th", "", make("span", "", unbroken(title)), sub && make("small", "", unbroken(sub)));
  cell.scope = "row";
  return cell;
}

function drawTable(columns, items, draw, noun) {
  const body = make("tbody");
  const pieces = piecewise(items, body, draw, 60, noun);
  const box = make("div", "scroll", make("table", "", drawHead(columns), body));
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", `Table of ${columns[0]} and ${columns.slice(1).join(", ")}`);
  return [box, pieces.more];
}

/** Draws endpoints by kinds of responses. */
function drawByKinds(contracts) {
  const kinds = rows.some((row) => !row.kinds.length) ? [...allKinds, "no exchange"] : allKinds;
  const hasVaried = contracts.some((contract) => Object.keys(contract.varied).length);
  const columns = ["endpoint", ...kinds, ...(hasVaried ? ["variations"] : []), "time"];
  const items = contracts.flatMap((contract, index) => {
    const isFirst = clients.length > 1 && contract.client !== contracts[index - 1]?.client;
    return isFirst ? [contract.client, contract] : [contract];
  });
  return drawTable(columns, items, (contract) => {
    // The line above a client's contracts.
    if (typeof contract === "string") {
      const cell = make("th", "client", contract);
      cell.colSpan = columns.length;
      cell.scope = "rowgroup";
      return make("tr", "", cell);
    }
    const own = contract.rows.filter((row) => !row.isVariation);
    const { endpoint, client, name } = contract;
    const line = make("tr", "", rowHead(endpoint, name !== endpoint && name));
    for (const kind of kinds) {
      const some = own.filter((row) => row.kinds.length ? row.kinds.includes(kind) : kind === "no exchange");
      const cell = drawCell(some, `${client}/${name}/ ${kind}`, `${endpoint}, ${kind}`);
      const isMissing = data.missing.some((one) =>
        one[1] === name && (one[0] ?? client) === client && (one[2] ?? kind) === kind);
      if (isMissing) cell.append(make("span", "missing", "✗ missing"));
      line.append(cell);
    }
    if (hasVaried) line.append(drawVaried(contract));
    line.append(make("td", "time", time(own.reduce((sum, row) => sum + row.ms, 0))));
    return line;
  }, "endpoint");
}

/** Draws scenarios by clients, for contracts that more than one client has. */
function drawByClients(shared, columns) {
  const items = [];
  for (const contracts of shared) {
    items.push({ name: contracts[0].name, contracts, isContract: true });
    const own = new Map();
    for (const row of contracts.flatMap((contract) => contract.rows.filter((one) => !one.isVariation))) {
      own.set(row.shortName, [...(own.get(row.shortName) ?? []), row]);
    }
    // The contract's line stands for the scenarios in which all clients agree, and pass.
    for (const [name, some] of own) {
      const isPlain = some.every((row) => row.status === some[0].status && ![FAILED, ERRORED].includes(row.status));
      if (!isPlain) items.push({ name, some, contracts });
    }
  }
  return drawTable(["scenario", ...columns], items, (item) => {
    const line = make("tr", item.isContract ? "whole" : "part",
      item.isContract ? rowHead(item.contracts[0].endpoint, item.name) : rowHead(item.name));
    for (const client of columns) {
      const own = item.contracts.find((contract) => contract.client === client);
      const some = item.isContract ? (own?.rows ?? []).filter((row) => !row.isVariation)
        : item.some.filter((row) => row.contract === own);
      const cell = drawCell(some, `${client}/${item.name}/`, `${item.name}, ${client}`);
      if (!item.isContract && some.length === 1) {
        const [row] = some;
        const link = make("a", "cell", sign(row.status)[0], statuses[row.status][0]);
        link.href = `#id=${encodeURIComponent(row.id)}`;
        cell.replaceChildren(link);
      }
      line.append(cell);
    }
    return line;
  }, "scenario");
}

/** Draws how many variations of each family there are. */
function drawFamilies() {
  const families = new Map();
  for (const [family, counts] of data.contracts.flatMap((contract) => Object.entries(contract.varied))) {
    const sum = families.get(family) ?? [0, 0, 0, 0, 0];
    families.set(family, sum.map((count, index) => count + counts[index]));
  }
  if (!families.size) return [];
  const cell = (count, index) => {
    if (!count) return emptyCell();
    return make("td", "", ...sign(index === NOT_RUN ? ERRORED : index), count.toLocaleString("en-US"));
  };
  const draw = ([family, counts]) => make("tr", "", rowHead(family), counts.map(cell));
  const table = drawTable(["family", ...variedWords], [...families], draw, "family");
  return [make("h3", "", "Variations by family"), ...table];
}

/** Draws what the client did after faults, by the exchanges that got them, for each scenario. */
function drawSteps() {
  const scenarios = new Map();
  for (const { client, name, steps } of data.contracts) {
    for (const [scenario, ...rest] of steps) {
      const title = `${clients.length > 1 ? `${client}/` : ""}${name}/${scenario}`;
      scenarios.set(title, [...(scenarios.get(title) ?? []), rest]);
    }
  }
  const all = [...scenarios].map(([title, steps]) => {
    const places = [...new Set(steps.map(([place]) => place))], faults = [...new Set(steps.map(([, fault]) => fault))];
    const cells = new Map(steps.map(([place, fault, ...cell]) => [`${place}: ${fault}`, cell]));
    const draw = (fault) => make("tr", "", rowHead(fault), places.map((place) => {
      const [status, end] = cells.get(`${place}: ${fault}`) ?? [];
      if (status === undefined) return emptyCell();
      return make("td", status === FAILED || status === ERRORED ? "bad" : "", ...sign(status), end);
    }));
    const table = drawTable(["fault", ...places], faults, draw, "fault");
    const part = make("details", "", make("summary", "", unbroken(title)), table);
    part.open = scenarios.size === 1 || steps.some(([, , status]) => status === FAILED || status === ERRORED);
    return part;
  });
  return all.length ? [make("h3", "", "What the client did after faults, by exchanges"), ...all] : [];
}

function drawMatrix() {
  if (!data.contracts.length) return;
  const byName = new Map();
  for (const contract of data.contracts) {
    byName.set(contract.name, [...(byName.get(contract.name) ?? []), contract]);
  }
  const shared = [...byName.values()].filter((contracts) => contracts.length > 1);
  const columns = clients.filter((client) => shared.flat().some((contract) => contract.client === client));
  const section = at("matrix");
  if (shared.length) section.append(make("h3", "", "Scenarios by clients"), ...drawByClients(shared, columns));
  const title = make("h3", "", "Endpoints by kinds of responses");
  section.append(title, ...drawByKinds(data.contracts), ...drawFamilies(), ...drawSteps());
  section.hidden = false;
}
